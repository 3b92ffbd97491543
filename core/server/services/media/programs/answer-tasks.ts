import { ExpectedError, type FailureKind, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** A task as it goes to a program. */
export interface ProgramTask {
  number: number;
  task: unknown;
}

/** What a program answers; `isSpent` when it has come to take more memory than it was given. */
export type ProgramAnswer = { number: number; isSpent?: boolean } & (
  | { result: unknown }
  | { expected: { code: MessageKey; params: MessageParams; kind: FailureKind } }
  | { error: string }
);

/** How libraries and the engine say that they were not given the memory they wanted. */
const OUT_OF_MEMORY = /bad_alloc|allocation failed|failed to allocate|out of memory|cannot allocate/i;

/**
 * Answers tasks in a process that `startProgram` has started, one after another, until who has started it is gone. When
 * it gets no more memory, the process ends, and its task is lost.
 * @param answer does a task; what it throws, at once or later, reaches who has asked
 */
export function answerTasks(answer: (task: unknown) => Promise<unknown>): void {
  const most = Number(process.argv[2]) * 1024 ** 2;
  let last: Promise<void> = Promise.resolve();

  async function reply({ number, task }: ProgramTask): Promise<void> {
    const said = await Promise.resolve(task)
      .then(answer)
      .then((result): ProgramAnswer => ({ number, result }), failure);
    process.send?.({ ...said, number, isSpent: process.memoryUsage.rss() > most });
  }

  process.on('message', (message) => {
    // Only who has started this process can send to it.
    last = last.then(() => reply(message as ProgramTask));
  });
  process.once('disconnect', () => process.exit(0));
}

function failure(error: unknown): Omit<Extract<ProgramAnswer, { error: string }>, 'number'> | Refusal {
  if (error instanceof ExpectedError) {
    const { code, params, kind } = error;
    return { expected: { code, params, kind } };
  }
  // What memory is left to it is of no use for anything else.
  if (OUT_OF_MEMORY.test(String(error))) process.exit(1);
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

type Refusal = Pick<Extract<ProgramAnswer, { expected: unknown }>, 'expected'>;
