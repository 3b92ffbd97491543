import { POINTS, SIDE } from './fingerprint.ts';
import { HALF, HALF_POINTS } from './prepared-views.ts';
import { commonPoints, likenessOfCommon, pictureLikeness, placePicture, type Place } from './picture-likeness.ts';

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

/** For each rough position, which points of the other picture lie nearest to which. */
const NEAREST = ROUGH.map(({ left, right, top, bottom }) => {
  const nearest = (at: number, from: number, to: number) =>
    Math.floor((((at + 0.5) / HALF - from) / (to - from)) * HALF);
  const isOn = (at: number) => at >= 0 && at < HALF;
  const points = Array.from({ length: HALF_POINTS }, (_, at) => {
    const [x, y] = [nearest(at % HALF, left, right), nearest(Math.floor(at / HALF), top, bottom)];
    return isOn(x) && isOn(y) ? y * HALF + x : -1;
  });
  return commonPoints(points, HALF);
});

/** Tries crops of one half-size picture against the other. */
export function roughPlace(own: Int8Array, other: Int8Array): FoundPlace {
  let best: FoundPlace = { place: WHOLE, likeness: -1 };
  ROUGH.forEach((place, index) => {
    const nearest = NEAREST[index];
    if (nearest === undefined) return;
    const found = likenessOfCommon(own, other, nearest);
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
    // After the last change, every move is tried once more and no oftener.
    for (let tries = 0, inVain = 0; tries < ROUNDS * MOVES.length && inVain < MOVES.length; tries++) {
      const place = moved(best.place, MOVES[tries % MOVES.length] ?? [], step);
      const likeness = isSound(place) ? likenessAt(place) : 0;
      inVain++;
      if (likeness <= best.likeness + WORTH) continue;
      best = { place, likeness };
      inVain = 0;
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
