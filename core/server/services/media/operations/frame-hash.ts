/** Frames per second of a clip that are hashed. */
export const HASH_RATE = 2;

/** Side of a hashed frame in pixels. */
const SIDE = 32;

/** How many of the lowest frequencies are kept in each direction. */
const KEPT = 8;

/** Bytes of one frame on the hash pipe. */
export const HASH_FRAME_BYTES = SIDE * SIDE;

/** The filters that produce the small grey frames that {@link hashFrames} reads. */
export const HASH_FILTER = `scale=${SIDE}:${SIDE}:flags=area,format=gray`;

/** A picture whose average detail is below this, in grey levels, has too little structure to recognise. */
const FLAT = 0.6;

/** Perceptual hashes: 64 bits per frame, as two words. Frames of the same scene differ in about ten bits at most. */
export interface FrameHashes {
  /** High and low word of each frame, in time order; both 0 for a frame without structure. */
  frames: Uint32Array;
  /** The same for the mirrored frames. */
  mirrored: Uint32Array;
}

const COSINES = Float64Array.from({ length: KEPT * SIDE }, (_, index) => {
  const [frequency, at] = [Math.floor(index / SIDE), index % SIDE];
  return (
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE)) * (frequency === 0 ? Math.SQRT1_2 : 1) * (2 / SIDE)
  );
});

/** The lowest frequencies of a picture's cosine transform, row by row. */
function lowFrequencies(pixels: Uint8Array): Float64Array {
  const rows = new Float64Array(SIDE * KEPT);
  for (let y = 0; y < SIDE; y++) {
    for (let u = 0; u < KEPT; u++) {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) {
        sum += (pixels[y * SIDE + x] ?? 0) * (COSINES[u * SIDE + x] ?? 0);
      }
      rows[y * KEPT + u] = sum;
    }
  }
  const kept = new Float64Array(KEPT * KEPT);
  for (let v = 0; v < KEPT; v++) {
    for (let u = 0; u < KEPT; u++) {
      let sum = 0;
      for (let y = 0; y < SIDE; y++) {
        sum += (rows[y * KEPT + u] ?? 0) * (COSINES[v * SIDE + y] ?? 0);
      }
      kept[v * KEPT + u] = sum;
    }
  }
  return kept;
}

/** One bit per frequency, set when above the median; the mean brightness gets none. */
function writeBits(kept: Float64Array, into: Uint32Array, at: number): void {
  const shape = kept.subarray(1);
  const strength = shape.reduce((sum, value) => sum + Math.abs(value), 0) / shape.length;
  if (strength < FLAT) {
    return;
  }
  const median = Float64Array.from(shape).sort()[shape.length >> 1] ?? 0;
  for (let bit = 1; bit < kept.length; bit++) {
    if ((kept[bit] ?? 0) > median) {
      into[at + (bit >> 5)] = ((into[at + (bit >> 5)] ?? 0) | (1 << (bit & 31))) >>> 0;
    }
  }
}

/** Hashes consecutive grey frames of 32 × 32 pixels. */
export function hashFrames(bytes: Uint8Array): FrameHashes {
  const count = Math.floor(bytes.length / HASH_FRAME_BYTES);
  const frames = new Uint32Array(count * 2);
  const mirrored = new Uint32Array(count * 2);
  for (let index = 0; index < count; index++) {
    const kept = lowFrequencies(bytes.subarray(index * HASH_FRAME_BYTES, (index + 1) * HASH_FRAME_BYTES));
    writeBits(kept, frames, index * 2);
    // Mirroring a picture flips the sign of every odd horizontal frequency.
    writeBits(
      kept.map((value, place) => (place % 2 === 1 ? -value : value)),
      mirrored,
      index * 2,
    );
  }
  return { frames, mirrored };
}
