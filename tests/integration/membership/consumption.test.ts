import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { LedgerUnit } from '#core/contract/ledger.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import half from '#plugins/membership/server/index.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

const server = await startTestServer({ after }, { discovered: [{ manifest, calls: callsAmong(calls), server: half }] });
const { ctx } = server.composed;
const { db, ledger } = ctx;

interface Page {
  items: calls.Consumption[];
  nextCursor: string | null;
  total: number;
}

async function list(token: string, query = ''): Promise<Page> {
  const { status, envelope } = await server.call('GET', `/api/membership/consumption${query}`, { token });
  assert.equal(status, 200, JSON.stringify(envelope));
  return envelope.data as Page;
}

let jobs = 0;
/** A job that takes some of what was given, and uses part of that. */
async function spend(accountId: string, unit: LedgerUnit, { taken, used }: { taken: number; used: number }) {
  const key = `job ${++jobs}`;
  const facts = { service: 'mixing.mix', name: key };
  const { id: holdId } = await ledger.hold(db, { accountId, unit, amount: taken, key, job: `test:${key}`, facts });
  const settled = { ...facts, ...(used > 0 ? { seconds: used * 10 } : {}) };
  await ledger.settle(db, { accountId, holdId, used, key: `${key} end`, facts: settled });
}

async function family() {
  const main = await server.signIn({ level: 'level1' });
  const sub = await ctx.accounts.create(db, { name: '剪辑小王', parentId: main.accountId });
  for (const unit of ['mixes', 'uses'] as const) {
    await ledger.issue(db, { accountId: main.accountId, kind: 'top-up', unit, amount: 100, key: unit, facts: {} });
  }
  const allotment = { accountId: main.accountId, subAccountId: sub.id, unit: 'mixes', amount: 30 } as const;
  await ledger.allot(db, { ...allotment, key: 'allot', facts: {} });
  return { ...main, sub: sub.id };
}

test('an account sees what jobs took and what came back, with what it had before and after', async () => {
  const { token, accountId } = await family();
  await spend(accountId, 'mixes', { taken: 20, used: 12 });
  await spend(accountId, 'uses', { taken: 5, used: 5 });
  const facts = { service: 'mixing.mix', name: 'under way' };
  const open = { accountId, unit: 'mixes', amount: 8, key: 'open', job: 'test:open', facts } as const;
  await ledger.hold(db, open);
  const { items, total } = await list(token);
  assert.equal(total, 4);
  assert.deepEqual(
    items.map(({ state, isOpen, name, seconds, unit, change, before, after: left }) => [
      ...[name, isOpen ? 'open' : state, seconds, unit, change, before, left],
    ]),
    [
      ['under way', 'open', null, 'mixes', -8, 58, 50],
      [`job ${jobs}`, 'consumed', 50, 'uses', -5, 100, 95],
      [`job ${jobs - 1}`, 'returned', null, 'mixes', 8, 50, 58],
      [`job ${jobs - 1}`, 'consumed', 120, 'mixes', -20, 70, 50],
    ],
  );
  const first = await list(token, '?limit=2');
  const second = await list(token, `?limit=2&cursor=${first.nextCursor}`);
  assert.deepEqual([...first.items, ...second.items], items);
  assert.equal(second.nextCursor, null);
  const of = async (query: string) => (await list(token, query)).items.map(({ id }) => id);
  assert.deepEqual(await of('?state=returned'), [items[2]?.id]);
  assert.deepEqual(await of('?unit=uses'), [items[1]?.id]);
  const [at] = items.map((item) => encodeURIComponent(item.at));
  assert.deepEqual(await of(`?from=${at}`), [items[0]?.id]);
  assert.deepEqual(
    await of(`?until=${at}`),
    items.slice(1).map(({ id }) => id),
    'the end does not belong to the period',
  );
});

test('a main account sees who of its sub-accounts spent what, and sums are those of their rows', async () => {
  const { token, accountId, sub } = await family();
  await spend(accountId, 'mixes', { taken: 10, used: 10 });
  await spend(sub, 'mixes', { taken: 20, used: 5 });
  await spend(sub, 'mixes', { taken: 4, used: 0 });
  const { envelope } = await server.call('GET', '/api/membership/consumption/sums', { token });
  const sums = envelope.data as { account: { id: string; name: string }; unit: LedgerUnit; spent: number }[];
  assert.deepEqual(
    sums.map(({ account, unit, spent }) => [account.id, unit, spent]),
    [
      [accountId, 'mixes', 10],
      [sub, 'mixes', 5],
    ],
  );
  assert.equal(sums[1]?.account.name, '剪辑小王');
  for (const { account, unit, spent } of sums) {
    const { items } = await list(token, `?account=${account.id}&unit=${unit}`);
    assert.equal(
      items.reduce((sum, { change }) => sum - change, 0),
      spent,
    );
  }

  const stranger = await server.signIn({ level: 'level1' });
  assert.deepEqual((await list(stranger.token)).items, []);
  const path = `/api/membership/consumption?account=${sub}`;
  const { status, failure } = await server.call('GET', path, { token: stranger.token });
  assert.deepEqual([status, failure.error], [404, 'core:ledger.not-sub-account']);
  assert.equal((await server.call('GET', '/api/membership/consumption')).status, 401);
});
