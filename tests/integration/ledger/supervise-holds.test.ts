import assert from 'node:assert/strict';
import { test } from 'node:test';

import { v7 as uuid } from 'uuid';

import { TOOL_RUN_STATES } from '#core/contract/tool-run-calls.ts';
import { liveTasks } from '#core/server/services/jobs/live-tasks.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { liveRuns } from '#core/server/services/tool-runs/live-runs.ts';
import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';

import { forJob, startLedger } from './ledger-kit.ts';

const MINUTE = 60_000;

async function startSupervised(scope: TestScope) {
  const kit = await startLedger(scope);
  const live = new Set<string>();
  const supervisor = createHoldSupervisor({
    ...{ db: kit.db, ledger: kit.ledger, clock: kit.clock, log: testLog },
    jobs: { test: async (_tx, ids) => new Set(ids.filter((id) => live.has(id))) },
  });
  const began = Date.now();
  kit.clock.set(new Date(began));
  return { ...kit, supervisor, live, later: (minutes: number) => kit.clock.set(new Date(began + minutes * MINUTE)) };
}

test('a hold whose job is gone goes back by itself, and one whose job goes on is prolonged', async (t) => {
  const { ledger, db, account, mixes, supervisor, live, later } = await startSupervised(t);
  const accountId = await account(100);
  const deadline = new Date(Date.now() + 10 * MINUTE);
  const [gone, going] = [forJob(accountId, 'gone', 10), forJob(accountId, 'going', 20)];
  await ledger.hold(db, { ...gone, deadline });
  const { id: holdId } = await ledger.hold(db, { ...going, deadline });
  live.add('going');
  assert.deepEqual(await supervisor.look(), { expired: 0, prolonged: 0, takenBack: 0 }, 'it may have just begun');
  later(5);
  assert.deepEqual(await supervisor.look(), { expired: 1, prolonged: 0, takenBack: 0 });
  assert.deepEqual(await mixes(accountId), [80, 20]);
  later(11);
  assert.deepEqual(await supervisor.look(), { expired: 0, prolonged: 1, takenBack: 0 });
  later(12);
  assert.deepEqual(await supervisor.look(), { expired: 0, prolonged: 0, takenBack: 0 });
  await ledger.settle(db, { accountId, holdId, used: 20, key: 'end', facts: {} });
  live.clear();
  later(60 * 48);
  assert.deepEqual(await supervisor.look(), { expired: 0, prolonged: 0, takenBack: 0 });
  assert.deepEqual(await mixes(accountId), [80, 0]);
});

test('a hold for a kind of job that nobody knows goes back at its deadline, and cannot be settled after that', async (t) => {
  const { ledger, db, account, mixes, supervisor, later } = await startSupervised(t);
  const accountId = await account(100);
  const { id: holdId } = await ledger.hold(db, { ...forJob(accountId, 'run', 10), job: 'plugin-that-is-gone:1' });
  later(60 * 23);
  await supervisor.look();
  assert.deepEqual(await mixes(accountId), [90, 10]);
  later(60 * 25);
  assert.equal((await supervisor.look()).expired, 1);
  assert.deepEqual(await mixes(accountId), [100, 0]);
  const late = ledger.settle(db, { accountId, holdId, used: 10, key: 'end', facts: {} });
  await assert.rejects(late, { code: 'core:ledger.hold-closed' });
});

test('several workers that look at once close each hold once', async (t) => {
  const { ledger, db, account, mixes, supervisor, later } = await startSupervised(t);
  const accountId = await account(1000);
  await Promise.all(Array.from({ length: 450 }, (_, at) => ledger.hold(db, forJob(accountId, `run-${at}`, 2))));
  later(2);
  const looks = await Promise.all([supervisor.look(), supervisor.look(), supervisor.look()]);
  assert.equal(
    looks.reduce((sum, { expired }) => sum + expired, 0),
    450,
  );
  assert.deepEqual(await mixes(accountId), [1000, 0]);
  assert.deepEqual((await checkLedger(db)).faults, []);
});

test('what a disabled sub-account has left, and what comes back to it later, goes to its main account', async (t) => {
  const { ledger, db, account, subAccount, mixes, supervisor, clock, live, later } = await startSupervised(t);
  const parent = await account(100);
  const sub = await subAccount(parent);
  await ledger.allot(db, { accountId: parent, subAccountId: sub, unit: 'mixes', amount: 50, key: 'a', facts: {} });
  live.add('run');
  await ledger.hold(db, forJob(sub, 'run', 20));
  await createAccounts({ db, clock }).disable(db, sub);
  assert.equal((await supervisor.look()).takenBack, 1);
  assert.deepEqual([...(await mixes(parent)), ...(await mixes(sub))], [80, 0, 0, 20]);
  live.clear();
  later(5);
  assert.deepEqual(await supervisor.look(), { expired: 1, prolonged: 0, takenBack: 1 });
  assert.deepEqual([...(await mixes(parent)), ...(await mixes(sub))], [100, 0, 0, 0]);
});

test('the jobs that a worker knows are tasks and runs that have not ended; what is none is gone', async (t) => {
  const { db, account } = await startSupervised(t);
  const accountId = await account();
  const now = new Date();
  const row = { accountId, createdAt: now, updatedAt: now };
  const task = { ...row, job: 'test.job', attempts: 1, queueId: uuid(), tag: 0 };
  const run = { ...row, tool: 'test.tool', name: 'Run', settings: {}, inputs: [] };
  const tasks = (['queued', 'running', 'paused', 'cancelling', 'cancelled', 'succeeded', 'failed'] as const).map(
    (state) => ({ ...task, id: uuid(), state }),
  );
  const runs = TOOL_RUN_STATES.map((state) => ({ ...run, id: uuid(), state }));
  await db.orm.insert(coreTasks).values(tasks);
  await db.orm.insert(coreToolRuns).values(runs);
  const idsOf = (rows: readonly { id: string; state: string }[], ended: readonly string[]) =>
    new Set(rows.filter(({ state }) => !ended.includes(state)).map(({ id }) => id));
  const asked = [...tasks, ...runs].map(({ id }) => id).concat(uuid(), 'no-id');
  assert.deepEqual(await liveTasks(db, asked), idsOf(tasks, ['succeeded', 'failed', 'cancelled']));
  assert.deepEqual(await liveRuns(db, asked), idsOf(runs, ['done', 'failed', 'cancelled']));
});
