import type { CaptionStyle } from './captions.ts';

/** Line height of the Noto CJK faces in ems. */
export const LINE_PER_EM = 1.448;

/** Maximum share of the picture's width that a line may take. */
const WIDEST = 0.88;

/** Maximum line length in ems for a style. */
export function mostEms({ size }: Pick<CaptionStyle, 'size'>): number {
  return (WIDEST * 1000) / size;
}

const WIDE =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Estimated width of a text in ems; errs on the wide side. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (WIDE.test(character)) width += 1;
    else if (/[MWmw@%—…]/.test(character)) width += 0.95;
    else if (/\p{Lu}/u.test(character)) width += 0.7;
    else if (/[\sfijlrtI.,:;'|!()]/.test(character)) width += 0.4;
    else width += 0.6;
  }
  return width;
}

/** Breaks a line at word boundaries if possible, otherwise between characters, so that no part is wider than `most`. */
export function wrapCaption(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(paragraph.trim())) {
      const parts = widthOf(segment) > most ? [...segment] : [segment];
      for (const part of parts) {
        const closing = /^[\p{Pe}\p{Pf}\p{Po}]+$/u.test(part);
        if (line !== '' && !closing && widthOf(line + part.trimEnd()) > most) {
          lines.push(line.trim());
          line = '';
        }
        line += part;
      }
    }
    lines.push(line.trim());
  }
  return lines.filter((line) => line !== '');
}
