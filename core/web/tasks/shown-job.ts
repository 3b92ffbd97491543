import type { Job } from '#core/contract/task-calls.ts';

/** A job as it is displayed. */
export interface ShownJob extends Job {
  /** Of its current stage, 0 to 1. */
  progress: number;
  /** It has run before, so it is not listed among the waiting jobs even if none of its tasks runs right now. */
  hasRun: boolean;
}

/** The completed share of a stage, 0 to 1. */
export function progressOf({ total, ended, running }: Pick<Job, 'total' | 'ended' | 'running'>): number {
  if (total === 0) return 0;
  const partly = running.reduce((sum, { progress }) => sum + progress, 0);
  return Math.min(1, (ended + partly) / total);
}

/** Merges a newly read job into the displayed one; within a stage progress never goes back. */
export function moveOn(before: ShownJob | undefined, job: Job): ShownJob {
  const progress = progressOf(job);
  const isSameStage = before?.job === job.job && before.state !== 'failed' && job.state !== 'failed';
  const hasRun = job.state === 'running' || before?.hasRun === true;
  return { ...job, hasRun, progress: isSameStage ? Math.max(before.progress, progress) : progress };
}

/** Running jobs first, then failed, then waiting; otherwise in the order given. */
export function inShownOrder(jobs: readonly ShownJob[]): ShownJob[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Identifies one failure of a job, which may fail again later; empty when it did not fail. */
export function nameOfFailure({ id, error }: ShownJob): string {
  return error === null ? '' : `${id} ${error.taskId}`;
}

function rankOf({ state, hasRun }: ShownJob): number {
  if (state === 'failed') return 1;
  return hasRun || state === 'cancelling' ? 0 : 2;
}
