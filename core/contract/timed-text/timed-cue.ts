import { z } from 'zod';

/** Cues that a document has at most, and letters that one of them, or a name of who speaks, has at most. */
export const TIMED_TEXT_LIMITS = { cues: 10_000, letters: 2_000, speaker: 60, words: 400 } as const;

/** The latest moment that is told, in milliseconds: a hundred hours, which formats of subtitles can just write. */
export const LATEST_MOMENT = 100 * 60 * 60 * 1000 - 1;

const moment = z.int().min(0).max(LATEST_MOMENT);

/** A word of a cue with its time. */
export const timedWordSchema = z.strictObject({ start: moment, end: moment, text: z.string().max(100) });
/** See {@link timedWordSchema}. */
export type TimedWord = z.output<typeof timedWordSchema>;

/** Where the words of a cue are from: read in the picture, heard, read from a file, or typed. */
export const CUE_SOURCES = ['picture', 'speech', 'file', 'typed'] as const;
/** One of {@link CUE_SOURCES}. */
export type CueSource = (typeof CUE_SOURCES)[number];

/** What is said or shown from one moment to another. Times are whole milliseconds. */
export const timedCueSchema = z
  .strictObject({
    /** Stays the same while the cue is changed, and names no other cue of its document. */
    id: z.string().regex(/^[\w-]{1,24}$/),
    start: moment,
    end: moment,
    /** Lines are parted by line breaks. */
    text: z.string().max(TIMED_TEXT_LIMITS.letters),
    /** In order; empty where single words have no times. */
    words: z.array(timedWordSchema).max(TIMED_TEXT_LIMITS.words).default([]),
    /** Who speaks; empty where nobody said. */
    speaker: z.string().max(TIMED_TEXT_LIMITS.speaker).default(''),
    source: z.enum(CUE_SOURCES),
  })
  .refine(({ start, end }) => end > start, { error: 'a cue ends after it begins', path: ['end'] });
/** See {@link timedCueSchema}. */
export type TimedCue = z.output<typeof timedCueSchema>;

/** The cues of a document: in order of their beginning, each with an id of its own. */
export const timedTextSchema = z
  .array(timedCueSchema)
  .max(TIMED_TEXT_LIMITS.cues)
  .refine((cues) => new Set(cues.map(({ id }) => id)).size === cues.length, { error: 'two cues have the same id' })
  .refine((cues) => cues.every(({ start }, at) => at === 0 || start >= (cues[at - 1]?.start ?? 0)), {
    error: 'cues stand in order of their beginning',
  });

/** Cues in order of their beginning; of two that begin at once the one that ends first. */
export function inOrder(cues: readonly TimedCue[]): TimedCue[] {
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** All that a document says, line by line, for search and for copying. */
export function plainText(cues: readonly Pick<TimedCue, 'text'>[]): string {
  return cues.map(({ text }) => text).join('\n');
}

/** Ids for cues that are added: `c1`, `c2` and so on, without those that are taken. */
export function cueIds(taken: Iterable<string> = []): () => string {
  const known = new Set(taken);
  let last = 0;
  return () => {
    do last += 1;
    while (known.has(`c${last}`));
    return `c${last}`;
  };
}
