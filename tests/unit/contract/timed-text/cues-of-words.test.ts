import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cuesOfWords, timeable, type PlacedWord } from '#core/contract/timed-text/cues-of-words.ts';
import { timedTextSchema } from '#core/contract/timed-text/timed-cue.ts';

/** Every word of a text, by itself or letter by letter, as long as it has letters, one after the other. */
function said(text: string, language: string, each = 0.3): PlacedWord[] {
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  return segments
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index }, at) => ({
      ...{ at: [...text.slice(0, index)].length, start: 1 + at * each, end: 1 + (at + 0.8) * each },
    }));
}
const told = (text: string, language: string, each?: number) =>
  cuesOfWords(text, said(text, language, each), language).map((cue) => [cue.start, cue.end, cue.text]);

test('a sentence is a cue, from its first word to its last one; abbreviations end none', () => {
  assert.deepEqual(told('Dr. Smith pays. It is free!', 'en-US'), [
    [1000, 1900, 'Dr. Smith pays.'],
    [1900, 2940, 'It is free!'],
  ]);
});

test('Chinese and Thai, which have no spaces, are parted by what they say, and letters beyond the usual ones keep their place', () => {
  const chinese = told('今天😀包邮。明天没有！', 'zh-CN');
  assert.deepEqual(
    chinese.map(([, , text]) => text),
    ['今天😀包邮。', '明天没有！'],
  );
  const thai = told('วันนี้ลดราคาทุกอย่างเลย พรุ่งนี้ไม่มีแล้วนะครับ', 'th-TH');
  assert.deepEqual(
    thai.map(([, , text]) => text),
    ['วันนี้ลดราคาทุกอย่างเลย', 'พรุ่งนี้ไม่มีแล้วนะครับ'],
  );
});

test('a cue stays a moment where there is a pause, and meets the next one where there is hardly any', () => {
  const words = [
    { at: 0, start: 1, end: 1.5 },
    { at: 3, start: 3, end: 3.4 },
    { at: 6, start: 3.6, end: 4 },
  ];
  assert.deepEqual(
    cuesOfWords('包邮。限时。快来。', words, 'zh-CN', 4100).map(({ start, end }) => [start, end]),
    [
      [1000, 1700],
      [3000, 3600],
      [3600, 4100],
    ],
  );
});

test('what nobody says stays with what is said before it, and nothing is made of what nobody says at all', () => {
  assert.deepEqual(
    told('包邮。\n……\n快来。', 'zh-CN').map(([, , text]) => text),
    ['包邮。\n……', '快来。'],
  );
  assert.deepEqual(cuesOfWords('……', [], 'zh-CN'), []);
});

test('whatever is pasted, the cues are those of a document', () => {
  const odd = timeable('\uFEFF包邮\u0000\r\n\tWOW\u2028限时。'.repeat(50));
  const words = said(odd, 'zh-CN', 0.01);
  assert.ok(timedTextSchema.safeParse(cuesOfWords(odd, words, 'zh-CN')).success);
});
