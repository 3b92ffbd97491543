const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hangul}]/u;
const BLOCK = 256;

/**
 * Which parts of a face are fetched to draw some characters with it: of alphabets, whose letters are few, the whole
 * block of each, which all projects share; of ideographs, of which a text needs a hundred out of forty thousand, those
 * that were asked for.
 * @param wanted code points that the face draws
 * @param has all code points of the face
 * @returns code points of each part, ascending
 */
export function fontParts(wanted: readonly number[], has: ReadonlySet<number>): number[][] {
  const isIdeograph = (code: number) => IDEOGRAPH.test(String.fromCodePoint(code));
  const ideographs = new Set(wanted.filter(isIdeograph));
  const blocks = new Set(wanted.filter((code) => !isIdeograph(code)).map((code) => Math.floor(code / BLOCK)));
  const parts = [...blocks].map((block) =>
    Array.from({ length: BLOCK }, (_, at) => block * BLOCK + at).filter((code) => has.has(code) && !isIdeograph(code)),
  );
  return [...parts, [...ideographs].sort((a, b) => a - b)].filter((part) => part.length > 0);
}

/** Ascending code points as CSS writes them in `unicode-range`. */
export function unicodeRanges(codes: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range !== undefined && code === range.last + 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}
