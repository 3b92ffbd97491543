import type { Tx } from '#core/server/ground/database/database.ts';
import type { Events } from '#core/server/services/events/events.ts';

import type { Task } from './jobs.ts';
import type { coreTasks } from './tables.ts';

/** Topic of the events about tasks; their data is the task without its account. */
const TASK_TOPIC = 'task';

export type TaskRow = typeof coreTasks.$inferSelect;

/** What others see of a row. */
export function toTask(row: TaskRow): Task {
  const { id, accountId, job, subjectId, state, progress, secondsLeft, attempt, error, createdAt, updatedAt } = row;
  return { id, accountId, job, subjectId, state, progress, secondsLeft, attempt, error, createdAt, updatedAt };
}

function toEvent(row: TaskRow) {
  const { accountId, ...data } = toTask(row);
  return { accountId, topic: TASK_TOPIC, data };
}

/** Tells browsers of a state that stays. */
export async function publishTask(events: Events, tx: Tx, row: TaskRow): Promise<void> {
  await events.publish(tx, toEvent(row));
}

/** Tells browsers of a state that soon changes again. */
export async function hintTask(events: Events, row: TaskRow): Promise<void> {
  await events.hint(toEvent(row));
}

/** What the queue keeps of a task: where it stands in line, and how often it may be tried. */
export function queueJob(row: TaskRow, startAfter?: Date) {
  return {
    id: row.queueId,
    data: { taskId: row.id },
    priority: -row.tag,
    retryLimit: row.attempts - 1,
    ...(startAfter === undefined ? {} : { startAfter: startAfter.toISOString() }),
  };
}
