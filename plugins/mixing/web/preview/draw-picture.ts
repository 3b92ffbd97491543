import type { Fit, Picture } from '#core/contract/picture.ts';

import { drawBackdrop } from './draw-backdrop.ts';
import { sized, type Pen } from './pen.ts';

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
  const ratios = (sample.displayWidth / sample.displayHeight) * (height / width);
  const how = Math.abs(ratios - 1) < NEAR_RATIO ? 'crop' : fit;
  const whole = scaled(sample, pen.canvas, how === 'crop' ? Math.max : Math.min);
  if (how === 'blur') {
    drawOnBackdrop(pen, sample, whole, output);
  } else {
    if (how === 'pad') {
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, width, height);
    }
    sample.draw(pen, whole.x, whole.y, whole.width, whole.height);
  }
  pen.restore();
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a picture lies in the middle of a canvas, reaching to those sides that `pick` chooses. */
function scaled(
  { displayWidth, displayHeight }: Pick<DrawnSample, 'displayWidth' | 'displayHeight'>,
  canvas: { width: number; height: number },
  pick: (across: number, down: number) => number,
): Place {
  const factor = pick(canvas.width / displayWidth, canvas.height / displayHeight);
  const [width, height] = [displayWidth * factor, displayHeight * factor];
  return { x: (canvas.width - width) / 2, y: (canvas.height - height) / 2, width, height };
}

let seen: OffscreenCanvas | null = null;

/** Draws a frame once, at the size in which it is seen: most of the work is to bring its colours to the canvas. */
function drawOnBackdrop(pen: Pen, sample: DrawnSample, place: Place, output: DrawPictureOptions['output']): void {
  const [left, top] = [Math.floor(place.x), Math.floor(place.y)];
  const [inX, inY] = [place.x - left, place.y - top];
  seen ??= new OffscreenCanvas(1, 1);
  const own = sized(seen, Math.ceil(inX + place.width), Math.ceil(inY + place.height));
  if (own === null) return;
  own.imageSmoothingQuality = 'high';
  own.clearRect(0, 0, seen.width, seen.height);
  sample.draw(own, inX, inY, place.width, place.height);
  // Pixels at its edges that it fills in part belong to the backdrop as well.
  const [fromX, fromY] = [Math.ceil(inX), Math.ceil(inY)];
  const inner = {
    displayWidth: Math.floor(inX + place.width) - fromX,
    displayHeight: Math.floor(inY + place.height) - fromY,
  };
  const picture = seen;
  drawBackdrop(pen, output, (small) => {
    const cover = scaled(inner, small.canvas, Math.max);
    small.drawImage(
      picture,
      ...([fromX, fromY, inner.displayWidth, inner.displayHeight] as const),
      ...([cover.x, cover.y, cover.width, cover.height] as const),
    );
  });
  pen.drawImage(picture, left, top);
}
