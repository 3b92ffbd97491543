/** Writing without spaces between words: its letters say more, and two of them are a part. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Letters of which parts are made at most: lines of subtitles are short. */
const MOST = 600;
/** FNV-1a. */
const [BASIS, PRIME] = [0x811c9dc5, 0x01000193];

/** A text without what makes no difference for its translation: spaces at its ends, and how many there are within. */
export const memoryKey = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

/** Numbers of the parts of a text, each once: small letters, without signs, so that alike texts share many of them. */
export function gramsOf(text: string): number[] {
  const words =
    memoryKey(text.slice(0, MOST))
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const parts = new Set<number>();
  for (const word of words) {
    const letters = Array.from(word);
    const width = DENSE.test(word) ? 2 : 3;
    const padded = width === 2 ? letters : [' ', ' ', ...letters, ' '];
    if (padded.length < width) parts.add(numberOf(word));
    for (let at = 0; at + width <= padded.length; at += 1) parts.add(numberOf(padded.slice(at, at + width).join('')));
  }
  return [...parts];
}

function numberOf(part: string): number {
  let hash = BASIS;
  for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), PRIME);
  // As the database keeps it: 32 bits with a sign.
  return hash | 0;
}

const numbersIn = (text: string): string => (text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');

/** Percent that a text with other numbers is like another one at most: "3 for 9" is not "2 for 9". */
const OTHER_NUMBERS = 80;

/** How alike two texts are, in percent; 100 only for the same. */
export function likeness(one: string, other: string): number {
  if (memoryKey(one) === memoryKey(other)) return 100;
  const [a, b] = [gramsOf(one), new Set(gramsOf(other))];
  if (a.length + b.size === 0) return 0;
  const shared = a.filter((part) => b.has(part)).length;
  const score = Math.min(99, Math.round((200 * shared) / (a.length + b.size)));
  return numbersIn(one) === numbersIn(other) ? score : Math.min(score, OTHER_NUMBERS);
}
