/** A rectangle on a picture, as shares of its displayed width and height: 0 is left or top, 1 right or bottom. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Displayed pixels: what is seen after the rotation that is written in the file. */
export interface Size {
  width: number;
  height: number;
}

/** What boxes on a picture have to keep. */
export interface BoxLimits {
  /** Displayed pixels of the picture. */
  picture: Size;
  /** Width divided by height, in pixels; null where both are free. */
  ratio?: number | null;
  /** The least width and height, in pixels of the picture; 16 by default. */
  least?: number;
}

/** An edge or a corner by the sides that move with it: `-1` is left or top, `1` right or bottom, `0` none. */
export interface Grip {
  across: -1 | 0 | 1;
  down: -1 | 0 | 1;
}

const LEAST = 16;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/** Width divided by height of a box in shares, for a ratio in pixels. */
function shareRatio({ picture, ratio }: BoxLimits): number | null {
  return ratio === undefined || ratio === null ? null : (ratio * picture.height) / picture.width;
}

/** The least width and height in shares, of the wanted shape, and never more than the picture. */
function leastOf(limits: BoxLimits): Size {
  const { picture, least = LEAST } = limits;
  const width = Math.min(1, least / picture.width);
  const height = Math.min(1, least / picture.height);
  const ratio = shareRatio(limits);
  if (ratio === null) return { width, height };
  const wide = Math.max(width, height * ratio);
  return { width: Math.min(wide, 1, ratio), height: Math.min(wide / ratio, 1, 1 / ratio) };
}

/** The largest box of the limits' shape, in the middle of the picture; the whole picture if the shape is free. */
export function wholeBox(limits: BoxLimits): Box {
  const ratio = shareRatio(limits);
  const [width, height] = ratio === null ? [1, 1] : [Math.min(1, ratio), Math.min(1, 1 / ratio)];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** A box moved by shares of the picture; it stays inside. */
export function moveBox(box: Box, x: number, y: number): Box {
  return { ...box, x: clamp(box.x + x, 0, 1 - box.width), y: clamp(box.y + y, 0, 1 - box.height) };
}

/**
 * A box one edge or corner of which was moved by shares of the picture. What is opposite stays where it is; of a box
 * whose ratio is kept, the sides beside a moved edge grow alike.
 */
export function resizeBox(box: Box, grip: Grip, x: number, y: number, limits: BoxLimits): Box {
  const least = leastOf(limits);
  const ratio = shareRatio(limits);
  const [anchorX, roomX] = axis(box.x, box.width, grip.across);
  const [anchorY, roomY] = axis(box.y, box.height, grip.down);
  let width = box.width + x * grip.across;
  let height = box.height + y * grip.down;
  if (ratio === null) {
    width = grip.across === 0 ? box.width : clamp(width, Math.min(least.width, roomX), roomX);
    height = grip.down === 0 ? box.height : clamp(height, Math.min(least.height, roomY), roomY);
  } else {
    // At a corner the pointer leads by the side that it moved farther.
    const byWidth =
      grip.down === 0 || (grip.across !== 0 && Math.abs(width - box.width) >= Math.abs(height - box.height));
    const most = Math.min(roomX, roomY * ratio);
    width = clamp(byWidth ? width : height * ratio, Math.min(least.width, most), most);
    height = width / ratio;
  }
  return { x: place(anchorX, width, grip.across), y: place(anchorY, height, grip.down), width, height };
}

/** The point of one axis that stays, and the greatest length from there inside the picture. */
function axis(start: number, length: number, side: -1 | 0 | 1): [anchor: number, room: number] {
  if (side === 1) return [start, 1 - start];
  if (side === -1) return [start + length, start + length];
  const middle = start + length / 2;
  return [middle, 2 * Math.min(middle, 1 - middle)];
}

function place(anchor: number, length: number, side: -1 | 0 | 1): number {
  if (side === 1) return anchor;
  return Math.max(0, side === -1 ? anchor - length : anchor - length / 2);
}

/**
 * The box between two points, as it is drawn: inside the picture, of the wanted shape, at least as large as the least.
 * @param from where the pointer was pressed: that corner stays
 */
export function drawnBox(from: { x: number; y: number }, to: { x: number; y: number }, limits: BoxLimits): Box {
  const start = { x: clamp(from.x, 0, 1), y: clamp(from.y, 0, 1) };
  const grip: Grip = { across: to.x < start.x ? -1 : 1, down: to.y < start.y ? -1 : 1 };
  const least = leastOf(limits);
  // Near an edge there may be no room for the least box beside the first point.
  start.x = grip.across === 1 ? Math.min(start.x, 1 - least.width) : Math.max(start.x, least.width);
  start.y = grip.down === 1 ? Math.min(start.y, 1 - least.height) : Math.max(start.y, least.height);
  const nothing = { ...start, width: 0, height: 0 };
  return resizeBox(nothing, grip, to.x - start.x, to.y - start.y, limits);
}

/** A box of any origin made valid: numbers that are none, outside parts and a wrong shape are mended about its middle. */
export function validBox(box: Box, limits: BoxLimits): Box {
  const numbers = [box.x, box.y, box.width, box.height];
  if (!numbers.every(Number.isFinite) || box.width <= 0 || box.height <= 0) return wholeBox(limits);
  const least = leastOf(limits);
  const ratio = shareRatio(limits);
  let width = clamp(box.width, least.width, 1);
  let height = clamp(box.height, least.height, 1);
  if (ratio !== null) {
    width = clamp(Math.min(width, height * ratio), least.width, Math.min(1, ratio));
    height = width / ratio;
  }
  const x = clamp(box.x + (box.width - width) / 2, 0, 1 - width);
  const y = clamp(box.y + (box.height - height) / 2, 0, 1 - height);
  return { x, y, width, height };
}

/** Quarters of a full turn, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** Where a box is after the picture was turned clockwise. */
export function turnBox({ x, y, width, height }: Box, turn: Turn): Box {
  switch (turn) {
    case 0:
      return { x, y, width, height };
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
  }
}

/** Where a box is after the picture was mirrored. */
export function mirrorBox(box: Box, { across = false, down = false }: { across?: boolean; down?: boolean }): Box {
  return { ...box, x: across ? 1 - box.x - box.width : box.x, y: down ? 1 - box.y - box.height : box.y };
}

/** Displayed pixels of a picture after it was turned. */
export function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

/**
 * A box in whole pixels of the picture, none of which is outside.
 * @param even whether all numbers are even, as videos want their sizes
 */
export function boxPixels(box: Box, picture: Size, even = false): Box {
  const unit = even ? 2 : 1;
  const whole = (share: number, length: number): number => Math.round((share * length) / unit) * unit;
  const floor = (length: number): number => Math.floor(length / unit) * unit;
  const width = clamp(whole(box.width, picture.width), unit, floor(picture.width));
  const height = clamp(whole(box.height, picture.height), unit, floor(picture.height));
  return {
    x: clamp(whole(box.x, picture.width), 0, floor(picture.width - width)),
    y: clamp(whole(box.y, picture.height), 0, floor(picture.height - height)),
    width,
    height,
  };
}
