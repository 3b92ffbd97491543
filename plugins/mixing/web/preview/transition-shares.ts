/**
 * The share of the leaving picture at a point: 1 shows it alone, 0 the coming one.
 * @param progress runs from 1 to 0
 */
export type Share = (x: number, y: number, progress: number, width: number, height: number) => number;

/** A soft edge: 0 before, 1 after a stretch of length 1. */
const soft = (value: number) => {
  const part = Math.min(1, Math.max(0, value));
  return part * part * (3 - 2 * part);
};

/** Of the half-diagonal, from the middle. */
const distance = (x: number, y: number, width: number, height: number) =>
  Math.hypot(x - width / 2, y - height / 2) / Math.hypot(width / 2, height / 2);

const only = (leaves: boolean) => (leaves ? 1 : 0);

/** Transitions that show each point of both pictures where it is, by what shares. */
export const SHARES = {
  wipeleft: (x, _y, progress, width) => only(x <= Math.trunc(width * progress)),
  wiperight: (x, _y, progress, width) => only(x > Math.trunc(width * (1 - progress))),
  wipeup: (_x, y, progress, _width, height) => only(y <= Math.trunc(height * progress)),
  wipedown: (_x, y, progress, _width, height) => only(y > Math.trunc(height * (1 - progress))),
  wipetl: (x, y, progress, width, height) =>
    only(x <= Math.trunc(width * progress) && y <= Math.trunc(height * progress)),
  wipebr: (x, y, progress, width, height) =>
    only(x > Math.trunc(width * (1 - progress)) && y > Math.trunc(height * (1 - progress))),
  smoothleft: (x, _y, progress, width) => 1 - soft(1 + x / width - progress * 2),
  smoothright: (x, _y, progress, width) => 1 - soft(1 + (width - 1 - x) / width - progress * 2),
  smoothup: (_x, y, progress, _width, height) => 1 - soft(1 + y / height - progress * 2),
  smoothdown: (_x, y, progress, _width, height) => 1 - soft(1 + (height - 1 - y) / height - progress * 2),
  circleopen: (x, y, progress, width, height) => soft(distance(x, y, width, height) + (progress - 0.5) * 3),
  circleclose: (x, y, progress, width, height) => 1 - soft(distance(x, y, width, height) + (0.5 - progress) * 3),
  vertopen: (x, _y, progress, width) => 1 - soft(2 - Math.abs(x / (width / 2) - 1) - progress * 2),
  horzopen: (_x, y, progress, _width, height) => 1 - soft(2 - Math.abs(y / (height / 2) - 1) - progress * 2),
  diagtl: (x, y, progress, width, height) => 1 - soft(1 + ((x / width) * y) / height - progress * 2),
  radial: (x, y, progress, width, height) =>
    1 - soft(Math.atan2(x - width / 2, y - height / 2) - (progress - 0.5) * Math.PI * 2.5),
} satisfies Record<string, Share>;
