import type { CaptionStyle, CaptionTrack } from '#plugins/mixing/captions.ts';
import { LINE_PER_EM, mostEms, wrapCaption } from '#plugins/mixing/wrap-caption.ts';

import { canvasFont, type CaptionFonts } from './caption-fonts.ts';
import type { Pen } from './pen.ts';

/** Draws the captions that are visible at a time, in seconds of their tracks. */
export function drawCaptions(pen: Pen, tracks: readonly CaptionTrack[], time: number, fonts: CaptionFonts): void {
  for (const { style, events } of tracks) {
    for (const { start, end, text } of events) {
      if (time >= start && time < end) drawCaption(pen, style, text, fonts);
    }
  }
}

function drawCaption(pen: Pen, style: CaptionStyle, text: string, fonts: CaptionFonts): void {
  const { width, height } = pen.canvas;
  const em = (style.size * width) / 1000;
  const outline = (style.outline * width) / 1000;
  const lines = wrapCaption(text, mostEms(style));
  const lineHeight = em * LINE_PER_EM;
  const first = style.position * height - ((lines.length - 1) * lineHeight) / 2;

  pen.save();
  pen.font = canvasFont(style, em, fonts);
  pen.textAlign = 'center';
  // The server lays a line's middle half-way between the font's ascent and descent.
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = pen.measureText('');
  const down = (fontBoundingBoxAscent - fontBoundingBoxDescent) / 2;
  pen.lineJoin = 'round';
  lines.forEach((line, index) => {
    const y = first + index * lineHeight;
    if (style.box) {
      const across = pen.measureText(line).width + 2 * outline;
      pen.fillStyle = style.outlineColor;
      pen.fillRect((width - across) / 2, y - lineHeight / 2 - outline, across, lineHeight + 2 * outline);
    } else if (outline > 0) {
      pen.strokeStyle = style.outlineColor;
      pen.lineWidth = 2 * outline;
      pen.strokeText(line, width / 2, y + down);
    }
    pen.fillStyle = style.color;
    pen.fillText(line, width / 2, y + down);
  });
  pen.restore();
}
