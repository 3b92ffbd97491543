import type { Box } from '#core/contract/reframe.ts';

import type { ChangedPicture } from './picture-change.ts';

/** A box in pixels, all of them even, within a picture. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels by which a share of a side may be off that was computed from pixels. */
const NEAR = 1e-3;

/** A box of an upright picture in one that players turn clockwise by so many degrees. */
export function storedBox({ x, y, width, height }: Box, rotation: number): Box {
  switch (rotation) {
    case 90:
      return { x: y, y: 1 - x - width, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: 1 - y - height, y: x, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

/**
 * The pixels of a box, outwards to even ones: two by two share their colour, and none outside may be changed.
 * @returns null when it lies outside of the picture
 */
export function pixelBox({ x, y, width, height }: Box, picture: { width: number; height: number }): PixelBox | null {
  const down = (share: number, side: number) => Math.max(0, 2 * Math.floor((share * side + NEAR) / 2));
  const up = (share: number, side: number) => Math.min(side, 2 * Math.ceil((share * side - NEAR) / 2));
  const box = {
    left: down(x, picture.width),
    top: down(y, picture.height),
    right: up(x + width, picture.width),
    bottom: up(y + height, picture.height),
  };
  return box.right > box.left && box.bottom > box.top ? box : null;
}

/** The pixels of boxes of an upright picture in one as it is stored; of those outside of it none. */
export const pixelBoxes = (boxes: readonly Box[], picture: ChangedPicture): PixelBox[] =>
  boxes.flatMap((box) => pixelBox(storedBox(box, picture.rotation), picture) ?? []);

/** The smallest box around others. */
export const around = (boxes: readonly PixelBox[]): PixelBox => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});
