import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';

import type { Media } from '#core/server/services/media/media.ts';
import { videoReader } from '#plugins/channels/server/video-reader.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';

test('platforms are told how long a video is, and shown a picture of it that leaves no file behind', async () => {
  const folder = await temporaryFolder();
  const runner = await realRunner(folder);
  const own = await temporaryFolder();
  const videos = videoReader({ media: { runner } as Media, temporaryFolder: own });
  const clip = await makeClip(
    ...([runner, folder, '-f', 'lavfi', '-i', 'testsrc=s=90x160:r=10:d=1.5'] as const),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', 'tall.mp4'],
  );
  const signal = AbortSignal.timeout(20_000);
  assert.equal(await videos.seconds(clip, signal), 1.5);
  const picture = await videos.firstPicture(clip, signal);
  const { default: sharp } = await import('sharp');
  const { format, width, height } = await sharp(await picture.bytes()).metadata();
  assert.deepEqual([picture.type, format, width, height], ['image/jpeg', 'jpeg', 90, 160]);
  assert.deepEqual(await readdir(own), []);

  const sound = await makeClip(runner, folder, '-f', 'lavfi', '-i', 'sine=d=1', 'sound.m4a');
  await assert.rejects(videos.firstPicture(sound, signal), { kind: 'refused', message: /no picture/ });
});
