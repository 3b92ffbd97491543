import assert from 'node:assert/strict';
import { test } from 'node:test';

import { capacityBound } from '#plugins/mixing/server/plan/capacity-bound.ts';
import { largestCode } from '#plugins/mixing/server/plan/code-catalogue.ts';

function agreements(a: Int32Array, b: Int32Array): number {
  return a.reduce((sum, value, at) => sum + (value === b[at] ? 1 : 0), 0);
}

test('no two words of a code agree in more groups than it says, and it has as many words as it says', () => {
  for (const sizes of [
    [5, 5, 5, 5],
    [5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
    [3, 4, 5, 6],
    [2, 9, 9, 4, 7],
    [4, 4, 4, 4, 4, 4],
    [6, 6, 6, 6, 6],
    [8, 8, 9, 8],
    [3, 3, 11, 11],
  ]) {
    for (let shared = 0; shared < sizes.length - 1; shared += 1) {
      const offer = largestCode(sizes, shared);
      assert.ok(offer, `${sizes.join()} at ${shared}`);
      if (offer.code.indexes > 3000) continue;
      const words = Array.from({ length: offer.code.indexes }, (_, index) => offer.code.word(index) ?? []).filter(
        (word) => word.length > 0,
      ) as Int32Array[];
      assert.equal(words.length, offer.size);
      assert.ok(offer.size <= capacityBound(sizes, shared), `${sizes.join()} at ${shared}`);
      words.forEach((word, at) => {
        word.forEach((value, group) => assert.ok(value >= 0 && value < (sizes[group] ?? 0)));
        for (const other of words.slice(0, at))
          assert.ok(agreements(word, other) <= shared, `${sizes.join()} at ${shared}`);
      });
    }
  }
});

test('a block uses each shot of each group once, and the blocks make up the code', () => {
  const offer = largestCode(new Array<number>(10).fill(5), 3);
  const blocks = offer?.code.blocks;
  assert.ok(offer && blocks);
  const all = Array.from({ length: blocks.count }, (_, block) => blocks.words(block));
  for (const words of all) {
    for (let group = 0; group < 10; group += 1) assert.equal(new Set(words.map((word) => word[group])).size, 5);
  }
  assert.equal(new Set(all.flat().map((word) => word.join())).size, offer.size);
});

test('Singleton is reached where a code of that size exists', () => {
  for (const [groups, size] of [
    [4, 5],
    [5, 7],
    [6, 11],
    [8, 13],
    [5, 4],
    [9, 8],
    [10, 9],
  ] as const) {
    const sizes = new Array<number>(groups).fill(size);
    for (let shared = 0; shared < groups - 1; shared += 1) {
      assert.equal(largestCode(sizes, shared)?.size, size ** (shared + 1), `${groups} × ${size} at ${shared}`);
    }
  }
});
