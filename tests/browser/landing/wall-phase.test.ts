import { expect, test } from '@rstest/core';

import { WALL } from '#plugins/landing/wall-facts.ts';
import { phaseAt } from '#plugins/landing/web/wall/wall-phase.ts';

test('groups arrive one after the other, then the videos play until the loop begins anew', () => {
  const phases: unknown[] = [];
  for (let tick = 0; tick < WALL.seconds * 20; tick += 1) {
    const phase = phaseAt(tick / 20);
    if (phases.at(-1) !== phase) phases.push(phase);
  }
  expect(phases).toEqual(['playing', 1, 2, 3, 4, 5, 'playing']);
});

test('the loop begins with whole videos, long enough to be seen, before they are put together again', () => {
  expect([phaseAt(0), phaseAt(4)]).toEqual(['playing', 'playing']);
  expect(WALL.seconds - WALL.firstGroupAt).toBeLessThan(4);
});
