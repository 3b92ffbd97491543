import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LedgerUnit } from '#core/contract/ledger.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { TOOL_PRICES_SETTING } from '#core/server/services/tool-runs/payments.ts';
import { until } from '#tests/until.ts';

import { isOver, startPress } from './press-kit.ts';

type Press = Awaited<ReturnType<typeof startPress>>;

async function give({ ctx, accountId }: Press, unit: LedgerUnit, amount: number): Promise<void> {
  await ctx.ledger.issue(ctx.db, { accountId, kind: 'grant', unit, amount, key: `given ${unit}`, facts: {} });
}

/** `available` and `held`. */
async function has({ ctx, accountId }: Press, unit: LedgerUnit = 'uses'): Promise<[number, number]> {
  const { available, held } = await ctx.ledger.balance(ctx.db, accountId, unit);
  return [available, held];
}

test('a run holds what it costs at most, spends what it has made, and gives the rest back', async (t) => {
  const press = await startPress(t);
  const { ctx, start, reach, material, have, haveNot, call, begun } = press;
  const input = await material();
  const sold = (copies: number) => start([input], { copies }, 'press.sold');
  const again = (id: string) => call<ToolRun>('POST', `/api/tool-runs/${id}/retry`, {});
  await give(press, 'uses', 10);
  const price = { unit: 'uses', amount: 2, per: 'output' };
  assert.deepEqual(await call('GET', '/api/tool-prices/press.sold'), { price, available: 10 });
  assert.deepEqual(await call('GET', '/api/tool-prices/press.stamp'), { price: null, available: 0 });

  have('hold-0', 'fail-1');
  const { id, price: begunWith } = await sold(3);
  assert.deepEqual(begunWith, { ...price, most: 6, spent: 0 });
  assert.deepEqual(await has(press), [4, 6]);
  haveNot('hold-0');
  assert.deepEqual((await reach(id, isOver)).price, { ...price, most: 6, spent: 4 });
  assert.deepEqual(await has(press), [6, 0]);

  // What failed is tried again, and the run never costs more than was said at first.
  haveNot('fail-1');
  have('hold-1');
  await again(id);
  assert.deepEqual(await has(press), [4, 2]);
  haveNot('hold-1');
  assert.deepEqual((await reach(id, isOver)).price, { ...price, most: 6, spent: 6 });
  assert.deepEqual(await has(press), [4, 0]);

  have('fail-plan');
  const failed = await sold(2);
  assert.deepEqual([(await reach(failed.id, isOver)).state, ...(await has(press))], ['failed', 4, 0]);
  haveNot('fail-plan');
  have('hold-1');
  const before = begun().length;
  await again(failed.id);
  assert.deepEqual(await has(press), [0, 4]);
  await until(async () => (await press.read(failed.id)).made === 1 && begun().length === before + 2);
  await call('POST', `/api/tool-runs/${failed.id}/cancel`);
  assert.deepEqual((await reach(failed.id, isOver)).price?.spent, 2);
  assert.deepEqual(await has(press), [2, 0]);

  const { rows } = await ctx.db.pool.query<{ kind: string; facts: object }>(
    `select kind, facts from core_ledger_movements where kind <> 'grant' order by id`,
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['hold', 'settle', 'hold', 'settle', 'hold', 'release', 'hold', 'settle'],
  );
  assert.deepEqual(rows[1]?.facts, { service: 'press.sold', name: 'Stamps', seconds: 5 });
  assert.deepEqual(rows[3]?.facts, { service: 'press.sold', name: 'Stamps', seconds: 3 });
  assert.deepEqual((await checkLedger(ctx.db)).faults, []);
});

test('nothing is started that was not agreed to, or that the account cannot pay; operators set other prices', async (t) => {
  const press = await startPress(t, { worker: false });
  const { ctx, server, token, folder, material } = press;
  const input = await material();
  await give(press, 'uses', 3);
  const body = { name: 'Stamps', inputs: [input] };
  const post = async (tool: string, copies: number, agreed?: object | null) => {
    const settings = { folder, copies };
    const answer = await server.call('POST', '/api/tool-runs', { token, body: { ...body, tool, settings, agreed } });
    return answer.envelope.code === 1 ? (answer.envelope.data as ToolRun).price : answer.failure.error;
  };
  const setTo = (prices: Parameters<typeof ctx.settings.set<typeof TOOL_PRICES_SETTING.schema>>[1]) =>
    ctx.settings.set(TOOL_PRICES_SETTING, prices, 'test');

  for (const agreed of [null, { unit: 'mixes', amount: 2 }, { unit: 'uses', amount: 1 }]) {
    assert.equal(await post('press.sold', 1, agreed), 'core:tool-run.price-changed');
  }
  assert.equal(await post('press.sold', 2, { unit: 'uses', amount: 4 }), 'core:ledger.short.uses');
  assert.deepEqual(await has(press), [3, 0]);
  const ofUses = { unit: 'uses', amount: 2, per: 'output', most: 2, spent: 0 };
  assert.deepEqual(await post('press.sold', 1, { unit: 'uses', amount: 2 }), ofUses);
  assert.deepEqual(await has(press), [1, 2]);

  await setTo({ 'press.sold': null, 'press.stamp': { unit: 'uses', amount: 1, per: 'success' } });
  assert.equal(await post('press.sold', 9, null), null);
  assert.deepEqual(await post('press.stamp', 9), { unit: 'uses', amount: 1, per: 'success', most: 1, spent: 0 });
  assert.deepEqual(await has(press), [0, 3]);

  await give(press, 'seconds', 8);
  const bySecond = { unit: 'seconds', amount: 1, per: 'second' } as const;
  await setTo({ 'press.sold': bySecond, 'press.stamp': bySecond });
  assert.deepEqual(await post('press.sold', 3), { ...bySecond, most: 8, spent: 0 });
  assert.deepEqual(await has(press, 'seconds'), [0, 8]);
  assert.equal(await post('press.stamp', 1), 'core:tool-run.price-unusable', 'nobody knows how long that is');
});

test('a sub-account spends what it was allotted and no more; asking for more is audited, but not without end', async (t) => {
  const press = await startPress(t, { worker: false });
  const { ctx, server, folder, accountId, material } = press;
  await give(press, 'uses', 100);
  const account = await ctx.accounts.create(ctx.db, { name: '剪辑小王', parentId: accountId, roleCode: 14 });
  const sub = await server.signIn({ account });
  const allotment = { accountId, subAccountId: sub.accountId, unit: 'uses', amount: 4 } as const;
  await ctx.ledger.allot(ctx.db, { ...allotment, key: 'allot', facts: {} });
  const input = await material(sub.accountId);
  const start = async (copies: number) => {
    const body = { tool: 'press.sold', name: 'Stamps', inputs: [input], settings: { folder, copies } };
    const { envelope, failure } = await server.call('POST', '/api/tool-runs', { token: sub.token, body });
    return envelope.code === 1 ? 'started' : failure.error;
  };
  const beyond = 'core:ledger.allotment-short.uses';
  assert.deepEqual([await start(3), await start(2), await start(1)], [beyond, 'started', beyond]);
  assert.deepEqual(await has({ ...press, accountId: sub.accountId }), [0, 4]);
  assert.deepEqual(await has(press), [96, 0]);
  for (let asked = 0; asked < 20; asked++) assert.equal(await start(1), beyond);
  const { rows } = await ctx.db.pool.query<{ details: unknown }>(
    `select details from core_audit where action = 'ledger.refused' and account_id = $1 order by at`,
    [sub.accountId],
  );
  assert.deepEqual(rows[0]?.details, { code: beyond, params: { needed: '6', available: '4' } });
  assert.equal(rows.length, 20);
});
