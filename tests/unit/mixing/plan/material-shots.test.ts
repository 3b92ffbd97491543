import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { FrameHashes } from '#plugins/mixing/server/plan/frame-hash.ts';
import { clusterNearDuplicates } from '#plugins/mixing/server/plan/near-duplicates.ts';
import { seededRandom, type Random } from '#plugins/mixing/server/plan/random.ts';
import { shotGroupsOf } from '#plugins/mixing/server/plan/shot-groups.ts';
import { windowsOf } from '#plugins/mixing/server/plan/windows.ts';

function buildHashes(frames: number, random: Random): FrameHashes {
  const words = (): Uint32Array => Uint32Array.from({ length: 2 * frames }, () => random.below(4294967296));
  return { frames: words(), mirrored: words() };
}

/** The same footage with so many bits of each frame changed. */
function changed(hashes: FrameHashes, bits: number): FrameHashes {
  const flip = (words: Uint32Array): Uint32Array =>
    words.map((word, at) => (at % 2 === 0 ? word ^ (2 ** bits - 1) : word) >>> 0);
  return { frames: flip(hashes.frames), mirrored: flip(hashes.mirrored) };
}

function cut(hashes: FrameHashes, from: number, to: number): FrameHashes {
  return { frames: hashes.frames.slice(2 * from, 2 * to), mirrored: hashes.mirrored.slice(2 * from, 2 * to) };
}

test('a material is cut into windows that do not overlap', () => {
  assert.deepEqual(windowsOf(10, 3), [
    { start: 0, end: 3 },
    { start: 3, end: 6 },
    { start: 6, end: 9 },
  ]);
  assert.deepEqual(windowsOf(9, 3).length, 3);
  assert.deepEqual(windowsOf(2.4, 3), [{ start: 0, end: 2.4 }]);
  assert.deepEqual(windowsOf(0.9, 3), []);
  assert.deepEqual(windowsOf(0.9, 3, 0.5), [{ start: 0, end: 0.9 }]);
  assert.deepEqual(windowsOf(0.3, 0.1, 0.1).length, 3);
  assert.deepEqual(windowsOf(Number.NaN, 3), []);
  assert.throws(() => windowsOf(3, 0), TypeError);
});

test('recoloured, mirrored and cut-down copies are near-duplicates, other footage is not', () => {
  const random = seededRandom(1);
  const original = buildHashes(12, random);
  const other = buildHashes(12, random);
  const copy = changed(original, 10);
  const mirrored = { frames: original.mirrored, mirrored: original.frames };
  const part = cut(original, 4, 9);
  assert.deepEqual(clusterNearDuplicates([original, other, copy, mirrored, part]), [0, 1, 0, 0, 0]);
  assert.deepEqual(clusterNearDuplicates([original, changed(original, 11)]), [0, 1]);
});

test('four frames of five are enough, three of five are not, and likeness is passed on', () => {
  const random = seededRandom(2);
  const original = buildHashes(10, random);
  const join = (a: FrameHashes, b: FrameHashes): FrameHashes => ({
    frames: Uint32Array.from([...a.frames, ...b.frames]),
    mirrored: Uint32Array.from([...a.mirrored, ...b.mirrored]),
  });
  const four = join(cut(original, 0, 4), buildHashes(1, random));
  const three = join(cut(original, 0, 3), buildHashes(2, random));
  assert.deepEqual(clusterNearDuplicates([original, four, three]), [0, 0, 2]);
  const [left, right] = [cut(original, 0, 6), cut(original, 4, 10)];
  assert.deepEqual(clusterNearDuplicates([left, right]), [0, 1]);
  assert.deepEqual(clusterNearDuplicates([left, right, original]), [0, 0, 0]);
});

test('frames of one tone do not make materials alike', () => {
  const random = seededRandom(3);
  const withBlack = (hashes: FrameHashes): FrameHashes => ({
    frames: Uint32Array.from([...new Uint32Array(40), ...hashes.frames]),
    mirrored: Uint32Array.from([...new Uint32Array(40), ...hashes.mirrored]),
  });
  assert.deepEqual(
    clusterNearDuplicates([withBlack(buildHashes(4, random)), withBlack(buildHashes(4, random))]),
    [0, 1],
  );
  const black = { frames: new Uint32Array(8), mirrored: new Uint32Array(8) };
  assert.deepEqual(clusterNearDuplicates([black, black]), [0, 0]);
});

test('only the longest of near-duplicates gives shots in its group', () => {
  const random = seededRandom(4);
  const long = buildHashes(20, random);
  const { groups, setAside } = shotGroupsOf({
    groups: [
      {
        id: 'a',
        shotSeconds: 3,
        materials: [
          { material: 'short', identity: 'short', duration: 4, fingerprint: cut(long, 0, 8) },
          { material: 'long', identity: 'long', duration: 10, fingerprint: long },
          { material: 'other', identity: 'other', duration: 3, fingerprint: buildHashes(6, random) },
          { material: 'blink', identity: 'blink', duration: 0.5, fingerprint: buildHashes(1, random) },
        ],
      },
    ],
  });
  assert.deepEqual(
    groups[0]?.shots.map((shot) => shot.material),
    ['long', 'long', 'long', 'other'],
  );
  assert.equal(new Set(groups[0]?.shots.map((shot) => shot.symbol)).size, 4);
  assert.deepEqual(setAside, [
    { group: 'a', material: 'short', sameAs: 'long' },
    { group: 'a', material: 'blink', sameAs: null },
  ]);
});

test('near-duplicates in different groups share the symbols of the windows that show the same', () => {
  const random = seededRandom(5);
  const long = buildHashes(20, random);
  const { groups } = shotGroupsOf({
    groups: [
      { id: 'a', shotSeconds: 3, materials: [{ material: 'long', identity: 'long', duration: 10, fingerprint: long }] },
      {
        id: 'b',
        shotSeconds: 3,
        materials: [{ material: 'tail', identity: 'tail', duration: 7, fingerprint: changed(cut(long, 6, 20), 4) }],
      },
      { id: 'c', shotSeconds: 3, materials: [{ material: 'long', identity: 'long', duration: 10, fingerprint: long }] },
    ],
  });
  const symbols = groups.map((group) => group.shots.map((shot) => shot.symbol));
  assert.deepEqual(symbols[1], [symbols[0]?.[1], symbols[0]?.[2]]);
  assert.deepEqual(symbols[2], symbols[0]);
  assert.deepEqual(groups[1]?.shots[0]?.window, { start: 0, end: 3 });
});
