import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { FEATURE_LEVELS_SETTING } from '#core/server/services/settings/tier-rules.ts';

import { isOver, startPress } from './press-kit.ts';

test('a start is refused whole: unknown tool, settings, inputs, payment, space', async (t) => {
  const { server, ctx, token, folder, material } = await startPress(t, { worker: false });
  const foreign = await material((await server.signIn({ level: 'level2' })).accountId);
  const own = await material();
  const body = { tool: 'press.stamp', name: 'Stamps', inputs: [own], settings: { folder } };
  const post = (change: object) => server.call('POST', '/api/tool-runs', { token, body: { ...body, ...change } });

  assert.equal((await post({ tool: 'nobody.stamp' })).status, 404);
  assert.equal((await post({ tool: 'press.unknown' })).failure.error, 'core:task.plugin-missing');
  const fields = (await post({ settings: { folder, copies: 100, more: 1 } })).failure.fields ?? [];
  assert.deepEqual(fields.map(({ field }) => field).toSorted(), ['body.settings', 'body.settings.copies']);
  assert.equal((await post({ inputs: [] })).failure.error, 'core:tool-run.inputs');
  for (const id of [foreign, randomUUID()]) {
    const { status, failure } = await post({ inputs: [own, id] });
    assert.deepEqual([status, failure.error], [422, 'core:tool-run.input-missing']);
  }
  assert.equal((await post({ tool: 'press.sold' })).failure.error, 'core:ledger.short.uses');
  const full = { ...LEVEL_LIMITS, level2: { ...LEVEL_LIMITS.level2, gigabytes: 1e-9 } };
  await ctx.settings.set(LEVEL_LIMITS_SETTING, full, 'test');
  assert.equal((await post({})).failure.error, 'core:space-full');

  const { rows } = await ctx.db.pool.query(
    'select 1 from core_tool_runs union all select 1 from core_file_holds union all select 1 from core_ledger_holds',
  );
  assert.deepEqual(rows, []);
});

test('nobody reads or changes the run of another account', async (t) => {
  const { server, start, material, reach } = await startPress(t);
  const { id } = await start([await material()]);
  await reach(id, isOver);
  const { token } = await server.signIn({ level: 'level2' });
  const calls = [
    ...[
      ['GET', ''],
      ['GET', '/items'],
      ['DELETE', ''],
    ],
    ...['pause', 'resume', 'cancel', 'retry', 'archives'].map((action) => ['POST', `/${action}`]),
  ];
  for (const [method = '', path = ''] of calls) {
    const isBody = path === '/retry' || path === '/archives';
    const body = isBody ? {} : undefined;
    const { status, failure } = await server.call(method, `/api/tool-runs/${id}${path}`, { token, body });
    assert.deepEqual([status, failure.error], [404, 'core:tool-run.missing'], `${method} ${path}`);
  }
  assert.equal((await server.call('GET', `/api/tool-runs/${id}`)).status, 401);
});

test('a run obeys the gate of its tool’s plugin', async (t) => {
  const { server, ctx, folder, material, start, reach, token, accountId } = await startPress(t);
  const free = await server.signIn({ level: 'level0' });
  const inputs = [await material(free.accountId)];
  const body = { name: 'Stamps', inputs, settings: { folder } };
  const post = (tool: string) => server.call('POST', '/api/tool-runs', { token: free.token, body: { ...body, tool } });
  assert.deepEqual([(await post('press.stamp')).status, (await post('stamps.stamp')).status], [403, 403]);
  // What a tier merely locks may be read; what a feature locks may not.
  const list = (tool: string) => server.call('GET', `/api/tool-runs?tool=${tool}`, { token: free.token });
  assert.deepEqual([(await list('press.stamp')).status, (await list('stamps.stamp')).status], [200, 403]);

  const { id } = await start([await material()]);
  await reach(id, isOver);
  await ctx.accounts.setRole(ctx.db, accountId, { roleCode: 12, roleUntil: null });
  const on = (method: string, path: string, sent?: object) =>
    server.call(method, `/api/tool-runs/${id}${path}`, { token, body: sent });
  assert.equal((await on('GET', '')).status, 200);
  assert.equal((await on('POST', '/archives', {})).status, 200);
  assert.equal((await on('POST', '/retry', {})).status, 403);
  assert.equal((await on('DELETE', '')).status, 200);
});

test('more inputs than any member may have at once need the feature, however they are repeated', async (t) => {
  const { server, ctx, folder, material } = await startPress(t, { worker: false });
  await ctx.settings.set(FEATURE_LEVELS_SETTING, { mosaic: 'level2' }, 'test');
  const start = async (level: 'level1' | 'level2', choose: (all: string[]) => string[]) => {
    const { token, accountId } = await server.signIn({ level });
    const all: string[] = [];
    for (let count = 0; count < 4; count += 1) all.push(await material(accountId));
    const body = { tool: 'press.stamp', name: 'Stamps', inputs: choose(all), settings: { folder } };
    return await server.call('POST', '/api/tool-runs', { token, body });
  };
  const { status, failure } = await start('level1', (all) => all);
  const lacking = { feature: 51, level: 'level2' };
  assert.deepEqual([status, failure.error, failure.params], [403, 'core:locked.level2', lacking]);
  assert.equal((await start('level1', ([one = '', ...all]) => [one, one, ...all.slice(1)])).status, 200);
  assert.equal((await start('level2', (all) => all)).status, 200);
});
