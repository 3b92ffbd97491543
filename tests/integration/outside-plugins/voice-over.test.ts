import assert from 'node:assert/strict';
import { cpSync, mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { strFromU8, unzipSync } from 'fflate';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { startWorker } from '#host/server/worker.ts';
import { grantsOf, type PackageParts } from '#tests/fixtures/plugin-package.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { reelport } from '#tests/integration/plugin-tools/author-kit.ts';
import { until } from '#tests/until.ts';

// What docs/plugins/tutorial-tool.md ends with, from its author's tools to a finished video.

const EXAMPLE = fileURLToPath(new URL('../../../examples/plugins/voice-over/', import.meta.url));
const MADE = ['node_modules', 'dist', 'texts.d.ts'];

test('the tool of the tutorial is tested, checked, packed and installed, and says a sentence over a clip', async (t) => {
  const scope = lastFirst(t);
  const folder = mkdtempSync(join(tmpdir(), 'reelport-voice-over-'));
  scope.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  cpSync(EXAMPLE, folder, { recursive: true, filter: (source) => !MADE.includes(basename(source)) });
  const zip = join(folder, 'packed.zip');
  for (const words of [['test'], ['check'], ['pack', '--out', zip]]) {
    const { code, output } = await reelport(folder, words);
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /✖/);
  }

  const discovered = (await discoverPlugins()).filter(({ manifest: { id } }) =>
    ['materials', 'workbench', 'extensions'].includes(id),
  );
  const server = await startTestServer(scope, { discovered, prepare: (dataDir) => addPluginFolder(dataDir, zip) });
  const { ctx } = server.composed;
  const bytes = await readFile(zip);
  const { 'plugin.json': described } = unzipSync(bytes);
  const { manifest } = JSON.parse(strFromU8(described ?? new Uint8Array())) as PackageParts;
  const options = { actor: 'test', source: 'test', untrusted: false, grants: grantsOf({ manifest }) };
  await ctx.plugins.install(bytes, options);
  await ctx.settings.set(choiceSetting('speech'), { adapters: ['voice-over.morse'], orEmbedded: false }, 'test');
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString, WORKER_SLOTS: '1' };
  const worker = await startWorker(readConfiguration(env), { log: testLog, plugins: discovered });
  scope.after(() => worker.stop());

  const { token, accountId } = await server.signIn({ level: 'level1' });
  const path = join(folder, 'clip.mp4');
  const drawn = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=25:d=3', '-pix_fmt', 'yuv420p', path];
  await ctx.media.runner.ffmpeg({ cwd: folder, args: drawn });
  const file = await ctx.files.addLocal(ctx.db, accountId, path, { name: 'Harbour.mp4', type: 'video/mp4' });
  const named = { id: file.id, name: 'Harbour.mp4' };
  const clip = await ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, named, { kind: 'video' }));
  const ready = async () => (await libraryOf(ctx).find(accountId, [clip])).get(clip)?.state === 'ready';
  await until(ready, 'the clip is ready', 60);

  const body = { tool: 'voice-over.say', name: 'Ahoy', inputs: [clip], settings: { text: 'Hi' } };
  const started = await server.call('POST', '/api/tool-runs', { token, body });
  assert.equal(started.status, 200, JSON.stringify(started.envelope));
  const { id } = started.envelope.data as ToolRun;
  const read = async () => (await server.call('GET', `/api/tool-runs/${id}`, { token })).envelope.data as ToolRun;
  await until(async () => ['done', 'failed'].includes((await read()).state), 'the run ends', 60);
  const { envelope } = await server.call('GET', `/api/tool-runs/${id}/items`, { token });
  const [item] = (envelope.data as { items: ToolItem[] }).items;
  assert.deepEqual([(await read()).made, item?.name, item?.error], [1, 'Harbour', null]);

  const said = join(folder, 'said.mp4');
  await writeFile(said, await (await fetch(server.address + (item?.files[0]?.url ?? ''))).bytes());
  const { runner } = ctx.media;
  const args = ['-show_entries', 'stream=codec_type,duration', '-of', 'csv=p=0', `file:${said}`];
  const { stdout } = await runner.ffprobe({ cwd: folder, args });
  assert.match(stdout, /^video,3\.0\d*\naudio,3\.0\d*$/m, 'the sound is as long as the clip');
  const heard = await runner.ffmpeg({
    ...{ cwd: folder, keepInfo: true },
    args: ['-i', `file:${said}`, '-map', '0:a', '-af', 'volumedetect', '-f', 'null', '-'],
  });
  assert.match(heard.log, /max_volume: -[5-9]\.\d dB/, 'the voice is heard');
  assert.deepEqual(
    (await ctx.plugins.faults('voice-over')).map(({ message }) => message),
    [],
  );
});
