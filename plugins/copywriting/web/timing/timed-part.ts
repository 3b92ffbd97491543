import { joinLines } from '#core/contract/timed-text/plain.ts';
import { cueIds, inOrder, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';

type Cues = readonly TimedCue[];

/** What of a text is timed: all of it, the selected cue, or what is said from there on. */
export const TIMED_PARTS = ['all', 'cue', 'on'] as const;
/** One of {@link TIMED_PARTS}. */
export type TimedPart = (typeof TIMED_PARTS)[number];

/** The cues of a part. @param index of the selected one */
const cuesOf = (cues: Cues, part: TimedPart, index: number): Cues =>
  part === 'all' ? cues : part === 'cue' ? cues.slice(index, index + 1) : cues.slice(index);

/** What a part says, a line for each cue. */
export function textOf(cues: Cues, part: TimedPart, index: number): string {
  return cuesOf(cues, part, index)
    .map(({ text }) => joinLines(text))
    .join('\n');
}

/** Milliseconds between which a part is said: from the end of the cue before it to the beginning of the one behind. */
export function stretchOf(cues: Cues, part: TimedPart, index: number): { from: number; to: number | null } {
  if (part === 'all') return { from: 0, to: null };
  const from = Math.min(cues[index - 1]?.end ?? 0, cues[index]?.start ?? 0);
  return { from, to: part === 'cue' ? (cues[index + 1]?.start ?? null) : null };
}

/** Puts cues in the place of a part. Who speaks in the only cue that is replaced still does. */
export function withTimed(cues: Cues, part: TimedPart, index: number, timed: Cues): Cues {
  const replaced = new Set(cuesOf(cues, part, index).map(({ id }) => id));
  const kept = cues.filter(({ id }) => !replaced.has(id));
  const nextId = cueIds(kept.map(({ id }) => id));
  const speaker = part === 'cue' ? (cues[index]?.speaker ?? '') : '';
  return inOrder([...kept, ...timed.map((cue) => ({ ...cue, id: nextId(), speaker }))]);
}
