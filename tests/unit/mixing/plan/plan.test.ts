import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { plan } from '#plugins/mixing/server/plan/plan.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';

import {
  buildGroups,
  buildOverlappingGroups,
  buildPlanInput,
  mostShared,
  sharedShots,
  symbolsOf,
} from './build-plan-input.ts';

const same = (groups: number, size: number): number[] => new Array<number>(groups).fill(size);

test('ten groups of five give 50 outputs that differ in at least 6 of 10 shots, and 10 that differ in 8', () => {
  const fifty = plan(buildPlanInput(same(10, 5), { count: 50 }));
  assert.ok(fifty.minDistance >= 6, `least distance is ${fifty.minDistance}`);
  assert.equal(10 - mostShared(symbolsOf(fifty)), fifty.minDistance);
  assert.ok(plan(buildPlanInput(same(10, 5), { count: 10 })).minDistance >= 8);
});

test('six groups of eleven give all 1331 outputs that share two shots at most, and not one more', () => {
  const input = buildPlanInput(same(6, 11), { count: 1331, maxShared: 2 });
  const planned = plan(input);
  assert.equal(planned.method, 'reed-solomon');
  assert.equal(mostShared(symbolsOf(planned)), 2);
  assert.throws(
    () => plan({ ...input, count: 1332 }),
    (error: unknown) => {
      assert.ok(error instanceof ExpectedError);
      assert.equal(error.code, 'mixing:capacity');
      assert.deepEqual(error.params, { count: 1332, capacity: 1331, share: 2 });
      return true;
    },
  );
});

test('small spaces get as many words as there can be', () => {
  for (const [sizes, count, share] of [
    [same(4, 3), 9, 1],
    [same(5, 3), 18, 2],
    [same(5, 3), 6, 1],
    [same(6, 4), 64, 2],
    [same(5, 5), 25, 1],
    [[5, 5, 5, 7], 125, 2],
  ] as const) {
    const planned = plan(buildPlanInput(sizes, { count }));
    assert.equal(planned.maxShared, share, `${sizes.join()} × ${count}`);
    assert.ok(mostShared(symbolsOf(planned)) <= share);
  }
});

test('more outputs than combinations are refused with the number of combinations', () => {
  assert.throws(
    () => plan(buildPlanInput([3, 4], { count: 13 })),
    (error: unknown) => {
      assert.ok(error instanceof ExpectedError);
      assert.equal(error.code, 'mixing:capacity-total');
      assert.deepEqual(error.params, { count: 13, capacity: 12 });
      return true;
    },
  );
  assert.equal(plan(buildPlanInput([3, 4], { count: 12 })).method, 'all');
});

test('combinations that were made before are not made again, and are no capacity', () => {
  const first = plan(buildPlanInput([3, 4], { count: 8 }));
  const history = symbolsOf(first);
  const second = plan(buildPlanInput([3, 4], { count: 4, history, seed: 1 }));
  assert.equal(new Set([...history, ...symbolsOf(second)].map((word) => word.join())).size, 12);
  assert.throws(() => plan(buildPlanInput([3, 4], { count: 5, history })), {
    code: 'mixing:capacity-total',
    params: { count: 5, capacity: 4 },
  });
});

test('the same input and seed give the same plan, another seed another one', () => {
  for (const sizes of [same(10, 5), [3, 4, 5, 6, 7, 3, 4], same(4, 6)]) {
    const input = buildPlanInput(sizes, { count: 20, order: 'shuffled' });
    assert.deepEqual(plan(input), plan(structuredClone(input)));
    assert.notDeepEqual(symbolsOf(plan(input)), symbolsOf(plan({ ...input, seed: 8 })));
  }
});

test('random projects keep every promise of their plan', () => {
  const random = seededRandom(20261121);
  for (let round = 0; round < 60; round += 1) {
    const sizes = Array.from({ length: 1 + random.below(8) }, () => 1 + random.below(7));
    const product = sizes.reduce((a, b) => a * b, 1);
    const first = plan(buildPlanInput(sizes, { count: 1 + random.below(Math.min(40, product)), seed: round }));
    checkPromises(sizes, symbolsOf(first), first);

    const history = symbolsOf(first);
    const left = product - history.length;
    if (left < 1) continue;
    const second = plan(
      buildPlanInput(sizes, { count: 1 + random.below(Math.min(20, left)), seed: round + 1000, history }),
    );
    for (const word of symbolsOf(second)) {
      for (const earlier of history)
        assert.ok(sharedShots(word, earlier) <= second.maxShared, `${sizes.join()}: too near the history`);
    }
    checkPromises(sizes, symbolsOf(second), second);
  }

  function checkPromises(sizes: readonly number[], words: readonly string[][], planned: ReturnType<typeof plan>): void {
    const most = mostShared(words);
    assert.ok(most <= planned.maxShared, `${sizes.join()}: ${most} shared, ${planned.maxShared} promised`);
    assert.equal(planned.minDistance, sizes.length - most);
    for (const row of planned.capacity) {
      assert.ok(row.reachable <= row.bound, `${sizes.join()}: ${row.reachable} above ${row.bound} at ${row.maxShared}`);
      assert.equal(row.atLeast, row.reachable < row.bound);
    }
    const reachable = planned.capacity.map((row) => row.reachable);
    assert.deepEqual(
      reachable,
      [...reachable].sort((a, b) => a - b),
      `${sizes.join()}: looser levels yield less`,
    );
    assert.ok((planned.capacity[planned.maxShared]?.reachable ?? 0) >= words.length);
  }
});

test('what a level is said to yield can be planned', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 25; round += 1) {
    const sizes = Array.from({ length: 2 + random.below(6) }, () => 2 + random.below(6));
    for (const row of plan(buildPlanInput(sizes, { seed: round })).capacity) {
      if (row.reachable > 600) continue;
      const planned = plan(buildPlanInput(sizes, { seed: round, count: row.reachable, maxShared: row.maxShared }));
      assert.equal(planned.words.length, row.reachable);
      assert.ok(mostShared(symbolsOf(planned)) <= row.maxShared);
    }
  }
});

test('groups that share footage count it wherever it stands, and no output shows a shot twice', () => {
  const random = seededRandom(9);
  for (let round = 0; round < 25; round += 1) {
    const groups = buildOverlappingGroups(2 + random.below(4), 5 + random.below(6), random);
    const input = buildPlanInput([], { groups, count: 1 + random.below(8), seed: round });
    let planned: ReturnType<typeof plan>;
    try {
      planned = plan(input);
    } catch (error) {
      assert.ok(error instanceof ExpectedError);
      continue;
    }
    const words = symbolsOf(planned);
    assert.ok(mostShared(words) <= planned.maxShared);
    for (const word of words) assert.equal(new Set(word).size, word.length);
    for (const row of planned.capacity) assert.ok(row.reachable <= row.bound);
  }
});

test('one pool of ten clips in all five groups gives each of the 252 selections once', () => {
  const groups = buildGroups([10]).flatMap(({ shots }) =>
    Array.from({ length: 5 }, (_, at) => ({ id: `g${at}`, shots })),
  );
  const planned = plan(buildPlanInput([], { groups, count: 252 }));
  assert.equal(new Set(symbolsOf(planned).map((word) => [...word].sort().join())).size, 252);
  assert.throws(() => plan(buildPlanInput([], { groups, count: 253 })), { code: 'mixing:capacity-total' });
});

test('a word repeats a shot where it must', () => {
  const one = buildGroups([1])[0]?.shots ?? [];
  const groups = [
    { id: 'a', shots: one },
    { id: 'b', shots: one },
    ...buildGroups([4]).map((group) => ({ ...group, id: 'c', shots: group.shots.slice(1) })),
  ];
  const planned = plan(buildPlanInput([], { groups, count: 3 }));
  assert.equal(planned.words.length, 3);
  assert.equal(planned.maxShared, 2);
});

test('shots are used evenly', () => {
  for (const [sizes, count] of [
    [same(10, 5), 50],
    [same(6, 11), 900],
    [same(7, 6), 40],
    [same(4, 10), 37],
    [same(20, 5), 300],
  ] as const) {
    const uses = Object.values(plan(buildPlanInput(sizes, { count })).use.symbols);
    assert.ok(
      Math.max(...uses) - Math.min(...uses) <= 2,
      `${sizes.join()} × ${count}: ${Math.min(...uses)} to ${Math.max(...uses)}`,
    );
  }
});

test('openings differ while there are enough, and are used evenly after that', () => {
  for (const [sizes, count] of [
    [[10, 3, 3], 9],
    [[12, 4, 4, 4], 12],
    [[6, 6, 6, 6], 6],
    [[7, 5, 5, 5, 5], 7],
  ] as const) {
    assert.deepEqual(
      plan(buildPlanInput(sizes, { count })).openings,
      { distinct: count, repeated: 0 },
      `${sizes.join()}`,
    );
  }
  const planned = plan(buildPlanInput(same(10, 5), { count: 52 }));
  const opening = planned.words.map((word) => word.shots[0]?.symbol ?? '');
  const uses = [...new Set(opening)].map((symbol) => opening.filter((other) => other === symbol).length);
  assert.equal(planned.openings.distinct, 5);
  assert.ok(Math.max(...uses) - Math.min(...uses) <= 1);
});

test('a shuffled order gives each output an opening of its own while there are shots', () => {
  const planned = plan(buildPlanInput(same(10, 5), { count: 50, order: 'shuffled' }));
  assert.deepEqual(planned.openings, { distinct: 50, repeated: 0 });
  for (const word of planned.words)
    assert.deepEqual(
      [...word.order].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  assert.deepEqual(
    planned.words[0]?.shots.map((shot) => shot.group),
    buildGroups(same(10, 5)).map((group) => group.id),
  );
});

test('with transitions the plan needs fewer different neighbours, at the same distance', () => {
  const plain = plan(buildPlanInput(same(10, 5), { count: 50 }));
  const joined = plan(buildPlanInput(same(10, 5), { count: 50, joints: true }));
  assert.ok(
    joined.joints.distinct < plain.joints.distinct * 0.85,
    `${joined.joints.distinct} of ${plain.joints.distinct}`,
  );
  assert.equal(joined.minDistance, plain.minDistance);
  assert.equal(joined.joints.unrendered, joined.joints.distinct);
});

test('transitions that are rendered already are preferred', () => {
  for (const sizes of [same(10, 5), [5, 6, 5, 7, 5, 6, 5, 6]]) {
    const first = plan(buildPlanInput(sizes, { count: 15, joints: true }));
    const renderedJoints = jointsOf(first);
    const unaware = plan(buildPlanInput(sizes, { count: 30, joints: true, seed: 3 }));
    const aware = plan(buildPlanInput(sizes, { count: 30, joints: true, seed: 3, renderedJoints }));
    const unrendered = jointsOf(unaware).filter((pair) => !renderedJoints.includes(pair)).length;
    assert.ok(aware.joints.unrendered < unrendered, `${aware.joints.unrendered} against ${unrendered}`);
    assert.equal(aware.joints.unrendered, jointsOf(aware).filter((pair) => !renderedJoints.includes(pair)).length);
    assert.equal(aware.maxShared, unaware.maxShared);
  }

  function jointsOf(planned: ReturnType<typeof plan>): string[] {
    const pairs = planned.words.flatMap((word) =>
      word.shots.slice(1).map((shot, at) => `${word.shots[at]?.symbol}>${shot.symbol}`),
    );
    return [...new Set(pairs)];
  }
});

test('later batches of a project use the same code up to its end', () => {
  const history: string[][] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    const planned = plan(buildPlanInput(same(10, 5), { count: 25, history, seed: batch }));
    assert.equal(planned.maxShared <= 3, true, `batch ${batch} shares ${planned.maxShared}`);
    history.push(...symbolsOf(planned));
  }
  assert.ok(mostShared(history) <= 3);
});

test('900 outputs of 20 groups beside a history of 900 are planned', () => {
  const first = plan(buildPlanInput(same(20, 5), { count: 900 }));
  const second = plan(buildPlanInput(same(20, 5), { count: 900, history: symbolsOf(first), seed: 8 }));
  assert.equal(second.words.length, 900);
  assert.ok(second.minDistance >= 10);
  const uneven = plan(buildPlanInput([3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 8, 9, 5, 5, 5, 4, 3, 6, 6, 6], { count: 900 }));
  assert.ok(mostShared(symbolsOf(uneven)) <= uneven.maxShared);
});

test('wrong options are named', () => {
  for (const [overrides, name] of [
    [{ count: 0 }, /count/],
    [{ seed: 0.5 }, /seed/],
    [{ maxShared: -1 }, /maxShared/],
    [{ groups: [] }, /groups/],
    [{ groups: [{ id: 'a', shots: [] }] }, /group "a"/],
  ] as const) {
    assert.throws(
      () => plan(buildPlanInput([2, 2], overrides as object)),
      (error: unknown) => error instanceof TypeError && name.test(error.message),
    );
  }
});
