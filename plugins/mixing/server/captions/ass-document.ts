import { ASS_FIELDS, assColour, escapeAss } from '#core/contract/timed-text/ass-text.ts';
import { writeHundredths } from '#core/contract/timed-text/timestamp.ts';
import type { CaptionTrack } from '#plugins/mixing/captions.ts';
import { LINE_PER_EM, mostEms, wrapCaption } from '#plugins/mixing/wrap-caption.ts';

/** An ASS document that draws caption tracks on a frame of the given size. */
export function assDocument(tracks: readonly CaptionTrack[], width: number, height: number): string {
  const styles: string[] = [];
  const events: string[] = [];
  tracks.forEach(({ style, events: captions }, index) => {
    // libass takes a font size as the line height, which in CJK fonts is one and a half times the letter height.
    const em = (style.size * width) / 1000;
    const size = (em * LINE_PER_EM).toFixed(2);
    const outline = ((style.outline * width) / 1000).toFixed(2);
    const line = assColour(style.outlineColor);
    styles.push(
      `Style: s${index},${style.font.replaceAll(',', ' ')},${size},${assColour(style.color)},&H000000FF,${line},${line},` +
        `${style.bold ? -1 : 0},0,0,0,100,100,0,0,${style.box ? 3 : 1},${outline},0,5,40,40,0,1`,
    );
    const most = mostEms(style);
    const place = `{\\an5\\pos(${Math.round(width / 2)},${Math.round(style.position * height)})}`;
    for (const { start, end, text } of captions) {
      events.push(
        `Dialogue: ${index},${writeHundredths(start * 1000)},${writeHundredths(end * 1000)},s${index},,0,0,0,,${place}${escapeAss(wrapCaption(text, most).join('\n'))}`,
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
    `Format: ${ASS_FIELDS.style}`,
    ...styles,
    '',
    '[Events]',
    `Format: ${ASS_FIELDS.event}`,
    ...events,
    '',
  ].join('\n');
}
