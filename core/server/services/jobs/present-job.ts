import type { Job } from '#core/contract/task-calls.ts';

import type { TaskState } from './jobs.ts';

/** The number of a subject's tasks per job and state. */
export interface TaskCount {
  key: string;
  subjectId: string | null;
  job: string;
  state: TaskState;
  count: number;
  /** Sum of the tasks' progress, each 0 to 1. */
  progress: number;
  /** The longest of them. */
  secondsLeft: number | null;
  /** When the first one was created, and the last change; Unix time in milliseconds. */
  first: number;
  last: number;
}

const ENDED: readonly TaskState[] = ['succeeded', 'cancelled', 'failed'];

/** Below this progress or running time an estimate would be meaningless. */
const MIN_TO_ESTIMATE = { done: 0.02, milliseconds: 5000 };

/**
 * Combines a subject's tasks into one job: its current stage, or the one that failed.
 * @returns undefined when all have ended successfully
 */
export function presentJob(
  counts: readonly TaskCount[],
  { error, now }: { error: Job['error']; now: number },
): Omit<Job, 'running'> | undefined {
  const open = counts.filter(({ state }) => !ENDED.includes(state));
  // Stages run in sequence, so of two open ones the older is the current one.
  const present = open.toSorted((a, b) => a.first - b.first)[0] ?? counts.find(({ state }) => state === 'failed');
  if (present === undefined) return undefined;
  const isOpen = open.length > 0;
  const stage = counts.filter(({ job }) => job === present.job);
  const total = sum(stage.map(({ count }) => count));
  const ended = sum(stage.filter(({ state }) => ENDED.includes(state)).map(({ count }) => count));
  const first = Math.min(...stage.map((row) => row.first));
  const partly = sum(stage.filter(({ state }) => !ENDED.includes(state)).map(({ progress }) => progress));
  const done = total === 0 ? 0 : (ended + partly) / total;
  return {
    id: present.key,
    subjectId: present.subjectId,
    job: present.job,
    state: isOpen ? stateOf(stage) : 'failed',
    total,
    ended,
    secondsLeft: isOpen ? (total === 1 ? present.secondsLeft : estimate(done, now - first)) : null,
    error: isOpen ? null : error,
    startedAt: new Date(Math.min(...counts.map((row) => row.first))).toISOString(),
    updatedAt: new Date(Math.max(...counts.map((row) => row.last))).toISOString(),
  };
}

function stateOf(stage: readonly TaskCount[]): 'queued' | 'running' | 'paused' | 'cancelling' {
  const has = (wanted: TaskState): boolean => stage.some(({ state }) => state === wanted);
  // One stopping task does not mean that the whole job stops, as long as others run or wait.
  if (has('running')) return 'running';
  if (has('cancelling')) return 'cancelling';
  if (has('paused') && !has('queued')) return 'paused';
  return stage.some(({ state }) => ENDED.includes(state)) ? 'running' : 'queued';
}

/** Estimated seconds left at the rate so far, including the wait for other accounts' work; null while too uncertain. */
function estimate(done: number, milliseconds: number): number | null {
  if (done < MIN_TO_ESTIMATE.done || milliseconds < MIN_TO_ESTIMATE.milliseconds) return null;
  return (milliseconds / 1000) * ((1 - done) / done);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
