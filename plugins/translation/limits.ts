import { readingLimits } from '#core/contract/timed-text/reading.ts';

/** What a project may have. */
export const TRANSLATION_LIMITS = {
  name: 120,
  about: 500,
  terms: 500,
  term: 100,
  targets: 27,
  projects: 5_000,
} as const;

/** How alike a remembered text has to be for its translation to be put in as a draft; percent. */
export const DRAFT_FROM = 85;
/** How alike it has to be to be offered; percent. */
export const OFFER_FROM = 60;

/** Letters that can be read while a line is shown, in the language of its translation. */
export function lineBudget({ start, end }: { start: number; end: number }, language: string): number {
  return Math.max(1, Math.floor(((end - start) / 1000) * readingLimits(language).speed));
}
