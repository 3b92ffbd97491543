import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { VideoText } from '#plugins/eye/api.ts';
import type { Still } from '#plugins/removal/calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { startFillingService } from '#tests/fixtures/removal/filling-service.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

const [WIDTH, HEIGHT] = [640, 360];
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** The pixels of a line of a frame that are white, which nothing behind the letters is. */
function white(path: string, seconds: number, row: number): number {
  const args = ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1'];
  const line = `crop=${WIDTH}:2:0:${row},format=rgb24`;
  const bytes = execFileSync('ffmpeg', [...args, '-vf', line, '-f', 'rawvideo', '-']);
  return bytes.filter((_, at) => at % 3 === 0 && Math.min(...bytes.subarray(at, at + 3)) > 225).length;
}
const BOX = { x: 0.25, y: 0.7, width: 0.5, height: 0.2 };
const settings = {
  removals: [{ place: { kind: 'box', keys: [{ time: 0, box: BOX }] }, removes: 'all', from: 0.5, to: 0.8 }],
};

describe('a run that removes text', async () => {
  const kit = await startToolKit({ after }, { tool: 'removal.remove' });

  test('text is found and removed, as its preview shows it, and a video without any stays as it is', async () => {
    const path = join(kit.folder, 'sale.mp4');
    const text = { from: 0.6, to: 1.8, text: 'SUMMER SALE TODAY', y: 330, size: 40 };
    await drawTexts(path, { width: WIDTH, height: HEIGHT, seconds: 2, texts: [text] });
    const row = text.y - 20;
    const video = await kit.adopt(path);
    const bare = await kit.clip('bare.mp4', '160x90', { seconds: 1, options: ['-vf', 'boxblur=20'] });
    const removals = [{ place: { kind: 'text', area: WHOLE } }];
    const { run, items } = await kit.run([video, bare], { removals, language: 'en' }, 120);
    assert.deepEqual([run.state, run.made, run.failed], ['done', 1, 0], JSON.stringify(items));
    const of = (id: string) => items.find(({ sources }) => sources[0] === id);
    const item = of(video);
    assert.ok(item !== undefined);
    assert.ok(white(path, 1.2, row) > 40, 'the text is there');
    assert.equal(white(await kit.download(item), 1.2, row), 0, 'the text is gone');
    assert.deepEqual((item.facts as { left: object }).left, { seconds: [] });
    assert.equal(of(bare)?.state, 'given-up');
    const [first = ''] = await kit.keep(run);
    assert.deepEqual(await kit.sourcesOf(first), [video]);

    // What pages know of it before anything is made.
    const known = await kit.call('POST', '/api/eye/texts', { id: video, language: 'en' });
    const { state, cues } = known.envelope.data as VideoText;
    assert.deepEqual([state, cues.map((cue) => cue.text.replaceAll(' ', ''))], ['read', ['SUMMERSALETODAY']]);
    let still: Still | undefined;
    await until(
      async () => {
        const wanted = { id: video, at: 1.2, removals, language: 'en' };
        still = (await kit.call('POST', '/api/removal/stills', wanted)).envelope.data as Still;
        return still.state !== 'drawing';
      },
      'the frame is drawn',
      60,
    );
    assert.equal(still?.state, 'drawn', JSON.stringify(still));
    const picture = join(kit.folder, 'still.jpg');
    writeFileSync(picture, Buffer.from(still.picture?.split(',')[1] ?? '', 'base64'));
    assert.equal(white(picture, 0, row), 0, 'the preview has no text');
    const none = { id: bare, at: 0.5, removals, language: 'en' };
    assert.equal((await kit.call('POST', '/api/removal/stills', none)).status, 422);
  });

  test('a run is filled by the chosen service, and by the built-in one only where operators allow that', async (t) => {
    const service = await startFillingService({ mostFrames: 48 });
    t.after(() => service.close());
    const { admin } = kit.ctx.providers;
    await admin.writeSettings('inpainting', 'removal.service', { address: service.address, key: 'secret' }, 'test');
    const choose = (orEmbedded: boolean) =>
      admin.choose('inpainting', { adapters: ['removal.service'], orEmbedded }, 'test');
    // Each of another size: what was made of a video before would be taken.
    const filledBy = async (name: string, size: string) => {
      const { items } = await kit.run([await kit.clip(name, size, { seconds: 1 })], settings);
      const [item] = items;
      return [item?.state, (item?.facts as { filledBy?: string } | null)?.filledBy ?? item?.error];
    };
    await choose(false);
    assert.deepEqual(await filledBy('served.mp4', '320x180'), ['made', 'service']);
    assert.equal(service.shots.length, 1);
    service.forget();

    service.whims.send.push({ status: 413 });
    const [state, error] = await filledBy('refused.mp4', '336x180');
    assert.equal(state, 'failed');
    assert.match(JSON.stringify(error), /removal\.service/);

    await choose(true);
    service.whims.send.push({ status: 413 });
    assert.deepEqual(await filledBy('allowed.mp4', '352x180'), ['made', 'stand-in']);
  });
});
