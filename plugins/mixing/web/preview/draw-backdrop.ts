import { sized, type Pen } from './pen.ts';

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
  const brush = sized(small, width, height, { willReadFrequently: true });
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
  const { imageSmoothingQuality } = pen;
  // What is blurred looks the same with a quarter of the work.
  pen.imageSmoothingQuality = 'low';
  pen.drawImage(small, 0, 0, pen.canvas.width, pen.canvas.height);
  pen.imageSmoothingQuality = imageSmoothingQuality;
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
  const line = new Float32Array(length + 2 * radius + 1);
  const width = 2 * radius + 1;
  for (let number = 0; number < count; number++) {
    for (let colour = 0; colour < 3; colour++) {
      const first = number * stride + colour;
      for (let index = 0; index < length; index++) line[radius + index] = pixels[first + index * step] ?? 0;
      for (let index = 1; index <= radius; index++) line[radius - index] = line[radius + index] ?? 0;
      for (let index = 0; index <= radius; index++)
        line[radius + length + index] = line[radius + length - 1 - index] ?? 0;
      let sum = 0;
      for (let index = 0; index < width; index++) sum += line[index] ?? 0;
      for (let index = 0; index < length; index++) {
        pixels[first + index * step] = sum / width;
        sum += (line[index + width] ?? 0) - (line[index] ?? 0);
      }
    }
  }
}
