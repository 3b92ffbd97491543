import type { SlowStretch } from '#core/contract/slow-stretches.ts';

/** Slow stretches as the media engine counts them: they are planned in milliseconds. */
export const inSeconds = (stretches: readonly SlowStretch[]): SlowStretch[] =>
  stretches.map(({ from, to, factor }) => ({ from: from / 1000, to: to / 1000, factor }));
