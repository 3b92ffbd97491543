import type { Job } from '#core/contract/task-calls.ts';

/** A job as it is shown. */
export interface ShownJob extends Job {
  /** Of its stage, 0 to 1. */
  progress: number;
  /** It ran once: then it is not shown among those that wait, although nothing of it may run this moment. */
  hasRun: boolean;
}

/** How much of a stage is done, 0 to 1. */
export function progressOf({ total, ended, running }: Pick<Job, 'total' | 'ended' | 'running'>): number {
  if (total === 0) return 0;
  const partly = running.reduce((sum, { progress }) => sum + progress, 0);
  return Math.min(1, (ended + partly) / total);
}

/** What is read of a job takes the place of what was shown; within a stage progress never jumps back. */
export function moveOn(before: ShownJob | undefined, job: Job): ShownJob {
  const progress = progressOf(job);
  const isSameStage = before?.job === job.job && before.state !== 'failed' && job.state !== 'failed';
  const hasRun = job.state === 'running' || before?.hasRun === true;
  return { ...job, hasRun, progress: isSameStage ? Math.max(before.progress, progress) : progress };
}

/** What runs, what failed, what waits; otherwise in the order that they come in. */
export function inShownOrder(jobs: readonly ShownJob[]): ShownJob[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Names one failure of a job, which may fail again later; empty when it did not fail. */
export function nameOfFailure({ id, error }: ShownJob): string {
  return error === null ? '' : `${id} ${error.taskId}`;
}

function rankOf({ state, hasRun }: ShownJob): number {
  if (state === 'failed') return 1;
  return hasRun || state === 'cancelling' ? 0 : 2;
}
