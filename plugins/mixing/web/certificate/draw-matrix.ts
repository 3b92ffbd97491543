import type { PairMatrix } from './pair-matrix.ts';

/** Minimum cell width, in screen pixels, for gaps between cells. */
const APART = 7;

interface Colours {
  bay: string;
  signal: string;
  alarm: string;
  deck: string;
  lamp: string;
}

type Channels = readonly [number, number, number];

/** Draws all pairs, one pixel each. @returns null when canvas is not available */
export function drawPairs(matrix: PairMatrix, colours: Colours): HTMLCanvasElement | null {
  const { count, most, failing } = matrix;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, count);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const [from, to] = [channelsOf(colours.bay), channelsOf(colours.signal)];
  const steps = Array.from({ length: most + 1 }, (_, value) => packed(between(from, to, value / most)));
  const [alarm, ground] = [packed(channelsOf(colours.alarm)), packed(channelsOf(colours.deck))];
  const image = context.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let a = 0; a < count; a += 1) {
    pixels[a * count + a] = ground;
    for (let b = a + 1; b < count; b += 1) {
      const colour =
        failing.size > 0 && failing.has(matrix.placeOf(a, b)) ? alarm : (steps[matrix.shareOf(a, b)] ?? ground);
      pixels[a * count + b] = colour;
      pixels[b * count + a] = colour;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Puts the pairs on the screen, with the chosen one framed. */
export function showPairs(
  canvas: HTMLCanvasElement,
  pairs: HTMLCanvasElement,
  { chosen, colours }: { chosen: { a: number; b: number } | null; colours: Colours },
): void {
  const scale = window.devicePixelRatio;
  const size = Math.round(canvas.clientWidth * scale);
  const context = canvas.getContext('2d');
  if (context === null || size === 0) return;
  if (canvas.width !== size) canvas.width = canvas.height = size;
  const count = pairs.width;
  const cell = size / count;
  context.imageSmoothingEnabled = size < count;
  context.imageSmoothingQuality = 'high';
  context.drawImage(pairs, 0, 0, size, size);
  if (cell >= APART) {
    context.strokeStyle = colours.deck;
    context.lineWidth = Math.max(1, Math.round(scale));
    context.beginPath();
    for (let at = 1; at < count; at += 1) {
      context.moveTo(at * cell, 0);
      context.lineTo(at * cell, size);
      context.moveTo(0, at * cell);
      context.lineTo(size, at * cell);
    }
    context.stroke();
  }
  if (chosen === null) return;
  context.strokeStyle = colours.lamp;
  context.lineWidth = 2 * scale;
  const box = Math.max(cell, 8 * scale);
  context.strokeRect((chosen.b + 0.5) * cell - box / 2, (chosen.a + 0.5) * cell - box / 2, box, box);
}

/** The colours of the theme, as the element sees them. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--rp-${name}`).trim();
  return { bay: read('bay'), signal: read('signal'), alarm: read('alarm'), deck: read('deck'), lamp: read('lamp') };
}

/** `#rrggbb`, or `#rgb` as a build shortens it. */
function channelsOf(colour: string): Channels {
  const digits = colour.replace('#', '');
  const width = digits.length < 6 ? 1 : 2;
  const at = (index: number): number => {
    const part = digits.slice(index * width, (index + 1) * width);
    return Number.parseInt(width === 1 ? part + part : part, 16) || 0;
  };
  return [at(0), at(1), at(2)];
}

function between(from: Channels, to: Channels, value: number): Channels {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * value);
  return [at(0), at(1), at(2)];
}

/** As the memory of a picture has it on every machine that runs a browser today: least significant byte first. */
function packed([red, green, blue]: Channels): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
