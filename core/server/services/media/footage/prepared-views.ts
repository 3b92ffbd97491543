import { POINTS, SIDE, type Fingerprint } from './fingerprint.ts';
import { motionOf, type Motion } from './motion.ts';
import { ORIENTATIONS, orientedPlaces } from './orientations.ts';

/** Points per side of half-size pictures, which most of the search uses. */
export const HALF = SIDE / 2;

/** Points of a half-size picture. */
export const HALF_POINTS = HALF * HALF;

/** Cells per side of a frame's hash. */
const CELLS = 8;

/** A view of a fingerprint, prepared for comparison. */
export interface PreparedView {
  frames: number;
  points: Int8Array;
  /** Means of 2 × 2 points. */
  halves: Int8Array;
  /** Its motion, computed on first use. */
  motion(): Motion;
  /** That of the half-size pictures. */
  halfMotion(): Motion;
  /** For each orientation two words per frame, with a bit for each cell that is lighter than its surroundings. */
  words: readonly Uint32Array[];
}

const opened = new WeakMap<Fingerprint, PreparedView[]>();

/** The prepared views of a fingerprint. */
export function prepareViews(fingerprint: Fingerprint): readonly PreparedView[] {
  const known = opened.get(fingerprint);
  if (known !== undefined) return known;
  const { frames, views } = fingerprint;
  const prepared = views.map((points) => {
    const halves = halvesOf(points, frames);
    return {
      ...{ frames, points, halves, words: wordsOf(points, frames) },
      motion: once(() => motionOf(points, POINTS)),
      halfMotion: once(() => motionOf(halves, HALF_POINTS)),
    };
  });
  opened.set(fingerprint, prepared);
  return prepared;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function halvesOf(points: Int8Array, frames: number): Int8Array {
  const halves = new Int8Array(frames * HALF_POINTS);
  for (let at = 0; at < halves.length; at++) {
    const [frame, place] = [Math.floor(at / HALF_POINTS), at % HALF_POINTS];
    const from = frame * POINTS + Math.floor(place / HALF) * 2 * SIDE + (place % HALF) * 2;
    const pair = (start: number) => (points[start] ?? 0) + (points[start + 1] ?? 0);
    halves[at] = (pair(from) + pair(from + SIDE)) / 4;
  }
  return halves;
}

function wordsOf(points: Int8Array, frames: number): Uint32Array[] {
  const words = ORIENTATIONS.map(() => new Uint32Array(frames * 2));
  const cells = new Float64Array(CELLS * CELLS);
  for (let frame = 0; frame < frames; frame++) {
    cells.fill(0);
    for (let at = 0; at < POINTS; at++) {
      const row = Math.floor((Math.floor(at / SIDE) * CELLS) / SIDE);
      const cell = row * CELLS + Math.floor(((at % SIDE) * CELLS) / SIDE);
      cells[cell] = (cells[cell] ?? 0) + (points[frame * POINTS + at] ?? 0);
    }
    for (const orientation of ORIENTATIONS) {
      const own = words[orientation];
      orientedPlaces(CELLS, orientation).forEach((from, bit) => {
        const word = frame * 2 + (bit >> 5);
        if (own && (cells[from] ?? 0) > 0) own[word] = ((own[word] ?? 0) | (1 << (bit & 31))) >>> 0;
      });
    }
  }
  return words;
}

/** Perceptual hashes of frames, 64 bits each, and of the mirrored frames. */
export interface FrameHashes {
  plain: Uint32Array;
  mirrored: Uint32Array;
}

/** Concatenates the hashes of several pieces. */
export function joinFrameHashes(list: readonly Fingerprint[]): FrameHashes {
  const words = (orientation: 0 | 1) =>
    Uint32Array.from(list.flatMap((fingerprint) => [...(prepareViews(fingerprint)[0]?.words[orientation] ?? [])]));
  return { plain: words(0), mirrored: words(1) };
}

/** Mean share of differing bits between frames at the same position; of the mirrored frames if that is less. */
export function frameHashDistance(a: FrameHashes, b: FrameHashes): number {
  const words = Math.min(a.plain.length, b.plain.length);
  let [plain, mirrored] = [0, 0];
  for (let word = 0; word < words; word++) {
    const own = a.plain[word] ?? 0;
    plain += bitCount(own ^ (b.plain[word] ?? 0));
    mirrored += bitCount(own ^ (b.mirrored[word] ?? 0));
  }
  return words === 0 ? 0 : Math.min(plain, mirrored) / (words * 32);
}

/** Hamming distance between a frame of one list and a frame of another. */
export function differingBits(words: Uint32Array, frame: number, others: Uint32Array, other: number): number {
  return (
    bitCount((words[2 * frame] ?? 0) ^ (others[2 * other] ?? 0)) +
    bitCount((words[2 * frame + 1] ?? 0) ^ (others[2 * other + 1] ?? 0))
  );
}

/** Number of bits set in a word. */
export function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
