import type { Pen } from './pen.ts';

/** The backdrop is blurred at a small size and scaled up; nobody sees the difference. */
const BACKDROP_PART = 8;

/** Share of its brightness that the backdrop keeps, so that the picture stands out. */
const LIGHT = 0.85;

let small: OffscreenCanvas | null = null;

/**
 * Fills a canvas with a blurred, darkened picture, as the server does it: two box blurs at an eighth of the output's
 * size. By hand, because not every browser has filters for a canvas.
 * @param output the size that is rendered, whatever the canvas has
 * @param cover draws the picture so that it covers a canvas
 */
export function drawBackdrop(pen: Pen, output: { width: number; height: number }, cover: (pen: Pen) => void): void {
  const [width, height] = [output.width, output.height].map((side) =>
    Math.max(2, 2 * Math.round(side / BACKDROP_PART / 2)),
  );
  if (width === undefined || height === undefined) return;
  small ??= new OffscreenCanvas(width, height);
  if (small.width !== width) small.width = width;
  if (small.height !== height) small.height = height;
  const brush = small.getContext('2d', { willReadFrequently: true });
  if (brush === null) return;
  brush.imageSmoothingQuality = 'high';
  cover(brush);
  const image = brush.getImageData(0, 0, width, height);
  const radius = Math.min(6, Math.floor((Math.min(width, height) - 1) / 4));
  for (let round = 0; round < 2; round++) {
    blurLines(image.data, { count: height, length: width, step: 4, stride: width * 4, radius });
    blurLines(image.data, { count: width, length: height, step: width * 4, stride: 4, radius });
  }
  for (let at = 0; at < image.data.length; at++) if (at % 4 < 3) image.data[at] = (image.data[at] ?? 0) * LIGHT;
  brush.putImageData(image, 0, 0);
  pen.drawImage(small, 0, 0, pen.canvas.width, pen.canvas.height);
}

interface Lines {
  count: number;
  length: number;
  /** Bytes from one pixel of a line to the next, and from one line to the next. */
  step: number;
  stride: number;
  radius: number;
}

/** Replaces every pixel by the mean of its neighbours on a line; beyond the ends the line is mirrored. */
function blurLines(pixels: Uint8ClampedArray, { count, length, step, stride, radius }: Lines): void {
  const line = new Float32Array(length);
  const at = (index: number) => line[index < 0 ? -index : index >= length ? 2 * length - 1 - index : index] ?? 0;
  for (let number = 0; number < count; number++) {
    for (let colour = 0; colour < 3; colour++) {
      const first = number * stride + colour;
      for (let index = 0; index < length; index++) line[index] = pixels[first + index * step] ?? 0;
      let sum = 0;
      for (let index = -radius; index <= radius; index++) sum += at(index);
      for (let index = 0; index < length; index++) {
        pixels[first + index * step] = sum / (2 * radius + 1);
        sum += at(index + radius + 1) - at(index - radius);
      }
    }
  }
}
