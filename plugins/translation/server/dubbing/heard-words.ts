import { chineseSounds } from './chinese-sounds.ts';

/** What of a text was heard. */
export interface HeardWords {
  /** The share of its words that were heard, 0 to 1; of its letters in languages without spaces between words. */
  found: number;
  /** The words at whose place nothing is heard, in order, as the text writes them. */
  missing: string[];
}

/** Languages whose words are not told apart by spaces, or whose spaces nobody sets alike. */
const BY_LETTERS = new Set(['zh', 'ja', 'ko', 'th']);
const WORDS = /\p{N}+(?:[.,:]\p{N}+)*|\p{L}[\p{L}\p{M}'’]*/gu;
const LETTERS = /\p{N}+(?:[.,:]\p{N}+)*|\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*|\p{L}\p{M}*/gu;
/** Numerals of Chinese, which services write in digits, and the other way round. */
const NUMERAL = /^[零〇一二两三四五六七八九十百千万亿点]$/u;

/** The share of a word's letters by which it counts as heard: endings and doubled letters are written variously. */
const ALIKE = 2 / 3;
/** Words that one number may be spelt with: three hundred and twenty-five. */
const SPELT = 5;
/** Kana that one kanji may be read as. */
const READ_AS = 3;
/** What is heard of a line beyond this belongs to nothing that was to be said. */
const MOST_HEARD = 2_000;

/**
 * Holds what a service has heard against the text that was to be spoken. Case, accents, signs and spaces make no
 * difference, and neither does whether a number is written in digits, nor kana for kanji, nor which of the Chinese
 * letters that sound alike is written: services write down in traditional ones, too, and nobody hears 他 from 她.
 */
export function compareHeard(text: string, heard: string, language: string): HeardWords {
  const [primary = ''] = language.split('-');
  const pattern = BY_LETTERS.has(primary) ? LETTERS : WORDS;
  const [wanted, got] = [wordsOf(text, pattern), wordsOf(heard, pattern).slice(0, MOST_HEARD)];
  const places = common(
    wanted.map(({ plain }) => plain),
    got.map(({ plain }) => plain),
    primary === 'zh' ? chineseSounds() : undefined,
  );
  let found = places.length;
  const missing: string[] = [];
  let [from, after] = [0, 0];
  for (const { a, b } of [...places, { a: wanted.length, b: got.length }]) {
    const gap = compareGap(wanted.slice(from, a), got.slice(after, b));
    found += gap.found;
    missing.push(...gap.missing);
    [from, after] = [a + 1, b + 1];
  }
  return { found: wanted.length === 0 ? 1 : Math.floor((found / wanted.length) * 100) / 100, missing };
}

interface Word {
  written: string;
  /** Without what makes no difference. */
  plain: string;
}

function wordsOf(text: string, pattern: RegExp): Word[] {
  return Array.from(text.normalize('NFC').matchAll(pattern), ([written]) => ({
    written,
    plain: written
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\p{M}'’]/gu, ''),
  }));
}

/** What was heard of words between two that were heard as they are written. */
function compareGap(wanted: readonly Word[], got: readonly Word[]): { found: number; missing: string[] } {
  if (wanted.length === 0) return { found: 0, missing: [] };
  if (got.length > 0 && isSpeltOtherwise(wanted, got)) return { found: wanted.length, missing: [] };
  const letters = (words: readonly Word[]) =>
    words.flatMap(({ plain }, at) => Array.from(plain, (one) => ({ one, at })));
  const [own, other] = [letters(wanted), letters(got)];
  const shared = common(
    own.map(({ one }) => one),
    other.map(({ one }) => one),
  );
  const lengths = countOf(own.map(({ at }) => at));
  const alike = countOf(shared.map(({ a }) => own[a]?.at ?? -1));
  const isFound = (at: number) => (alike.get(at) ?? 0) >= (lengths.get(at) ?? 0) * ALIKE;
  // Letters that belong to none of the words that were found: something else was heard there.
  let spare = other.length - shared.filter(({ a }) => isFound(own[a]?.at ?? -1)).length;
  const missing: string[] = [];
  let found = 0;
  for (const [at, { written }] of wanted.entries()) {
    const needs = (lengths.get(at) ?? 0) / 2;
    if (isFound(at)) found += 1;
    else if (spare >= needs) spare -= Math.max(1, lengths.get(at) ?? 0);
    else missing.push(written);
  }
  return { found, missing };
}

const countOf = (places: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const at of places) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
};

/** Whether words may be the same in another writing: numbers in digits or spelt, kana for kanji. */
function isSpeltOtherwise(wanted: readonly Word[], got: readonly Word[]): boolean {
  const numbers = (words: readonly Word[]) => words.filter(({ plain }) => /^\p{N}/u.test(plain)).length;
  const isNumeral = ({ plain }: Word) => NUMERAL.test(plain);
  const [digits, others] = [numbers(wanted), numbers(got)];
  if (digits > 0 && digits === wanted.length) return true;
  if (others > 0 && (wanted.every(isNumeral) || wanted.length - digits <= others * SPELT)) return true;
  const of = (words: readonly Word[], script: RegExp) => words.filter(({ plain }) => script.test(plain)).length;
  const [kanji, kana] = [/^\p{Script=Han}$/u, /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u];
  const reads = (written: readonly Word[], spoken: readonly Word[]): boolean =>
    of(written, kanji) > 0 && of(spoken, kana) > 0 && spoken.length <= of(written, kana) + of(written, kanji) * READ_AS;
  return reads(got, wanted) || reads(wanted, got);
}

/** Places of the longest sequence that two have in common. @param alike whether what is not the same counts as such */
function common(
  one: readonly string[],
  other: readonly string[],
  alike: (one: string, other: string) => boolean = () => false,
): { a: number; b: number }[] {
  const width = other.length + 1;
  const best = new Uint16Array((one.length + 1) * width);
  const at = (a: number, b: number): number => best[a * width + b] ?? 0;
  const isSame = (a: number, b: number): boolean => {
    const [own = '', its = ''] = [one[a], other[b]];
    return own === its || alike(own, its);
  };
  for (let a = one.length - 1; a >= 0; a -= 1) {
    for (let b = other.length - 1; b >= 0; b -= 1) {
      best[a * width + b] = isSame(a, b) ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  const places: { a: number; b: number }[] = [];
  for (let [a, b] = [0, 0]; a < one.length && b < other.length;) {
    if (isSame(a, b)) {
      places.push({ a, b });
      [a, b] = [a + 1, b + 1];
    } else if (at(a + 1, b) >= at(a, b + 1)) a += 1;
    else b += 1;
  }
  return places;
}
