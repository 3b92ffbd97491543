import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { softVideo } from '#plugins/translation/server/export/soft-video.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { say } from '#tests/integration/media/cut/cut-kit.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { sourceOf } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());

/** A silent video whose length is hours. */
function drawn(name: string, hours: number): string {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', `color=0x204060:s=64x36:r=1:d=${hours * 3_600}`];
  drawOnce(path, [...picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '60', '-pix_fmt', 'yuv420p']);
  return path;
}

async function subtitled(path: string, start: number) {
  const spans = [
    { start: 200, end: 2_200, text: 'Free shipping' },
    { start, end: start + 5_500, text: 'See you tomorrow' },
  ];
  const { signal } = new AbortController();
  const to = { folder, signal, progress: () => undefined };
  return await softVideo(media, await sourceOf(path), [{ language: 'en-US', spans }], to);
}

test('a silent video of two hours has its last line where it belongs, and one of three is refused by name of the limit', async () => {
  const { video, seconds } = await subtitled(drawn('long.mp4', 2), 7_190_000);
  assert.equal(seconds, 7_200);
  const times = ['-select_streams', 's:0', '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const packets = say('ffprobe', ...times, video)
    .trim()
    .split('\n');
  assert.equal(packets.at(-1), '7190.000000,5.500000');
  const refused = { code: 'core:media.too-long', params: { file: 'longer.mp4', minutes: 180, max: 120 } };
  await assert.rejects(subtitled(drawn('longer.mp4', 3), 10_790_000), refused);
});
