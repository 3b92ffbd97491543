import assert from 'node:assert/strict';
import { test } from 'node:test';

import { capacityBound } from '#plugins/mixing/server/plan/capacity-bound.ts';
import { projectCapacity } from '#plugins/mixing/server/plan/project-capacity.ts';

import { buildGroups } from './build-plan-input.ts';

test('capacity is told for each level of sharing', () => {
  const { rows, level } = projectCapacity({ groups: buildGroups([5, 5, 5, 5]), history: [], count: 30 });
  assert.deepEqual(rows, [
    { maxShared: 0, bound: 5, reachable: 5, atLeast: false },
    { maxShared: 1, bound: 25, reachable: 25, atLeast: false },
    { maxShared: 2, bound: 125, reachable: 125, atLeast: false },
    { maxShared: 3, bound: 625, reachable: 625, atLeast: false },
  ]);
  assert.equal(level, 2);
});

test('one more clip in the smallest group is advised with what it yields', () => {
  const { advice } = projectCapacity({ groups: buildGroups([7, 7, 5, 6]), history: [], count: 150, maxShared: 2 });
  assert.deepEqual(advice[0], {
    maxShared: 2,
    from: 210,
    to: 252,
    clips: 1,
    groups: [{ group: 'g3', clips: 1 }],
    basis: 'reachable',
  });
  const lifted = projectCapacity({ groups: buildGroups([7, 7, 6, 6]), history: [], count: 150, maxShared: 2 });
  assert.equal(lifted.rows[2]?.reachable, 252);
});

test('where one clip changes nothing the advice says how many and where', () => {
  const { advice, level } = projectCapacity({
    groups: buildGroups([5, 5, 5, 5]),
    history: [],
    count: 200,
    maxShared: 2,
  });
  assert.equal(level, null);
  const enough = advice.find((item) => item.to >= 200);
  assert.ok(enough && enough.clips > 1);
  assert.equal(
    enough.groups.reduce((sum, group) => sum + group.clips, 0),
    enough.clips,
  );
  const sizes = [5, 5, 5, 5].map(
    (size, at) => size + (enough.groups.find((group) => group.group === `g${at + 1}`)?.clips ?? 0),
  );
  const after = projectCapacity({ groups: buildGroups(sizes), history: [], count: 200, maxShared: 2 });
  assert.equal(after.rows[2]?.reachable, enough.to);
});

test('what was made before is taken off', () => {
  const groups = buildGroups([5, 5, 5, 5]);
  const history = [0, 1, 2].map((at) => groups.map((group) => group.shots[at]?.symbol ?? ''));
  const { rows } = projectCapacity({ groups, history, count: 1 });
  assert.deepEqual(
    rows.map((row) => row.reachable),
    [2, 22, 122, 622],
  );
});

test('the averaging bound is below Singleton where random words must agree more', () => {
  assert.equal(capacityBound(new Array<number>(10).fill(5), 1), 7);
  assert.equal(capacityBound(new Array<number>(10).fill(5), 2), 125);
  assert.equal(capacityBound([3, 3, 3, 3, 3], 1), 6);
});
