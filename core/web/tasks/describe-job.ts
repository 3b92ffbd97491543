import type { MessageKey } from '#core/contract/message-keys.ts';

import type { I18n } from '../i18n/i18n.ts';
import type { ShownJob } from './shown-job.ts';

const STATES = {
  queued: 'shell:tasks.queued',
  paused: 'shell:tasks.paused',
  cancelling: 'shell:tasks.cancelling',
  failed: 'shell:tasks.failed',
} as const satisfies Partial<Record<ShownJob['state'], MessageKey>>;

const LEFT = {
  seconds: 'shell:tasks.left-seconds',
  minutes: 'shell:tasks.left-minutes',
  hours: 'shell:tasks.left-hours',
} as const;

/** A job's progress: for a running one the count or share and the time left, otherwise its state. */
export function describeJob(job: ShownJob, t: I18n['t']): string[] {
  if (job.state !== 'running') return [t(STATES[job.state])];
  const share =
    job.total === 1
      ? t('shell:tasks.percent', { percent: Math.floor(job.progress * 100) })
      : t('shell:tasks.of', { ended: job.ended, total: job.total });
  return [share, ...describeTimeLeft(job, t)];
}

/** The estimated time left, in the largest suitable unit; empty while unknown. */
export function describeTimeLeft({ secondsLeft }: Pick<ShownJob, 'secondsLeft'>, t: I18n['t']): string[] {
  if (secondsLeft === null) return [];
  const { unit, value } = timeLeft(secondsLeft);
  return [t(LEFT[unit], { [unit]: value })];
}

function timeLeft(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; value: number } {
  if (seconds < 90) return { unit: 'seconds', value: Math.max(1, Math.round(seconds)) };
  if (seconds < 90 * 60) return { unit: 'minutes', value: Math.round(seconds / 60) };
  return { unit: 'hours', value: Math.round(seconds / 3600) };
}
