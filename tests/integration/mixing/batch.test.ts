import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { nodesIn } from '#tests/nodes-in.ts';
import { sharedMediaCache } from '#tests/shared-media-cache.ts';

import { makeClip, realRunner, temporaryFolder } from '../media/media-kit.ts';
import { decodeSound, levelOf } from '../media/operations/operations-kit.ts';
import { assertClean } from './assert-clean.ts';
import { coloursOf } from './colours-of.ts';
import { certificateOf, digestsOf, leftoversIn, runMix, startMix, videosIn, type MixRun } from './mix-command.ts';
import { drawHalfAlikeClip, drawSmallClip, drawSmallClips } from './small-clips.ts';

let folder: string;
let clips: string;
let cache: string;
/** For what is told of what a cache holds. */
let ownCache: string;
let runner: MediaRunner;
before(async () => {
  folder = await temporaryFolder();
  [clips, cache] = [join(folder, 'clips'), sharedMediaCache(join(folder, 'cache'))];
  ownCache = join(folder, 'own-cache');
  runner = await realRunner(folder);
  drawSmallClips(clips, 3, 3);
});

const mix = (out: string, ...words: string[]): Promise<MixRun> =>
  runMix([clips, '--out', join(folder, out), ...words], { cache });

test('a folder of clips becomes as many distinct videos as were asked for, with a certificate', async () => {
  const out = join(folder, 'first');
  // As its users start it; most of the others spare the process.
  const run = await startMix([clips, '--out', out, '--count', '6'], { cache: ownCache }).ended;
  assert.equal(run.code, 0, run.stderr);
  assert.deepEqual(videosIn(out), ['001.mp4', '002.mp4', '003.mp4', '004.mp4', '005.mp4', '006.mp4']);
  assert.deepEqual(leftoversIn(out), []);
  await assertClean(runner, out, 3);
  const certificate = certificateOf(out);
  assert.deepEqual(
    [certificate.outputs.length, certificate.pairs, certificate.failures, certificate.plan.groups],
    [6, 15, [], 3],
  );
  assert.deepEqual(Object.fromEntries(certificate.outputs.map(({ file, sha256 }) => [file, sha256])), digestsOf(out));
  for (const { file, size, seconds, shots } of certificate.outputs) {
    assert.deepEqual([size, seconds, shots.length], [(await stat(join(out, file))).size, 3, 3], file);
  }
  assert.ok(certificate.worst !== null && certificate.worst.sharedFootage <= certificate.worst.limit);
  assert.equal(new Set(certificate.outputs.map(({ shots }) => shots.map(({ symbol }) => symbol).join())).size, 6);
  assert.match(await readFile(join(out, 'certificate.html'), 'utf8'), /^<!doctype html>/);
});

test('clips whose every shot is needed are decoded only to make these', async () => {
  assert.deepEqual([await nodesIn(ownCache, 'clip'), await nodesIn(ownCache, 'watched')], [9, 0]);
});

test('an effect that the command names is on every shot', async () => {
  const run = await mix('grey', '--count', '1', '--effect', 'mixing.fade-colours');
  assert.equal(run.code, 0, run.stderr);
  const seen = coloursOf(join(folder, 'grey', '001.mp4'));
  assert.ok(seen.length > 0 && seen.every((colour) => colour < 10), seen.join());
  assert.match(await readFile(join(folder, 'grey', 'certificate.html'), 'utf8'), /--effect mixing\.fade-colours/);
});

test('the same command again makes nothing, more videos are added to those that are there', async () => {
  const out = join(folder, 'first');
  const before = digestsOf(out);
  const times = await Promise.all(videosIn(out).map(async (name) => (await stat(join(out, name))).mtimeMs));
  const again = await runMix([clips, '--out', out, '--count', '6', '--json'], { cache: ownCache });
  assert.equal(again.code, 0, again.stderr);
  assert.equal((JSON.parse(again.stdout) as { cache: { builds: number } }).cache.builds, 0);
  assert.deepEqual(digestsOf(out), before);
  assert.deepEqual(await Promise.all(videosIn(out).map(async (name) => (await stat(join(out, name))).mtimeMs)), times);

  const more = await runMix([clips, '--out', out, '--count', '8'], { cache: ownCache });
  assert.equal(more.code, 0, more.stderr);
  const after = digestsOf(out);
  assert.equal(Object.keys(after).length, 8);
  assert.deepEqual(Object.fromEntries(Object.entries(after).slice(0, 6)), before);
  assert.equal(new Set(Object.values(after)).size, 8);
  const certificate = certificateOf(out);
  assert.deepEqual([certificate.outputs.length, certificate.pairs, certificate.failures], [8, 28, []]);
});

test('shots of earlier videos are copied, which the command and the certificate tell', async () => {
  const earlier = join(folder, 'earlier');
  await mkdir(earlier);
  for (const name of ['001.mp4', '002.mp4']) await cp(join(folder, 'first', name), join(earlier, name));
  const run = await runMix([earlier, '--out', join(folder, 'again'), '--count', '1'], { cache });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /100 % of the pictures were already in the right format and were copied without encoding\./);
  assert.deepEqual(
    certificateOf(join(folder, 'again')).outputs.map(({ copied }) => copied),
    [30],
  );
  assert.deepEqual(certificateOf(join(folder, 'first')).outputs.map(({ copied }) => copied)[0], 0);
  await assertClean(runner, join(folder, 'again'), 1);
});

test('videos made into a folder beside the clips are not taken for clips the next time', async () => {
  const mixed = join(folder, 'clips-with-videos');
  await cp(clips, mixed, { recursive: true });
  const words = [mixed, '--out', join(mixed, 'out'), '--count', '2', '--json'];
  const first = await runMix(words, { cache });
  assert.equal(first.code, 0, first.stderr);
  const again = await runMix(words, { cache });
  assert.equal(again.code, 0, again.stderr);
  const groups = (run: { stdout: string }) =>
    (JSON.parse(run.stdout) as { certificate: { plan: { groups: number } } }).certificate.plan.groups;
  assert.equal(groups(again), groups(first));
});

test('the same seed makes the same bytes anywhere, another one makes other videos; clips of a small batch are decoded to be compared', async () => {
  // In a process of its own: this one may remember what the clips show.
  const one = await startMix([clips, '--out', join(folder, 'elsewhere'), '--count', '2', '--seed', '5'], {
    cache: join(folder, 'other-cache'),
  }).ended;
  const two = await mix('here', '--count', '2', '--seed', '5');
  const three = await mix('third', '--count', '2', '--seed', '6');
  assert.deepEqual([one.code, two.code, three.code], [0, 0, 0], one.stderr + two.stderr + three.stderr);
  assert.deepEqual(digestsOf(join(folder, 'elsewhere')), digestsOf(join(folder, 'here')));
  assert.notDeepEqual(digestsOf(join(folder, 'here')), digestsOf(join(folder, 'third')));
  const made = ['clip', 'watched'].map((operation) => nodesIn(join(folder, 'other-cache'), operation));
  assert.deepEqual(await Promise.all(made), [6, 9]);
  await rm(join(folder, 'other-cache'), { recursive: true });
});

test('a video that was lost or damaged is made again, the same', async () => {
  const out = join(folder, 'here');
  const before = digestsOf(out);
  await rm(join(out, '001.mp4'));
  await writeFile(join(out, '002.mp4'), 'cut off');
  assert.equal((await mix('here', '--count', '2', '--seed', '5')).code, 0);
  assert.deepEqual(digestsOf(out), before);
});

test('transitions shorten a video by what its shots share; each shot is made once, and its clip decoded only for it', async () => {
  const own = join(folder, 'fades-cache');
  const pairs = join(folder, 'pairs');
  drawSmallClips(pairs, 3, 2);
  const words = [pairs, '--out', join(folder, 'faded'), '--count', '4', '--transition', 'fade'];
  const run = await startMix(words, { cache: own }).ended;
  assert.equal(run.code, 0, run.stderr);
  // Half of a shot of thirty frames at most: 14 frames in each of two joints.
  await assertClean(runner, join(folder, 'faded'), 3 - 28 / 30);
  assert.deepEqual([await nodesIn(own, 'clip'), await nodesIn(own, 'watched')], [6, 0]);
});

test('music, subtitles, titles, a voice and shuffled groups work together', async () => {
  const [music, subtitles] = [join(folder, 'music.mp3'), join(folder, 'texts.srt')];
  await makeClip(runner, folder, '-f', 'lavfi', '-i', 'sine=f=330:d=2', 'music.mp3');
  await writeFile(
    subtitles,
    '\ufeff1\r\n00:00:00,500 --> 00:00:01,400\r\n第一行 {\\an8} <b>bold</b>\r\n\r\n2\r\n00:00:01,500 --> 00:00:02,900\r\nsecond\r\n',
  );
  const run = await mix(
    'all',
    '--count',
    '3',
    '--music',
    music,
    '--subtitles',
    subtitles,
    '--title',
    'One',
    '--title',
    '二',
    '--voice',
    'Hello there',
    '--language',
    'en-US',
    '--shuffle',
  );
  assert.equal(run.code, 0, run.stderr);
  await assertClean(runner, join(folder, 'all'), 3);
  const certificate = certificateOf(join(folder, 'all'));
  assert.deepEqual(
    certificate.outputs.map(({ title }) => title),
    ['One', '二', 'One'],
  );
  assert.deepEqual(certificate.failures, []);
});

test('shots of very different loudness come out equally loud, and what is to be known of them is told', async () => {
  const uneven = join(folder, 'uneven');
  for (const [group, volume] of [
    ['1', '0dB'],
    ['2', '-20dB'],
  ] as const) {
    await mkdir(join(uneven, group), { recursive: true });
    const original = join(clips, group, '1.mp4');
    await makeClip(
      runner,
      join(uneven, group),
      ...['-i', `file:${original}`, '-c:v', 'copy', '-af', `volume=${volume}`, 'clip.mp4'],
    );
  }
  const out = join(folder, 'even');
  // A private character, which no font has.
  const run = await runMix([uneven, '--out', out, '--count', '1', '--title', 'A\ue123'], { cache });
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stdout + run.stderr, /between loud and soft passages lie 0 to 0 LU/);
  assert.match(run.stdout + run.stderr, /No font on this machine has \ue123, .*fonts-noto-core/);
  const sound = await decodeSound(runner, join(out, '001.mp4'));
  const [loud, soft] = [levelOf(sound, 9600, 38_400), levelOf(sound, 57_600, 86_400)];
  assert.ok(Math.abs(loud - soft) < 1.5, `${loud} and ${soft} dB`);
  const kept = join(folder, 'uneven-out');
  const plain = await runMix([uneven, '--out', kept, '--count', '1', '--no-even-sound'], { cache });
  assert.equal(plain.code, 0, plain.stderr);
  const heard = await decodeSound(runner, join(kept, '001.mp4'));
  const apart = levelOf(heard, 9600, 38_400) - levelOf(heard, 57_600, 86_400);
  assert.ok(Math.abs(apart - 20) < 1.5, `${apart} dB apart`);
});

test('where clips are too few for the wish, as many are made as there can be, and it is said', async () => {
  const run = await mix('few', '--count', '10', '--share', '0', '--json');
  assert.equal(run.code, 0, run.stderr);
  assert.equal(videosIn(join(folder, 'few')).length, 3);
  const { fewer, certificate, timings, refused } = JSON.parse(run.stdout) as {
    fewer: unknown;
    certificate: { outputs: unknown[]; plan: { maxShared: number } };
    timings: { seconds: number };
    refused: unknown[];
  };
  assert.deepEqual(
    [fewer, certificate.outputs.length, certificate.plan.maxShared, refused],
    [{ possible: 3, wanted: 10, proven: true, share: 0, further: { share: 2, count: 7 } }, 3, 0, []],
  );
  assert.ok(timings.seconds > 0);
  for (const [language, words] of [
    ['en', /3 of 10 videos fit your limit of 0 in 3 shots; 7 more need 2 in 3/],
    ['zh', /10 条里能做 3 条；另外 7 条要放宽到 2\/3/],
  ] as const) {
    const said = await runMix([clips, '--out', join(folder, 'few'), '--count', '10', '--share', '0'], {
      cache,
      language,
    });
    assert.deepEqual([said.code, said.stdout], [0, ''], said.stderr);
    assert.match(said.stderr, words);
    assert.match(said.stderr, /10/);
  }
});

test('where clips look alike for a moment, the most videos are made of which no two are too much alike', async () => {
  const alike = join(folder, 'alike');
  drawSmallClips(alike, 2, 2);
  drawHalfAlikeClip(join(alike, '1', '3.mp4'), 1, 50, 1.2);
  const out = join(folder, 'alike-out');
  const words = [alike, '--out', out, '--count', '6'];
  const run = await runMix([...words, '--json'], { cache });
  assert.equal(run.code, 0, run.stderr);
  const { fewer } = JSON.parse(run.stdout) as { fewer: unknown };
  assert.deepEqual(fewer, { possible: 4, wanted: 6, proven: true, share: null, further: null });
  assert.doesNotMatch(run.stderr, /Planning.*Making.*Planning/s, 'what is made stays: it was measured before');
  assert.deepEqual([certificateOf(out).outputs.length, certificateOf(out).failures], [4, []]);

  const before = digestsOf(out);
  const again = await runMix([...words, '--json'], { cache });
  assert.equal((JSON.parse(again.stdout) as { cache: { builds: number } }).cache.builds, 0);
  assert.deepEqual(digestsOf(out), before);
});

test('a group of which no clip can be used is refused with the reason, and nothing is made without it', async () => {
  const short = join(folder, 'short');
  drawSmallClips(short, 2, 2);
  await mkdir(join(short, '3'));
  drawSmallClip(join(short, '3', 'blink.mp4'), 77, 0.6);
  const out = join(folder, 'short-out');
  const run = await runMix([short, '--out', out, '--count', '2'], { cache });
  assert.equal(run.code, 1, run.stderr);
  assert.match(run.stderr, /blink\.mp4.*is 0\.6 s long; the minimum is 1 s/);
  assert.match(run.stderr, /None of the clips in shot group “3” can be used/);
  assert.deepEqual(videosIn(out), []);
});
