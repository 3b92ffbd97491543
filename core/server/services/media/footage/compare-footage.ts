import { alignInTime, framesOn, missingOn, type TimeLine } from './align-in-time.ts';
import { certaintyOf, SURE } from './certainty.ts';
import { exactPlace, roughPlace } from './find-place.ts';
import { POINTS, SIDE, type Fingerprint } from './fingerprint.ts';
import { differingBits, HALF, HALF_POINTS, prepareViews, type PreparedView } from './prepared-views.ts';
import { motionOf } from './motion.ts';
import { ORIENTATIONS, orient, type Orientation } from './orientations.ts';
import { placePicture, type Place } from './picture-likeness.ts';

/** How one piece of footage matches another. */
export interface FootageMatch {
  /** Masks of the frames of each that match: 1 for a match. */
  first: Uint8Array;
  second: Uint8Array;
  /** How the second's picture was mirrored and rotated. */
  orientation: Orientation;
  /** Where the second's picture is located within the first's. */
  place: Place;
  /** Which frames of the second correspond to which of the first. */
  line: TimeLine;
  /** Confidence, at least {@link SURE}. */
  certainty: number;
}

/** Maximum Hamming distance between the 64-bit hashes of matching frames. */
const FIRST_SIGHT = 25;

/** Every n-th frame of one piece is searched among all frames of the other. */
const STRIDE = 3;

/** How many orientations are tried roughly for each pair of views, and how many of all of them exactly. */
const [TRIED_ROUGHLY, TRIED_EXACTLY] = [5, 2];

/** How many frame pairs of an exact try are aligned. */
const LAID_UPON = 6;

/** Pictures less similar than this, before and after alignment, are different. */
const [ROUGHLY_ALIKE, ALIKE] = [0.38, 0.4];

/**
 * Whether two pieces show the same footage, even if one was graded, re-encoded, mirrored, rotated, cropped, framed,
 * partly covered, shifted, reversed or played at another speed; null if not. Motion must match: two takes of the same
 * scene are different.
 * @param least required certainty; below {@link SURE} a match that is only probable is returned if none is sure
 */
export function compareFootage(first: Fingerprint, second: Fingerprint, least = SURE): FootageMatch | null {
  if (isBlank(first) || isBlank(second)) return null;
  const tried = candidates(prepareViews(first), prepareViews(second))
    .map((candidate) => ({ candidate, likeness: placeRoughly(candidate, 1).likeness }))
    .filter(({ likeness }) => likeness >= ROUGHLY_ALIKE)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, TRIED_EXACTLY)
    .map(({ candidate }) => placeRoughly(candidate, LAID_UPON))
    .sort((a, b) => b.likeness - a.likeness);
  let near: FootageMatch | null = null;
  for (const laid of tried) {
    const match = matchOf(laid, least);
    if (match === null) continue;
    if (match.certainty >= SURE) return match;
    if (near === null || match.certainty > near.certainty) near = match;
  }
  return near;
}

/** Whether no frame shows anything. */
export function isBlank(fingerprint: Fingerprint): boolean {
  return !tellingFrames(fingerprint).some((frame) => frame === 1);
}

/** Least squared contrast per point of a frame that shows something. */
const MIN_ENERGY = 12;

/** Mask of the frames that show something. */
export function tellingFrames({ frames, views: [whole] }: Fingerprint): Uint8Array {
  return Uint8Array.from({ length: frames }, (_, frame) => {
    let energy = 0;
    for (let at = frame * POINTS; at < (frame + 1) * POINTS; at++) energy += (whole?.[at] ?? 0) ** 2;
    return energy >= POINTS * MIN_ENERGY ? 1 : 0;
  });
}

/** Maximum Hamming distance, in bits, between single frames of the same footage, unless it was heavily changed. */
const NEAR_BITS = 18;

/**
 * Whether a few frames suggest comparing two materials in full. For a material with itself: whether two of its frames
 * look the same.
 */
export function isWorthComparing(first: Fingerprint, second: Fingerprint): boolean {
  const others = prepareViews(second);
  return prepareViews(first).some((own) =>
    others.some((other) =>
      ORIENTATIONS.some((orientation) => {
        if (first === second && orientation > 0) return false;
        const [words, otherWords] = [own.words[0], other.words[orientation]];
        if (words === undefined || otherWords === undefined) return false;
        for (let frame = 0; frame < own.frames; frame++) {
          for (let at = first === second ? frame + 1 : 0; at < other.frames; at++) {
            if (differingBits(words, frame, otherWords, at) <= NEAR_BITS) return true;
          }
        }
        return false;
      }),
    ),
  );
}

/** Two views that may match in some orientation. */
interface Candidate {
  own: PreparedView;
  other: PreparedView;
  orientation: Orientation;
  /** Similar frames of both, most similar first. */
  pairs: FramePair[];
}

interface FramePair {
  frame: number;
  otherFrame: number;
  bits: number;
}

function candidates(owns: readonly PreparedView[], others: readonly PreparedView[]): Candidate[] {
  const found: Candidate[] = [];
  owns.forEach((own, view) => {
    others.forEach((other, otherView) => {
      // Pictures that both have a border are only compared inside it, since borders all look alike.
      if (view === 0 && otherView === 0 && owns.length > 1 && others.length > 1) return;
      const seen = ORIENTATIONS.map((orientation) => {
        const pairs = nearestFrames(own, other, orientation);
        return { own, other, orientation, pairs };
      }).filter(({ pairs }) => pairs.length > 0);
      const bits = ({ pairs }: Candidate) => pairs[0]?.bits ?? 64;
      found.push(...seen.sort((a, b) => bits(a) - bits(b)).slice(0, TRIED_ROUGHLY));
    });
  });
  return found;
}

/** The most similar frames of one view for the frames of the other, best few only. */
function nearestFrames(own: PreparedView, other: PreparedView, orientation: Orientation): FramePair[] {
  const [words, others] = [own.words[0] ?? new Uint32Array(), other.words[orientation] ?? new Uint32Array()];
  const pairs: FramePair[] = [];
  for (let frame = Math.min(1, own.frames - 1); frame < own.frames; frame += STRIDE) {
    let [bits, otherFrame] = [65, 0];
    for (let at = 0; at < other.frames; at++) {
      const differing = differingBits(words, frame, others, at);
      if (differing < bits) [bits, otherFrame] = [differing, at];
    }
    if (bits <= FIRST_SIGHT) pairs.push({ frame, otherFrame, bits });
  }
  return pairs.sort((a, b) => a.bits - b.bits).slice(0, LAID_UPON);
}

const frameOf = (pictures: Int8Array, points: number, frame: number) =>
  pictures.subarray(frame * points, (frame + 1) * points);

/** A candidate with its best aligned frame pair. */
interface Laid {
  candidate: Candidate;
  frame: number;
  otherFrame: number;
  place: Place;
  likeness: number;
}

function placeRoughly(candidate: Candidate, most: number): Laid {
  const { own, other, orientation, pairs } = candidate;
  // If the camera moved between two frames with similar hashes, they do not align well.
  return pairs
    .slice(0, most)
    .map(({ frame, otherFrame }) => {
      const turned = orient(frameOf(other.halves, HALF_POINTS, otherFrame), HALF, orientation);
      return { candidate, frame, otherFrame, ...roughPlace(frameOf(own.halves, HALF_POINTS, frame), turned) };
    })
    .reduce((best, next) => (next.likeness > best.likeness ? next : best));
}

/** How often the spatial alignment is refined with what was found in time. */
const ROUNDS = 3;

/** Evidence above which another round is worthwhile. */
const WORTH_A_LOOK = 0.15;

function matchOf({ candidate, ...start }: Laid, least: number): FootageMatch | null {
  const { own, other, orientation } = candidate;
  let { frame, otherFrame, place } = start;
  let near: FootageMatch | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const turned = orient(frameOf(other.points, POINTS, otherFrame), SIDE, orientation);
    const exact = exactPlace(frameOf(own.points, POINTS, frame), turned, place);
    if (exact.likeness < ALIKE) return near;
    place = exact.place;
    const laid = laidUpon(other.points, SIDE, orientation, place);
    const motions = { first: own.motion(), second: motionOf(laid, POINTS) };
    const lines = alignInTime(own, laidUpon(other.halves, HALF, orientation, place)).map((line) => ({
      line,
      certainty: certaintyOf(own.points, laid, motions, line, missingOn(line, own.frames, other.frames)),
    }));
    const { line, certainty } = lines.reduce((best, next) => (next.certainty > best.certainty ? next : best));
    const pairs = framesOn(line);
    if (certainty >= least) {
      const match = { ...marksOf(pairs, own.frames, other.frames, line), orientation, place, line, certainty };
      if (certainty >= SURE) return match;
      if (near === null || certainty > near.certainty) near = match;
    }
    const [at, to] = pairs[pairs.length >> 1] ?? [frame, otherFrame];
    if (certainty < WORTH_A_LOOK || (at === frame && to === otherFrame)) return near;
    [frame, otherFrame] = [at, to];
  }
  return near;
}

function marksOf(pairs: readonly (readonly [number, number])[], frames: number, others: number, { pace }: TimeLine) {
  const [first, second] = [new Uint8Array(frames), new Uint8Array(others)];
  for (const [frame, other] of pairs) {
    first[frame] = 1;
    // At a higher speed the skipped frames are covered as well.
    for (let step = 0; step < Math.max(1, Math.round(Math.abs(pace))); step++) {
      second[Math.min(others - 1, other + step)] = 1;
    }
  }
  return { first, second };
}

function laidUpon(pictures: Int8Array, side: number, orientation: Orientation, place: Place): Int8Array {
  const laid = new Int8Array(pictures.length);
  const points = side * side;
  for (let frame = 0; frame < pictures.length / points; frame++) {
    placePicture(
      orient(frameOf(pictures, points, frame), side, orientation),
      side,
      place,
      frameOf(laid, points, frame),
    );
  }
  return laid;
}
