import type { CaptionTrack } from '#plugins/mixing/captions.ts';
import { LINE_PER_EM, mostEms, wrapCaption } from '#plugins/mixing/wrap-caption.ts';

const assColor = (hex: string) => `&H00${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toUpperCase();

function assTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const part = (divisor: number, modulus: number) =>
    String(Math.floor(hundredths / divisor) % modulus).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${part(6000, 60)}:${part(100, 60)}.${part(1, 100)}`;
}

/** Escapes text so that libass shows it literally, without interpreting override blocks or escapes. */
function assText(text: string, most: number): string {
  return wrapCaption(text, most)
    .map((line) => line.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}'))
    .join('\\N');
}

/** An ASS document that draws caption tracks on a frame of the given size. */
export function assDocument(tracks: readonly CaptionTrack[], width: number, height: number): string {
  const styles: string[] = [];
  const events: string[] = [];
  tracks.forEach(({ style, events: captions }, index) => {
    // libass takes a font size as the line height, which in CJK fonts is one and a half times the letter height.
    const em = (style.size * width) / 1000;
    const size = (em * LINE_PER_EM).toFixed(2);
    const outline = ((style.outline * width) / 1000).toFixed(2);
    const line = assColor(style.outlineColor);
    styles.push(
      `Style: s${index},${style.font.replaceAll(',', ' ')},${size},${assColor(style.color)},&H000000FF,${line},${line},` +
        `${style.bold ? -1 : 0},0,0,0,100,100,0,0,${style.box ? 3 : 1},${outline},0,5,40,40,0,1`,
    );
    const most = mostEms(style);
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
    'Kerning: yes',
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
