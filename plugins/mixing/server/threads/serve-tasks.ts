import { parentPort } from 'node:worker_threads';

import { ExpectedError } from '#core/contract/errors.ts';

import type { ThreadReply, ThreadRequest } from './thread-pool.ts';

/**
 * Makes this thread one of a pool.
 * @param run does what the pool was asked for, one task after the other
 */
export function serveTasks<T>(run: (task: T) => unknown): void {
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', ({ number, task }: ThreadRequest) => {
    // The pool's only user is the program that this thread belongs to.
    last = last.then(async () => parentPort?.postMessage(await answer(number, () => run(task as T))));
  });
}

async function answer(number: number, run: () => unknown): Promise<ThreadReply> {
  try {
    return { number, result: await run() };
  } catch (error) {
    if (error instanceof ExpectedError) {
      const { code, params, kind } = error;
      return { number, expected: { code, params, kind } };
    }
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
