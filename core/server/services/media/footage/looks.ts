import { POINTS, SIDE, type Fingerprint } from './fingerprint.ts';
import { ORIENTATIONS, orientedPlaces } from './orientations.ts';

/** Points on each side of the half-size pictures, on which most of the searching is done. */
export const HALF = SIDE / 2;

/** Points of a half-size picture. */
export const HALF_POINTS = HALF * HALF;

/** Cells on each side of what the bits of a frame stand for. */
const CELLS = 8;

/** A view of a fingerprint with what comparing needs of it. */
export interface Look {
  frames: number;
  points: Int8Array;
  /** Means of two by two points. */
  halves: Int8Array;
  /** For each orientation two words a frame, a bit for each cell that is lighter than what is around it. */
  words: readonly Uint32Array[];
}

const opened = new WeakMap<Fingerprint, Look[]>();

/** The views of a fingerprint, made ready once. */
export function looksOf(fingerprint: Fingerprint): readonly Look[] {
  const known = opened.get(fingerprint);
  if (known !== undefined) return known;
  const { frames, views } = fingerprint;
  const looks = views.map((points) => ({
    ...{ frames, points, halves: halvesOf(points, frames) },
    words: wordsOf(points, frames),
  }));
  opened.set(fingerprint, looks);
  return looks;
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

/** What frames look like at first sight, 64 bits each, and mirrored. */
export interface Sights {
  plain: Uint32Array;
  mirrored: Uint32Array;
}

/** The sights of several stretches, one after the other. */
export function joinSights(list: readonly Fingerprint[]): Sights {
  const words = (orientation: 0 | 1) =>
    Uint32Array.from(list.flatMap((fingerprint) => [...(looksOf(fingerprint)[0]?.words[orientation] ?? [])]));
  return { plain: words(0), mirrored: words(1) };
}

/** Mean share of differing bits of frames at the same time; of the mirrored ones where that is less. */
export function sightDistance(a: Sights, b: Sights): number {
  const words = Math.min(a.plain.length, b.plain.length);
  let [plain, mirrored] = [0, 0];
  for (let word = 0; word < words; word++) {
    const own = a.plain[word] ?? 0;
    plain += bitCount(own ^ (b.plain[word] ?? 0));
    mirrored += bitCount(own ^ (b.mirrored[word] ?? 0));
  }
  return words === 0 ? 0 : Math.min(plain, mirrored) / (words * 32);
}

/** How many of the 64 bits differ between a frame of one list and one of another. */
export function differingBits(words: Uint32Array, frame: number, others: Uint32Array, other: number): number {
  return (
    bitCount((words[2 * frame] ?? 0) ^ (others[2 * other] ?? 0)) +
    bitCount((words[2 * frame + 1] ?? 0) ^ (others[2 * other + 1] ?? 0))
  );
}

/** How many bits of a word are set. */
export function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
