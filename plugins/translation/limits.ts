import { readingLimits } from '#core/contract/timed-text/reading.ts';

/** What a project may have. */
export const TRANSLATION_LIMITS = {
  name: 120,
  about: 500,
  terms: 500,
  term: 100,
  product: 60,
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

/**
 * Letters a second that voices say at their own pace, by the first part of a language's tag; until the voice in question
 * was measured. Others are spoken about as fast as English.
 */
const SPOKEN: Readonly<Record<string, number>> = { zh: 4.5, ja: 7, ko: 6.5, th: 12, ar: 12, hi: 13, bn: 13, he: 12 };
const USUAL_SPOKEN = 15;

/** See above. @param language BCP 47 tag */
export const usualRate = (language: string): number => SPOKEN[language.split('-')[0] ?? ''] ?? USUAL_SPOKEN;

/** The share of its own time that a line has to have to itself. */
const LEAST_ROOM = 0.5;

/**
 * Whether a line is spoken in its room. One that another one talks over is not: by that room it would be translated into
 * a word or two.
 */
export const isSpokenIn = (room: number, { start, end }: { start: number; end: number }): boolean =>
  room > 0 && room >= (end - start) * LEAST_ROOM;

/**
 * Letters that a line is to have at most when a service translates it: those that can be read while it is shown, and
 * that a voice says in its room without hurry, where it is spoken at all.
 * @param rate letters a second of the voice
 * @param room milliseconds that it has, with the silence that it may take
 */
export function translationBudget(
  line: { start: number; end: number },
  language: string,
  { rate, room }: { rate: number; room: number },
): number {
  const spoken = isSpokenIn(room, line) ? Math.floor((room * rate) / 1000) : Infinity;
  return Math.max(1, Math.min(lineBudget(line, language), spoken));
}

/** What one batch may have, and how much of it is worked on at once. */
export const BATCH_LIMITS = {
  videos: 100,
  languages: 28,
  /** Videos whose text is extracted at once; it takes a processor, or a service. */
  extracting: 4,
  /** Languages of videos that a service translates at once. */
  translating: 12,
  /** Videos that are dubbed or written at once. */
  making: 6,
  /** Projects that one step of a batch begins: each looks all its lines up in the memory. */
  beginning: 4,
  /** Batches that an account may have. */
  batches: 1_000,
} as const;
