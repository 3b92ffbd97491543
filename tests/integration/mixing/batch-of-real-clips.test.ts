import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { sharedMediaCache } from '#tests/shared-media-cache.ts';

import { makeClip, realRunner, temporaryFolder } from '../media/media-kit.ts';
import { assertClean } from './assert-clean.ts';
import { certificateOf, digestsOf, runMix } from './mix-command.ts';

/** Real clips of more than a few seconds. */
const LONG = ['chair-19-sd-bar.mp4', 'doorknob-hd-no-bar.mp4', 'video-h265.mp4', 'sar_2x1.mp4', 'frames.webm'];

const shared = fileURLToPath(new URL('../../../../shared/clips/', import.meta.url));
const withClips = { skip: existsSync(shared) ? false : 'no folder of real clips beside the checkout' };
test('real clips become as many distinct, clean videos as there can be', withClips, async () => {
  const folder = await temporaryFolder();
  const runner = await realRunner(folder);
  const real = join(folder, 'real');
  const groups = {
    '1 people': ['chair-19-sd-bar.mp4', 'doorknob-hd-no-bar.mp4', 'toothsome-dts.mp4'],
    '2 screens': ['cursed-vfr.mp4', 'rotate-buck-bunny.mp4', 'annex-b.mp4'],
    '3 films': ['sar_2x1.mp4', 'video-h265.mp4', 'edts.mp4', 'frames.webm'],
  };
  for (const [group, names] of Object.entries(groups)) {
    await mkdir(join(real, group), { recursive: true });
    for (const name of names) {
      // Two seconds of what is long: the rest would only be decoded to be compared.
      if (LONG.includes(name)) {
        const start = [
          '-i',
          `file:${join(shared, name)}`,
          '-t',
          '2.2',
          '-map',
          '0:v:0',
          '-map',
          '0:a:0?',
          '-c',
          'copy',
        ];
        await makeClip(runner, join(real, group), ...start, name);
      } else await cp(join(shared, name), join(real, group, name));
    }
  }
  await symlink(join(shared, 'video.mp4'), join(real, '3 films', 'linked.mp4'));
  const out = join(folder, 'real-out');
  const run = await runMix([real, '--out', out, '--count', '4', '--fit', 'blur', '--json'], {
    cache: sharedMediaCache(join(folder, 'cache')),
  });
  assert.equal(run.code, 0, run.stderr);
  await assertClean(runner, out, 3);
  assert.equal(new Set(Object.values(digestsOf(out))).size, 4);
  assert.deepEqual(certificateOf(out).failures, []);
  const { refused } = JSON.parse(run.stdout) as { refused: { file: string }[] };
  assert.deepEqual(refused.map(({ file }) => file.split('/')[1]).sort(), [
    'annex-b.mp4',
    'linked.mp4',
    'toothsome-dts.mp4',
  ]);
});
