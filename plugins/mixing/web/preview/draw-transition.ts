import type { Transition } from '#core/contract/transitions.ts';

import type { Pen } from './draw-picture.ts';

type Picture = OffscreenCanvas;
/** Draws a moment of a transition: `from` leaves, `to` comes, `part` runs from 0 to 1. */
type Draw = (pen: Pen, from: Picture, to: Picture, part: number) => void;

const clear = (pen: Pen, colour: string) => {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
};

const show = (pen: Pen, picture: Picture, alpha = 1) => {
  pen.globalAlpha = alpha;
  pen.drawImage(picture, 0, 0);
  pen.globalAlpha = 1;
};

/** Shows a picture inside a path only. */
function inside(pen: Pen, picture: Picture, path: () => void): void {
  pen.save();
  pen.beginPath();
  path();
  pen.clip();
  pen.drawImage(picture, 0, 0);
  pen.restore();
}

const through =
  (colour: string): Draw =>
  (pen, from, to, part) => {
    clear(pen, colour);
    if (part < 0.5) show(pen, from, 1 - part * 2);
    else show(pen, to, part * 2 - 1);
  };

const slide =
  (x: number, y: number): Draw =>
  (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    pen.drawImage(from, x * part * width, y * part * height);
    pen.drawImage(to, x * (part - 1) * width, y * (part - 1) * height);
  };

/** `box` answers the part of the picture that the coming one has, as left, top, width, height from 0 to 1. */
const wipe =
  (box: (part: number) => [number, number, number, number]): Draw =>
  (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    show(pen, from);
    const [left, top, across, down] = box(part);
    inside(pen, to, () => pen.rect(left * width, top * height, across * width, down * height));
  };

/** The leaving picture keeps a shrinking box. */
const corner =
  (box: (rest: number) => [number, number]): Draw =>
  (pen, from, to, part) => {
    const { width, height } = pen.canvas;
    const rest = 1 - part;
    const [left, top] = box(rest);
    show(pen, to);
    inside(pen, from, () => pen.rect(left * width, top * height, rest * width, rest * height));
  };

let mask: OffscreenCanvas | null = null;

/** Shows the coming picture through a mask that `paint` fills: opaque where it is seen. */
function masked(pen: Pen, from: Picture, to: Picture, paint: (brush: OffscreenCanvasRenderingContext2D) => void): void {
  const { width, height } = pen.canvas;
  mask ??= new OffscreenCanvas(width, height);
  // Setting the size clears it too.
  mask.width = width;
  mask.height = height;
  const brush = mask.getContext('2d');
  show(pen, from);
  if (brush === null) return;
  paint(brush);
  brush.globalCompositeOperation = 'source-in';
  brush.drawImage(to, 0, 0);
  brush.globalCompositeOperation = 'source-over';
  pen.drawImage(mask, 0, 0);
}

/** A soft edge that runs over the picture along a line, from where the coming picture is seen first. */
const soften =
  (x0: number, y0: number, x1: number, y1: number): Draw =>
  (pen, from, to, part) =>
    masked(pen, from, to, (brush) => {
      const { width, height } = brush.canvas;
      const edge = brush.createLinearGradient(x0 * width, y0 * height, x1 * width, y1 * height);
      edge.addColorStop(Math.max(0, Math.min(1, part * 2 - 1)), '#000f');
      edge.addColorStop(Math.max(0, Math.min(1, part * 2)), '#0000');
      brush.fillStyle = edge;
      brush.fillRect(0, 0, width, height);
    });

const radius = (pen: { canvas: { width: number; height: number } }) =>
  Math.hypot(pen.canvas.width, pen.canvas.height) / 2;

const circle = (pen: Pen, size: number) => () =>
  pen.arc(pen.canvas.width / 2, pen.canvas.height / 2, Math.max(0, size) * radius(pen), 0, 2 * Math.PI);

let noise: { width: number; height: number; levels: Uint8Array } | null = null;

/** The same grain for every frame, so that a dissolving picture does not flicker. */
function grain(width: number, height: number): Uint8Array {
  if (noise?.width !== width || noise.height !== height) {
    let seed = 1;
    const levels = Uint8Array.from({ length: width * height }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed >>> 24;
    });
    noise = { width, height, levels };
  }
  return noise.levels;
}

const dissolve: Draw = (pen, from, to, part) =>
  masked(pen, from, to, (brush) => {
    const { width, height } = brush.canvas;
    const dots = brush.createImageData(width, height);
    grain(width, height).forEach((level, index) => {
      dots.data[index * 4 + 3] = level < part * 256 ? 255 : 0;
    });
    brush.putImageData(dots, 0, 0);
  });

let tiny: OffscreenCanvas | null = null;

const pixelize: Draw = (pen, from, to, part) => {
  const { width, height } = pen.canvas;
  // Coarsest in the middle.
  const blocks = Math.max(12, Math.round(width / (1 + 24 * (1 - Math.abs(part * 2 - 1)))));
  tiny ??= new OffscreenCanvas(1, 1);
  tiny.width = blocks;
  tiny.height = Math.max(1, Math.round((blocks * height) / width));
  const brush = tiny.getContext('2d');
  if (brush === null) return;
  brush.drawImage(from, 0, 0, tiny.width, tiny.height);
  brush.globalAlpha = part;
  brush.drawImage(to, 0, 0, tiny.width, tiny.height);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(tiny, 0, 0, width, height);
  pen.imageSmoothingEnabled = true;
};

/** How each transition looks; close to what ffmpeg renders, not the same to the pixel. */
const DRAWINGS: Readonly<Record<Transition, Draw>> = {
  fade(pen, from, to, part) {
    show(pen, from);
    show(pen, to, part);
  },
  dissolve,
  fadeblack: through('#000'),
  fadewhite: through('#fff'),
  fadegrays(pen, from, to, part) {
    pen.filter = `grayscale(${1 - Math.abs(part * 2 - 1)})`;
    show(pen, from);
    show(pen, to, part);
    pen.filter = 'none';
  },
  slideleft: slide(-1, 0),
  slideright: slide(1, 0),
  slideup: slide(0, -1),
  slidedown: slide(0, 1),
  wipeleft: wipe((part) => [1 - part, 0, part, 1]),
  wiperight: wipe((part) => [0, 0, part, 1]),
  wipeup: wipe((part) => [0, 1 - part, 1, part]),
  wipedown: wipe((part) => [0, 0, 1, part]),
  wipetl: corner(() => [0, 0]),
  wipebr: corner((rest) => [1 - rest, 1 - rest]),
  smoothleft: soften(1, 0, 0, 0),
  smoothright: soften(0, 0, 1, 0),
  smoothup: soften(0, 1, 0, 0),
  smoothdown: soften(0, 0, 0, 1),
  circleopen(pen, from, to, part) {
    show(pen, from);
    inside(pen, to, circle(pen, part));
  },
  circleclose(pen, from, to, part) {
    show(pen, to);
    inside(pen, from, circle(pen, 1 - part));
  },
  circlecrop(pen, from, to, part) {
    clear(pen, '#000');
    if (part < 0.5) inside(pen, from, circle(pen, 1 - part * 2));
    else inside(pen, to, circle(pen, part * 2 - 1));
  },
  vertopen: wipe((part) => [(1 - part) / 2, 0, part, 1]),
  horzopen: wipe((part) => [0, (1 - part) / 2, 1, part]),
  diagtl: soften(1, 1, 0, 0),
  radial(pen, from, to, part) {
    show(pen, from);
    const [x, y] = [pen.canvas.width / 2, pen.canvas.height / 2];
    inside(pen, to, () => {
      pen.moveTo(x, y);
      pen.arc(x, y, radius(pen) * 2, -Math.PI / 2, -Math.PI / 2 + part * 2 * Math.PI);
    });
  },
  zoomin(pen, from, to, part) {
    const { width, height } = pen.canvas;
    const factor = 1 + Math.min(1, part * 2);
    pen.drawImage(from, (width * (1 - factor)) / 2, (height * (1 - factor)) / 2, width * factor, height * factor);
    show(pen, to, Math.max(0, part * 2 - 1));
  },
  hblur(pen, from, to, part) {
    pen.filter = `blur(${Math.round((1 - Math.abs(part * 2 - 1)) * pen.canvas.width * 0.04)}px)`;
    show(pen, from);
    show(pen, to, part);
    pen.filter = 'none';
  },
  pixelize,
  squeezev(pen, from, to, part) {
    const { width, height } = pen.canvas;
    show(pen, to);
    pen.drawImage(from, 0, (height * part) / 2, width, height * (1 - part));
  },
};

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
