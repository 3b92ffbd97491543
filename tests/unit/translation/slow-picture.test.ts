import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addedBy, slowedTime } from '#core/contract/slow-stretches.ts';
import { DUB_RULES, planDub, type DubLine } from '#plugins/translation/dub-plan.ts';
import { planSlowDub, planSlowStretches, SLOW_RULES } from '#plugins/translation/slow-picture.ts';

const line = (start: number, end: number, spoken: number | null): DubLine => ({
  ...{ cue: `c${start}`, start, end, spoken, speaker: '' },
});
/** A line of 2 s whose next one follows at once: 1.15 times faster it says 2208 ms, 1.1 times slower 2438. */
const around = (spoken: number) => [line(4_000, 5_950, spoken), line(6_000, 8_000, 900)];

test('nothing is slower where all lines fit, where it is not allowed, and where even that would not help', () => {
  assert.deepEqual(planSlowStretches(around(2_200), 60_000), []);
  assert.deepEqual(planSlowStretches(around(2_460), 60_000), []);
  assert.deepEqual(planSlowStretches([line(4_000, 6_000, null)], 60_000), []);
  const usual = planSlowDub(around(2_400), 60_000, false);
  assert.deepEqual([usual.stretches, usual.places[0]?.fits], [[], false]);
  const hopeless = planSlowDub(around(2_460), 60_000, true);
  assert.equal(hopeless.places[0]?.fits, false);
  // What would fit is told with the slower picture.
  assert.ok((hopeless.places[0]?.most ?? 0) > 2_400 && (hopeless.places[0]?.most ?? 0) < 2_460);
});

test('a line that is too long even at the fastest pace fits by as much as it needs, which comes and goes in steps', () => {
  const { places, stretches } = planSlowDub(around(2_330), 60_000, true);
  const [long, next] = places;
  assert.deepEqual([long?.fits, long?.picture, next?.fits], [true, 1.06, true]);
  assert.ok((long?.factor ?? 0) > 1.1, 'the voice is faster before the picture is slower');
  assert.deepEqual(stretches, [
    { from: 3_000, to: 3_500, factor: 1.02 },
    { from: 3_500, to: 4_000, factor: 1.04 },
    { from: 4_000, to: 6_000, factor: 1.06 },
    { from: 6_000, to: 6_500, factor: 1.04 },
    { from: 6_500, to: 7_000, factor: 1.02 },
  ]);
  assert.equal(Math.round(addedBy(stretches)), 180);
  assert.equal(next?.start, Math.round(slowedTime(stretches, 6_000)));
  assert.equal(long?.start, 4_030);
});

test('at the beginning and the end of a video there is no room for steps, and nothing goes beyond it', () => {
  const stretches = planSlowStretches([line(0, 1_000, 1_230)], 1_000);
  assert.deepEqual(stretches, [{ from: 0, to: 1_000, factor: 1.08 }]);
  const open = planSlowStretches([line(500, 1_000, 3_000)], Infinity);
  assert.ok(
    open.every(({ to }) => Number.isFinite(to)),
    JSON.stringify(open),
  );
});

test('no plan of many lines is slower than allowed, jumps, overlaps, or loses a line that fits without', () => {
  let seed = 11;
  const random = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most;
  let [helped, slowed] = [0, 0];
  for (let round = 0; round < 200; round += 1) {
    let at = 100;
    const lines = Array.from({ length: 25 }, () => {
      const start = (at += random(1_200));
      const end = (at += 300 + random(3_500)) + (random(6) === 0 ? random(700) : 0);
      return { ...line(start, end, random(8) === 0 ? null : 100 + random(4_500)), cue: `${at}` };
    });
    const total = at + random(2_000);
    const usual = planDub(lines, total);
    const { places, stretches } = planSlowDub(lines, total, true);
    slowed += stretches.length;
    for (const [index, { from, to, factor }] of stretches.entries()) {
      const before = stretches[index - 1];
      assert.ok(from >= (before?.to ?? 0) && to > from && to <= total);
      assert.ok(factor > 1 && factor <= DUB_RULES.slowest);
      const beside = before?.to === from ? before.factor : from === 0 ? factor : 1;
      assert.ok(Math.abs(factor - beside) <= SLOW_RULES.step + 1e-9, `${factor} beside ${beside}`);
    }
    for (const [index, { start, takes, factor, room, fits }] of places.entries()) {
      assert.equal(start, Math.round(slowedTime(stretches, lines[index]?.start ?? NaN)));
      assert.ok(factor <= DUB_RULES.fastest && takes <= room);
      const next = places[index + 1];
      if (fits && next !== undefined) assert.ok(start + takes + DUB_RULES.pause <= next.start);
      assert.ok(fits || usual[index]?.fits === false, 'a line that fits is left out');
      if (fits && usual[index]?.fits === false) helped += 1;
    }
    // Whatever could be helped is.
    for (const [index, { fits, most }] of places.entries()) {
      const spoken = lines[index]?.spoken ?? Infinity;
      if (!fits) assert.ok(spoken > most * 0.985 || most === 0, `${spoken} of ${most} ms`);
    }
  }
  assert.ok(helped > 100 && slowed > 500, `${helped} lines helped by ${slowed} stretches`);
});
