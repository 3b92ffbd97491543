import assert from 'node:assert/strict';

/**
 * Reads what is coded bit by bit in a unit of H.264.
 * @param escaped the unit's bytes as stored
 * @throws AssertionError where it ends before what is read
 */
export function bitsOf(escaped: Buffer) {
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
