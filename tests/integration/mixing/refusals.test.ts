import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { sharedMediaCache } from '#tests/shared-media-cache.ts';

import { realRunner, temporaryFolder } from '../media/media-kit.ts';
import { makeBadFiles } from './bad-files.ts';
import { certificateOf, digestsOf, leftoversIn, runMix, startMix, videosIn } from './mix-command.ts';
import { drawSmallClip, drawSmallClips } from './small-clips.ts';

const isRoot = process.getuid?.() === 0;

const folder = await temporaryFolder();
const [clips, cache] = [join(folder, 'clips'), sharedMediaCache(join(folder, 'cache'))];
const runner = await realRunner(folder);
drawSmallClips(clips, 3, 2);

/** A copy of the good clips, to put bad ones among them. */
async function goodClips(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(clips, copy, { recursive: true });
  return copy;
}

/** Bad files by name, each with the code that refuses it. */
async function badFiles(into: string): Promise<Record<string, string>> {
  const bad = await makeBadFiles(runner, into);
  drawSmallClip(join(folder, 'outside.mp4'), 77, 1.2);
  await symlink(join(folder, 'outside.mp4'), join(into, 'link.mp4'));
  return { ...bad, 'link.mp4': 'outside-folder' };
}

interface Answer {
  refused: { file: string; code: string; params: Record<string, string> }[];
  certificate: { outputs: { shots: { material: string }[] }[] };
}

test('every bad file is refused by name in both languages, and the good ones go on', async () => {
  const mixed = await goodClips('mixed');
  const wanted = await badFiles(join(mixed, '2'));
  const out = join(folder, 'mixed-out');
  const english = await runMix([mixed, '--out', out, '--count', '2', '--json'], { cache });
  assert.equal(english.code, 0, english.stderr);
  const { refused, certificate } = JSON.parse(english.stdout) as Answer;
  const found = Object.fromEntries(refused.map(({ file, code }) => [file.slice(2), code.replace('core:media.', '')]));
  const { 'no-frames.mp4': noFrames, ...rest } = found;
  assert.deepEqual(rest, wanted);
  assert.ok(noFrames === undefined || /^(no-frames|not-video|broken)$/.test(noFrames), noFrames);
  assert.equal(certificate.outputs.length, 2);
  assert.deepEqual(leftoversIn(out), []);
  const used = certificate.outputs.flatMap(({ shots }) => shots.map(({ material }) => material));
  assert.ok(used.every((material) => !(material.slice(2) in wanted)));

  const chinese = await runMix([mixed, '--out', out, '--count', '2'], { cache, language: 'zh' });
  assert.equal(chinese.code, 0, chinese.stderr);
  for (const name of Object.keys(wanted)) {
    const [inEnglish = '', inChinese = ''] = [english, chinese].map(({ stderr }) =>
      stderr
        .split('\n')
        .filter((line) => line.includes(name))
        .join('\n'),
    );
    for (const line of [inEnglish, inChinese])
      assert.ok(line !== '' && !line.includes('\n') && !line.includes('{{'), `${name}: ${line}`);
    assert.match(inChinese, /\p{Script=Han}/u, name);
    assert.doesNotMatch(inEnglish.replaceAll(name, ''), /\p{Script=Han}/u, name);
  }
});

test('bit-flipped files are used or refused by name, never more', async () => {
  const flipped = await goodClips('flipped');
  const bytes = await readFile(join(clips, '1', '1.mp4'));
  for (let seed = 1; seed <= 12; seed++) {
    const { next } = seededRandom(seed);
    const copy = Buffer.from(bytes);
    for (let flip = 0; flip < 30; flip++) {
      const at = Math.floor(next() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(next() * 8));
    }
    await writeFile(join(flipped, '2', `flip${seed}.mp4`), copy);
  }
  const out = join(folder, 'flipped-out');
  const run = await runMix([flipped, '--out', out, '--count', '6', '--json'], { cache });
  assert.equal(run.code, 0, run.stderr);
  const { refused } = JSON.parse(run.stdout) as Answer;
  assert.equal(videosIn(out).length, 6);
  assert.deepEqual(leftoversIn(out), []);
  assert.ok(
    refused.every(({ file, code }) => file.startsWith('2/flip') && code.startsWith('core:media.')),
    JSON.stringify(refused),
  );
  assert.equal(new Set(refused.map(({ file }) => file)).size, refused.length);
  const videos = videosIn(out).map((name) => `file:${join(out, name)}`);
  const { log } = await runner.ffmpeg({
    cwd: '/',
    args: [
      '-xerror',
      ...videos.flatMap((video) => ['-i', video]),
      ...videos.flatMap((_, index) => ['-map', `${index}:v`, '-map', `${index}:a`]),
      ...['-f', 'null', '-'],
    ],
  });
  assert.equal(log, '');
});

test('files and folders may be called anything', async () => {
  const odd = join(folder, 'odd');
  const names = [`it's "q".mp4`, 'two\nlines.mp4', '🎬 片段.mp4', '--help.mp4', '-i.mp4', 'a%03d $(x);&.mp4'];
  for (const [group, name] of [`1 'a'`, '2\nb', '--3 组 🎬'].entries()) {
    await mkdir(join(odd, name), { recursive: true });
    for (const [index, file] of names.slice(group * 2, group * 2 + 2).entries()) {
      await cp(join(clips, String(group + 1), `${index + 1}.mp4`), join(odd, name, file));
    }
  }
  const out = join(folder, `out "of" the\nord'inary 🎬`);
  const run = await runMix([odd, '--out', out, '--count', '2', '--json'], { cache: join(folder, `cache 'x'\ny`) });
  assert.equal(run.code, 0, run.stderr);
  assert.deepEqual((JSON.parse(run.stdout) as Answer).refused, []);
  assert.equal(videosIn(out).length, 2);
  assert.equal(certificateOf(out).plan.groups, 3);
});

test('a folder of bad files alone makes nothing and says so in one line', async () => {
  const bad = join(folder, 'bad');
  await mkdir(join(bad, '1'), { recursive: true });
  await writeFile(join(bad, '1', 'one.mp4'), 'text');
  await writeFile(join(bad, '1', 'two.mp4'), '');
  const out = join(folder, 'bad-out');
  const run = await runMix([bad, '--out', out, '--count', '3'], { cache });
  assert.deepEqual([run.code, videosIn(out), leftoversIn(out)], [1, [], []], run.stderr);
  assert.match(run.stderr.trimEnd().split('\n').at(-1) ?? '', /None of the clips can be used: all 2/);
});

const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const canBeNobody =
  !isRoot ||
  spawnSync('setpriv', [
    ...asNobody.slice(1),
    process.execPath,
    '-e',
    `require('fs').readFileSync(${JSON.stringify(join(import.meta.dirname, '../../../package.json'))})`,
  ]).status === 0;
test(
  'a file that may not be read is refused by name',
  { skip: canBeNobody ? false : 'the checkout is closed to other users' },
  async () => {
    const closed = await goodClips('closed');
    drawSmallClip(join(closed, '3', 'closed.mp4'), 55, 1.2);
    const [out, ownCache] = [join(folder, 'closed-out'), join(folder, 'closed-cache')];
    await mkdir(out);
    await mkdir(ownCache);
    if (isRoot) {
      chmodSync(folder, 0o755);
      spawnSync('chown', ['-R', '65534:65534', out, ownCache]);
    }
    chmodSync(join(closed, '3', 'closed.mp4'), isRoot ? 0o600 : 0);
    const run = await startMix([closed, '--out', out, '--count', '2', '--json'], {
      cache: ownCache,
      through: isRoot ? asNobody : [],
      env: { HOME: ownCache },
    }).ended;
    assert.equal(run.code, 0, run.stderr);
    const { refused } = JSON.parse(run.stdout) as Answer;
    assert.deepEqual(
      refused.map(({ file, code }) => [file, code]),
      [['3/closed.mp4', 'core:media.unreadable']],
    );
    assert.equal(videosIn(out).length, 2);
    assert.match(run.stderr, /closed\.mp4.*permissions/);
  },
);

test('a full disk ends the command with one clear line, and with room again it completes', async (context) => {
  const small = join(folder, 'small');
  await mkdir(small);
  if (!isRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', small]).status !== 0) {
    context.skip('a small disk can only be mounted as root');
    return;
  }
  context.after(() => spawnSync('umount', [small]));
  const reference = join(folder, 'reference');
  assert.equal((await runMix([clips, '--out', reference, '--count', '4'], { cache })).code, 0);
  const words = [clips, '--out', join(small, 'out'), '--count', '4'];
  // First the cache runs out of room, then the folder of the videos, at several points.
  for (const [own, room] of [
    [true, 0.3],
    [true, 1.2],
    [false, 0.3],
    [false, 1.3],
  ] as const) {
    const free = Number(/(\d+)\s+\d+%/.exec(spawnSync('df', ['-k', small]).stdout.toString())?.[1] ?? 0);
    await writeFile(join(small, 'ballast'), Buffer.alloc(Math.max(0, free - Math.round(room * 1024)) * 1024, 1));
    const full = await runMix(words, { cache: own ? join(small, 'cache') : cache });
    assert.equal(full.code, 1, full.stderr);
    const lines = full.stderr
      .trimEnd()
      .split('\n')
      .filter((line) => !/%( {2}.*)?$/.test(line));
    assert.equal(lines.length, 1, full.stderr);
    assert.match(lines[0] ?? '', /disk is full/);
    await rm(join(small, 'ballast'));
  }
  const done = await runMix(words, { cache: join(small, 'cache') });
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(digestsOf(join(small, 'out')), digestsOf(reference));
  assert.deepEqual(leftoversIn(join(small, 'out')), []);
});
