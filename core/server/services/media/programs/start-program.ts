import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { ExpectedError } from '#core/contract/errors.ts';

import type { MediaTools } from '../runner.ts';
import { startTool } from '../tool-process.ts';
import type { ProgramAnswer, ProgramTask } from './answer-tasks.ts';

/** The most of a program's standard error that is kept, in characters. */
const KEPT_ERRORS = 4_000;
/** Megabytes of addresses that Node.js may write to before it has done anything, most of which it never touches. */
const NODE_DATA = 640;

/**
 * Node.js collects garbage on threads of its own, which take processor time from the tools on the other cores, and in
 * many small steps, for the sake of pauses that nobody would notice here. Filling pictures by itself takes about an
 * eighth less time without the threads, and without the steps a twentieth less again, in four fifths of the memory.
 */
const COLLECTS = ['--single-threaded-gc', '--no-incremental-marking'];

/** The process ended before it had done its task: it crashed, or was not given the memory that it wanted. */
export class ProgramLost extends Error {
  override name = 'ProgramLost';
}

export interface StartProgramOptions {
  /** What limits it, as the runner has found it. */
  tools: MediaTools;
  /** The module to run; it calls `answerTasks`. */
  program: URL;
  /** Its working folder. */
  folder: string;
  /** Megabytes that it may have; where the system can see to it, it gets no more. */
  megabytes: number;
  /** Lowers the scheduling priority; 0 by default. */
  nice?: number;
  /** Whether its standard input is ours to write, or to hand to a tool; false by default. */
  hasInput?: boolean;
  /** Whether its standard output is ours to read; false by default. */
  hasOutput?: boolean;
}

/** A program of ours in a process of its own, which can crash or be killed without harm. */
export interface Program {
  /** Its standard input; null unless it was asked for. */
  readonly input: Writable | null;
  /** Its standard output; null unless it was asked for. */
  readonly output: Readable | null;
  readonly isRunning: boolean;
  /** It has come to take more memory than it was given, and should be ended. */
  readonly isSpent: boolean;
  /**
   * Has it do a task; several are done one after another.
   * @throws what the task throws; {@link ProgramLost}
   */
  ask(task: unknown): Promise<unknown>;
  /** Kills it. Resolves when it has ended. */
  end(): Promise<void>;
}

/**
 * Starts a program of ours in a process of its own: with limited memory, none of this process's secrets, and no longer
 * life than this process.
 */
export function startProgram(options: StartProgramOptions): Program {
  const { tools, program, folder, megabytes, nice = 0, hasInput = false, hasOutput = false } = options;
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>();
  let numbers = 0;
  let errors = '';
  let [isRunning, isSpent] = [true, false];

  const child = startTool(
    tools,
    process.execPath,
    [`--max-old-space-size=${Math.round(megabytes / 2)}`, ...COLLECTS, fileURLToPath(program), String(megabytes)],
    {
      cwd: folder,
      stdio: [hasInput ? 'pipe' : 'ignore', hasOutput ? 'pipe' : 'ignore', 'pipe', 'ipc'],
      limits: { data: (megabytes + NODE_DATA) * 1024 ** 2, nice },
    },
  );
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-KEPT_ERRORS)));
  // A program that ends early closes its input; how it ended explains the rest.
  child.stdin?.on('error', () => undefined);
  child.on('message', (message) => take(message as ProgramAnswer));
  /** A process that does nothing keeps nobody alive. */
  const hold = (isNeeded: boolean) => {
    const how = isNeeded ? 'ref' : 'unref';
    child[how]();
    child.channel?.[how]();
    if (child.stderr instanceof Socket) child.stderr[how]();
  };
  hold(false);
  const ended = new Promise<void>((resolve) => {
    const lose = (how: string, cause?: unknown) => {
      isRunning = false;
      const lost = new ProgramLost(`${program.pathname} ${how}\n${errors}`, { cause });
      for (const { reject } of waiting.values()) reject(lost);
      waiting.clear();
      resolve();
    };
    child.once('error', (error) => lose('could not be started', error));
    child.once('close', (code, signal) => lose(`ended with ${signal ?? `code ${code}`}`));
  });

  function take(answer: ProgramAnswer): void {
    const asked = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (waiting.size === 0) hold(false);
    isSpent = answer.isSpent === true;
    if ('result' in answer) asked?.resolve(answer.result);
    else if ('expected' in answer) {
      const { code, params, kind } = answer.expected;
      asked?.reject(new ExpectedError(code, params, { kind }));
    } else asked?.reject(new Error(`${program.pathname} failed: ${answer.error}`));
  }

  return {
    input: child.stdin,
    output: child.stdout,
    get isRunning() {
      return isRunning;
    },
    get isSpent() {
      return isSpent;
    },
    ask(task) {
      const number = ++numbers;
      return new Promise((resolve, reject) => {
        if (!isRunning) return reject(new ProgramLost(`${program.pathname} has ended\n${errors}`));
        waiting.set(number, { resolve, reject });
        hold(true);
        // What cannot be sent because the process is gone is told by its end.
        child.send({ number, task } satisfies ProgramTask, () => undefined);
      });
    },
    end() {
      hold(true);
      child.kill('SIGKILL');
      return ended;
    },
  };
}
