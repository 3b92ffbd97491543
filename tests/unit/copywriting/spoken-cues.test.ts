import assert from 'node:assert/strict';
import { test } from 'node:test';

import { timedTextSchema, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { likeness, mergeCues } from '#plugins/copywriting/server/extract/merge-cues.ts';
import { spokenCues } from '#plugins/copywriting/server/extract/spoken-cues.ts';

const wordsOf = (text: string, from = 0, each = 0.4) =>
  text.split('|').map((word, at) => ({ text: word, start: from + at * each, end: from + (at + 1) * each }));
const segment = (text: string, words: ReturnType<typeof wordsOf>, speaker: string | null = null) => ({
  ...{ text, words, speaker, start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 1 },
});
const told = (cues: readonly TimedCue[]) => cues.map(({ start, end, text }) => [start, end, text]);

test('words become a cue for each sentence, with the times of their words', () => {
  const words = wordsOf('Free|shipping|today.|Hurry|up!');
  const cues = spokenCues({ language: 'en-US', segments: [segment('x', words, 'Anna')] }, 'en-US');
  assert.deepEqual(told(cues), [
    [0, 1200, 'Free shipping today.'],
    [1200, 2000, 'Hurry up!'],
  ]);
  assert.deepEqual(
    cues[1]?.words.map(({ text }) => text),
    ['Hurry', 'up!'],
  );
  assert.equal(cues[0]?.speaker, 'Anna');
  assert.ok(timedTextSchema.safeParse(cues).success);
});

test('Chinese words stand without spaces, and a pause begins a new cue', () => {
  const words = [...wordsOf('全场|包邮'), ...wordsOf('限时|三天', 3)];
  assert.deepEqual(told(spokenCues({ language: 'zh', segments: [segment('', words)] }, 'zh-CN')), [
    [0, 800, '全场包邮'],
    [3000, 3800, '限时三天'],
  ]);
});

test('a segment without words is parted in proportion to its letters', () => {
  const text = '今天全场商品一律包邮，限时三天不要错过。只要九块九！';
  const cues = spokenCues(
    { language: null, segments: [{ start: 1, end: 6, text, speaker: null, words: [] }] },
    'zh-CN',
  );
  assert.deepEqual(
    cues.map((cue) => cue.text),
    ['今天全场商品一律包邮，\n限时三天不要错过。', '只要九块九！'],
  );
  assert.deepEqual([cues[0]?.start, cues.at(-1)?.end], [1000, 6000]);
  assert.equal(cues[0]?.end, cues[1]?.start);
});

test('words of services that make no sense leave cues that do', () => {
  const words = [
    { text: 'a', start: 2, end: 1 },
    { text: 'b', start: 1, end: 3 },
    { text: '', start: 5, end: 6 },
    { text: 'c'.repeat(500), start: 3, end: 3 },
  ];
  const cues = spokenCues(
    { language: null, segments: [{ start: 0, end: 4, text: 'x', speaker: 'y'.repeat(200), words }] },
    'en',
  );
  assert.ok(timedTextSchema.safeParse(cues).success, JSON.stringify(cues));
});

const cue = (
  id: string,
  start: number,
  end: number,
  text: string,
  source: TimedCue['source'],
  speaker = '',
): TimedCue => ({
  ...{ id, start, end, text, source, speaker, words: [] },
});

test('what is both read and heard is kept once, as it was written', () => {
  const read = [cue('c1', 0, 2000, '全场包邮！', 'picture'), cue('c2', 0, 9000, '映港旗舰店', 'picture')];
  const heard = [cue('c1', 100, 1900, '全场包邮', 'speech', 'A'), cue('c2', 3000, 4000, '记得点关注', 'speech', 'A')];
  assert.deepEqual(
    mergeCues(read, heard).map(({ id, text, source, speaker }) => [id, text, source, speaker]),
    [
      ['c1', '全场包邮！', 'picture', 'A'],
      ['c2', '映港旗舰店', 'picture', ''],
      ['c3', '记得点关注', 'speech', 'A'],
    ],
  );
});

test('a sentence that is shown in several subtitles is not there twice', () => {
  const read = [cue('c1', 0, 1000, '今天全场', 'picture'), cue('c2', 1000, 2000, '商品一律包邮', 'picture')];
  const heard = [cue('c1', 0, 2000, '今天全场商品一律包邮。', 'speech')];
  assert.deepEqual(
    mergeCues(read, heard).map(({ source }) => source),
    ['picture', 'picture'],
  );
  assert.ok(likeness('免费送货', '完全不同') < 0.2 && likeness('Free Shipping!', 'free shipping') === 1);
});
