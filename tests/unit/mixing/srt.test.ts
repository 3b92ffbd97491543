import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseSrt } from '#plugins/mixing/srt.ts';

const PLAIN = '1\n00:00:01,000 --> 00:00:02,500\nfirst\n\n2\n00:01:00,000 --> 01:00:00,040\nsecond\nline\n';
const EVENTS = [
  { start: 1, end: 2.5, text: 'first' },
  { start: 60, end: 3600.04, text: 'second\nline' },
];

test('plain subtitles are read', () => {
  assert.deepEqual(parseSrt(PLAIN, 'a.srt'), EVENTS);
});

test('a byte order mark, any line ends and many empty lines make no difference', () => {
  for (const source of [
    `\ufeff${PLAIN}`,
    PLAIN.replaceAll('\n', '\r\n'),
    PLAIN.replaceAll('\n', '\r'),
    `\n\n${PLAIN.replaceAll('\n\n', '\n  \n\n\n')}\n\n`,
    PLAIN.trimEnd(),
  ]) {
    assert.deepEqual(parseSrt(source, 'a.srt'), EVENTS, JSON.stringify(source));
  }
});

test('numbers may be missing, wrong or doubled', () => {
  for (const source of [PLAIN.replace(/^\d+\n/gm, ''), PLAIN.replace(/^2$/m, '7'), PLAIN.replace(/^2$/m, '1')]) {
    assert.deepEqual(parseSrt(source, 'a.srt'), EVENTS, source);
  }
});

test('points, short fractions, places and spaces around the arrow are understood', () => {
  assert.deepEqual(parseSrt('00:00:01.5-->00:00:02.25 X1:10 Y1:20\ntext', 'a.srt'), [
    { start: 1.5, end: 2.25, text: 'text' },
  ]);
});

test('styling is dropped, text that only looks like it stays', () => {
  const source = '1\n00:00:01,000 --> 00:00:02,000\n<i>one</i> <font color="#fff">two</font> {\\an8}three {four}\n';
  assert.equal(parseSrt(source, 'a.srt')[0]?.text, 'one two three {four}');
});

test('a text that is a number is a text', () => {
  assert.deepEqual(
    parseSrt('1\n00:00:01,000 --> 00:00:02,000\n2024\n\n2\n00:00:03,000 --> 00:00:04,000\n3\n', 'a.srt').map(
      ({ text }) => text,
    ),
    ['2024', '3'],
  );
});

test('cues without text are passed over', () => {
  assert.equal(parseSrt(`1\n00:00:00,100 --> 00:00:00,900\n<b></b>\n\n${PLAIN}`, 'a.srt').length, 2);
});

test('a file without any subtitles says so', () => {
  for (const source of ['', '\n\n', '1\n00:00:01,000 --> 00:00:02,000\n\n'])
    assert.throws(() => parseSrt(source, 'a.srt'), { code: 'mixing:srt-empty', params: { file: 'a.srt' } }, source);
});

test('the first wrong line is named', () => {
  for (const [source, line] of [
    ['hello\n', 1],
    [`${PLAIN}\nno timing here\ntext\n`, 10],
    ['1\n00:00:01 --> 00:00:02\ntext\n', 2],
    [PLAIN.replace('00:01:00,000', '00:01:xx,000'), 6],
  ] as const) {
    assert.throws(
      () => parseSrt(source, 'a.srt'),
      { code: 'mixing:srt-invalid', params: { file: 'a.srt', line } },
      source,
    );
  }
});
