import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lettersThatFit } from '#core/contract/speech-pace.ts';
import { DUB_RULES, planDub, type DubLine } from '#plugins/translation/dub-plan.ts';

const line = (start: number, end: number, spoken: number | null, speaker = ''): DubLine => ({
  ...{ cue: `c${start}`, start, end, spoken, speaker },
});
const brief = (lines: readonly DubLine[], total = 60_000) =>
  planDub(lines, total).map(({ fits, factor, takes, borrowed }) => [fits, factor, takes, borrowed]);

test('a line that fits into its own time is spoken as it is', () => {
  assert.deepEqual(brief([line(1_000, 3_000, 1_800)]), [[true, 1, 1_800, 0]]);
});

test('a longer one takes the silence behind it before it is spoken faster', () => {
  assert.deepEqual(brief([line(1_000, 3_000, 2_600), line(4_000, 5_000, 500)]), [
    [true, 1, 2_600, 600],
    [true, 1, 500, 0],
  ]);
  // Room until 80 ms before the next line: 2920 of 3200.
  assert.deepEqual(brief([line(1_000, 3_000, 3_200), line(4_000, 6_000, 500, 'B')])[0], [true, 1.096, 2_920, 920]);
});

test('a line that is too long even at the fastest pace does not fit, and the letters that would are said', () => {
  const [long] = planDub([line(1_000, 3_000, 4_000), line(3_100, 6_000, 900)], 60_000);
  assert.deepEqual([long?.fits, long?.room, long?.takes], [false, 2_020, 0]);
  const most = lettersThatFit({ letters: 100, spoken: 4_000, room: 2_020 });
  assert.equal(most, 58);
  const spoken = (4_000 * most) / 100;
  assert.ok(planDub([line(1_000, 3_000, spoken), line(3_100, 6_000, 900)], 60_000)[0]?.fits);
});

test('silence far behind its own time is not taken, nor any behind the end of the video', () => {
  assert.equal(planDub([line(1_000, 2_000, 900)], 60_000)[0]?.room, 3_000);
  assert.equal(planDub([line(1_000, 2_000, 900)], 2_300)[0]?.room, 1_300);
  assert.deepEqual(brief([line(1_000, 2_000, 900)], 500), [[false, 1, 0, 0]]);
});

test('where a line is not spoken the original is heard: others leave its time alone', () => {
  const [first, second] = planDub([line(1_000, 2_000, 1_500), line(2_200, 4_000, null)], 60_000);
  assert.deepEqual([first?.fits, first?.room], [false, 1_120]);
  assert.equal(second?.fits, false);
});

test('lines that begin at once, or before the one before them is over, never overlap', () => {
  assert.deepEqual(brief([line(1_000, 4_000, 1_000), line(1_000, 4_000, 1_000)]), [
    [false, 1, 0, 0],
    [true, 1, 1_000, 0],
  ]);
  const [first] = planDub([line(1_000, 4_000, 2_000), line(2_500, 5_000, 1_000)], 60_000);
  assert.deepEqual([first?.room, first?.fits], [1_420, false]);
  // In whatever order they come.
  const places = planDub([line(5_000, 6_000, 900), line(1_000, 2_000, 900)], 60_000);
  assert.deepEqual(
    places.map(({ cue }) => cue),
    ['c5000', 'c1000'],
  );
});

test('neighbours of a hurried line are spoken nearly as fast, those of another speaker or far away are not', () => {
  const hurried = line(4_000, 6_000, 2_300);
  const factors = (...lines: DubLine[]) => planDub(lines, 60_000).map(({ factor }) => factor);
  const next = line(6_130, 9_000, 2_000);
  const [before, own, after, last] = factors(line(1_000, 3_900, 2_800), hurried, next, line(9_000, 12_000, 2_000));
  assert.equal(own, 1.122);
  assert.deepEqual([before, after, last], [1.072, 1.072, 1.022]);
  assert.deepEqual(factors(hurried, { ...next, speaker: 'B' })[1], 1);
  assert.deepEqual(factors(hurried, line(6_130, 6_200, 30), line(8_000, 9_000, 900))[2], 1);
});

test('no plan of many lines has one that overlaps, is too fast or begins beside its cue', () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most;
  for (let round = 0; round < 300; round += 1) {
    let at = 100;
    const lines = Array.from({ length: 30 }, () => {
      const start = (at += random(1_500));
      const end = (at += 200 + random(4_000)) + (random(5) === 0 ? random(800) : 0);
      return { ...line(start, end, random(8) === 0 ? null : 100 + random(5_000)), cue: `${at}` };
    });
    const total = at + random(3_000);
    const places = planDub(lines, total);
    for (const [index, { start, takes, factor, room, fits }] of places.entries()) {
      assert.equal(start, lines[index]?.start);
      assert.ok(factor >= 1 && factor <= DUB_RULES.fastest);
      assert.ok(takes <= room && start + takes <= total);
      const next = places[index + 1];
      if (fits && next !== undefined) assert.ok(start + takes + DUB_RULES.pause <= next.start);
      const spoken = lines[index]?.spoken ?? null;
      if (!fits && spoken !== null) assert.ok(spoken > room * DUB_RULES.fastest || room === 0);
      if (fits && next?.fits === true && next.start - start - takes < DUB_RULES.near) {
        assert.ok(Math.abs(factor - next.factor) <= DUB_RULES.step + 1e-9, `${factor} beside ${next.factor}`);
      }
    }
  }
});
