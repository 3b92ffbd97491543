import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { ListedText, TimedDocument } from '#plugins/copywriting/calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { startToolKit, isOver, type ToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
let kit: ToolKit;
before(async () => {
  kit = await startToolKit(scope, { tool: 'copywriting.extract' });
});

async function film(name: string, texts: Parameters<typeof drawTexts>[1]['texts']): Promise<string> {
  const path = join(kit.folder, name);
  await drawTexts(path, { width: 640, height: 360, seconds: 3, texts });
  const id = await kit.adopt(path);
  const isReady = async () => (await libraryOf(kit.ctx).find(kit.accountId, [id])).get(id)?.state === 'ready';
  await until(isReady, 'it is ready', 60);
  return id;
}
const get = async <T>(path: string) => (await kit.call('GET', path)).envelope.data as T;
const list = async (query = '') => (await get<{ items: ListedText[] }>(`/api/copywriting/texts${query}`)).items;
async function extract(videos: readonly string[], more: object = {}) {
  const body = { name: 'Run', videos, from: 'picture', language: 'zh-CN', tags: ['新品'], ...more };
  const { status, envelope } = await kit.call('POST', '/api/copywriting/runs', body);
  return { status, envelope, run: envelope.data as ToolRun };
}

test('the text of videos becomes texts with times, found by their words; a video without text says so', async () => {
  const texted = await film('box.mp4', [
    { from: 0.5, to: 1.4, text: '全场包邮', size: 40 },
    { from: 1.6, to: 2.8, text: '限时三天', size: 40 },
  ]);
  const plain = await film('plain.mp4', []);
  const { status, run, envelope } = await extract([texted, plain]);
  assert.equal(status, 200, JSON.stringify(envelope));
  assert.deepEqual(
    (await list()).map(({ state, runId }) => [state, runId === run.id]),
    [
      ['extracting', true],
      ['extracting', true],
    ],
  );
  const ended = await kit.reach(run.id, isOver, 120);
  assert.deepEqual([ended.state, ended.made], ['done', 1]);

  const [found, ...others] = await list(`?q=${encodeURIComponent('包邮')}`);
  assert.ok(found !== undefined && others.length === 0);
  assert.deepEqual(
    [found.name, found.type, found.state, found.tags, found.materialId, found.excerpt, found.cues],
    ['box.mp4', 'mp4', 'success', ['新品'], texted, '全场包邮', 2],
  );
  assert.ok((found.size ?? 0) > 0 && Math.abs((found.seconds ?? 0) - 3) < 0.1, JSON.stringify(found));
  assert.ok(Math.abs((found.foundAt ?? 0) - 500) <= 100, `${found.foundAt}`);
  const { cues } = await get<TimedDocument>(`/api/copywriting/texts/${found.id}`);
  assert.deepEqual(
    cues.map(({ text, source }) => [text, source]),
    [
      ['全场包邮', 'picture'],
      ['限时三天', 'picture'],
    ],
  );
  const [failed] = await list('?state=failed');
  assert.deepEqual([failed?.name, failed?.error], ['plain.mp4', 'No text was found in the picture']);
  const { items } = await kit.items(run.id);
  assert.deepEqual(
    items.map(({ state, files }) => [state, files.length]),
    [
      ['made', 1],
      ['given-up', 0],
    ],
  );
});

test('videos above 30 MB, of others or gone are refused before anything begins', async () => {
  const count = (await list()).length;
  const other = await kit.server.signIn({ level: 'level1' });
  const mine = await kit.clip('mine.mp4', '320x180', { seconds: 1 });
  const strange = await kit.server.call('POST', '/api/copywriting/runs', {
    token: other.token,
    body: { name: 'x', videos: [mine], from: 'picture', language: 'zh-CN' },
  });
  assert.deepEqual([strange.status, strange.failure.error], [422, 'copywriting:video-missing']);
  await kit.ctx.db.pool.query(`update materials_items set size = ${30 * 1024 ** 2 + 1} where id = $1`, [mine]);
  const large = await kit.call('POST', '/api/copywriting/runs', {
    name: 'x',
    videos: [mine],
    from: 'picture',
    language: 'zh-CN',
  });
  assert.deepEqual([large.status, large.failure.error], [422, 'copywriting:too-large']);
  assert.equal((await list()).length, count);
});

test('without a service that hears, speech fails by name, and the page can say what to connect', async () => {
  const engines = await get<{ picture: { language: string }[]; speech: string[] }>('/api/copywriting/engines');
  assert.ok(engines.picture.some(({ language }) => language.startsWith('zh')));
  assert.deepEqual(engines.speech, []);
});

test('a cancelled run leaves no text that is being extracted', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map((n) => film(`film ${n}.mp4`, [{ from: 0.2, to: 2, text: `第 ${n} 句` }])),
  );
  const { run } = await extract(ids);
  await kit.call('POST', `/api/tool-runs/${run.id}/cancel`);
  await kit.reach(run.id, isOver);
  const left = (await list()).filter(({ runId }) => runId === run.id);
  assert.equal(left.length, 3);
  assert.ok(left.every(({ state }) => state !== 'extracting'));
});
