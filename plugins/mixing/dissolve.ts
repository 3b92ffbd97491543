/** Cells of the grain along the shorter side: coarse enough to survive encoding. */
const CELLS = 60;

/** The share of the whole time that one cell takes to change. */
const SOFT = 0.5;

/** A picture's size, or that of its grain. */
export interface GrainSize {
  width: number;
  height: number;
}

/** How many cells a dissolving picture has across and down: the same at every size of one ratio. */
export function dissolveGrain({ width, height }: GrainSize): GrainSize {
  const cells = (side: number) => Math.max(1, Math.round((side * CELLS) / Math.min(width, height)));
  return { width: cells(width), height: cells(height) };
}

/**
 * How much of the coming picture each cell shows at a moment, row by row. The same on the server and in the browser's
 * preview, and from frame to frame, so that nothing flickers.
 * @param part runs from 0 to 1
 * @returns 0 to 255 each
 */
export function dissolveMask({ width, height }: GrainSize, part: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let at = 0; at < mask.length; at++) {
    const share = (part * (1 + SOFT) - noise(at % width, Math.floor(at / width))) / SOFT;
    mask[at] = Math.round(Math.min(1, Math.max(0, share)) * 255);
  }
  return mask;
}

/** A number from 0 to 1 for each place: whole numbers are hashed, which is the same on every machine. */
function noise(x: number, y: number): number {
  let hash = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
