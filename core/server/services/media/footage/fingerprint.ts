import { findBorder, type Area } from './find-border.ts';
import { SMALL_SIDE } from './small-frames.ts';

/** Points per side of a frame's fingerprint. */
export const SIDE = 24;

/** Points per frame. */
export const POINTS = SIDE * SIDE;

/** Radius of the neighbourhood that a point's contrast is relative to, in points. */
const AROUND = 4;

/** Contrast below this, in grey levels, is sensor or codec noise. */
const NOISE = 1;

/** Share of a picture's typical variance that counts as featureless. */
const USUAL_SHARE = 0.2;

/** The value that encodes a contrast equal to the local deviation. */
const UNIT = 40;

/**
 * The visual content of a piece of footage, robust to grading, re-encoding, cropping, rotation, mirroring, framing and
 * partial covering.
 */
export interface Fingerprint {
  /** Frames in time order, evenly spaced. */
  frames: number;
  /**
   * {@link POINTS} per frame, each the local contrast regardless of brightness: of the whole picture, and if it has a
   * border, of the inside of that border.
   */
  views: readonly Int8Array[];
}

/** Computes the fingerprint of consecutive small grey frames. */
export function fingerprintOf(pixels: Uint8Array): Fingerprint {
  const size = SMALL_SIDE * SMALL_SIDE;
  const frames = Math.floor(pixels.length / size);
  const inner = findBorder(pixels, frames);
  const areas: Area[] = [
    { left: 0, top: 0, right: SMALL_SIDE, bottom: SMALL_SIDE },
    ...(inner === null ? [] : [inner]),
  ];
  return {
    frames,
    views: areas.map((area) => {
      const points = new Int8Array(frames * POINTS);
      for (let frame = 0; frame < frames; frame++) {
        const picture = reduce(pixels.subarray(frame * size, (frame + 1) * size), area);
        writeContrast(picture, points.subarray(frame * POINTS, (frame + 1) * POINTS));
      }
      return points;
    }),
  };
}

/** Downscales a part of a small frame to {@link SIDE} points per side by averaging. */
function reduce(pixels: Uint8Array, { left, top, right, bottom }: Area): Float64Array {
  const rows = new Float64Array(SIDE * SMALL_SIDE);
  for (let v = 0; v < SIDE; v++) {
    const [from, to] = [top + ((bottom - top) * v) / SIDE, top + ((bottom - top) * (v + 1)) / SIDE];
    for (let y = Math.floor(from); y < Math.min(SMALL_SIDE, Math.ceil(to)); y++) {
      const share = (Math.min(to, y + 1) - Math.max(from, y)) / (to - from);
      for (let x = 0; x < SMALL_SIDE; x++) {
        rows[v * SMALL_SIDE + x] = (rows[v * SMALL_SIDE + x] ?? 0) + (pixels[y * SMALL_SIDE + x] ?? 0) * share;
      }
    }
  }
  const picture = new Float64Array(POINTS);
  for (let u = 0; u < SIDE; u++) {
    const [from, to] = [left + ((right - left) * u) / SIDE, left + ((right - left) * (u + 1)) / SIDE];
    for (let x = Math.floor(from); x < Math.min(SMALL_SIDE, Math.ceil(to)); x++) {
      const share = (Math.min(to, x + 1) - Math.max(from, x)) / (to - from);
      for (let v = 0; v < SIDE; v++) {
        picture[v * SIDE + u] = (picture[v * SIDE + u] ?? 0) + (rows[v * SMALL_SIDE + x] ?? 0) * share;
      }
    }
  }
  return picture;
}

/** Writes each point's contrast with its neighbourhood, normalised by the local deviation. */
function writeContrast(picture: Float64Array, into: Int8Array): void {
  const [sums, squares] = [tableOf(picture, (value) => value), tableOf(picture, (value) => value * value)];
  const [means, variances] = [new Float64Array(POINTS), new Float64Array(POINTS)];
  for (let at = 0; at < POINTS; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const [x0, y0] = [Math.max(0, x - AROUND), Math.max(0, y - AROUND)];
    const [x1, y1] = [Math.min(SIDE, x + AROUND + 1), Math.min(SIDE, y + AROUND + 1)];
    const count = (x1 - x0) * (y1 - y0);
    const mean = within(sums, x0, y0, x1, y1) / count;
    means[at] = mean;
    variances[at] = Math.max(0, within(squares, x0, y0, x1, y1) / count - mean * mean);
  }
  // Bright elements such as a text box must not make the rest of a dark picture count as flat; a low quantile ignores
  // them.
  const usual = Float64Array.from(variances).sort()[POINTS >> 2] ?? 0;
  const floor = NOISE * NOISE + usual * USUAL_SHARE;
  for (let at = 0; at < POINTS; at++) {
    const value = ((picture[at] ?? 0) - (means[at] ?? 0)) / Math.sqrt((variances[at] ?? 0) + floor);
    into[at] = Math.max(-127, Math.min(127, Math.round(value * UNIT)));
  }
}

/** A summed-area table. */
function tableOf(picture: Float64Array, of: (value: number) => number): Float64Array {
  const table = new Float64Array((SIDE + 1) * (SIDE + 1));
  for (let y = 0; y < SIDE; y++) {
    let row = 0;
    for (let x = 0; x < SIDE; x++) {
      row += of(picture[y * SIDE + x] ?? 0);
      table[(y + 1) * (SIDE + 1) + x + 1] = (table[y * (SIDE + 1) + x + 1] ?? 0) + row;
    }
  }
  return table;
}

function within(table: Float64Array, x0: number, y0: number, x1: number, y1: number): number {
  const at = (x: number, y: number) => table[y * (SIDE + 1) + x] ?? 0;
  return at(x1, y1) - at(x1, y0) - at(x0, y1) + at(x0, y0);
}

/** A range of a fingerprint's frames; the end is exclusive. */
export function sliceFingerprint({ frames, views }: Fingerprint, from: number, to: number): Fingerprint {
  const [start, end] = [Math.max(0, Math.min(frames, from)), Math.max(0, Math.min(frames, to))];
  return {
    frames: Math.max(0, end - start),
    views: views.map((points) => points.subarray(start * POINTS, end * POINTS)),
  };
}

/** One fingerprint of several that begin at a frame each; where none is, frames are featureless. */
export function joinFingerprints(parts: readonly { start: number; footage: Fingerprint }[]): Fingerprint {
  const frames = Math.max(0, ...parts.map(({ start, footage }) => start + footage.frames));
  const count = Math.max(0, ...parts.map(({ footage }) => footage.views.length));
  return {
    frames,
    views: Array.from({ length: count }, (_, view) => {
      const points = new Int8Array(frames * POINTS);
      for (const { start, footage } of parts) {
        // Without a border, its inside is the whole picture.
        points.set(footage.views[view] ?? footage.views[0] ?? new Int8Array(), start * POINTS);
      }
      return points;
    }),
  };
}

/** For footage that is unknown or shows nothing. */
export const NO_FOOTAGE: Fingerprint = { frames: 0, views: [] };
