import type { I18n } from '#core/web/i18n/i18n.ts';

import type { Range } from '#plugins/mixing/range.ts';

/** Below so many times the least, the most is no news. */
const SAME = 1.25;

/** `18–40 s`, or `30 s` where it is known well. */
export function durationText(range: Range, t: I18n['t']): string {
  const { most } = range;
  if (most < 90)
    return t('mixing:about-seconds', { count: between(range, (seconds) => Math.max(1, Math.round(seconds))) });
  if (most < 5400) return t('mixing:about-minutes', { count: between(range, (seconds) => rounded(seconds / 60)) });
  return t('mixing:about-hours', { count: between(range, (seconds) => rounded(seconds / 3600)) });
}

/** `120 MB–290 MB`, or `180 MB` where it is known well. */
export function bytesText(range: Range, i18n: Pick<I18n, 'bytes'>): string {
  return between(range, (bytes) => i18n.bytes(Math.round(bytes)));
}

/** What is told of a range in one number. */
export function middleOf({ least, most }: Range): number {
  return Math.sqrt(least * most);
}

function between(range: Range, textOf: (amount: number) => string | number): string {
  if (range.most <= range.least * SAME) return String(textOf(middleOf(range)));
  const [least, most] = [textOf(range.least), textOf(range.most)];
  return least === most ? String(most) : `${least}–${most}`;
}

/** Halves below ten; never nothing. */
function rounded(amount: number): number {
  return amount < 10 ? Math.max(0.5, Math.round(amount * 2) / 2) : Math.round(amount);
}
