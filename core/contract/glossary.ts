/** A place in a text where a term stands. */
export interface TermPlace {
  /** Where it begins, and how long it is there, in UTF-16 units. */
  at: number;
  length: number;
  /** The term as the glossary has it. */
  term: string;
}

const WORD = /[\p{L}\p{N}]/u;
/** Writing without spaces between words: a term may stand anywhere in it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether two letters beside each other belong to one word. */
const joins = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  WORD.test(before) &&
  WORD.test(after) &&
  !UNSPACED.test(before) &&
  !UNSPACED.test(after);

/**
 * Finds terms in a text, whole words only, small letters and capitals alike. Where terms overlap, the longest counts.
 * @returns in the order of the text
 */
export function termsIn(text: string, terms: readonly string[]): TermPlace[] {
  const lower = text.toLowerCase();
  // A few capitals are longer in small letters: then places would be wrong.
  const looked = lower.length === text.length ? lower : text;
  const found: TermPlace[] = [];
  const isFree = (at: number, end: number): boolean =>
    found.every((other) => end <= other.at || at >= other.at + other.length);
  for (const term of terms.toSorted((one, other) => other.length - one.length)) {
    const sought = looked === lower ? term.toLowerCase() : term;
    if (sought === '') continue;
    for (let at = looked.indexOf(sought); at >= 0; at = looked.indexOf(sought, at + 1)) {
      const end = at + sought.length;
      const isWhole = !joins(looked[at - 1], looked[at]) && !joins(looked[end - 1], looked[end]);
      if (isWhole && isFree(at, end)) found.push({ at, length: sought.length, term });
    }
  }
  return found.toSorted((one, other) => one.at - other.at);
}
