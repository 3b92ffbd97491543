import { cueIds, inOrder, TIMED_TEXT_LIMITS, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';

/** The share of pairs of letters from which two texts say the same. */
const SAME = 0.55;

/**
 * Cues of what was read and what was heard. Subtitles say what is said: where both say the same, what was read stays,
 * since its author wrote it, with the words' times and the speaker of what was heard.
 */
export function mergeCues(read: readonly TimedCue[], heard: readonly TimedCue[]): TimedCue[] {
  const nextId = cueIds();
  const taken = new Set<string>();
  const known = read.map((cue) => {
    const same = heard.filter((other) => overlaps(cue, other) && likeness(cue.text, other.text) >= SAME);
    for (const { id } of same) taken.add(id);
    const [only] = same;
    return only === undefined ? cue : { ...cue, speaker: only.speaker };
  });
  // A sentence may be shown in several subtitles.
  const rest = heard.filter((cue) => {
    if (taken.has(cue.id)) return false;
    const shown = read.filter((other) => overlaps(cue, other)).map(({ text }) => text);
    return shown.length === 0 || likeness(cue.text, shown.join('')) < SAME;
  });
  return inOrder([...known, ...rest])
    .slice(0, TIMED_TEXT_LIMITS.cues)
    .map((cue) => ({ ...cue, id: nextId() }));
}

const overlaps = (a: TimedCue, b: TimedCue): boolean => a.start < b.end && b.start < a.end;

/** The share of neighbouring letters that two texts have in common, 0 to 1; signs and spaces do not count. */
export function likeness(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  if (first.length === 0 || second.length === 0) return lettersOf(a) === lettersOf(b) ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of second) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of first) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(pair, count - 1);
  }
  return (2 * common) / (first.length + second.length);
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function pairsOf(text: string): string[] {
  const letters = [...lettersOf(text)];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
