import assert from 'node:assert/strict';

/** The number of all key frames with which segments begin, those of our encoder as well as copied ones. */
export const FIRST_KEY = 0;

/** Bytes of a unit that hold all that is read of it. */
const HEAD = 32;

/** High profile, whose parameter sets state colours and depths. */
const HIGH = 100;

/**
 * The number of a key frame (`idr_pic_id`), by which decoders tell two of them apart that stand one after the other:
 * both may not have the same. x264 counts 0 and 1 in turn.
 * @param unit a coded slice of the picture, without its length
 * @param parameterSets the body of `avcC`, in hex
 * @throws AssertionError or RangeError for parameter sets of another kind
 */
export function keyNumber(unit: Buffer, parameterSets: string): number {
  const slice = bitsOf(unit.subarray(1, HEAD));
  // Where the slice begins, its type and its parameter set.
  for (let field = 0; field < 3; field++) slice.variable();
  slice.fixed(frameNumberBits(Buffer.from(parameterSets, 'hex')));
  return slice.variable();
}

/** How many bits of a slice count its frame. */
function frameNumberBits(sets: Buffer): number {
  const unit = sets.subarray(8, 8 + sets.readUInt16BE(6));
  assert.equal(unit.readUInt8(1), HIGH, 'the parameter sets are of another profile');
  const set = bitsOf(unit.subarray(4, HEAD));
  // Its number, the colours, and the depths of light and colour.
  for (let field = 0; field < 4; field++) set.variable();
  assert.equal(set.fixed(2), 0, 'the parameter sets scale what is coded');
  return set.variable() + 4;
}

/** Reads what is coded bit by bit. */
function bitsOf(escaped: Buffer) {
  // A 3 after two zeros only keeps them from looking like the begin of a unit.
  const bytes = [...escaped].filter((byte, at) => !(byte === 3 && escaped[at - 1] === 0 && escaped[at - 2] === 0));
  let at = 0;
  const fixed = (count: number) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) {
      const byte = bytes[at >> 3];
      assert.ok(byte !== undefined, 'a unit ends early');
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  const variable = () => {
    let zeros = 0;
    while (fixed(1) === 0) zeros++;
    return 2 ** zeros - 1 + fixed(zeros);
  };
  return { fixed, variable };
}
