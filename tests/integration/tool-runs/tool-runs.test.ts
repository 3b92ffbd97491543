import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { purgePlugin } from '#core/server/plugins/purge-plugin.ts';
import type { ServerEvent } from '#core/server/services/events/events.ts';
import { endedRuns } from '#tests/fixtures/tool-runs/press-plugin.ts';
import { until } from '#tests/until.ts';

import { isOver, startPress } from './press-kit.ts';

test('a run makes an item of each input, tells browsers, and lets its inputs go', async (t) => {
  const { ctx, accountId, server, start, reach, items, material, call } = await startPress(t);
  const heard: ServerEvent[] = [];
  ctx.events.subscribe(accountId, (event) => heard.push(event), t.signal);
  const inputs = [await material(), await material()];
  const started = await start(inputs, { copies: 2 });
  assert.deepEqual([started.state, started.planned, started.price], ['planning', null, null]);

  const run = await reach(started.id, isOver);
  assert.deepEqual([run.state, run.planned, run.made, run.failed, run.progress], ['done', 4, 4, 0, 1]);
  assert.deepEqual(run.facts, { stamped: 4 });
  const days = (Date.parse(run.expiresAt ?? '') - Date.parse(run.endedAt ?? '')) / 86_400_000;
  assert.equal(days, 2);

  const made = await items(run.id);
  assert.deepEqual(
    made.map(({ name }) => name),
    ['stamp', 'stamp-2', 'stamp-3', 'stamp-4'],
  );
  assert.deepEqual(
    made.map(({ sources }) => sources),
    inputs.flatMap((id) => [[id], [id]]),
  );
  const [file] = made[0]?.files ?? [];
  assert.equal(file?.name, 'stamp.txt');
  const text = await (await fetch(server.address + (file?.url ?? ''))).text();
  assert.equal(text, `${made[0]?.id} of ${run.id}`);
  assert.ok(made[0]?.poster);

  await until(() => heard.some(({ topic }) => topic === 'tool-runs.ended'));
  const ended = heard.find(({ topic }) => topic === 'tool-runs.ended');
  const data = { runId: run.id, tool: 'press.stamp', name: 'Stamps', state: 'done', made: 4, failed: 0 };
  assert.deepEqual(ended?.data, data);
  assert.ok(heard.some(({ topic }) => topic === 'tool-runs.changed'));
  await until(() => endedRuns.some(({ runId }) => runId === run.id), 'plugins are told');
  const told = endedRuns.filter(({ runId }) => runId === run.id);
  assert.deepEqual(told, [{ accountId, ...data }]);
  for (const id of inputs) await ctx.files.remove(accountId, id);
  assert.deepEqual(readdirSync(ctx.temporaryFolder), [], 'no folder of work is left');

  const listed = await call<{ items: { id: string }[]; total: number }>('GET', '/api/tool-runs?tool=press.stamp');
  assert.deepEqual([listed.total, listed.items[0]?.id], [1, run.id]);
});

test('an item that fails keeps its reason while the others go on, and can be tried again', async (t) => {
  const { start, reach, items, material, have, haveNot, call, ctx, accountId } = await startPress(t);
  have('fail-1');
  const input = await material();
  const { id } = await start([input], { copies: 3 });
  const run = await reach(id, isOver);
  assert.deepEqual([run.state, run.made, run.failed], ['done', 2, 1]);
  const failed = (await items(id))[1];
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.error ?? '', /stamp-2/);
  assert.equal((await ctx.files.held(ctx.db, accountId, [input])).size, 0);

  haveNot('fail-1');
  const again = await call<{ state: string; progress: number; expiresAt: null }>(
    'POST',
    `/api/tool-runs/${id}/retry`,
    {},
  );
  assert.deepEqual([again.state, again.expiresAt], ['working', null]);
  assert.ok(again.progress < 1);
  const whole = await reach(id, isOver);
  assert.deepEqual([whole.state, whole.made, whole.failed, whole.facts], ['done', 3, 0, { stamped: 3 }]);
});

test('items that are replaced are planned again; one that is given up is left out', async (t) => {
  const { start, reach, items, material, have } = await startPress(t);
  have('replace-0', 'give-up-2');
  const { id } = await start([await material()], { copies: 3 });
  const run = await reach(id, isOver);
  assert.deepEqual([run.state, run.planned, run.made], ['done', 2, 2]);
  const states = (await items(id)).map(({ position, state, name }) => `${position} ${state} ${name}`);
  assert.deepEqual(states, ['0 replaced stamp', '1 made stamp-2', '2 given-up stamp-3', '0 made again']);
});

test('what a tool confirms as an item ends takes the place of the outcome, one item after another', async (t) => {
  const { start, reach, items, material, have, ctx, accountId } = await startPress(t);
  have('like-0', 'like-1', 'like-2');
  const { id } = await start([await material()], { copies: 3 });
  const run = await reach(id, isOver);
  assert.deepEqual([run.state, run.planned, run.made], ['done', 1, 1]);
  const made = (await items(id)).filter(({ state }) => state === 'made');
  const { rows } = await ctx.db.pool.query('select name from core_files where account_id = $1 and type = $2', [
    accountId,
    'text/plain',
  ]);
  assert.deepEqual(rows, [{ name: made[0]?.files[0]?.name }], 'nothing is kept of the others');
});

test('settings that an older version wrote and this one does not take end the run with words', async (t) => {
  const { start, reach, material, have, haveNot, call, ctx } = await startPress(t);
  have('fail-plan');
  const { id } = await start([await material()]);
  await reach(id, isOver);
  await ctx.db.pool.query(`update core_tool_runs set settings = settings || '{"ink":"red"}' where id = $1`, [id]);
  haveNot('fail-plan');
  await call('POST', `/api/tool-runs/${id}/retry`, {});
  const run = await reach(id, isOver);
  assert.deepEqual([run.state, run.made], ['failed', 0]);
  assert.match(run.error ?? '', /older version/);
});

test('a run whose plan or finish fails says why, and is tried again from there', async (t) => {
  const { start, reach, material, have, haveNot, call, begun } = await startPress(t);
  have('fail-plan');
  const { id } = await start([await material()]);
  const broken = await reach(id, isOver);
  assert.equal(broken.state, 'failed');
  assert.match(broken.error ?? '', /plan/);

  haveNot('fail-plan');
  have('fail-finish');
  await call('POST', `/api/tool-runs/${id}/retry`, {});
  const unfinished = await reach(id, ({ error }) => error?.includes('finish') === true);
  assert.deepEqual([unfinished.state, unfinished.made], ['failed', 1]);

  haveNot('fail-finish');
  await call('POST', `/api/tool-runs/${id}/retry`, {});
  const done = await reach(id, isOver);
  assert.deepEqual([done.state, done.error, done.facts], ['done', null, { stamped: 1 }]);
  assert.deepEqual(begun(), [0], 'nothing is made twice');
});

test('a paused run begins nothing further until it goes on', async (t) => {
  const { start, reach, material, have, haveNot, call, begun, read } = await startPress(t);
  have('hold-0', 'hold-1', 'hold-2', 'hold-3');
  const { id } = await start([await material()], { copies: 4 });
  await until(() => begun().length === 2);
  const paused = await call<{ state: string }>('POST', `/api/tool-runs/${id}/pause`);
  assert.equal(paused.state, 'paused');
  haveNot('hold-0', 'hold-1', 'hold-2', 'hold-3');
  await reach(id, ({ made }) => made === 2);
  assert.deepEqual([begun().length, (await read(id)).state, (await read(id)).secondsLeft], [2, 'paused', null]);
  await call('POST', `/api/tool-runs/${id}/resume`);
  assert.equal((await reach(id, isOver)).made, 4);
});

test('a cancelled run stops within a moment and keeps what is finished', async (t) => {
  const { start, reach, items, material, have, call, begun, ctx, accountId } = await startPress(t);
  have('hold-1', 'hold-2');
  const { id } = await start([await material()], { copies: 4 });
  await reach(id, ({ made }) => made >= 1);
  await until(() => begun().length >= 3);
  const cancelled = await call<{ state: string }>('POST', `/api/tool-runs/${id}/cancel`);
  assert.equal(cancelled.state, 'cancelled');
  await until(
    async () =>
      (await ctx.jobs.list(accountId, { subjectId: id, states: ['running', 'cancelling', 'queued'] })).length === 0,
  );
  const states = (await items(id)).map(({ state }) => state);
  assert.ok(
    states.every((state) => ['made', 'given-up'].includes(state)),
    states.join(),
  );
  assert.deepEqual([states[1], states[2]], ['given-up', 'given-up']);
  await call('POST', `/api/tool-runs/${id}/cancel`);
  assert.equal(await ctx.db.pool.query('select 1 from core_file_holds').then(({ rowCount }) => rowCount), 0);
});

test('its owner names what a run makes, also what is made or planned later, and no two the same', async (t) => {
  const { start, reach, items, material, call, have, haveNot } = await startPress(t);
  have('hold-3', 'replace-2');
  const { id } = await start([await material(), await material()], { copies: 2 });
  await reach(id, ({ made, planned }) => made === 2 && planned === 3);
  const rename = (body: object) => call<{ renamed: number }>('POST', `/api/tool-runs/${id}/names`, body);
  assert.deepEqual(await rename({ pattern: '{run} {nn}' }), { renamed: 3 });
  haveNot('hold-3');
  await reach(id, isOver);
  const named = async () =>
    (await items(id))
      .filter(({ state }) => state === 'made')
      .toSorted((a, b) => a.position - b.position)
      .map(({ name, files }) => [name, files.map((file) => file.name).join()]);
  assert.deepEqual(
    await named(),
    ['Stamps 01', 'Stamps 02', 'Stamps 03', 'Stamps 04'].map((name) => [name, `${name}.txt`]),
  );
  const some = (await items(id)).filter(({ state, position }) => state === 'made' && position > 1);
  assert.deepEqual(await rename({ pattern: '{run} 01', items: some.map((item) => item.id) }), { renamed: 2 });
  assert.deepEqual(
    (await named()).map(([name]) => name),
    ['Stamps 01', 'Stamps 02', 'Stamps 01 (2)', 'Stamps 01 (3)'],
  );
});

test('runs are listed by what their tool says that they are of', async (t) => {
  const { start, material, call, folder } = await startPress(t, { worker: false });
  const { id } = await start([await material()]);
  const list = (query: string) => call<{ items: ToolRun[] }>('GET', `/api/tool-runs?tool=press.${query}`);
  assert.deepEqual(
    (await list(`stamp&of=${encodeURIComponent(folder)}`)).items.map((run) => run.id),
    [id],
  );
  assert.deepEqual((await list('stamp&of=elsewhere')).items, []);
  assert.deepEqual((await list('sold&of=anything')).items, [], 'a tool that lists its runs by nothing');
});

test('outputs are downloaded as one zip, and go when their time is up or their run is removed', async (t) => {
  const { start, reach, items, material, call, server, ctx, accountId } = await startPress(t);
  const [first, second] = [await start([await material()], { copies: 2 }), await start([await material()])];
  await reach(first.id, isOver);
  await reach(second.id, isOver);
  const archive = await call<{ url: string; name: string; size: number }>(
    'POST',
    `/api/tool-runs/${first.id}/archives`,
    {},
  );
  assert.match(archive.name, /^Stamps \d{4}-\d\d-\d\d\.zip$/);
  const zip = Buffer.from(await (await fetch(server.address + archive.url)).arrayBuffer());
  assert.equal(zip.length, archive.size);
  assert.ok(zip.includes('stamp-2.txt'));
  assert.equal((await fetch(`${server.address}${archive.url}x`)).status, 403);

  const [output] = await ctx.toolRuns.outputs(accountId, first.id);
  await call('DELETE', `/api/tool-runs/${first.id}`);
  await assert.rejects(ctx.files.get(accountId, output?.fileId ?? ''), { code: 'core:file-missing' });

  await ctx.db.pool.query(`update core_tool_runs set expires_at = now() - interval '1 second'`);
  const [kept] = (await items(second.id))[0]?.files ?? [];
  await server.composed.sweep();
  await assert.rejects(ctx.files.get(accountId, kept?.id ?? ''), { code: 'core:file-missing' });
  assert.equal((await call<{ total: number }>('GET', '/api/tool-runs?tool=press.stamp')).total, 0);
});

test('a plugin that is purged leaves no run: those under way are stopped, outputs go with the next sweep', async (t) => {
  const { start, reach, material, have, haveNot, call, server, ctx, accountId, begun } = await startPress(t);
  const input = await material();
  const done = await start([input]);
  await reach(done.id, isOver);
  const [output] = await ctx.toolRuns.outputs(accountId, done.id);
  have('hold-0');
  const { id } = await start([input]);
  await until(() => begun().length === 2);
  await ctx.db.transaction((tx) => purgePlugin(tx, 'press', []));
  haveNot('hold-0');
  assert.equal(await ctx.db.pool.query('select 1 from core_file_holds').then(({ rowCount }) => rowCount), 0);
  await server.composed.sweep();
  await assert.rejects(ctx.files.get(accountId, output?.fileId ?? ''), { code: 'core:file-missing' });
  await assert.rejects(ctx.toolRuns.read(accountId, id, 'en'), { code: 'core:tool-run.missing' });
  assert.equal((await call<{ total: number }>('GET', '/api/tool-runs?tool=press.stamp')).total, 0);
});

test('a page that follows a run gets what changed since its last answer', async (t) => {
  const { start, reach, material, have, haveNot, call, begun } = await startPress(t);
  interface Changes {
    items: { position: number; state: string }[];
    revision: number;
    working: { id: string; progress: number }[];
  }
  have('hold-1');
  const { id } = await start([await material()], { copies: 2 });
  await reach(id, ({ made }) => made === 1);
  await until(() => begun().length === 2);
  const first = await call<Changes>('GET', `/api/tool-runs/${id}/items`);
  assert.deepEqual(
    first.items.map(({ state }) => state),
    ['made', 'working'],
  );
  assert.equal(first.working.length, 1);
  const run = await reach(id, ({ progress }) => progress > 0.6);
  assert.ok(run.progress < 0.75, `one third is made and half of two: ${run.progress}`);
  haveNot('hold-1');
  await reach(id, isOver);
  const later = await call<Changes>('GET', `/api/tool-runs/${id}/items?since=${first.revision}`);
  assert.deepEqual(
    later.items.map(({ position, state }) => [position, state]),
    [[1, 'made']],
  );
  assert.deepEqual(later.working, []);
});
