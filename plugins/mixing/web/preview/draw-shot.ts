import type { Fit, Picture } from '#core/contract/picture.ts';
import type { CaptionStyle } from '#plugins/mixing/captions.ts';

import type { CaptionFonts } from './caption-fonts.ts';
import { drawCaptions } from './draw-captions.ts';
import { drawPicture, type DrawnSample } from './draw-picture.ts';
import type { Pen } from './pen.ts';
import type { PreviewShot } from './preview-engine.ts';

/** What the videos make of the picture of a shot. */
export interface ShotLook extends Pick<PreviewShot, 'mirror' | 'effect' | 'text'> {
  /** What is rendered, whatever size the canvas has. */
  picture: Picture;
  fit: Fit;
  textStyle: CaptionStyle;
  fonts: CaptionFonts;
}

/** Which frame of a shot it is, from 0, and how many it has. */
export interface ShotFrame {
  frame: number;
  frames: number;
}

/**
 * Draws a frame of a shot over the whole of a canvas: framed, with its effect and the text of its group.
 * @param at null for a frame that no shot shows, which has no effect
 */
export function drawShot(pen: Pen, sample: DrawnSample, look: ShotLook, at: ShotFrame | null): void {
  const { picture, fit, mirror, effect, text, textStyle, fonts } = look;
  drawPicture(pen, sample, { fit, mirror, output: picture });
  if (at !== null && effect?.draw) {
    pen.save();
    effect.draw(pen, { params: effect.params, ...at, fps: picture.fps });
    pen.restore();
  }
  if (text !== '') drawCaptions(pen, [{ style: textStyle, events: [{ start: 0, end: 1, text }] }], 0, fonts);
}
