import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shotParts } from '#plugins/removal/server/shots/shot-parts.ts';

const wantedOf = (parts: ReturnType<typeof shotParts>) => parts.map(({ wanted: { first, last } }) => [first, last]);

test('what is filled together is of one shot, and sees what is around it there', () => {
  const found = { shots: [40, 70], masked: [{ first: 20, last: 60 }] };
  assert.deepEqual(shotParts({ first: 10, last: 90 }, found, 120), [
    { first: 10, last: 40, wanted: { first: 20, last: 40 } },
    { first: 40, last: 70, wanted: { first: 40, last: 60 } },
  ]);
});

test('a long shot is divided evenly, and no part is longer than a service takes', () => {
  for (const most of [16, 33, 120]) {
    const parts = shotParts({ first: 0, last: 1000 }, { shots: [], masked: [{ first: 100, last: 901 }] }, most);
    const wanted = wantedOf(parts);
    assert.deepEqual([wanted[0]?.[0], wanted.at(-1)?.[1]], [100, 901]);
    assert.ok(wanted.every(([first], at) => at === 0 || first === wanted[at - 1]?.[1]));
    assert.ok(parts.every(({ first, last }) => last - first <= most));
  }
});

test('texts soon after each other are one part, those far apart are two', () => {
  const masked = [
    { first: 10, last: 20 },
    { first: 30, last: 40 },
    { first: 90, last: 95 },
  ];
  const parts = shotParts({ first: 0, last: 120 }, { shots: [], masked }, 120);
  assert.deepEqual(wantedOf(parts), [
    [10, 40],
    [90, 95],
  ]);
});

test('where there is no text there is nothing to fill', () => {
  assert.deepEqual(shotParts({ first: 0, last: 50 }, { shots: [20], masked: [] }, 60), []);
});
