import assert from 'node:assert/strict';
import { test } from 'node:test';

import { looksHuman, type TrailPoint } from '#plugins/account/server/captcha/judge-trail.ts';
import { handTrail } from '#tests/integration/account/hand-trail.ts';

const X = 180;
/** Pixels that an arrow key moves the slider by. */
const KEY_STEP = 2;

function steps(count: number, step: number, times: readonly number[]): TrailPoint[] {
  return Array.from({ length: count + 1 }, (_, index) => ({ x: index * step, y: 0, t: times[index] ?? 0 }));
}

test('a hand by pointer is believed, also where the picture is shown smaller than it is', () => {
  assert.ok(looksHuman(handTrail(X), X));
  const shown = handTrail(X).map((point) => ({ ...point, x: point.x * (300 / 320) }));
  assert.ok(looksHuman(shown, X));
});

test('a hand by arrow keys is believed: steps of one size at uneven times', () => {
  let time = 0;
  const taps = Array.from({ length: 91 }, (_, index) => (index === 0 ? 0 : (time += 80 + ((index * index * 31) % 70))));
  assert.ok(looksHuman(steps(90, KEY_STEP, taps), X));
  // A key that is held: a pause before it repeats, and taps to end with.
  const held = Array.from({ length: 91 }, (_, index) =>
    index === 0 ? 0 : index < 87 ? 500 + index * 33 : 3600 + (index - 87) * 110,
  );
  assert.ok(looksHuman(steps(90, KEY_STEP, held), X));
});

test('a straight line at one speed is a machine', () => {
  const times = Array.from({ length: 37 }, (_, index) => index * 20);
  assert.ok(!looksHuman(steps(36, 5, times), X));
  const jittered = times.map((time, index) => time + (index % 2));
  assert.ok(!looksHuman(steps(36, 5, jittered), X));
});

test('a jump, too few points, too short and too long a time are machines', () => {
  const hand = handTrail(X);
  assert.ok(
    !looksHuman(
      [hand[0], hand[1], hand.at(-1)].filter((point) => point !== undefined),
      X,
    ),
  );
  assert.ok(!looksHuman([...hand.slice(0, 5), ...hand.slice(-5)], X));
  assert.ok(
    !looksHuman(
      hand.map((point) => ({ ...point, t: point.t / 10 })),
      X,
    ),
  );
  assert.ok(
    !looksHuman(
      hand.map((point) => ({ ...point, t: point.t * 100 })),
      X,
    ),
  );
  assert.ok(!looksHuman([], X));
});

test('a trail that ends elsewhere, goes back in time or is no number is refused', () => {
  const hand = handTrail(X);
  assert.ok(!looksHuman(handTrail(60), X));
  assert.ok(!looksHuman([...hand].reverse(), X));
  assert.ok(
    !looksHuman(
      hand.map((point, index) => (index === 9 ? { ...point, t: 0 } : point)),
      X,
    ),
  );
  assert.ok(
    !looksHuman(
      hand.map((point, index) => (index === 9 ? { ...point, x: Number.NaN } : point)),
      X,
    ),
  );
});
