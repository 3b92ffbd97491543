import { parentPort } from 'node:worker_threads';

import { ExpectedError } from '#core/contract/errors.ts';

import { planTask, type PlanTask } from './plan-tasks.ts';
import type { ThreadReply, ThreadRequest } from './thread-pool.ts';

// The program of a thread of the pool: one task after the other.
parentPort?.on('message', ({ number, task }: ThreadRequest) => {
  parentPort?.postMessage(answer(number, task as PlanTask));
});

function answer(number: number, task: PlanTask): ThreadReply {
  try {
    return { number, result: planTask(task) };
  } catch (error) {
    if (error instanceof ExpectedError) {
      const { code, params, kind } = error;
      return { number, expected: { code, params, kind } };
    }
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
