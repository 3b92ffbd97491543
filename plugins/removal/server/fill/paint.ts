import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import { planesSize, planesWithin, type Planes } from '#core/server/services/media/cut/planes.ts';

/**
 * Which pixels of a part of a frame change, and below what they become; there everything else is black.
 * @param mask cells of the frame that change: 1
 */
export function paint({ planes, mask }: { planes: Planes; mask: Uint8Array }, part: PixelBox): Uint8Array {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const block = new Uint8Array(planesSize(width, 2 * height));
  const share = planesWithin(block, width, height, 0, 2);
  const over = planesWithin(block, width, height, 1, 2);
  const [across, left, top] = [planes.width / 2, part.left / 2, part.top / 2];
  const half = width / 2;
  for (let row = 0; row < height / 2; row++) {
    const from = (top + row) * across + left;
    const line = mask.subarray(from, from + half);
    for (let column = line.indexOf(1); column >= 0; column = line.indexOf(1, column + 1)) {
      const [cell, drawn] = [from + column, row * half + column];
      share.blue[drawn] = share.red[drawn] = 255;
      over.blue[drawn] = planes.blue[cell] ?? 0;
      over.red[drawn] = planes.red[cell] ?? 0;
      for (let down = 0; down < 2; down++) {
        const to = (2 * row + down) * width + 2 * column;
        const at = (part.top + 2 * row + down) * planes.width + part.left + 2 * column;
        share.light[to] = share.light[to + 1] = 255;
        over.light[to] = planes.light[at] ?? 0;
        over.light[to + 1] = planes.light[at + 1] ?? 0;
      }
    }
  }
  return block;
}
