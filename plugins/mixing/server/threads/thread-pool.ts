import { Worker } from 'node:worker_threads';

import { ExpectedError, type FailureKind, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** A task as it goes to a thread. */
export interface ThreadRequest {
  number: number;
  task: unknown;
}

/** What a thread answers. */
export type ThreadReply = { number: number } & (
  | { result: unknown }
  | { expected: { code: MessageKey; params: MessageParams; kind: FailureKind } }
  | { error: string }
);

/** The task took longer than it may; its thread is gone. */
export class ThreadTimeout extends Error {
  override name = 'ThreadTimeout';
}

/** The thread ended before the task did, as one does that takes too much memory. */
export class ThreadLost extends Error {
  override name = 'ThreadLost';
}

export interface RunInThreadOptions {
  /** Milliseconds, waiting included. */
  limit: number;
  /** Tasks of one key like to meet in one thread, which remembers what it found. */
  key: string;
  /** Takes a task back that still waits. */
  signal?: AbortSignal;
}

export interface ThreadPoolOptions {
  /** Threads at most. */
  size: number;
  /** The program of a thread; it answers each {@link ThreadRequest} with a {@link ThreadReply}. */
  program: URL;
  /** Milliseconds after which a thread that does nothing ends; a minute when absent. */
  idle?: number;
  /** Megabytes that a thread may have; 512 when absent. */
  memory?: number;
}

/** Threads for work that would keep the process from answering. They start with the first task. */
export interface ThreadPool {
  /**
   * Runs a task.
   * @throws what the task throws; {@link ThreadTimeout} after its limit; {@link ThreadLost}; the signal's reason
   */
  run(task: unknown, options: RunInThreadOptions): Promise<unknown>;
}

interface Job {
  request: ThreadRequest;
  key: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  lastKey: string;
  idle: NodeJS.Timeout | undefined;
}

const IDLE = 60_000;
const MEMORY = 512;

/** Makes a {@link ThreadPool}; its threads never keep the process alive. */
export function createThreadPool({ size, program, idle = IDLE, memory = MEMORY }: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let numbers = 0;

  function start(): Thread {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memory } });
    const thread: Thread = { worker, job: null, lastKey: '', idle: undefined };
    threads.add(thread);
    worker.on('message', (reply: ThreadReply) => {
      const { job } = thread;
      if (job?.request.number !== reply.number) return;
      thread.job = null;
      if ('result' in reply) job.resolve(reply.result);
      else if ('expected' in reply) {
        const { code, params, kind } = reply.expected;
        job.reject(new ExpectedError(code, params, { kind }));
      } else job.reject(new Error(`a thread failed: ${reply.error}`));
      rest(thread);
      next();
    });
    worker.on('error', (error) => lose(thread, error));
    worker.on('exit', () => lose(thread, undefined));
    worker.unref();
    return thread;
  }

  function lose(thread: Thread, cause: unknown): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idle);
    thread.job?.reject(new ThreadLost('a thread ended before its task', { cause }));
    thread.job = null;
    next();
  }

  function rest(thread: Thread): void {
    clearTimeout(thread.idle);
    thread.idle = setTimeout(() => end(thread), idle).unref();
  }

  function end(thread: Thread): void {
    threads.delete(thread);
    clearTimeout(thread.idle);
    void thread.worker.terminate();
  }

  /** Gives every free thread the first task, one of the key that it had last if there is such. */
  function next(): void {
    while (waiting.length > 0) {
      const free = [...threads].filter(({ job }) => job === null);
      const [first] = waiting;
      if (first === undefined) return;
      const known = free.find(({ lastKey }) => lastKey === first.key);
      const thread = known ?? (threads.size < size ? start() : free[0]);
      if (thread === undefined) return;
      waiting.shift();
      clearTimeout(thread.idle);
      thread.job = first;
      thread.lastKey = first.key;
      thread.worker.postMessage(first.request);
    }
  }

  return {
    run(task, { limit, key, signal }) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const job: Job = {
          request: { number: ++numbers, task },
          key,
          resolve(value) {
            done();
            resolve(value);
          },
          reject(error) {
            done();
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          const thread = [...threads].find((candidate) => candidate.job === job);
          takeBack(new ThreadTimeout(`a task took longer than ${limit} ms`));
          if (thread !== undefined) {
            thread.job = null;
            end(thread);
            next();
          }
        }, limit);
        const abort = () => {
          if (waiting.includes(job)) takeBack(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });

        function takeBack(reason: unknown): void {
          const at = waiting.indexOf(job);
          if (at >= 0) waiting.splice(at, 1);
          job.reject(reason);
        }
        function done(): void {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        }
        waiting.push(job);
        next();
      });
    },
  };
}
