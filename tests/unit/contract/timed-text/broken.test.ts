import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAss, writeAss } from '#core/contract/timed-text/ass.ts';
import type { ReadText } from '#core/contract/timed-text/read-cues.ts';
import { readTimedText } from '#core/contract/timed-text/read-text.ts';
import { cueRows, readRows } from '#core/contract/timed-text/rows.ts';
import { readSrt, writeSrt } from '#core/contract/timed-text/srt.ts';
import { timedTextSchema, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { readVtt, writeVtt } from '#core/contract/timed-text/vtt.ts';

import { chance, someCues } from './chance.ts';

type Breaking = (file: string, dice: ReturnType<typeof chance>) => string;

const lineOf =
  (change: (line: string) => string | string[]): Breaking =>
  (file, { below }) => {
    const lines = file.split(/\r?\n/);
    const at = below(lines.length);
    return [...lines.slice(0, at), ...[change(lines[at] ?? '')].flat(), ...lines.slice(at + 1)].join('\n');
  };
const put =
  (text: string): Breaking =>
  (file, { below }) => {
    const at = below(file.length);
    return file.slice(0, at) + text + file.slice(at);
  };
const all =
  (from: RegExp | string, to: string): Breaking =>
  (file) =>
    file.replaceAll(from, to);

/** Fifty ways in which files of subtitles come broken. */
const BREAKINGS: Record<string, Breaking> = {
  'cut off': (file, { below }) => file.slice(0, below(file.length)),
  'beginning lost': (file, { below }) => file.slice(below(file.length)),
  'a line lost': lineOf(() => []),
  'a line twice': lineOf((line) => [line, line]),
  'a line empty': lineOf(() => ''),
  'a line of spaces': lineOf(() => '  \t '),
  'two lines joined': (file) => file.replace('\n', ''),
  'a line backwards': lineOf((line) => [...line].reverse().join('')),
  'lines sorted': (file) => file.split('\n').toSorted().join('\n'),
  'lines backwards': (file) => file.split('\n').reverse().join('\n'),
  'no line breaks': all(/[\r\n]+/g, ' '),
  'old line breaks': all(/\r?\n/g, '\r'),
  'double line breaks': all(/\r?\n/g, '\r\r\n'),
  'breaks of Unicode': all(/\r?\n/g, '\u2028'),
  'no blank lines': all(/(\r?\n)+/g, '\n'),
  'blank lines everywhere': all(/\r?\n/g, '\n\n'),
  'a mark of byte order': (file) => `\uFEFF\uFEFF${file}`,
  'read as Latin': (file) => Buffer.from(file, 'utf8').toString('latin1'),
  'half a letter': (file) => Buffer.from(file, 'utf8').subarray(0, -2).toString('utf8'),
  'lone surrogates': put('\uD83D'),
  'a zero': put('\0'),
  'many zeros': all(/e/g, '\0'),
  'control characters': put('\u0001\u0008\u001B[31m\u007F\u009F'),
  'marks of direction': put('\u202E\u2066\u200F'),
  'marks around times': all(/(\d\d:)/g, '\u200E$1\u200E'),
  'full-width signs': all(':', '：'),
  'points for commas': all(',', '.'),
  'commas for points': all('.', ','),
  'no milliseconds': all(/[.,]\d{2,3}/g, ''),
  'many digits': all(/([.,]\d{2,3})/g, '$1123456'),
  'letters in times': all(/\d:/g, 'O:'),
  'negative times': all(/(\d\d?:\d\d)/g, '-$1'),
  'times of 99 minutes': all(/:\d\d:/g, ':99:'),
  'enormous hours': all(/\b\d{1,2}:(\d\d:)/g, '999:$1'),
  'short arrows': all('-->', '->'),
  'long arrows': all('-->', '---->'),
  'typographic arrows': all('-->', '→'),
  'no arrows': all('-->', ' '),
  'arrows in texts': all(/[一-龥]/gu, '-->'),
  'tags not closed': put('<i><font color="red'),
  'a tag of two thousand letters': put(`<${'a'.repeat(2_000)}`),
  'overrides not closed': put('{\\an8\\k'),
  'entities of nothing': put('&#xFFFFFF;&#0;&nope;&#99999999;'),
  'a script': put('<script>alert(1)</script>'),
  'a formula': put('=HYPERLINK("http://x")'),
  'a text of ten thousand letters': put('很'.repeat(10_000)),
  'numbers wrong': all(/^\d+$/gm, '7'),
  'something else behind it': (file) => `${file}\n%PDF-1.7\n\u0000\u0001`,
  'the other format behind it': (file) => `${file}\nWEBVTT\n\n00:01.000 --> 00:02.000\nx\n[Events]\nDialogue: 0,0:0`,
  'random letters changed': (file, { below, next }) =>
    [...file].map((letter) => (next() < 0.05 ? String.fromCharCode(below(0x3000)) : letter)).join(''),
};

/** What holds of whatever was read, of however broken a file. */
function assertSound(read: ReadText, file: string, what: string): void {
  const problem = timedTextSchema.safeParse(read.cues).error;
  assert.equal(problem, undefined, what);
  const lines = file.split(/\r\n|[\r\n\u0085\u2028\u2029]/).length;
  for (const { line } of read.problems) assert.ok(Number.isInteger(line) && line >= 1 && line <= lines, what);
  for (const { text, speaker } of read.cues) {
    assert.doesNotMatch(text + speaker, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF]/, what);
    assert.ok(text.isWellFormed() && text.trim() === text && text !== '', what);
  }
}

const WRITERS: Record<string, (cues: TimedCue[]) => string> = {
  srt: writeSrt,
  vtt: writeVtt,
  ass: (cues) => writeAss(cues, { width: 1080, height: 1920 }),
};
const READERS = { srt: readSrt, vtt: readVtt, ass: readAss } as const;

test('fifty ways are listed', () => assert.equal(Object.keys(BREAKINGS).length, 50));

for (const format of ['srt', 'vtt', 'ass'] as const) {
  test(`${format} broken in fifty ways is read as far as it goes, and never throws`, () => {
    for (const [way, breaking] of Object.entries(BREAKINGS)) {
      for (let seed = 1; seed <= 6; seed += 1) {
        const dice = chance(seed * 97);
        const file = breaking(WRITERS[format]?.(someCues(seed, 8)) ?? '', dice);
        const what = `${format}, ${way}, ${seed}`;
        assertSound(READERS[format](file), file, what);
        const any = readTimedText(file);
        if (any !== null) assertSound(any, file, `${what}, by its content`);
      }
    }
  });
}

test('tables broken in fifty ways are read as far as they go, and never throw', () => {
  for (const [way, breaking] of Object.entries(BREAKINGS)) {
    for (let seed = 1; seed <= 6; seed += 1) {
      const rows = [
        ['#', 'start', 'end', 'speaker', 'text'],
        ...cueRows(someCues(seed, 8)).map((row) => row.map(String)),
      ];
      const file = breaking(rows.map((row) => row.join('\u0009')).join('\n'), chance(seed * 31));
      const table = file.split('\n').map((line) => line.split('\t'));
      assertSound(readRows(table), file, `${way}, ${seed}`);
    }
  }
});

test('damage stays where it is: one broken time costs one cue', () => {
  const cues = someCues(11, 20).map((cue) => ({ ...cue, text: `第 ${cue.id} 句` }));
  const lines = writeSrt(cues).split('\r\n');
  for (let at = 1; at < lines.length; at += 4) {
    const broken = lines.map((line, place) => (place === at ? line.replace(/\d\d:\d\d:/, '0x:??:') : line)).join('\n');
    const { cues: read, problems } = readSrt(broken);
    assert.ok(read.length >= 19, `${at}`);
    assert.ok(problems.length <= 2 && read.length + problems.length >= 20, `${at}`);
  }
});

test('files that would be slow for careless patterns are read at once', () => {
  const began = performance.now();
  for (const file of [
    '<'.repeat(60_000),
    '{'.repeat(60_000),
    '0'.repeat(60_000),
    '&'.repeat(60_000),
    '-->'.repeat(20_000),
    '<v '.repeat(20_000),
    '[0:'.repeat(20_000),
    ' '.repeat(60_000),
  ]) {
    for (const wrapped of [
      file,
      `1\n00:00:01,000 --> 00:00:02,000\n${file}`,
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${file}`,
      `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,${file}`,
    ]) {
      for (const read of [readSrt, readVtt, readAss]) read(wrapped);
      readTimedText(wrapped);
    }
  }
  assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`);
});
