import { tidyText } from '#core/contract/timed-text/tidy-text.ts';
import { cueIds, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';

/** Numbers from 0 to 1 that are the same each time for a seed. */
export function chance(seed: number): { next(): number; below(most: number): number; one<T>(of: readonly T[]): T } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return { next, below, one: (of) => of[below(of.length)] as (typeof of)[number] };
}

const LETTERS = [
  ...'abcXYZ 019.,:;!?-—…“”‘’()',
  ...'全场包邮，限时三天。！？：；（）《》',
  ...'السلام عليكم',
  ...'שלום',
  ...'สวัสดีครับ',
  ...'नमस्ते',
  ...[
    '👨‍👩‍👧',
    '🏳️‍🌈',
    'é',
    'ß',
    '\u200F',
    '\u200E',
    '\u2067',
    '\u2069',
    '&',
    '<',
    '>',
    '"',
    "'",
    '{',
    '}',
    '\\',
    '=',
    '+',
    '@',
    '#',
    '[',
    ']',
    '|',
  ],
];

/** Cues with texts of all scripts, signs that formats use themselves, and marks of direction. */
export function someCues(seed: number, count: number): TimedCue[] {
  const { below, one } = chance(seed);
  const nextId = cueIds();
  let time = 110;
  return Array.from({ length: count }, () => {
    const start = time + below(900) * 10;
    const end = start + 100 + below(400) * 10;
    time = end;
    const lines = Array.from({ length: 1 + below(3) }, () =>
      Array.from({ length: 1 + below(30) }, () => one(LETTERS)).join(''),
    );
    const text = tidyText(lines.join('\n')) || '字';
    return { id: nextId(), start, end, text, words: [], speaker: '', source: 'file' };
  });
}
