import type { SpeechSpan } from '#core/contract/speech.ts';

/** Seconds around what is spoken in which the original is down, too: breath, and the end of a word. */
const MARGIN = 0.12;

/** Stretches between which nothing is worth being heard at its full level. */
const SHORTEST = 0.25;

/**
 * Where the original sound is lowered: while a line is spoken, and where the original speaks what that line says. Lines
 * that are not spoken stay as they are.
 * @param speech where somebody speaks in the original
 * @param spoken lines that are spoken: where their voice is, and the time of their cue
 * @param kept times of cues that are not spoken
 * @returns stretches in order, none of which touch; seconds
 */
export function loweredSpans(
  speech: readonly SpeechSpan[],
  spoken: readonly { voice: SpeechSpan; cue: SpeechSpan }[],
  kept: readonly SpeechSpan[],
): SpeechSpan[] {
  const original = speech.filter((span) => spoken.some(({ cue }) => isShared(span, cue)));
  const own = kept.reduce((left, cue) => left.flatMap((span) => without(span, cue)), original);
  const all = [...spoken.map(({ voice }) => voice), ...own]
    .map(({ start, end }) => ({ start: Math.max(0, start - MARGIN), end: end + MARGIN }))
    .toSorted((a, b) => a.start - b.start);
  const joined: SpeechSpan[] = [];
  for (const span of all) {
    const last = joined.at(-1);
    if (last !== undefined && span.start - last.end < SHORTEST) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

const isShared = (a: SpeechSpan, b: SpeechSpan): boolean => a.start < b.end && b.start < a.end;

/** What is left of a span outside of another one. */
function without({ start, end }: SpeechSpan, other: SpeechSpan): SpeechSpan[] {
  const parts = [
    { start, end: Math.min(end, other.start) },
    { start: Math.max(start, other.end), end },
  ];
  return parts.filter((part) => part.end - part.start > 0.01);
}
