import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import type { ListedText, TimedDocument } from '#plugins/copywriting/calls.ts';
import { drawTexts } from '#tests/fixtures/eye/drawn-text.ts';
import { startTranscriptionService, type Whim } from '#tests/fixtures/speech/transcription-service.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { makeClip } from '#tests/integration/media/media-kit.ts';
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
  return await ready(await kit.adopt(path));
}
async function ready(id: string): Promise<string> {
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

/** A second of a tone of its own, so that nobody has heard it before. */
async function tone(name: string, hertz: number): Promise<string> {
  const drawn = ['-f', 'lavfi', '-i', `sine=f=${hertz}:d=1`, '-f', 'lavfi', '-i', 'color=s=64x64:d=1', '-shortest'];
  return await ready(await kit.adopt(await makeClip(kit.ctx.media.runner, kit.folder, ...drawn, '-c:a', 'aac', name)));
}

test('what one service cannot write down the next one does, once; where none can, the text says why', async () => {
  const { token } = await kit.server.signIn({ operator: true });
  const put = async (path: string, body: object) => {
    const { status, envelope } = await kit.server.call('PUT', `/api/services/transcription${path}`, { token, body });
    assert.equal(status, 200, JSON.stringify(envelope));
  };
  const [first, second] = [await startTranscriptionService(), await startTranscriptionService()];
  for (const service of [first, second]) scope.after(() => service.close());
  const ids = ['engines.openai-transcription', 'engines.openai-transcription-2'];
  for (const [at, { address }] of [first, second].entries()) {
    await put(`/${ids[at]}/settings`, { values: { address, key: 'secret', model: 'm', patience: 5 } });
  }
  // Choosing ends the rests, so that the first one is asked again.
  const choose = () => put('', { adapters: ids, orEmbedded: false });
  const hear = async (material: string): Promise<ListedText | undefined> => {
    const { run } = await extract([material], { from: 'speech' });
    await kit.reach(run.id, isOver, 120);
    return (await list()).find(({ runId }) => runId === run.id);
  };
  first.hears = () => ({ segments: [{ start: 0, end: 0.9, text: '第一个听到的' }] });
  second.hears = () => ({ segments: [{ start: 0, end: 0.9, text: '全场包邮' }] });
  const failures: Whim[][] = [
    [{ status: 456 }],
    [{ status: 429, headers: { 'retry-after': '600' } }],
    // What fails for a moment is asked for three times.
    [{ status: 503 }, { status: 503 }, { status: 503 }],
    ['half', 'half', 'half'],
    ['nothing', 'nothing', 'nothing'],
  ];
  for (const [at, whims] of failures.entries()) {
    await choose();
    first.whims.push(...whims);
    const heard = await hear(await tone(`tone ${at}.mp4`, 200 + 50 * at));
    assert.deepEqual([heard?.state, heard?.excerpt], ['success', '全场包邮'], JSON.stringify([whims, heard]));
    assert.deepEqual([first.whims.length, first.recordings.length, second.recordings.length], [0, 0, at + 1]);
  }
  // It rests, so that the next recording goes to the other one at once; what that has heard nobody is asked again.
  const known = await tone('rests.mp4', 600);
  assert.equal((await hear(known))?.excerpt, '全场包邮');
  await choose();
  assert.equal((await hear(known))?.excerpt, '全场包邮');
  assert.deepEqual([first.recordings.length, second.recordings.length], [0, failures.length + 1]);

  first.whims.push({ status: 402 });
  second.whims.push({ status: 456 });
  const failed = await hear(await tone('spent.mp4', 700));
  assert.deepEqual(
    [failed?.state, failed?.error],
    ['failed', 'The quota of the transcription service is used up; an operator has to top it up or choose another one'],
  );
  await put('', { adapters: [], orEmbedded: false });
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
