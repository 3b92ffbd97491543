import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { readMixArguments, replayCommand } from '#plugins/mixing/server/command/mix-arguments.ts';

const refused = (words: string[], code: string, params: Record<string, unknown> = {}) =>
  assert.throws(
    () => readMixArguments(words),
    (error: { code: string; params: Record<string, unknown> }) => {
      assert.equal(error.code, `mixing:${code}`, words.join(' '));
      for (const [name, value] of Object.entries(params)) assert.equal(error.params[name], value, words.join(' '));
      return true;
    },
  );

test('a folder and where to write is enough', () => {
  const values = readMixArguments(['clips', '--out', 'videos']);
  assert.deepEqual(
    [
      values?.folder,
      values?.out,
      values?.count,
      values?.ratio,
      values?.resolution,
      values?.fit,
      values?.shot,
      values?.seed,
      values?.share,
      values?.title,
      values?.['even-sound'],
      values?.json,
    ],
    ['clips', 'videos', 50, '9:16', 1080, 'blur', 3, 1, undefined, [], true, false],
  );
});

test('every option is read', () => {
  const words =
    'clips --out videos --count 9 --ratio 16:9 --resolution 720 --fit pad --shot 1.5 --transition radial --effect mixing.fade-colours --music m.mp3 --subtitles s.srt --title A --title B --voice hi --language en-US --share 2 --seed 7 --shuffle --no-even-sound --json';
  const { folder: _, out: __, demo, help, ...rest } = readMixArguments(words.split(' ')) ?? assert.fail();
  assert.deepEqual([demo, help], [false, false]);
  assert.deepEqual(rest, {
    ...{
      count: 9,
      ratio: '16:9',
      resolution: 720,
      fit: 'pad',
      shot: 1.5,
      transition: 'radial',
      music: 'm.mp3',
      subtitles: 's.srt',
    },
    ...{
      title: ['A', 'B'],
      voice: 'hi',
      language: 'en-US',
      share: 2,
      effect: 'mixing.fade-colours',
      seed: 7,
      shuffle: true,
      'even-sound': false,
      json: true,
    },
  });
});

test('the demo takes its folder either way and needs no clips', () => {
  for (const words of [
    ['--demo', 'out'],
    ['--demo', '--out', 'out'],
    ['out', '--demo'],
  ]) {
    assert.equal(readMixArguments(words)?.out, 'out', words.join(' '));
  }
  refused(['--demo'], 'out-not-named');
});

test('help is answered before anything else is asked', () => {
  assert.equal(readMixArguments(['--help']), undefined);
  assert.equal(readMixArguments(['-h']), undefined);
});

test('wrong words are named with what is accepted', () => {
  refused(['clips', '--out', 'o', '--colour', 'red'], 'option-unknown', { option: '--colour' });
  refused(['clips', '--out', 'o', 'another'], 'option-unknown', { option: 'another' });
  refused(['clips', '--out'], 'option-unknown');
  refused(['clips'], 'out-not-named');
  refused(['--out', 'o'], 'folder-not-named');
  for (const [option, value] of [
    ['count', '0'],
    ['count', '2701'],
    ['count', '1.5'],
    ['count', 'many'],
    ['ratio', '2:1'],
    ['resolution', '1000'],
    ['fit', 'stretch'],
    ['shot', '0.5'],
    ['transition', 'teleport'],
    ['language', 'Klingon!'],
    ['share', '-0.5'],
    ['seed', '1e99'],
    ['title', ' '],
    ['voice', ' '],
    ['count', ''],
    ['share', ''],
    ['seed', ' '],
  ] as const) {
    refused(['clips', '--out', 'o', `--${option}=${value}`], 'option-wrong', { option: `--${option}`, value });
  }
});

test('the command to replay reads back as the same wish', () => {
  for (const words of [
    ['clips', '--out', 'o'],
    [
      `it's my "clips"`,
      '--out',
      'two words',
      '--title',
      '标题 $(x)',
      '--title',
      `don't`,
      '--share',
      '0',
      '--shuffle',
      '--seed',
      '9',
    ],
    ['--demo', '--out', 'o', '--transition', 'fade', '--no-even-sound'],
  ]) {
    const values = readMixArguments(words);
    assert.ok(values !== undefined);
    const { stdout } = spawnSync('sh', ['-c', `npm() { printf '%s\\0' "$@"; }; ${replayCommand(values)}`]);
    const [run, mix, dashes, ...replayed] = stdout.toString().split('\0').slice(0, -1);
    assert.deepEqual([run, mix, dashes], ['run', 'mix', '--']);
    assert.deepEqual(readMixArguments(replayed), values, replayCommand(values));
  }
});
