import { taskChanged } from '#core/contract/kernel-events.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import type { Task } from './jobs.ts';
import type { coreTasks } from './tables.ts';

export type TaskRow = typeof coreTasks.$inferSelect;

/** The public part of a row. */
export function toTask(row: TaskRow): Task {
  const { id, accountId, job, subjectId, state, progress, secondsLeft, attempt, error, createdAt, updatedAt } = row;
  return { id, accountId, job, subjectId, state, progress, secondsLeft, attempt, error, createdAt, updatedAt };
}

function toMessage(row: TaskRow) {
  const { accountId, id, job, subjectId, state, progress, secondsLeft, attempt } = row;
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  return { accountId, data: { id, job, subjectId, state, progress, secondsLeft, attempt, createdAt, updatedAt } };
}

/** Publishes a state that lasts. */
export async function publishTask(events: ServerEvents, tx: Tx, row: TaskRow): Promise<void> {
  await events.publish(tx, taskChanged, toMessage(row));
}

/** Publishes a state that will soon change again. */
export async function hintTask(events: ServerEvents, row: TaskRow): Promise<void> {
  await events.hint(taskChanged, toMessage(row));
}

/** The part of a task that the queue stores: its position, and its attempts. */
export function queueJob(row: TaskRow, startAfter?: Date) {
  return {
    id: row.queueId,
    data: { taskId: row.id },
    priority: -row.tag,
    retryLimit: row.attempts - 1,
    ...(startAfter === undefined ? {} : { startAfter: startAfter.toISOString() }),
  };
}
