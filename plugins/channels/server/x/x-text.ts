/** Letters that count once; all others count twice. */
const LIGHT: readonly (readonly [first: number, last: number])[] = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
];
const LINK = /https?:\/\/\S+/g;
const LINK_LETTERS = 23;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many of 280 letters a text takes at X: most of those outside Latin, and emoji, count as two, a link as 23. */
export function weightOf(text: string): number {
  const plain = text.normalize('NFC');
  const links = plain.match(LINK)?.length ?? 0;
  let weight = links * LINK_LETTERS;
  for (const { segment } of graphemes.segment(plain.replaceAll(LINK, ''))) {
    if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u.test(segment)) weight += 2;
    else for (const letter of segment) weight += isLight(letter.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return weight;
}

const isLight = (code: number): boolean => LIGHT.some(([first, last]) => code >= first && code <= last);
