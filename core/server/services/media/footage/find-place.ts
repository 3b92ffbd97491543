import { POINTS, SIDE } from './fingerprint.ts';
import { HALF, HALF_POINTS } from './prepared-views.ts';
import { OUTSIDE, pictureLikeness, placePicture, type Place } from './picture-likeness.ts';

/** The position of a picture relative to another, as far as it was found. */
export interface FoundPlace {
  place: Place;
  /** Similarity of the pictures at that position. */
  likeness: number;
}

const WHOLE: Place = { left: 0, right: 1, top: 0, bottom: 1 };

/** Bonus for an unmoved picture. */
const IN_PLACE = 0.02;

/** Range of crops that are tried. */
const [SMALLEST, LARGEST] = [0.7, 1.4];

const ROUGH = [
  WHOLE,
  ...[0.8, 0.9, 1, 1.11, 1.25].flatMap((scale) =>
    [-0.5, 0, 0.5].flatMap((across) =>
      [-0.5, 0, 0.5].map((down): Place => {
        const loose = Math.max(Math.abs(1 - scale), 0.06);
        const [left, top] = [(1 - scale) / 2 + across * loose, (1 - scale) / 2 + down * loose];
        return { left, right: left + scale, top, bottom: top + scale };
      }),
    ),
  ),
];

/** For each rough position, the nearest point of the other picture for each point, or -1. */
const NEAREST = ROUGH.map(({ left, right, top, bottom }) => {
  const nearest = (at: number, from: number, to: number) =>
    Math.floor((((at + 0.5) / HALF - from) / (to - from)) * HALF);
  const isOn = (at: number) => at >= 0 && at < HALF;
  return Int16Array.from({ length: HALF_POINTS }, (_, at) => {
    const [x, y] = [nearest(at % HALF, left, right), nearest(Math.floor(at / HALF), top, bottom)];
    return isOn(x) && isOn(y) ? y * HALF + x : -1;
  });
});

const halfInto = new Int8Array(HALF_POINTS);

/** Tries crops of one half-size picture against the other. */
export function roughPlace(own: Int8Array, other: Int8Array): FoundPlace {
  let best: FoundPlace = { place: WHOLE, likeness: -1 };
  ROUGH.forEach((place, index) => {
    const nearest = NEAREST[index];
    if (nearest === undefined) return;
    for (let at = 0; at < HALF_POINTS; at++) {
      const from = nearest[at] ?? -1;
      halfInto[at] = from < 0 ? OUTSIDE : (other[from] ?? 0);
    }
    const found = pictureLikeness(own, 0, halfInto, 0, HALF);
    const likeness = place === WHOLE ? found + IN_PLACE : found;
    if (likeness > best.likeness) best = { place, likeness };
  });
  return best;
}

/** Changes of left, right, top and bottom: shifts, scalings, single edges. */
const MOVES = [
  ...([
    [1, 1, 0, 0],
    [0, 0, 1, 1],
    [1, -1, 1, -1],
  ] as const),
  ...([
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ] as const),
].flatMap((move) => [move, move.map((value) => -value)]);

/** Step sizes as shares of the picture, and the number of iterations. */
const STEPS = [0.03, 0.015, 0.008];
const ROUNDS = 3;

/** Least improvement that justifies a change. */
const WORTH = 0.003;

const into = new Int8Array(POINTS);

/** Refines a rough position until no change makes the pictures more similar. */
export function exactPlace(own: Int8Array, other: Int8Array, start: Place): FoundPlace {
  const likenessAt = (place: Place) => pictureLikeness(own, 0, placePicture(other, SIDE, place, into), 0, SIDE);
  let best: FoundPlace = { place: start, likeness: likenessAt(start) };
  for (const step of STEPS) {
    for (let round = 0; round < ROUNDS; round++) {
      const before = best;
      for (const move of MOVES) {
        const place = moved(best.place, move, step);
        if (!isSound(place)) continue;
        const likeness = likenessAt(place);
        if (likeness > best.likeness + WORTH) best = { place, likeness };
      }
      if (best === before) break;
    }
  }
  return best;
}

function moved({ left, right, top, bottom }: Place, move: readonly number[], step: number): Place {
  const by = (index: number) => (move[index] ?? 0) * step;
  return { left: left + by(0), right: right + by(1), top: top + by(2), bottom: bottom + by(3) };
}

function isSound({ left, right, top, bottom }: Place): boolean {
  return [right - left, bottom - top].every((size) => size >= SMALLEST && size <= LARGEST);
}
