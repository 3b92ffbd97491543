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
  const { light, blue, red } = planes;
  const [stride, across, left, top] = [planes.width, planes.width / 2, part.left / 2, part.top / 2];
  const half = width / 2;
  for (let row = 0; row < height / 2; row++) {
    const from = (top + row) * across + left;
    for (let column = 0; column < half; column++) {
      const cell = from + column;
      if (mask[cell] !== 1) continue;
      const drawn = row * half + column;
      share.blue[drawn] = 255;
      share.red[drawn] = 255;
      over.blue[drawn] = blue[cell] ?? 0;
      over.red[drawn] = red[cell] ?? 0;
      const to = 2 * row * width + 2 * column;
      const at = 2 * (top + row) * stride + 2 * (left + column);
      share.light[to] = 255;
      share.light[to + 1] = 255;
      share.light[to + width] = 255;
      share.light[to + width + 1] = 255;
      over.light[to] = light[at] ?? 0;
      over.light[to + 1] = light[at + 1] ?? 0;
      over.light[to + width] = light[at + stride] ?? 0;
      over.light[to + width + 1] = light[at + stride + 1] ?? 0;
    }
  }
  return block;
}
