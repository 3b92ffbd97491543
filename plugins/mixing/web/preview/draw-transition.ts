import { dissolveGrain, dissolveMask } from '#plugins/mixing/dissolve.ts';
import type { Transition } from '#plugins/mixing/transitions.ts';

import { fadeThrough, hblur, pixelize, type Mixer } from './blend-pixels.ts';
import type { Pen } from './pen.ts';
import { SHARES, type Share } from './transition-shares.ts';

type Picture = OffscreenCanvas;
/** Draws one moment of a transition between two pictures; `part` runs from 0 to 1. */
type Draw = (pen: Pen, from: Picture, to: Picture, part: number) => void;

const show = (pen: Pen, picture: Picture, alpha = 1) => {
  pen.globalAlpha = alpha;
  pen.drawImage(picture, 0, 0);
  pen.globalAlpha = 1;
};

/** Whole pixels, as the server moves them. */
const slide =
  (x: number, y: number): Draw =>
  (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    const gone = { x: Math.ceil(part * width), y: Math.ceil(part * height) };
    pen.drawImage(from, x * gone.x, y * gone.y);
    pen.drawImage(to, x * (gone.x - width), y * (gone.y - height));
  };

let mask: OffscreenCanvas | null = null;

/** Shows the coming picture through a mask: as much of it as the leaving one gives up at each point. */
const masked =
  (share: Share): Draw =>
  (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    mask ??= new OffscreenCanvas(width, height);
    // Setting the size clears it too.
    mask.width = width;
    mask.height = height;
    const brush = mask.getContext('2d');
    show(pen, from);
    if (brush === null) return;
    const dots = brush.createImageData(width, height);
    for (let y = 0, at = 3; y < height; y++) {
      for (let x = 0; x < width; x++, at += 4) dots.data[at] = (1 - share(x, y, 1 - part, width, height)) * 255;
    }
    brush.putImageData(dots, 0, 0);
    brush.globalCompositeOperation = 'source-in';
    brush.drawImage(to, 0, 0);
    brush.globalCompositeOperation = 'source-over';
    pen.drawImage(mask, 0, 0);
  };

let cells: OffscreenCanvas | null = null;

const dissolve: Draw = (pen, from, to, part) => {
  const { width, height } = pen.canvas;
  const grain = dissolveGrain(pen.canvas);
  cells ??= new OffscreenCanvas(grain.width, grain.height);
  mask ??= new OffscreenCanvas(width, height);
  [cells.width, cells.height] = [grain.width, grain.height];
  [mask.width, mask.height] = [width, height];
  const [small, brush] = [cells.getContext('2d'), mask.getContext('2d')];
  show(pen, from);
  if (small === null || brush === null) return;
  const dots = small.createImageData(grain.width, grain.height);
  dissolveMask(grain, part).forEach((share, at) => (dots.data[at * 4 + 3] = share));
  small.putImageData(dots, 0, 0);
  brush.drawImage(cells, 0, 0, width, height);
  brush.globalCompositeOperation = 'source-in';
  brush.drawImage(to, 0, 0);
  pen.drawImage(mask, 0, 0);
};

let mixed: OffscreenCanvas | null = null;

/** Those that read their pictures. */
const reading = new WeakSet<Draw>();

/** Recomputes every pixel. */
function blended(mix: Mixer): Draw {
  const draw: Draw = (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    const pixelsOf = (picture: Picture) =>
      picture.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, width, height).data;
    mixed ??= new OffscreenCanvas(width, height);
    mixed.width = width;
    mixed.height = height;
    const brush = mixed.getContext('2d');
    const [leaving, coming] = [pixelsOf(from), pixelsOf(to)];
    if (brush === null || leaving === undefined || coming === undefined) return;
    const made = brush.createImageData(width, height);
    mix({ leaving, coming, into: made.data, width, height, progress: 1 - part });
    brush.putImageData(made, 0, 0);
    pen.drawImage(mixed, 0, 0);
  };
  reading.add(draw);
  return draw;
}

const smoothstep = (from: number, to: number, value: number) => {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

const zoomin: Draw = (pen, from, to, part) => {
  const { width, height } = pen.canvas;
  const seen = smoothstep(0.5, 1, 1 - part);
  pen.imageSmoothingEnabled = false;
  if (seen * width < 1) {
    pen.drawImage(from, Math.ceil((width - 1) / 2), Math.ceil((height - 1) / 2), 1, 1, 0, 0, width, height);
  } else {
    const [across, down] = [seen * width, seen * height];
    pen.drawImage(from, (width - across) / 2, (height - down) / 2, across, down, 0, 0, width, height);
  }
  pen.imageSmoothingEnabled = true;
  show(pen, to, 1 - smoothstep(0, 0.5, 1 - part));
};

const squeezev: Draw = (pen, from, to, part) => {
  const { width, height } = pen.canvas;
  show(pen, to);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(from, (width * part) / 2, 0, width * (1 - part), height);
  pen.imageSmoothingEnabled = true;
};

/**
 * How each transition looks: by the formulas of ffmpeg's xfade, so that a preview shows what is made; dissolving is our
 * own on both sides.
 */
const DRAWINGS: Readonly<Record<Transition, Draw>> = {
  fade(pen, from, to, part) {
    show(pen, from);
    show(pen, to, part);
  },
  dissolve,
  // Below black and above white, as far as a picture of limited range can go.
  fadeblack: blended(fadeThrough(() => -18.6)),
  fadewhite: blended(fadeThrough(() => 278.3)),
  fadegrays: blended(fadeThrough((red, green, blue) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)),
  slideleft: slide(-1, 0),
  slideright: slide(1, 0),
  slideup: slide(0, -1),
  slidedown: slide(0, 1),
  hblur: blended(hblur),
  pixelize: blended(pixelize),
  circlecrop(pen, from, to, part) {
    pen.fillStyle = '#000';
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
    const { width, height } = pen.canvas;
    const radius = Math.abs(2 * part - 1) ** 3 * Math.hypot(width / 2, height / 2);
    pen.beginPath();
    pen.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
    pen.clip();
    show(pen, part > 0.5 ? to : from);
  },
  zoomin,
  squeezev,
  ...mapped(SHARES, masked),
};

function mapped<K extends string, T, R>(values: Readonly<Record<K, T>>, map: (value: T) => R): Record<K, R> {
  const made = Object.entries<T>(values).map(([name, value]) => [name, map(value)]);
  // The same names as they came.
  return Object.fromEntries(made) as Record<K, R>;
}

/** Whether a transition reads its pictures again and again; their canvases should be made for that. */
export function readsPictures(kind: Transition): boolean {
  return reading.has(DRAWINGS[kind]);
}

/** Draws a moment of a transition over the whole canvas; both pictures have its size. */
export function drawTransition(
  pen: Pen,
  kind: Transition,
  from: OffscreenCanvas,
  to: OffscreenCanvas,
  part: number,
): void {
  pen.save();
  DRAWINGS[kind](pen, from, to, part);
  pen.restore();
}
