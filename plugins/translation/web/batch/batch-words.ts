import type { useText } from '#core/web/react/use-text.ts';

import { BATCH_ITEM_STATES } from '#plugins/translation/batch-options.ts';
import type { Batch, BatchCounts } from '#plugins/translation/calls.ts';

/** How states are coloured. */
export const TONES = {
  waiting: 'quiet',
  working: 'info',
  review: 'caution',
  done: 'good',
  over: 'caution',
  failed: 'alarm',
  cancelled: 'quiet',
  paused: 'caution',
} as const;

/** The state of a batch as pages name it: one of which some have failed is over, but not done. */
export const shownState = ({ state, counts }: Pick<Batch, 'state' | 'counts'>): Batch['state'] | 'over' =>
  state === 'done' && counts.failed > 0 ? 'over' : state;

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
