import assert from 'node:assert/strict';
import { test } from 'node:test';

import { plan } from '#plugins/mixing/server/plan/plan.ts';
import { replan } from '#plugins/mixing/server/plan/replan.ts';

import { buildPlanInput, mostShared, symbolsOf } from './build-plan-input.ts';

const sizes = [6, 6, 6, 6, 6];

test('only the named outputs are planned anew, and not as they were', () => {
  const input = buildPlanInput(sizes, { count: 20 });
  const before = plan(input);
  const after = replan(input, before, { replace: [3, 17] });
  assert.deepEqual(after.replaced, [3, 17]);
  after.plan.words.forEach((word, at) => {
    if (at === 3 || at === 17) assert.notDeepEqual(word.shots, before.words[at]?.shots);
    else assert.deepEqual(word, before.words[at]);
  });
  assert.ok(mostShared(symbolsOf(after.plan)) <= after.plan.maxShared);
  assert.deepEqual(replan(input, before, { replace: [3, 17] }), after);
});

test('a dropped material leaves every output that used it', () => {
  const input = buildPlanInput(sizes, { count: 20 });
  const before = plan(input);
  const after = replan(input, before, { dropped: ['g2m3'] });
  assert.deepEqual(
    after.replaced,
    before.words.flatMap((word, at) => (word.shots[1]?.material === 'g2m3' ? [at] : [])),
  );
  assert.ok(after.replaced.length > 0);
  assert.ok(after.plan.words.every((word) => word.shots.every((shot) => shot.material !== 'g2m3')));
  assert.equal(after.input.groups[1]?.shots.length, 5);
  assert.ok(mostShared(symbolsOf(after.plan)) <= after.plan.maxShared);
});

test('symbols that turned out to look the same count as one', () => {
  const input = buildPlanInput(sizes, { count: 24, maxShared: 2 });
  const before = plan(input);
  const after = replan(input, before, {
    merged: [
      ['g1s1', 'g1s2'],
      ['g3s5', 'g3s6'],
      ['g4s1', 'g5s1'],
    ],
  });
  const words = symbolsOf(after.plan);
  assert.ok(mostShared(words) <= 2);
  assert.ok(words.every((word) => !word.includes('g1s2') && !word.includes('g5s1')));
  assert.ok(after.replaced.length < 24);
  const again = replan(after.input, after.plan, {});
  assert.deepEqual(again.replaced, []);
});

test('with too little left the change is refused with what is possible', () => {
  const input = buildPlanInput([2, 2, 2], { count: 4, maxShared: 1 });
  assert.throws(
    () =>
      replan(input, plan(input), {
        merged: [
          ['g1s1', 'g1s2'],
          ['g2s1', 'g2s2'],
        ],
      }),
    { code: /mixing:capacity/ },
  );
  assert.throws(() => replan(input, plan(input), { dropped: ['g1m1', 'g1m2'] }), {
    code: 'mixing:group-empty',
    params: { group: 'g1' },
  });
});
