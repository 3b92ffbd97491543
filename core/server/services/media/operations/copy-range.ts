import assert from 'node:assert/strict';

import type { Picture } from '#core/contract/picture.ts';

import type { CodedPictures } from './coded-pictures.ts';
import { keyNumber } from './key-number.ts';
import { mostBits } from './segment-encoder.ts';
import type { SegmentFacts } from './verify-segment.ts';

/** Which pictures of a shot are copied: numbers of a material's frames, from the first on and without the last. */
export interface CopyRange {
  first: number;
  last: number;
}

/**
 * Finds the longest stretch of a shot that decodes without the frames around it: from a key frame on, to where no frame
 * is missing that is shown before. A single frame may be left at the end: it becomes a key frame of another number than
 * those with which segments begin. At the beginning, and after a key frame, it takes two, because key frames one after the
 * other may not have the same number.
 * @param shot the frames that the shot shows
 * @returns null when less than half of the shot could be copied
 */
export function findCopyRange(
  { places, keys }: Pick<SegmentFacts, 'places' | 'keys'>,
  shot: CopyRange,
): CopyRange | null {
  const isLeft = (frames: number) => frames === 0 || frames > 1;
  const first = keys.find((key) => key >= shot.first && isLeft(key - shot.first) && places[key] === key);
  if (first === undefined) return null;
  let last = first;
  let highest = first;
  for (let at = first; at < shot.last; at++) {
    const place = places[at] ?? Infinity;
    // A frame that belongs before the key frame refers to what is not copied.
    if (place < first) return null;
    highest = Math.max(highest, place);
    if (highest >= shot.last) break;
    const left = shot.last - at - 1;
    if (highest === at && (isLeft(left) || !keys.includes(at))) last = at + 1;
  }
  return (last - first) * 2 < shot.last - shot.first ? null : { first, last };
}

/** Coded slices of a picture, hints, delimiters and padding: everything else could change how pictures decode. */
const HARMLESS = new Set([1, 5, 6, 9, 12]);
const KEY_SLICE = 5;
const SLICES = new Set([1, KEY_SLICE]);

/**
 * Checks the bytes of a stretch of pictures.
 * @throws AssertionError when something in it could decode in another way once it stands between other segments
 */
export function assertCopyable(
  bytes: Buffer,
  { sizes, keys }: Pick<SegmentFacts, 'sizes' | 'keys'>,
  picture: Picture,
): void {
  assert.ok(bytes.length * 8 <= mostBits(picture, sizes.length), 'copied pictures take more than the level allows');
  const named = new Set(keys);
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    const kinds = unitsIn(bytes.subarray(at, at + size)).map(({ first }) => kindOf(first));
    assert.ok(
      kinds.every((kind) => HARMLESS.has(kind)),
      `a picture carries ${kinds.join()}`,
    );
    assert.equal(kinds.includes(KEY_SLICE), named.has(index), 'a key frame is none, or is not named');
    at += size;
  }
}

const SETS = new Set([7, 8]);

/**
 * Checks the bytes of a picture that is copied beside parameter sets of another encoder.
 * @param known parameter sets of the file, which pictures may repeat
 * @throws AssertionError when something in it could decode in another way there
 */
export function assertUnits(picture: Buffer, { isKey, known }: { isKey: boolean; known: readonly Buffer[] }): void {
  const units = unitsIn(picture);
  for (const { first, bytes } of units) {
    const kind = kindOf(first);
    const isKnown = SETS.has(kind) ? known.some((set) => set.equals(bytes)) : HARMLESS.has(kind);
    assert.ok(isKnown, `a picture carries ${kind}`);
  }
  assert.equal(
    units.some(({ first }) => kindOf(first) === KEY_SLICE),
    isKey,
    'a key frame is none, or is not named',
  );
}

/** What of a material's facts concerns a stretch of its pictures. */
export function factsWithin({ sizes, places, keys, parameterSets }: CodedPictures, { first, last }: CopyRange) {
  return {
    sizes: sizes.slice(first, last),
    places: places.slice(first, last).map((place) => place - first),
    keys: keys.flatMap((key) => (key >= first && key < last ? [key - first] : [])),
    parameterSets,
  };
}

/** A unit of a picture, and its first byte. */
interface Unit {
  first: number;
  bytes: Buffer;
}

/** The units that a picture is stored in, each after its length in four bytes. */
function unitsIn(picture: Buffer): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < picture.length;) {
    assert.ok(at + 5 <= picture.length, 'a picture ends within a unit');
    const length = picture.readUInt32BE(at);
    assert.ok(length > 0 && at + 4 + length <= picture.length, 'a unit is longer than its picture');
    units.push({ first: picture.readUInt8(at + 4), bytes: picture.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return units;
}

const kindOf = (unit: number): number => unit & 31;

/** Whether other pictures may refer to one: its slices say so. */
export const isReferredTo = (picture: Buffer): boolean =>
  unitsIn(picture).some(({ first }) => SLICES.has(kindOf(first)) && first >> 5 !== 0);

/**
 * The number of a key frame.
 * @param parameterSets the body of `avcC`, in hex
 * @throws AssertionError or RangeError where it is none
 */
export function numberOfKey(picture: Buffer, parameterSets: string): number {
  const slice = unitsIn(picture).find(({ first }) => kindOf(first) === KEY_SLICE);
  assert.ok(slice !== undefined, 'a picture is no key frame');
  return keyNumber(slice.bytes, parameterSets);
}
