import type { useText } from '#core/web/react/use-text.ts';

import { BATCH_ITEM_STATES } from '#plugins/translation/batch-options.ts';
import type { BatchCounts } from '#plugins/translation/calls.ts';

/** How states are coloured. */
export const TONES = {
  waiting: 'quiet',
  working: 'info',
  review: 'caution',
  done: 'good',
  failed: 'alarm',
  cancelled: 'quiet',
  paused: 'caution',
} as const;

/** All of them. */
export const totalOf = (counts: BatchCounts): number =>
  BATCH_ITEM_STATES.reduce((sum, state) => sum + counts[state], 0);

/** The share that is done: what failed is not, however much it is over. */
export function shareOf(counts: BatchCounts): number {
  const total = totalOf(counts);
  return total === 0 ? 0 : counts.done / total;
}

/** How many are at what, in words; states that none is at are left out, but for what is done. */
export function countsText(t: ReturnType<typeof useText>, counts: BatchCounts): string {
  const done = t('translation:batch.count-done', { done: counts.done, total: totalOf(counts) });
  const others = BATCH_ITEM_STATES.filter((state) => state !== 'done' && counts[state] > 0);
  return [done, ...others.map((state) => `${t(`translation:batch.item-${state}`)} ${counts[state]}`)].join(' · ');
}
