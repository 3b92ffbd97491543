import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { say } from '#tests/integration/media/cut/cut-kit.ts';
import { until } from '#tests/until.ts';

/** A server with all plugins and a worker, and a member with clips of five seconds in the library. */
async function startCropKit(t: TestContext) {
  const scope = lastFirst(t);
  const folder = mkdtempSync(join(tmpdir(), 'reelport-crop-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const discovered = await discoverPlugins();
  const server = await startTestServer(scope, { discovered });
  const { ctx } = server.composed;
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString };
  const worker = await compose(readConfiguration(env), 'worker', { concurrency: 2, plugins: discovered, log: testLog });
  scope.after(() => worker.close());
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const call = async (method: string, path: string, body?: unknown) => server.call(method, path, { token, body });
  const read = async (path: string) => (await call('GET', path)).envelope.data;
  return {
    ...{ server, folder, ctx, accountId, call },
    async clip(name: string, size: string, ...more: string[]): Promise<string> {
      const path = join(folder, name);
      const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=5`];
      drawOnce(path, [
        ...picture,
        ...more,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-g',
        '30',
        '-pix_fmt',
        'yuv420p',
      ]);
      const file = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
      const library = ctx.use(LIBRARY);
      assert.ok(library !== undefined);
      return ctx.db.transaction((tx) => library.adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }));
    },
    async run(inputs: string[], settings: object): Promise<{ run: ToolRun; items: ToolItem[] }> {
      const { status, envelope } = await call('POST', '/api/tool-runs', {
        tool: 'crop.cut',
        name: 'Cuts',
        inputs,
        settings,
      });
      assert.equal(status, 200, JSON.stringify(envelope));
      let run = envelope.data as ToolRun;
      await until(
        async () => {
          run = (await read(`/api/tool-runs/${run.id}`)) as ToolRun;
          return ['done', 'failed', 'cancelled'].includes(run.state);
        },
        'the run ends',
        60,
      );
      return { run, items: ((await read(`/api/tool-runs/${run.id}/items`)) as { items: ToolItem[] }).items };
    },
    /** Downloads what an item came to, and says how large its pictures are and how many. */
    async look({ files: [file] }: ToolItem): Promise<string> {
      const path = join(folder, 'made.mp4');
      writeFileSync(path, Buffer.from(await (await fetch(server.address + (file?.url ?? ''))).arrayBuffer()));
      const args = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=width,height,nb_read_frames'];
      return say('ffprobe', ...args, '-of', 'csv=p=0', path).trim();
    },
  };
}

test('a run cuts each of its clips as it was asked for all of them, or for that one', async (t) => {
  const { clip, run, look } = await startCropKit(t);
  const [wide, high] = [await clip('wide.mp4', '640x360'), await clip('high.mp4', '360x640')];
  const ratio = { kind: 'ratio', width: 1, height: 1, path: [] };
  const square = { part: ratio, turn: 0, flipAcross: false, flipDown: false, shortSide: null };
  const whole = { ...square, part: null };
  const made = await run([wide, high], {
    ...{ window: { from: 1.5, to: 4 }, reframe: square },
    own: { [high]: { window: { from: 0.5, to: 3 }, reframe: whole } },
  });
  assert.deepEqual([made.run.state, made.run.made, made.run.price], ['done', 2, null], JSON.stringify(made.items));
  const [first, second] = made.items;
  assert.ok(first !== undefined && second !== undefined && first.poster !== null);
  assert.deepEqual([first.name, second.name], ['wide', 'high']);
  assert.equal(await look(first), '360,360,75');
  assert.equal(await look(second), '360,640,75');
  const facts = second.facts as { first: number; last: number; copied: number; copiedFrom: number };
  assert.deepEqual([facts.first, facts.last, facts.copiedFrom], [15, 90, 30]);
  assert.ok(facts.copied >= 55);
  assert.equal((first.facts as { picturesEncoded: string }).picturesEncoded, 'changed');
});

test('a part without an area or outside, and an end before the beginning, are refused before anything is made', async (t) => {
  const { clip, call, run } = await startCropKit(t);
  const wide = await clip('wide.mp4', '640x360');
  const none = { part: null, turn: 0, flipAcross: false, flipDown: false, shortSide: null };
  const box = (x: number, width: number) => ({ ...none, part: { kind: 'box', box: { x, y: 0, width, height: 1 } } });
  for (const settings of [{ reframe: box(0.2, 0) }, { reframe: box(0.7, 0.5) }, { window: { from: 3, to: 2 } }]) {
    const body = { tool: 'crop.cut', name: 'Cuts', inputs: [wide], settings };
    assert.equal((await call('POST', '/api/tool-runs', body)).status, 422, JSON.stringify(settings));
  }
  const late = await run([wide], { window: { from: 60, to: 61 } });
  assert.deepEqual([late.run.failed, late.items[0]?.state], [1, 'failed'], 'nothing lies behind the end');
  const small = await run([wide], { reframe: box(0.5, 0.01) });
  assert.deepEqual([small.run.failed, small.items[0]?.state], [1, 'failed']);
  assert.match(small.items[0]?.error ?? '', /16/);
});
