import assert from 'node:assert/strict';
import { test } from 'node:test';

import { largestSet } from '#plugins/mixing/server/plan/largest-set.ts';
import { seededRandom, type Random } from '#plugins/mixing/server/plan/random.ts';

function conflictsOf(count: number, edges: readonly (readonly [number, number])[]): Int32Array[] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    lists[a]?.push(b);
    lists[b]?.push(a);
  }
  return lists.map((list) => Int32Array.from(list));
}

function randomConflicts(count: number, share: number, random: Random): Int32Array[] {
  const edges: [number, number][] = [];
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) if (random.next() < share) edges.push([a, b]);
  }
  return conflictsOf(count, edges);
}

/** The size of a largest set, by trying all. */
function bruteForce(conflicts: readonly Int32Array[]): number {
  const rows = conflicts.map((list) => list.reduce((row, other) => row | (1 << other), 0));
  const most = (left: number): number => {
    if (left === 0) return 0;
    const vertex = 31 - Math.clz32(left);
    const rest = left & ~(1 << vertex);
    return Math.max(most(rest), 1 + most(rest & ~(rows[vertex] ?? 0)));
  };
  return most(2 ** conflicts.length - 1);
}

test('a set is as large as can be, holds no conflict, and is proven to be the largest', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 60; round += 1) {
    const conflicts = randomConflicts(5 + random.below(14), 0.1 + 0.5 * random.next(), random);
    const { set, bound } = largestSet(conflicts, [], Infinity, seededRandom(round));
    const largest = bruteForce(conflicts);
    assert.deepEqual([set.length, bound], [largest, largest]);
    assert.ok(set.every((at) => !conflicts[at]?.some((other) => set.includes(other))));
    assert.deepEqual(largestSet(conflicts, [], Infinity, seededRandom(round)), { set, bound }, 'same seed, same set');
  }
});

test('a ring of five yields two, which no cover by cliques can prove', () => {
  const ring = conflictsOf(5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 0],
  ]);
  const { set, bound } = largestSet(ring, [], Infinity, seededRandom(1));
  assert.deepEqual([set.length, bound], [2, 2]);
});

test('a set begins with what it is given and ends when it is large enough', () => {
  const free = conflictsOf(30, [[0, 1]]);
  const { set, bound } = largestSet(free, [1, 7], 12, seededRandom(2));
  assert.ok(set.length >= 12 && set.includes(1) && set.includes(7));
  assert.equal(bound, Infinity);
  assert.deepEqual(largestSet([], [], 3, seededRandom(2)), { set: [], bound: 0 });
});

test('thousands of candidates with many conflicts end with a set and a bound that holds', () => {
  const conflicts = randomConflicts(2500, 0.1, seededRandom(5));
  const { set, bound } = largestSet(conflicts, [], Infinity, seededRandom(6));
  assert.ok(set.length > 20 && bound >= set.length);
});
