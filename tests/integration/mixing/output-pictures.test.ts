import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import sharp from 'sharp';

import { drawOnce } from '#tests/draw-once.ts';

import { mixClient } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawSmallClip } from './small-clips.ts';

describe('the picture of a finished video', { timeout: 120_000 }, async () => {
  const site = await startMixSite({ after });
  await site.work();

  test('shows something where the video begins in black, or comes out of it', async () => {
    const { token, accountId } = await site.server.signIn({ level: 'level1' });
    const [black, fading, bright] = ['black', 'fading', 'bright'].map((name) => join(site.folder, `${name}.mp4`));
    const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    drawOnce(black ?? '', ['-f', 'lavfi', '-i', 'color=black:s=180x240:r=30:d=2.4', ...picture]);
    const scene = 'testsrc2=s=180x240:r=30:d=2.4,fade=in:0:36';
    drawOnce(fading ?? '', ['-f', 'lavfi', '-i', scene, ...picture]);
    drawSmallClip(bright ?? '', 3, 2.4);
    const ids = await Promise.all([black, fading, bright].map((path) => site.adopt(accountId, path ?? '')));
    await site.allPrepared(accountId);
    const client = mixClient(site.server.address, token);
    const document = projectOf([ids.slice(0, 2), ids.slice(2)], { shotSeconds: 2.4 });
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);
    const run = await client.ended((await client.run(id, { count: 2 })).id);
    assert.equal(run.made, 2, run.error ?? '');
    for (const { poster } of await client.outputs(run.id)) {
      const still = await fetch(new URL(poster ?? '', site.server.address));
      const { channels, entropy } = await sharp(await still.arrayBuffer()).stats();
      const light = channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
      assert.ok(light > 50 && entropy > 2, `its light is ${light}, its entropy ${entropy}`);
    }
  });
});
