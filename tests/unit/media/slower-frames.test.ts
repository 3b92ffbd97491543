import assert from 'node:assert/strict';
import { test } from 'node:test';

import { slowedTime, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { outputClock } from '#core/server/services/media/cut/slower-frames.ts';

const SCALE = 15_360;
const STEP = SCALE / 30;
const steady = (count: number, begin = 0) => ({
  times: Array.from({ length: count }, (_, at) => begin + at * STEP),
  ...{ end: begin + count * STEP, scale: SCALE },
});
const all = (count: number) => ({ first: 0, last: count });
const RAMP: readonly SlowStretch[] = [
  { from: 2, to: 3, factor: 1.05 },
  { from: 3, to: 5, factor: 1.1 },
  { from: 5, to: 6, factor: 1.05 },
];

test('without slow stretches frames stay where they are', () => {
  const clock = outputClock(steady(90, 512), { first: 30, last: 60 });
  assert.deepEqual([clock.placeOf(30), clock.placeOf(60), clock.length, clock.encoded], [0, 30, 30 * STEP, []]);
  assert.equal(clock.repeat({ first: 30, last: 60 }), null);
});

test('a steady rate is kept: frames come twice as evenly as can be, none far from its time', () => {
  const clock = outputClock(steady(240), all(240), { slower: RAMP });
  assert.deepEqual(
    clock.times,
    clock.times.map((_, at) => at * STEP),
  );
  assert.equal(clock.times.length, 240 + 9);
  assert.deepEqual(clock.encoded, [
    { first: 60, last: 90 },
    { first: 90, last: 150 },
    { first: 150, last: 180 },
  ]);
  const twice: number[] = [];
  for (let frame = 0; frame < 240; frame += 1) {
    const [place, next] = [clock.placeOf(frame), clock.placeOf(frame + 1)];
    if (next - place === 2) twice.push(frame);
    else assert.equal(next - place, 1, `frame ${frame}`);
    const late = (clock.times[place] ?? NaN) / SCALE - slowedTime(RAMP, frame / 30);
    assert.ok(Math.abs(late) <= 0.6 / 30, `frame ${frame} is shown ${late} s late`);
  }
  assert.equal(twice.length, 9);
  const fast = twice.filter((frame) => frame >= 90 && frame < 150);
  assert.ok(
    fast.slice(1).every((frame, at) => [9, 10].includes(frame - (fast[at] ?? 0))),
    `at even distances: ${fast.join(' ')}`,
  );
});

test('many stretches do not add up to a drift', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    from: at * 2,
    to: at * 2 + 0.7,
    factor: 1.01 + (at % 9) / 100,
  }));
  const clock = outputClock(steady(3_600), all(3_600), { slower: many });
  for (let frame = 0; frame < 3_600; frame += 7) {
    const late = (clock.times[clock.placeOf(frame)] ?? NaN) / SCALE - slowedTime(many, frame / 30);
    assert.ok(Math.abs(late) <= 0.6 / 30, `frame ${frame} is shown ${late} s late`);
  }
});

test('frames that last differently are shown longer, none twice, and all stay copies', () => {
  const times: number[] = [];
  for (let at = 0, now = 0; at < 100; now += at % 3 === 0 ? 2 * STEP : STEP, at += 1) times.push(now);
  const shown = { times, end: (times.at(-1) ?? 0) + STEP, scale: SCALE };
  const clock = outputClock(shown, all(100), { slower: [{ from: 1, to: 3, factor: 1.1 }] });
  assert.deepEqual([clock.encoded, clock.times.length], [[], 100]);
  for (const [at, time] of times.entries()) {
    const wanted = slowedTime([{ from: 1, to: 3, factor: 1.1 }], time / SCALE);
    assert.ok(Math.abs((clock.times[at] ?? 0) / SCALE - wanted) < 0.005, `frame ${at}`);
  }
});

test('a stretch of too few frames repeats none, and one of the material’s own time is found where that begins late', () => {
  assert.deepEqual(outputClock(steady(30), all(30), { slower: [{ from: 0.5, to: 0.54, factor: 1.1 }] }).encoded, []);
  const late = outputClock(steady(90, SCALE), all(90), { slower: [{ from: 1, to: 2, factor: 1.1 }], startTime: 1 });
  assert.deepEqual(late.encoded, [{ first: 30, last: 60 }]);
});
