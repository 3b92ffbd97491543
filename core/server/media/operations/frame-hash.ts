/** How many frames a second are hashed. */
export const HASH_RATE = 2;

/** Raster of a hashed frame: one column more than bits, for the differences. */
const WIDTH = 9;
const HEIGHT = 8;

/** Bytes of one frame on the hash pipe. */
export const HASH_FRAME_BYTES = WIDTH * HEIGHT;

/** The filter that makes the small grey frames that {@link hashFrames} reads. */
export const HASH_FILTER = `fps=${HASH_RATE}:round=up:start_time=0,scale=${WIDTH}:${HEIGHT}:flags=area,format=gray`;

/** Difference hashes of pictures: 64 bits a frame, as two words. */
export interface FrameHashes {
  /** High and low word of each frame, in time order. */
  frames: Uint32Array;
  /** The same of the mirrored frames. */
  mirrored: Uint32Array;
}

function hashFrame(pixels: Uint8Array, mirrored: boolean, into: Uint32Array, at: number): void {
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH - 1; column++) {
      const left = row * WIDTH + (mirrored ? WIDTH - 1 - column : column);
      const right = mirrored ? left - 1 : left + 1;
      const bit = row * (WIDTH - 1) + column;
      if ((pixels[left] ?? 0) > (pixels[right] ?? 0)) {
        into[at + (bit >> 5)] = ((into[at + (bit >> 5)] ?? 0) | (1 << (bit & 31))) >>> 0;
      }
    }
  }
}

/** Hashes frames of 9 × 8 grey pixels that follow each other without a gap. */
export function hashFrames(bytes: Uint8Array): FrameHashes {
  const count = Math.floor(bytes.length / HASH_FRAME_BYTES);
  const frames = new Uint32Array(count * 2);
  const mirrored = new Uint32Array(count * 2);
  for (let index = 0; index < count; index++) {
    const pixels = bytes.subarray(index * HASH_FRAME_BYTES, (index + 1) * HASH_FRAME_BYTES);
    hashFrame(pixels, false, frames, index * 2);
    hashFrame(pixels, true, mirrored, index * 2);
  }
  return { frames, mirrored };
}
