import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { cutSettingsSchema } from '#plugins/crop/cut-settings.ts';
import { cutTool } from '#plugins/crop/server/cut-tool.ts';
import { ffmpeg } from '#tests/tools/awkward-clips.ts';
import { startToolKit, type ToolKit } from '#tests/tools/tool-kit.ts';

const WHOLE = { part: null, turn: 0, flipAcross: false, flipDown: false, shortSide: null };

/** How large the pictures of what an item came to are, and how many. */
async function look(kit: ToolKit, item: ToolItem): Promise<string> {
  const args = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=width,height,nb_read_frames'];
  return ffmpeg('ffprobe', [...args, '-of', 'csv=p=0', await kit.download(item)]).trim();
}

test('a run cuts each of its clips as it was asked for all of them, or for that one', async (t) => {
  const kit = await startToolKit(t, { tool: 'crop.cut' });
  const { clip, run } = kit;
  const [wide, high] = [await clip('wide.mp4', '640x360'), await clip('high.mp4', '360x640')];
  const ratio = { kind: 'ratio', width: 1, height: 1, path: [] };
  const made = await run([wide, high], {
    ...{ window: { from: 1.5, to: 4 }, reframe: { ...WHOLE, part: ratio } },
    own: { [high]: { window: { from: 0.5, to: 3 }, reframe: WHOLE } },
  });
  assert.deepEqual([made.run.state, made.run.made, made.run.price], ['done', 2, null], JSON.stringify(made.items));
  const [first, second] = made.items;
  assert.ok(first !== undefined && second !== undefined && first.poster !== null);
  assert.deepEqual([first.name, second.name], ['wide', 'high']);
  assert.equal(await look(kit, first), '360,360,75');
  assert.equal(await look(kit, second), '360,640,75');
  const facts = second.facts as { first: number; last: number; copied: number; copiedFrom: number };
  assert.deepEqual([facts.first, facts.last, facts.copiedFrom], [15, 90, 30]);
  assert.ok(facts.copied >= 55);
  assert.equal((first.facts as { picturesEncoded: string }).picturesEncoded, 'changed');

  // Clips that runs have made come to as many seconds as their tools say, which prices count.
  const settings = cutSettingsSchema.parse({ window: { from: 0.5, to: null } });
  const inputs = made.items.flatMap(({ files }) => files.map(({ id }) => id));
  const extent = await cutTool(kit.ctx).extent?.({ accountId: kit.accountId, settings, inputs });
  assert.deepEqual(extent, { outputs: 2, seconds: 4 });
});

test('a part that is too small is told beside its clip', async (t) => {
  const { clip, run } = await startToolKit(t, { tool: 'crop.cut' });
  const box = { x: 0.5, y: 0, width: 0.01, height: 1 };
  const part = { kind: 'box', box };
  const { items, run: over } = await run([await clip('wide.mp4', '640x360')], { reframe: { ...WHOLE, part } });
  assert.deepEqual([over.failed, items[0]?.state], [1, 'failed']);
  assert.match(items[0]?.error ?? '', /16/);
});

test('a shape that a clip has already changes none of its pictures: they are copied', async (t) => {
  const kit = await startToolKit(t, { tool: 'crop.cut' });
  const { clip, run } = kit;
  const high = await clip('high.mp4', '360x640');
  const part = { kind: 'ratio', width: 9, height: 16, path: [] };
  const made = await run([high], {
    reframe: { ...WHOLE, part },
  });
  const [item] = made.items;
  assert.ok(item !== undefined);
  assert.equal((item.facts as { copied: number }).copied, 150);
  assert.equal(await look(kit, item), '360,640,150');
});
