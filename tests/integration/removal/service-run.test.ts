import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startFillingService } from '#tests/fixtures/removal/filling-service.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';

const BOX = { x: 0.25, y: 0.7, width: 0.5, height: 0.2 };
const settings = {
  removals: [{ place: { kind: 'box', keys: [{ time: 0, box: BOX }] }, removes: 'all', from: 0.5, to: 0.8 }],
};

test('a run is filled by the chosen service, and by the built-in one only where operators allow that', async (t) => {
  const kit = await startToolKit(t, { tool: 'removal.remove' });
  const service = await startFillingService({ mostFrames: 48 });
  t.after(() => service.close());
  const { admin } = kit.ctx.providers;
  await admin.writeSettings('inpainting', 'removal.service', { address: service.address, key: 'secret' }, 'test');
  const choose = (orEmbedded: boolean) =>
    admin.choose('inpainting', { adapters: ['removal.service'], orEmbedded }, 'test');
  // Each of another size: what was made of a video before would be taken.
  const filledBy = async (name: string, size: string) => {
    const { items } = await kit.run([await kit.clip(name, size, { seconds: 2 })], settings);
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
