import type { Fit, Picture } from '#core/contract/picture.ts';

import { drawBackdrop } from './draw-backdrop.ts';
import type { Pen } from './pen.ts';

/** Pictures whose ratio differs by less than this are filled by a crop, as on the server. */
const NEAR_RATIO = 0.04;

/** A decoded picture: a `VideoSample`, as far as it is drawn. */
export interface DrawnSample {
  displayWidth: number;
  displayHeight: number;
  draw(pen: Pen, x: number, y: number, width: number, height: number): void;
}

export interface DrawPictureOptions {
  fit: Fit;
  mirror: boolean;
  /** The rendered size, independent of the canvas. */
  output: Pick<Picture, 'width' | 'height'>;
}

/** Draws a frame over the whole of a canvas, brought to its ratio. */
export function drawPicture(pen: Pen, sample: DrawnSample, { fit, mirror, output }: DrawPictureOptions): void {
  const { width, height } = pen.canvas;
  pen.save();
  pen.imageSmoothingQuality = 'high';
  if (mirror) pen.setTransform(-1, 0, 0, 1, width, 0);
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, width, height);
  const ratios = (sample.displayWidth / sample.displayHeight) * (height / width);
  const how = Math.abs(ratios - 1) < NEAR_RATIO ? 'crop' : fit;
  if (how === 'crop') {
    drawCovering(pen, sample);
  } else {
    if (how === 'blur') drawBackdrop(pen, output, (small) => drawCovering(small, sample));
    drawScaled(pen, sample, Math.min(width / sample.displayWidth, height / sample.displayHeight));
  }
  pen.restore();
}

function drawCovering(pen: Pen, sample: DrawnSample): void {
  const { width, height } = pen.canvas;
  drawScaled(pen, sample, Math.max(width / sample.displayWidth, height / sample.displayHeight));
}

function drawScaled(pen: Pen, sample: DrawnSample, factor: number): void {
  const [width, height] = [sample.displayWidth * factor, sample.displayHeight * factor];
  sample.draw(pen, (pen.canvas.width - width) / 2, (pen.canvas.height - height) / 2, width, height);
}
