import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAss, writeAss } from '#core/contract/timed-text/ass.ts';
import { readStamped, spreadText, writePlain } from '#core/contract/timed-text/plain.ts';
import { formatOf, readTimedText } from '#core/contract/timed-text/read-text.ts';
import { cueRows, readRows } from '#core/contract/timed-text/rows.ts';
import { readSrt, writeSrt } from '#core/contract/timed-text/srt.ts';
import { timedTextSchema } from '#core/contract/timed-text/timed-cue.ts';
import { readVtt, writeVtt } from '#core/contract/timed-text/vtt.ts';

import { someCues } from './chance.ts';

const texts = (read: { cues: readonly { start: number; end: number; text: string }[] }) =>
  read.cues.map(({ start, end, text }) => [start, end, text]);

test('what is written in a format is read back as it was, whatever the script and the signs', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const cues = someCues(seed, 12);
    const same = cues.map(({ start, end, text }) => [start, end, text]);
    const vtt = readVtt(writeVtt(cues));
    assert.deepEqual([vtt.problems, texts(vtt)], [[], same], `vtt ${seed}`);
    const ass = readAss(writeAss(cues, { width: 1080, height: 1920 }));
    assert.deepEqual([ass.problems, texts(ass)], [[], same], `ass ${seed}`);
    const rows = readRows([['#', '开始', '结束', '说话人', '字幕'], ...cueRows(cues).map((row) => row.map(String))]);
    assert.deepEqual([rows.problems, texts(rows)], [[], same], `rows ${seed}`);
    // SubRip has no escapes: a text that looks like a tag of its own is one.
    const plain = cues.map((cue) => ({ ...cue, text: cue.text.replaceAll(/[<>{}]/g, '·') }));
    const srt = readSrt(writeSrt(plain));
    assert.deepEqual(
      [srt.problems, texts(srt)],
      [[], plain.map((cue) => [cue.start, cue.end, cue.text])],
      `srt ${seed}`,
    );
  }
});

test('who speaks is kept in WebVTT, ASS and tables', () => {
  const cues = someCues(3, 2).map((cue) => ({ ...cue, speaker: '小王 & <Anna>' }));
  for (const read of [readVtt(writeVtt(cues)), readAss(writeAss(cues, { width: 640, height: 360 }))]) {
    assert.deepEqual(
      read.cues.map(({ speaker }) => speaker),
      ['小王 & <Anna>', '小王 & <Anna>'],
    );
  }
});

test('ten thousand cues are written and read within seconds, and more are cut off by name of the line', () => {
  const cues = someCues(7, 10_000).map((cue) => ({ ...cue, text: cue.text.replaceAll(/[<>{}]/g, '·') }));
  const began = performance.now();
  for (const read of [
    readSrt(writeSrt(cues)),
    readVtt(writeVtt(cues)),
    readAss(writeAss(cues, { width: 9, height: 16 })),
  ]) {
    assert.equal(read.cues.length, 10_000);
    assert.ok(timedTextSchema.safeParse(read.cues).success);
  }
  assert.ok(performance.now() - began < 5_000);
  const last = { ...cues[0], id: 'more', start: 90_000_000, end: 90_001_000, text: 'x' } as (typeof cues)[number];
  const read = readSrt(writeSrt([...cues, last]));
  assert.equal(read.cues.length, 10_000);
  assert.deepEqual(
    read.problems.map(({ problem }) => problem),
    ['too-many'],
  );
});

test('SubRip files that people have touched are read as players read them', () => {
  const read = readSrt(
    [
      '\uFEFF7',
      '0:01,5 -> 00:00:03.000  X1:10 X2:20',
      '<i>第一句</i> {\\an8}<b>粗</b>',
      '8',
      '00:00:03,000 --> 00:00:04',
      'a',
      '',
      '12',
      '',
      '\u200E00:00:05,000\u200E → 00:00:06,000',
      'שלום',
      '00:00:02,000 --> 00:00:02,500',
      '早',
      '',
      'x',
    ].join('\r'),
  );
  assert.deepEqual(texts(read), [
    [1500, 3000, '第一句 粗'],
    [2000, 2500, '早\nx'],
    [3000, 4000, 'a\n12'],
    [5000, 6000, 'שלום'],
  ]);
  assert.deepEqual(read.problems, []);
});

test('what cannot be read in a SubRip file is told by its line', () => {
  const file = [
    'hello',
    '1',
    '00:00:99,000 --> 00:01:00,000',
    'lost',
    '',
    '2',
    '00:00:05,000 --> 00:00:04,000',
    'back',
    '',
    '3',
    '00:00:06,000 --> 00:00:07,000',
    '',
    '4',
    '00:00:08,000 --> 00:00:09,000',
    'kept',
  ];
  const { cues, problems } = readSrt(file.join('\n'));
  assert.deepEqual(
    cues.map(({ text }) => text),
    ['kept'],
  );
  assert.deepEqual(problems, [
    { line: 1, problem: 'stray' },
    { line: 3, problem: 'time' },
    { line: 7, problem: 'reversed' },
    { line: 11, problem: 'empty' },
  ]);
});

test('WebVTT: voices, words with times, entities, notes and settings', () => {
  const { cues, problems } = readVtt(
    'WEBVTT - made\nKind: captions\n\nNOTE this\nis a note\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:04.000 line:0%\n<v.loud Anna>One <00:00:02.000><c>two</c> <00:00:03.000>&lt;3 &amp; &#x4F60;</v>\n\n00:05.000 --> 00:06.000\nno blank\n00:07.000 --> 00:08.000\nbetween',
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    cues.map(({ text, speaker }) => [text, speaker]),
    [
      ['One two <3 & 你', 'Anna'],
      ['no blank', ''],
      ['between', ''],
    ],
  );
  assert.deepEqual(cues[0]?.words, [
    { start: 1000, end: 2000, text: 'One' },
    { start: 2000, end: 3000, text: 'two' },
    { start: 3000, end: 4000, text: '<3 & 你' },
  ]);
  assert.deepEqual(readVtt('1\n00:01.000 --> 00:04.000\na').problems, [{ line: 1, problem: 'header' }]);
});

test('ASS: fields in any order, commas, overrides, karaoke; shapes and comments are left out', () => {
  const { cues, problems } = readAss(
    [
      '[Script Info]',
      'Title: x',
      '[Events]',
      'Format: Start, End, Name, Text',
      'Comment: 0:00:00.00,0:00:01.00,,hidden',
      'Dialogue: 0:00:01.00,0:00:03.00,王,{\\k50}你{\\kf100}好{\\i1}, and {more}\\Nnext',
      'Dialogue: 0:00:04.00,0:00:05.00,,{\\p1}m 0 0 l 1 1',
      'Dialogue: 0:00:04.00,x,,bad',
      'Dialogue: 0:00:04.00',
    ].join('\n'),
  );
  assert.deepEqual(
    cues.map(({ text, speaker }) => [text, speaker]),
    [['你好, and\nnext', '王']],
  );
  assert.deepEqual(
    cues[0]?.words.map(({ start, end }) => [start, end]),
    [
      [1000, 1500],
      [1500, 2500],
    ],
  );
  assert.deepEqual(problems, [
    { line: 8, problem: 'time' },
    { line: 9, problem: 'fields' },
  ]);
});

test('tables are read by the names of their columns, by what is in them, in seconds and in shares of a day', () => {
  assert.deepEqual(
    texts(
      readRows([
        ['Text', 'End time', 'START'],
        ['包邮', '00:00:02,5', '1'],
      ]),
    ),
    [[1000, 2500, '包邮']],
  );
  assert.deepEqual(texts(readRows([['1', '00:00:01', '00:00:02', 'a']])), [[1000, 2000, 'a']]);
  const days = [
    ['start', 'end', 'text'],
    ['1.1574074074074073E-5', '2.3148148148148147E-5', 'a'],
  ];
  assert.deepEqual(texts(readRows(days)), [[1000, 2000, 'a']]);
  assert.deepEqual(
    readRows([
      ['名称', '价格'],
      ['鞋', '99'],
    ]),
    { cues: [], problems: [{ line: 1, problem: 'header' }] },
  );
  const broken = readRows([['start', 'end', 'text'], ['soon', '2', 'a'], [], ['3', '4', "'=1+1"]]);
  assert.deepEqual(texts(broken), [[3000, 4000, '=1+1']]);
  assert.deepEqual(broken.problems, [{ line: 2, problem: 'time' }]);
});

test('a format is known by what is in a file, not by its name', () => {
  assert.equal(formatOf(writeVtt([])), 'vtt');
  assert.equal(formatOf(writeAss([], { width: 9, height: 16 })), 'ass');
  assert.equal(formatOf(writeSrt(someCues(1, 1))), 'srt');
  assert.equal(formatOf('[ti:歌]\n[00:01.20]一\n[00:02.00]二'), 'txt');
  assert.equal(formatOf('只是一段话。没有时间 12:30 开会'), null);
  assert.equal(readTimedText('只是一段话'), null);
});

test('lyrics last until the next line, and an empty one ends what was before', () => {
  assert.deepEqual(texts(readStamped('[ar:某人]\n[00:01.20]一\n[00:02.00]\n(0:03) 三\n还有')), [
    [1200, 2000, '一'],
    [3000, 6000, '三\n还有'],
  ]);
});

test('a text without times is spread over the time by its sentences, without gap or overlap', () => {
  const cues = spreadText('今天全场包邮，限时三天！只要九块九。Dr. Smith says so.', { start: 200, end: 10_200 }, 'zh');
  assert.deepEqual(
    cues.map(({ text }) => text),
    ['今天全场包邮，限时三天！', '只要九块九。', 'Dr. Smith\nsays so.'],
  );
  assert.equal(cues[0]?.start, 200);
  assert.equal(cues.at(-1)?.end, 10_200);
  for (const [at, cue] of cues.entries()) assert.equal(cue.start, cues[at - 1]?.end ?? 200);
  assert.equal(writePlain(cues), '今天全场包邮，限时三天！\n只要九块九。\nDr. Smith says so.\n');
});
