import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import type { Planes } from '#core/server/services/media/cut/planes.ts';

/**
 * What a filter that mixes by `a + (b - a) * value / 256` is told, twice, so that `share` of 255 is mixed in: once
 * would leave a trace of what is to be hidden.
 */
const TWICE = Uint8Array.from({ length: 256 }, (_, share) => Math.round(255 * (1 - Math.sqrt(1 - share / 255))));

/**
 * Draws how much of a layer is seen in a box, beside what is drawn already: all of it in its middle.
 * @param feather 0 for a hard edge, 1 for one that is soft up to the middle
 * @param alpha how much of a picture of the box's size is seen, 0 to 255; all of it by default
 */
export function drawShare(
  { width, light, blue, red }: Planes,
  box: PixelBox,
  feather: number,
  alpha?: Uint8Array,
): void {
  drawPlane(light, width, box, feather, 1, alpha);
  drawPlane(blue, width / 2, box, feather, 2, alpha);
  drawPlane(red, width / 2, box, feather, 2, alpha);
}

/** @param step pixels of the box for each of the plane */
function drawPlane(
  plane: Uint8Array,
  stride: number,
  box: PixelBox,
  feather: number,
  step: number,
  alpha?: Uint8Array,
): void {
  const [left, top] = [box.left / step, box.top / step];
  const [across, down] = [(box.right - box.left) / step, (box.bottom - box.top) / step];
  const soft = (feather * Math.min(across, down)) / 2;
  if (soft <= 0 && alpha === undefined) {
    for (let y = 0; y < down; y++) plane.fill(255, (top + y) * stride + left, (top + y) * stride + left + across);
    return;
  }
  const rise = (length: number) =>
    Float64Array.from({ length }, (_, at) =>
      soft <= 0 ? 255 : 255 * Math.min(1, (at + 0.5) / soft, (length - at - 0.5) / soft),
    );
  const [columns, rows] = [rise(across), rise(down)];
  for (let y = 0; y < down; y++) {
    const row = (rows[y] ?? 0) / 255;
    const start = (top + y) * stride + left;
    for (let x = 0; x < across; x++) {
      const seen = alpha === undefined ? 1 : (alpha[y * step * across * step + x * step] ?? 0) / 255;
      const share = TWICE[Math.round((columns[x] ?? 0) * row * seen)] ?? 0;
      if (share > (plane[start + x] ?? 0)) plane[start + x] = share;
    }
  }
}
