import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { LedgerUnit } from '#core/contract/ledger.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import type { AllotmentChange, AllotmentStep, SpendableBalance, SubAccount } from '#plugins/account/calls.ts';
import { SUB_ACCOUNTS } from '#plugins/account/server/settings.ts';

import { startAccountServer, type AccountServer, type Browser } from './account-kit.ts';

const PATH = '/api/account/sub-accounts';
const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});

let numbers = 13_700_000_000;
const nextMobile = (): string => String(numbers++);

/** A number with the code that it got. */
async function proven(browser: Browser, mobile = nextMobile()) {
  await server.forgetLimits();
  assert.equal((await browser.askForCode(mobile)).code, 1);
  return { fdMobile: mobile, mobileCode: await server.sentCode(mobile) };
}

async function call<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  const { envelope } = await server.call(method, path, { token, body });
  assert.equal(envelope.code, 1, JSON.stringify(envelope));
  return envelope.data as T;
}

async function refusal(token: string | undefined, method: string, path: string, body?: unknown): Promise<string> {
  const { status, envelope, failure } = await server.call(method, path, { token, body });
  assert.equal(envelope.code, 0);
  return `${status} ${failure.error}`;
}

/** A main account with 100 mixes, and a sub-account that logged in by its number. */
async function family() {
  const main = await server.signIn({ level: 'level1' });
  const { ledger, db } = server.composed.ctx;
  const given = { kind: 'top-up', unit: 'mixes', amount: 100, key: 'given', facts: {} } as const;
  await ledger.issue(db, { accountId: main.accountId, ...given });
  const browser = server.browser();
  const proof = await proven(browser);
  const created = await call<SubAccount>(main.token, 'POST', PATH, { name: '剪辑小王', remark: '一组', ...proof });
  await server.forgetLimits();
  return { main, created, mobile: proof.fdMobile, browser, token: await browser.logIn(proof.fdMobile) };
}

const step = (amount: number, allotted: number, unit: AllotmentStep['unit'] = 'mixes'): AllotmentStep => ({
  ...{ unit, amount, allotted },
});

async function available(accountId: string, unit: LedgerUnit = 'mixes'): Promise<number> {
  const { ledger, db } = server.composed.ctx;
  return (await ledger.balance(db, accountId, unit)).available;
}

function hold(accountId: string, key: string, amount: number) {
  const { ledger, db } = server.composed.ctx;
  return ledger.hold(db, { accountId, unit: 'mixes', amount, key, job: `test:${key}`, facts: { name: key } });
}

test('a main account creates a sub-account by a number and its code; it logs in and has the main account’s level, also later', async () => {
  const { main, created, mobile, browser, token } = await family();
  assert.deepEqual(created, {
    ...{ id: created.id, name: '剪辑小王', mobile, remark: '一组', isDisabled: false, allotments: [] },
  });
  const me = async () => (await browser.call('GET', '/api/account', { token })).data;
  assert.deepEqual([(await me()).id, (await me()).fdType, (await me()).fdRoleCode], [created.id, 2, 13]);
  const { accounts, db } = server.composed.ctx;
  await db.transaction((tx) => accounts.setRole(tx, main.accountId, { roleCode: 15, roleUntil: null }));
  assert.equal((await me()).fdRoleCode, 15);
  assert.equal((await server.audited('account.create-sub-account')).at(-1)?.['target'], created.id);

  const edited = await call<SubAccount>(main.token, 'PATCH', `${PATH}/${created.id}`, { name: '小王', remark: '' });
  assert.deepEqual([edited.name, edited.remark, (await me()).fdName], ['小王', '', '小王']);
  const find = async (query: string) =>
    (await call<{ items: SubAccount[] }>(main.token, 'GET', `${PATH}?${query}`)).items.map(({ id }) => id);
  assert.deepEqual(await find(`q=${mobile.slice(-4)}`), [created.id]);
  assert.deepEqual([await find('q=nobody'), await find('state=disabled')], [[], []]);
});

test('a wrong code, a number with an account and one sub-account too many are refused, and nothing is created', async () => {
  const { main, mobile } = await family();
  const browser = server.browser();
  const post = (proof: object) => refusal(main.token, 'POST', PATH, { name: '小李', remark: '', ...proof });
  const wrong = { ...(await proven(browser)), mobileCode: '000000' };
  assert.equal(await post(wrong), '200 account:refused.code-wrong');
  assert.equal(await post(await proven(browser, mobile)), '200 account:refused.mobile-taken');
  const { settings } = server.composed.ctx;
  await settings.set(SUB_ACCOUNTS, { most: 1 }, 'test');
  const full = await proven(browser);
  assert.equal(await post(full), '409 account:refused.sub-accounts-full');
  await settings.set(SUB_ACCOUNTS, { most: 100 }, 'test');
  const { total } = await call<{ total: number }>(main.token, 'GET', PATH);
  assert.equal(total, 1);
});

test('an allotment is raised and lowered; both sides see it, it is audited and both have their pages told', async () => {
  const { main, created, token } = await family();
  const allot = `${PATH}/${created.id}/allotment`;
  const { db } = server.composed.ctx;
  const before = await db.pool.query<{ id: string }>('select coalesce(max(id), 0) as id from core_events');
  await call(main.token, 'POST', allot, step(30, 0));
  const { rows } = await db.pool.query<{ topic: string; account_id: string }>(
    'select topic, account_id from core_events where id > $1 order by topic, account_id = $2 desc',
    [before.rows[0]?.id, main.accountId],
  );
  assert.deepEqual(
    rows.map(({ topic, account_id: of }) => [topic, of]),
    [
      ['account.sub-accounts', main.accountId],
      ['allotment', main.accountId],
      ['allotment', created.id],
    ],
  );
  const { id } = await hold(created.id, `spend ${created.id}`, 12);
  const { ledger } = server.composed.ctx;
  const settlement = { accountId: created.id, holdId: id, used: 10, key: 'end', facts: {} };
  await ledger.settle(db, settlement);
  const lowered = await call<SubAccount>(main.token, 'POST', allot, step(-5, 30));
  const left = { unit: 'mixes', allotted: 25, available: 15, held: 0, spent: 10 };
  assert.deepEqual(lowered.allotments, [left]);
  assert.equal(await available(main.accountId), 75);
  const own = await call<SpendableBalance[]>(token, 'GET', '/api/account/balances');
  assert.deepEqual(own, [{ unit: 'mixes', available: 15, held: 0, spent: 10 }]);
  const changes = `${PATH}/${created.id}/allotment-changes`;
  const listed = await call<{ items: AllotmentChange[]; total: number }>(main.token, 'GET', changes);
  assert.deepEqual(
    listed.items.map(({ unit, change, after: then }) => [unit, change, then]),
    [
      ['mixes', -5, 15],
      ['mixes', 30, 30],
    ],
  );
  assert.equal(listed.total, 2);
  const audited = (await server.audited('account.change-allotment')).at(-1);
  assert.deepEqual([audited?.['actor'], audited?.['details']], [main.accountId, { unit: 'mixes', amount: -5 }]);

  assert.equal(await refusal(main.token, 'POST', allot, step(-16, 25)), '409 account:refused.allotment-sub-short');
  assert.equal(await refusal(main.token, 'POST', allot, step(76, 25)), '409 account:refused.allotment-own-short');
  assert.deepEqual([await available(created.id), await available(main.accountId)], [15, 75]);
  assert.equal((await server.audited('account.change-allotment')).length, 2, 'what was refused did not happen');
});

test('of two windows that lower the same allotment at once, one succeeds and the other is told', async () => {
  const { main, created } = await family();
  const allot = `${PATH}/${created.id}/allotment`;
  await call(main.token, 'POST', allot, step(40, 0));
  const lower = () => server.call('POST', allot, { token: main.token, body: step(-10, 40) });
  const answers = await Promise.all([lower(), lower(), lower()]);
  assert.deepEqual(answers.map(({ status, failure }) => (status === 200 ? 'done' : failure.error)).toSorted(), [
    ...['account:refused.allotment-changed', 'account:refused.allotment-changed', 'done'],
  ]);
  assert.deepEqual([await available(created.id), await available(main.accountId)], [30, 70]);
});

test('a disabled sub-account is out at once, its number is free, what it has left goes back, and what jobs hold when they end', async () => {
  const { main, created, mobile, browser, token } = await family();
  const { ctx } = server.composed;
  await call(main.token, 'POST', `${PATH}/${created.id}/allotment`, step(40, 0));
  const { id: holdId } = await hold(created.id, 'under way', 15);
  const disabled = await call<SubAccount>(main.token, 'POST', `${PATH}/${created.id}/disable`);
  const held = { unit: 'mixes', allotted: 15, available: 0, held: 15, spent: 0 };
  assert.deepEqual([disabled.isDisabled, disabled.mobile, disabled.allotments], [true, null, [held]]);
  assert.equal(await available(main.accountId), 85);
  assert.equal(await refusal(token, 'GET', '/api/account'), '200 core:account-disabled', 'told once');
  assert.match(await refusal(token, 'GET', '/api/account'), /^401 /);
  assert.deepEqual((await server.audited('account.disable-sub-account')).at(-1)?.['details'], {
    taken: [{ unit: 'mixes', amount: 25 }],
  });
  await call(main.token, 'POST', `${PATH}/${created.id}/disable`);
  assert.equal(
    await refusal(main.token, 'POST', `${PATH}/${created.id}/allotment`, step(1, 15)),
    '409 account:refused.sub-account-disabled',
  );

  const settlement = { accountId: created.id, holdId, used: 6, key: 'end', facts: {} };
  await ctx.ledger.settle(ctx.db, settlement);
  await createHoldSupervisor({ ...ctx, log: testLog, jobs: {} }).look();
  assert.deepEqual([await available(created.id), await available(main.accountId)], [0, 94]);

  await server.forgetLimits();
  const other = await browser.logIn(mobile);
  const { id, fdType } = (await browser.call('GET', '/api/account', { token: other })).data;
  assert.deepEqual([id === created.id, fdType], [false, 1], 'whoever has the number begins anew');

  const enable = `${PATH}/${created.id}/enable`;
  assert.equal(
    await refusal(main.token, 'POST', enable, await proven(browser, mobile)),
    '200 account:refused.mobile-taken',
  );
  const proof = await proven(browser);
  const enabled = await call<SubAccount>(main.token, 'POST', enable, proof);
  assert.deepEqual([enabled.isDisabled, enabled.mobile], [false, proof.fdMobile]);
  await server.forgetLimits();
  const again = await browser.logIn(proof.fdMobile);
  assert.equal((await browser.call('GET', '/api/account', { token: again })).data.id, created.id);
  assert.equal(await refusal(main.token, 'POST', enable, proof), '409 account:refused.sub-account-enabled');
});

test('jobs that begin while their sub-account is disabled hold what they got; nothing is lost and nothing is spent twice', async () => {
  const { main, created } = await family();
  await call(main.token, 'POST', `${PATH}/${created.id}/allotment`, step(50, 0));
  const begin = (at: number) =>
    hold(created.id, `race ${created.id} ${at}`, 3).then(
      () => 3,
      (error: { code: string }) => {
        assert.equal(error.code, 'core:ledger.allotment-short.mixes');
        return 0;
      },
    );
  const [, ...held] = await Promise.all([
    call(main.token, 'POST', `${PATH}/${created.id}/disable`),
    ...Array.from({ length: 12 }, (_, at) => begin(at)),
  ]);
  const sum = held.reduce<number>((all, each) => all + each, 0);
  assert.deepEqual([await available(created.id), await available(main.accountId)], [0, 100 - sum]);
  assert.deepEqual((await checkLedger(server.composed.ctx.db)).faults, []);
});

test('nobody but its main account sees or changes a sub-account, least of all the sub-account itself', async () => {
  const { main, created, token } = await family();
  const stranger = await server.signIn({ level: 'level4' });
  const one = `${PATH}/${created.id}`;
  const proof = { fdMobile: nextMobile(), mobileCode: '123456' };
  const attempts: [string, string, unknown?][] = [
    ['POST', `${one}/allotment`, step(50, 0)],
    ['POST', `${one}/disable`],
    ['POST', `${one}/enable`, proof],
    ['PATCH', one, { name: '我的', remark: '' }],
    ['GET', `${one}/allotment-changes`],
  ];
  for (const [method, path, body] of attempts) {
    for (const other of [token, stranger.token]) {
      assert.equal(await refusal(other, method, path, body), '404 core:ledger.not-sub-account', `${method} ${path}`);
    }
    assert.match(await refusal(undefined, method, path, body), /^401 /);
  }
  for (const other of [token, stranger.token]) {
    const { items } = await call<{ items: SubAccount[] }>(other, 'GET', PATH);
    assert.deepEqual(items, []);
  }
  const nested = { name: '下级', remark: '', ...proof };
  assert.equal(await refusal(token, 'POST', PATH, nested), '403 account:refused.sub-account-main');
  // The main account is not its own sub-account either.
  const self = `${PATH}/${main.accountId}/allotment`;
  assert.equal(await refusal(main.token, 'POST', self, step(10, 0)), '404 core:ledger.not-sub-account');
  for (const body of [step(0, 0), { ...step(1, 0), unit: 'days' }, { ...step(1, 0), amount: 0.5 }]) {
    assert.match(await refusal(main.token, 'POST', `${one}/allotment`, body), /^422 /);
  }
  assert.deepEqual([await available(created.id), await available(main.accountId)], [0, 100]);
});
