import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import { unzipSync } from 'fflate';

import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import * as calls from '#plugins/copywriting/calls.ts';
import manifest from '#plugins/copywriting/plugin.ts';
import half from '#plugins/copywriting/server/index.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const scope = lastFirst({ after });
let server: TestServer;
before(async () => {
  server = await startTestServer(scope, { discovered: [{ manifest, calls: callsAmong(calls), server: half }] });
});

const cue = (id: string, start: number, text: string): TimedCue => ({
  ...{ id, start, end: start + 900, text, words: [], speaker: '', source: 'file' },
});

async function somebody() {
  const { token } = await server.signIn({ level: 'level1' });
  const call = async <T = calls.TimedDocument>(method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, `/api/copywriting${path}`, { token, body });
    return { ...answer, data: answer.envelope.data as T };
  };
  const add = async (name: string, ...cues: TimedCue[]) =>
    (await call('POST', '/texts', { name, from: 'file', language: 'zh-CN', cues })).data;
  const list = async (query = '') =>
    (await call<{ items: calls.ListedText[]; total: number }>('GET', `/texts${query}`)).data;
  const search = async (words: string) =>
    (await list(`?q=${encodeURIComponent(words)}`)).items.map(({ name, foundAt }) => [name, foundAt]);
  return { call, add, list, search };
}

test('a stale revision is refused and loses nothing: both texts are at hand', async () => {
  const { add, call } = await somebody();
  const { id, revision } = await add('a.srt', cue('c1', 200, '原文'));
  const save = (text: string, at: number) =>
    call<{ revision: number }>('PUT', `/texts/${id}/cues`, { cues: [cue('c1', 200, text)], revision: at });
  const [mine, theirs] = await Promise.all([save('我的', revision), save('他的', revision)]);
  assert.deepEqual([mine.status, theirs.status].toSorted(), [200, 409]);
  const refused = mine.status === 409 ? mine : theirs;
  assert.equal(refused.failure.error, 'copywriting:changed-elsewhere');
  const now = (await call('GET', `/texts/${id}`)).data;
  assert.deepEqual([now.revision, now.cues[0]?.text], [1, mine.status === 200 ? '我的' : '他的']);
  assert.equal((await save('再来', 1)).data.revision, 2);
});

test('search looks through words, names and tags, whatever signs they have, and says where the words are', async () => {
  const { add, call, search } = await somebody();
  await add('one.srt', cue('c1', 200, '买一送一'), cue('c2', 2000, '100% "真" (全) 包邮\n明天'));
  const { id } = await add('two 包邮.srt', cue('c1', 200, 'Free Shipping'));
  await call('PATCH', `/texts/${id}`, { tags: ['夏季', '夏季'] });
  assert.deepEqual(await search('包邮'), [
    ['two 包邮.srt', null],
    ['one.srt', 2000],
  ]);
  assert.deepEqual(await search('free ship'), [['two 包邮.srt', 200]]);
  assert.deepEqual(await search('100% "真" (全)'), [['one.srt', 2000]]);
  assert.deepEqual(await search('夏季'), [['two 包邮.srt', null]]);
  assert.deepEqual(await search('%'), [['one.srt', 2000]]);
  assert.deepEqual(await search('没有的'), []);
});

test('what makes no sense is refused', async () => {
  const { call } = await somebody();
  const create = (cues: unknown) => call('POST', '/texts', { name: 'x', from: 'file', language: 'zh', cues });
  for (const [why, cues] of Object.entries({
    backwards: [{ ...cue('c1', 200, 'a'), end: 100 }],
    'two with one id': [cue('c1', 200, 'a'), cue('c1', 2000, 'b')],
    unordered: [cue('c1', 2000, 'a'), cue('c2', 200, 'b')],
    'half a millisecond': [cue('c1', 0.5, 'a')],
    'too many': Array.from({ length: 10_001 }, (_, at) => cue(`c${at}`, at * 1000, 'a')),
  })) {
    assert.equal((await create(cues)).status, 422, why);
  }
  const missing = await call('POST', '/texts', {
    name: 'x',
    from: 'file',
    language: 'zh',
    cues: [],
    materialId: randomUUID(),
  });
  assert.deepEqual([missing.status, missing.failure.error], [422, 'copywriting:video-missing']);
  const many = await create(Array.from({ length: 10_000 }, (_, at) => cue(`c${at}`, at * 1000, `第 ${at} 句`)));
  assert.equal(many.data.cues.length, 10_000);
});

test('texts of others can neither be seen, changed nor removed', async () => {
  const [owner, stranger] = [await somebody(), await somebody()];
  const { id } = await owner.add('mine.srt', cue('c1', 200, '秘密'));
  assert.equal((await stranger.call('GET', `/texts/${id}`)).status, 404);
  assert.equal((await stranger.call('GET', `/texts/${id}/sheet`)).status, 404);
  assert.equal((await stranger.call('PUT', `/texts/${id}/cues`, { cues: [], revision: 0 })).status, 404);
  assert.equal((await stranger.call('PATCH', `/texts/${id}`, { name: 'x' })).status, 404);
  assert.deepEqual(await stranger.search('秘密'), []);
  assert.deepEqual((await stranger.call('POST', '/removals', { ids: [id] })).data, { removed: 0 });
  assert.deepEqual((await owner.call('POST', '/removals', { ids: [id] })).data, { removed: 1 });
});

test('a workbook has a row for each cue, and no formula runs in it', async () => {
  const { add, call } = await somebody();
  const { id } = await add('sheet.srt', cue('c1', 1500, '=HYPERLINK("http://x")'), cue('c2', 3000, '包邮 & <b>'));
  const { base64 } = (await call<{ base64: string }>('GET', `/texts/${id}/sheet`)).data;
  const sheet = Buffer.from(unzipSync(Buffer.from(base64, 'base64'))['xl/worksheets/sheet1.xml'] ?? []).toString(
    'utf8',
  );
  assert.match(sheet, /00:00:01\.500.*=HYPERLINK.*包邮 &amp; &lt;b&gt;/s);
  assert.doesNotMatch(sheet, /<f>/);
});
