import { abortError, throwIfCancelled } from '../abort-error.ts';
import { createSlots } from '../slots.ts';
import { ProgramLost, startProgram, type Program, type StartProgramOptions } from './start-program.ts';

const IDLE_SECONDS = 60;

/** The task took longer than it may; its process is gone. */
export class ProgramLate extends Error {
  override name = 'ProgramLate';
}

export interface ProgramPoolOptions extends Omit<StartProgramOptions, 'hasInput' | 'hasOutput'> {
  /** Processes at most. */
  size: number;
  /** Seconds after which a process that does nothing ends; a minute by default. */
  idleSeconds?: number;
}

export interface RunTaskOptions {
  /** Seconds that the task may take, without the wait for a free process. */
  seconds: number;
  signal?: AbortSignal;
}

/**
 * Processes that do tasks of one kind. None is started before the first task; one that was lost is started again with
 * the next task.
 */
export interface ProgramPool {
  /** Processes that run now. */
  readonly running: number;
  /**
   * Has a free process do a task.
   * @throws what the task throws; {@link ProgramLost}, {@link ProgramLate}; AbortError when cancelled, after the process
   *   that did it was killed
   */
  run(task: unknown, options: RunTaskOptions): Promise<unknown>;
  /** Kills all processes; tasks in them are lost. Resolves when they have ended. */
  end(): Promise<void>;
}

/** Makes a {@link ProgramPool}. Its processes never keep this one alive. */
export function createProgramPool({ size, idleSeconds = IDLE_SECONDS, ...options }: ProgramPoolOptions): ProgramPool {
  const slots = createSlots(size);
  const all = new Set<Program>();
  const free: { program: Program; timer: NodeJS.Timeout }[] = [];

  function take(): Program {
    for (let known = free.pop(); known !== undefined; known = free.pop()) {
      clearTimeout(known.timer);
      if (known.program.isRunning) return known.program;
      all.delete(known.program);
    }
    const program = startProgram(options);
    all.add(program);
    return program;
  }

  function rest(program: Program): void {
    if (program.isSpent) return void drop(program);
    const entry = {
      program,
      timer: setTimeout(() => {
        free.splice(free.indexOf(entry), 1);
        void drop(program);
      }, idleSeconds * 1000).unref(),
    };
    free.push(entry);
  }

  function drop(program: Program): Promise<void> {
    all.delete(program);
    return program.end();
  }

  return {
    get running() {
      return [...all].filter(({ isRunning }) => isRunning).length;
    },
    async run(task, { seconds, signal }) {
      const release = await slots.acquire(signal);
      try {
        throwIfCancelled(signal);
        const program = take();
        try {
          const result = await beforeEnd(program.ask(task), seconds, signal);
          rest(program);
          return result;
        } catch (error) {
          const isGone = error instanceof ProgramLate || error instanceof ProgramLost || signal?.aborted === true;
          if (isGone) await drop(program);
          else rest(program);
          throw error;
        }
      } finally {
        release();
      }
    },
    async end() {
      for (const { timer } of free.splice(0)) clearTimeout(timer);
      await Promise.all([...all].map(drop));
    },
  };
}

/** @throws ProgramLate; AbortError */
async function beforeEnd(work: Promise<unknown>, seconds: number, signal?: AbortSignal): Promise<unknown> {
  const { promise: given, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProgramLate(`a task took longer than ${seconds} s`)), seconds * 1000);
  const cancel = () => reject(abortError(signal));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([work, given]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    // Killing its process fails it once more.
    work.catch(() => undefined);
  }
}
