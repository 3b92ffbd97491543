import assert from 'node:assert/strict';

import { bitsOf } from './bit-reader.ts';

/** What a decoder is told of H.264 in an MP4: the body of `avcC`, taken apart. */
export interface ParameterSets {
  /** Bytes that the length of each unit takes. */
  lengthBytes: number;
  /** Sequence parameter sets, as units. */
  sequence: Buffer[];
  /** Picture parameter sets, as units. */
  picture: Buffer[];
  /** What High profile states behind them. */
  rest: Buffer;
}

/**
 * Takes the body of an `avcC` box apart.
 * @throws AssertionError or RangeError where it is damaged
 */
export function setsIn(body: Buffer): ParameterSets {
  assert.equal(body.readUInt8(0), 1, 'the parameter sets are described in another way');
  let at = 5;
  const units = (mask: number) =>
    Array.from({ length: body.readUInt8(at++) & mask }, () => {
      const length = body.readUInt16BE(at);
      const unit = body.subarray(at + 2, at + 2 + length);
      assert.ok(length > 0 && unit.length === length, 'a parameter set is longer than what holds it');
      at += 2 + length;
      return unit;
    });
  const [sequence, picture] = [units(31), units(255)];
  return { lengthBytes: (body.readUInt8(4) & 3) + 1, sequence, picture, rest: body.subarray(at) };
}

/** What a sequence parameter set says, as far as we read it. */
export interface SequenceSet {
  /** Such as 66 Baseline, 77 Main, 100 High. */
  profile: number;
  /** Ten times the level. */
  level: number;
  id: number;
  /** 1 for 4:2:0. */
  chroma: number;
  /** Bits of light and of colour. */
  depths: [number, number];
  /** Bits of a slice that count its frame. */
  frameNumberBits: number;
  /** Frames that pictures may refer to. */
  references: number;
  /** Fields may stand in place of frames. */
  isInterlaced: boolean;
}

/** Profiles whose sets state colours and depths. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** @throws AssertionError for a set that is absent, damaged or of a kind that is not read */
export function readSequenceSet(unit: Buffer | undefined): SequenceSet {
  assert.ok(unit !== undefined, 'there is no parameter set');
  const [profile, level] = [unit.readUInt8(1), unit.readUInt8(3)];
  const set = bitsOf(unit.subarray(4));
  const id = set.variable();
  let chroma = 1;
  let depths: [number, number] = [8, 8];
  if (HIGH_PROFILES.has(profile)) {
    chroma = set.variable();
    if (chroma === 3) assert.equal(set.fixed(1), 0, 'colours are coded apart');
    depths = [set.variable() + 8, set.variable() + 8];
    set.fixed(1);
    assert.equal(set.fixed(1), 0, 'the parameter sets scale what is coded');
  }
  const frameNumberBits = set.variable() + 4;
  const order = set.variable();
  if (order === 0) set.variable();
  if (order === 1) {
    set.fixed(1);
    set.variable();
    set.variable();
    for (let count = set.variable(); count > 0; count--) set.variable();
  }
  const references = set.variable();
  set.fixed(1);
  // Width and height in blocks.
  set.variable();
  set.variable();
  return { profile, level, id, chroma, depths, frameNumberBits, references, isInterlaced: set.fixed(1) === 0 };
}

/** The number by which slices name a picture parameter set. */
export const pictureSetId = (unit: Buffer): number => bitsOf(unit.subarray(1)).variable();

/** A number that no set of the file has, for the sets of what is encoded beside its pictures. */
export function freeSetId({ sequence, picture }: ParameterSets): number {
  const taken = new Set([...sequence.map((unit) => readSequenceSet(unit).id), ...picture.map(pictureSetId)]);
  const free = Array.from({ length: 31 }, (_, at) => at + 1).find((id) => !taken.has(id));
  assert.ok(free !== undefined, 'the file uses all numbers of parameter sets');
  return free;
}

/**
 * The body of an `avcC` box with which a decoder reads pictures of several encoders: their sets have numbers of their
 * own, so that none takes another's place.
 * @param first whose profile and units decide
 * @throws AssertionError where two sets of one number differ
 */
export function mergeSets(first: Buffer, others: readonly Buffer[]): Buffer {
  const own = setsIn(first);
  const [sequence, picture] = [[...own.sequence], [...own.picture]];
  const add = (units: Buffer[], unit: Buffer, numberOf: (each: Buffer) => number) => {
    const same = units.find((each) => numberOf(each) === numberOf(unit));
    assert.ok(same === undefined || same.equals(unit), 'two parameter sets have the same number');
    if (same === undefined) units.push(unit);
  };
  const head = Buffer.from(first.subarray(0, 4));
  for (const body of others) {
    const sets = setsIn(body);
    assert.equal(sets.lengthBytes, own.lengthBytes, 'units have lengths of another size');
    assert.equal(body.readUInt8(1), head.readUInt8(1), 'the profiles differ');
    head.writeUInt8(head.readUInt8(2) & body.readUInt8(2), 2);
    head.writeUInt8(Math.max(head.readUInt8(3), body.readUInt8(3)), 3);
    for (const unit of sets.sequence) add(sequence, unit, (each) => readSequenceSet(each).id);
    for (const unit of sets.picture) add(picture, unit, pictureSetId);
  }
  const stored = (units: Buffer[]) => units.flatMap((unit) => [Buffer.of(unit.length >> 8, unit.length & 255), unit]);
  const counts = [0xfc | (own.lengthBytes - 1), 0xe0 | sequence.length];
  return Buffer.concat([
    ...[head, Buffer.from(counts), ...stored(sequence)],
    ...[Buffer.of(picture.length), ...stored(picture), own.rest],
  ]);
}
