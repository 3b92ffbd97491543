import type { VideoSample } from 'mediabunny';

import type { Fit } from '#core/contract/picture.ts';

/** What everything here draws on. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Pictures whose ratio differs by less than this are filled by a crop, as on the server. */
const NEAR_RATIO = 0.04;

/** The backdrop is blurred small and scaled up: the eye cannot tell. */
const BACKDROP_PART = 8;

/** Draws a frame over the whole of a canvas, brought to its ratio. */
export function drawPicture(pen: Pen, sample: VideoSample, { fit, mirror }: { fit: Fit; mirror: boolean }): void {
  const { width, height } = pen.canvas;
  pen.save();
  if (mirror) pen.setTransform(-1, 0, 0, 1, width, 0);
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, width, height);
  const ratios = (sample.displayWidth / sample.displayHeight) * (height / width);
  const how = Math.abs(ratios - 1) < NEAR_RATIO ? 'crop' : fit;
  if (how === 'crop') {
    drawScaled(pen, sample, Math.max(width / sample.displayWidth, height / sample.displayHeight));
  } else {
    if (how === 'blur') drawBackdrop(pen, sample);
    drawScaled(pen, sample, Math.min(width / sample.displayWidth, height / sample.displayHeight));
  }
  pen.restore();
}

function drawScaled(pen: Pen, sample: VideoSample, factor: number): void {
  const [width, height] = [sample.displayWidth * factor, sample.displayHeight * factor];
  sample.draw(pen, (pen.canvas.width - width) / 2, (pen.canvas.height - height) / 2, width, height);
}

let backdrop: OffscreenCanvas | null = null;

function drawBackdrop(pen: Pen, sample: VideoSample): void {
  const { width, height } = pen.canvas;
  backdrop ??= new OffscreenCanvas(1, 1);
  backdrop.width = Math.max(2, Math.round(width / BACKDROP_PART));
  backdrop.height = Math.max(2, Math.round(height / BACKDROP_PART));
  const small = backdrop.getContext('2d');
  if (small === null) return;
  small.filter = 'blur(6px) brightness(0.88)';
  drawScaled(
    small,
    sample,
    1.15 * Math.max(backdrop.width / sample.displayWidth, backdrop.height / sample.displayHeight),
  );
  pen.drawImage(backdrop, 0, 0, width, height);
}
