import assert from 'node:assert/strict';
import { test } from 'node:test';

import { timedTextSchema, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { warningsOf } from '#core/contract/timed-text/reading.ts';
import {
  addCue,
  changeCue,
  mergeNext,
  replaceAll,
  shiftCues,
  snapCue,
  splitCue,
  tidyTimes,
} from '#plugins/copywriting/web/editor/cue-edits.ts';
import { chance, someCues } from '#tests/unit/contract/timed-text/chance.ts';

const cue = (id: string, start: number, end: number, text: string): TimedCue => ({
  ...{ id, start, end, text, words: [], speaker: '', source: 'typed' },
});
const told = (cues: readonly TimedCue[]) => cues.map(({ start, end, text }) => [start, end, text]);

test('a cue is split at the caret, else where the player is, else between two words', () => {
  const cues = [cue('c1', 1000, 3000, '全场包邮，限时三天')];
  assert.deepEqual(told(splitCue(cues, 'c1', { letter: 5 })), [
    [1000, 2111, '全场包邮，'],
    [2111, 3000, '限时三天'],
  ]);
  assert.deepEqual(told(splitCue(cues, 'c1', { letter: 5, time: 1500 })), [
    [1000, 1500, '全场包邮，'],
    [1500, 3000, '限时三天'],
  ]);
  assert.deepEqual(
    told(splitCue(cues, 'c1', {})).map(([, , text]) => text),
    ['全场包邮，', '限时三天'],
  );
  const inWords = splitCue([cue('c1', 0, 3000, '今天全场商品一律包邮限时三天')], 'c1', {}).map(({ text }) => text);
  assert.deepEqual(inWords, ['今天全场商品', '一律包邮限时三天'], 'no word is cut');
  const [first, second] = splitCue(cues, 'c1', {});
  assert.notEqual(first?.id, second?.id);
  assert.equal(splitCue([cue('c1', 0, 80, 'short')], 'c1', {}).length, 1);
});

test('two cues become one, with a space only where their language has one', () => {
  assert.deepEqual(told(mergeNext([cue('c1', 0, 900, '全场'), cue('c2', 1000, 2000, '包邮')], 'c1', 'zh')), [
    [0, 2000, '全场包邮'],
  ]);
  assert.deepEqual(told(mergeNext([cue('c1', 0, 900, 'Free'), cue('c2', 1000, 2000, 'shipping')], 'c1', 'en')), [
    [0, 2000, 'Free shipping'],
  ]);
  assert.equal(mergeNext([cue('c1', 0, 900, 'last')], 'c1', 'en').length, 1);
});

test('cues are moved together and stay within the video', () => {
  const cues = [cue('c1', 500, 900, 'a'), cue('c2', 1000, 2000, 'b')];
  assert.deepEqual(told(shiftCues(cues, -2000)), [
    [0, 400, 'a'],
    [500, 1500, 'b'],
  ]);
  assert.deepEqual(told(shiftCues(cues, 5000, { end: 2500 })), [
    [1000, 1400, 'a'],
    [1500, 2500, 'b'],
  ]);
  assert.deepEqual(told(shiftCues(cues, 100, { from: 1 })), [
    [500, 900, 'a'],
    [1100, 2100, 'b'],
  ]);
});

test('words are found whatever their case, and replaced as they stand', () => {
  const { cues, count } = replaceAll(
    [cue('c1', 0, 900, 'A.b a.B axb'), cue('c2', 1000, 2000, 'none')],
    'a.b',
    '$1 (x)',
  );
  assert.deepEqual([count, cues[0]?.text, cues[1]?.text], [2, '$1 (x) $1 (x) axb', 'none']);
  assert.equal(replaceAll(cues, '', 'x').count, 0);
});

test('what can be put right of times is, and nothing else changes', () => {
  const frame = 1000 / 30;
  const cues = [
    cue('c1', 0, 1000, 'a'),
    cue('c2', 1030, 2100, 'b'),
    cue('c3', 2000, 3000, 'c'),
    cue('c4', 4000, 5000, 'd'),
  ];
  const tidy = tidyTimes(cues, frame);
  assert.deepEqual(told(tidy), [
    [101, 1030, 'a'],
    [1030, 2000, 'b'],
    [2000, 3000, 'c'],
    [4000, 5000, 'd'],
  ]);
  for (const [at, each] of tidy.entries()) {
    const before = tidy[at - 1];
    assert.deepEqual(warningsOf(each, { language: 'en', frame, ...(before === undefined ? {} : { before }) }), []);
  }
});

test('whatever is done to cues, they stay a document', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { below, one } = chance(seed);
    let cues: readonly TimedCue[] = someCues(seed, 6);
    for (let step = 0; step < 30; step += 1) {
      const { id, start, end } = cues[below(cues.length)] ?? cue('none', 0, 1, '');
      cues = one([
        () => splitCue(cues, id, { letter: below(20), time: start + below(4000) }),
        () => mergeNext(cues, id, 'zh'),
        () => shiftCues(cues, below(4000) - 2000, { from: below(6), end: 60_000 }),
        () => addCue(cues, below(50_000), 60_000).cues,
        () => changeCue(cues, id, { start: Math.max(0, end - 1 - below(500)) }),
        () => tidyTimes(cues, 1000 / 30),
        () => replaceAll(cues, one(['a', '包']), one(['', 'xyz'])).cues,
      ])();
      const read = timedTextSchema.safeParse(cues);
      assert.ok(read.success, `${seed}, ${step}: ${read.error?.message}`);
    }
  }
});

test('a cue begins and ends where speech or a shot does near its edges, and never becomes none', () => {
  const moments = { speech: [{ start: 1.18, end: 2.6 }], shots: [3.2, 9] };
  const snapped = (start: number, end: number) => told(snapCue([cue('c1', start, end, '包邮')], 'c1', moments))[0];
  assert.deepEqual(snapped(1000, 2400), [1180, 2600, '包邮']);
  assert.deepEqual(snapped(2000, 3000), [2000, 3200, '包邮']);
  assert.deepEqual(snapped(5000, 6000), [5000, 6000, '包邮']);
  assert.deepEqual(snapped(3100, 3210), [3100, 3210, '包邮']);
});
