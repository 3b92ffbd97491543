import type { CaptionTrack } from '#core/contract/captions.ts';

/** Line height of the Noto CJK faces in ems. */
const LINE_PER_EM = 1.448;

const assColor = (hex: string) => `&H00${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toUpperCase();

function assTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const part = (divisor: number, modulus: number) =>
    String(Math.floor(hundredths / divisor) % modulus).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${part(6000, 60)}:${part(100, 60)}.${part(1, 100)}`;
}

const WIDE =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Ems that a text takes, rather too many than too few. */
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

/** Breaks a line where words allow, else between characters, so that no part is wider than `most`. */
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

/** Text as libass shows it to the letter: no override block, no escape is taken from it. */
function assText(text: string, most: number): string {
  return wrapCaption(text, most)
    .map((line) => line.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}'))
    .join('\\N');
}

/** An ASS document that draws caption tracks on a raster. */
export function assDocument(tracks: readonly CaptionTrack[], width: number, height: number): string {
  const styles: string[] = [];
  const events: string[] = [];
  tracks.forEach(({ style, events: captions }, index) => {
    // libass sizes a font by its line, which in the CJK faces is half as high again as a letter.
    const em = (style.size * width) / 1000;
    const size = Math.round(em * LINE_PER_EM);
    const outline = ((style.outline * width) / 1000).toFixed(1);
    const line = assColor(style.outlineColor);
    styles.push(
      `Style: s${index},${style.font.replaceAll(',', ' ')},${size},${assColor(style.color)},&H000000FF,${line},${line},` +
        `${style.bold ? -1 : 0},0,0,0,100,100,0,0,${style.box ? 3 : 1},${outline},0,5,40,40,0,1`,
    );
    const most = (width * 0.88) / em;
    const place = `{\\an5\\pos(${Math.round(width / 2)},${Math.round(style.position * height)})}`;
    for (const { start, end, text } of captions) {
      events.push(
        `Dialogue: ${index},${assTime(start)},${assTime(end)},s${index},,0,0,0,,${place}${assText(text, most)}`,
      );
    }
  });
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    'YCbCr Matrix: TV.709',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    ...styles,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events,
    '',
  ].join('\n');
}
