import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import type { LedgerUnit } from '#core/contract/ledger.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { startLedger } from './ledger-kit.ts';
import { createLedgerModel, type ModelHold } from './ledger-model.ts';

// Eight clients over two pools of connections do what comes to them, on accounts of their own and on shared ones, while
// connections are struck down in the middle of statements. Whoever gets no answer asks again with the same key. In the
// end the ledger is what a model has counted from the answers.

const CLIENTS = 8;
const STEPS = 250;
/** How often a client strikes down the connection of another one, in steps of its own. */
const STRIKE_EVERY = 25;
const UNITS = ['mixes', 'fen'] as const satisfies LedgerUnit[];
const LEFT = { code: /^core:ledger\.short\./ };

test('after random steps of eight clients whose connections are struck down, the ledger is what a model counted', async (t) => {
  const { db, ledger, clock, account, subAccount } = await startLedger(t);
  const second = await connectDatabase({ connectionString: db.connectionString, log: testLog, poolSize: 8 });
  lastFirst(t).after(() => second.close());
  const model = createLedgerModel();
  const parents = [await account(), await account()];
  const families = await Promise.all(
    parents.map(async (parent) => ({ parent, subs: [await subAccount(parent), await subAccount(parent)] })),
  );
  const shared = families.flatMap(({ parent, subs }) => [parent, ...subs]);
  const live = new Set<string>();
  const supervisor = createHoldSupervisor({
    ...{ db: second, ledger, log: testLog },
    // No hold is too young for it.
    clock: { now: () => new Date(clock.now().getTime() + 120_000) },
    jobs: { test: async (_tx, ids) => new Set(ids.filter((id) => live.has(id))) },
  });
  let struck = 0;

  /** Asks until there is an answer. */
  async function answered<T>(step: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await step();
      } catch (error) {
        if (attempt === 50 || !isStruck(error)) throw error;
        struck += 1;
      }
    }
  }

  async function client(number: number, own: string, on: Database): Promise<void> {
    const { below, of } = createRandom(number + 1);
    const ownHolds: ModelHold[] = [];
    for (let step = 0; step < STEPS; step++) {
      const isOwn = below(2) === 0;
      const [accountId, unit] = [isOwn ? own : of(shared), of(UNITS)];
      const key = `${number}-${step}`;
      /** Nobody else changes it, so that every answer is known beforehand. */
      const known = isOwn ? model.available(accountId, unit) : undefined;
      const base = { accountId, unit, key, facts: { service: 'test.random', name: key } };
      /** What takes something: done as foreseen, or refused because there was less. */
      const taking = async (needed: number, take: () => Promise<{ id: string; before: number }>) => {
        try {
          const moved = await answered(take);
          if (known !== undefined) assert.equal(moved.before, known, key);
          return moved.id;
        } catch (error) {
          assert.ok(error instanceof ExpectedError && LEFT.code.test(error.code), String(error));
          if (known !== undefined) assert.ok(known < needed, `${key}: ${known} were there for ${needed}`);
          return undefined;
        }
      };
      const chance = below(100);
      if (chance < 20) {
        const amount = 1 + below(40);
        const kind = of(['top-up', 'grant', 'allowance'] as const);
        const issue = () => ledger.issue(on, { ...base, kind, amount });
        const { id, before } = await answered(issue);
        if (known !== undefined) assert.equal(before, known, key);
        model.issue(id, base, amount);
        assert.deepEqual(await answered(issue), { id, before, after: before + amount, isRepeated: true }, key);
      } else if (chance < 50) {
        const amount = 1 + below(30);
        live.add(key);
        const id = await taking(amount, () => ledger.hold(on, { ...base, amount, job: `test:${key}` }));
        if (id === undefined) continue;
        const hold = model.hold(id, base, amount);
        if (isOwn) ownHolds.push(hold);
        else if (below(5) === 0) {
          // Its job is gone; whoever settles it after all comes too late, or just in time.
          hold.isGone = true;
          live.delete(key);
        }
      } else if (chance < 80) {
        const holds = isOwn ? ownHolds : model.sharedHolds(shared);
        if (holds.length === 0) continue;
        const hold = of(holds);
        const used = of([0, hold.amount, below(hold.amount + 1)]);
        const settlement = { accountId: hold.accountId, holdId: hold.id, used, key, facts: {} };
        try {
          const { held, spent } = await answered(() => ledger.settle(on, settlement));
          assert.deepEqual([held, spent], [hold.amount, used], key);
          model.settle(hold, used);
        } catch (error) {
          assert.ok(error instanceof ExpectedError && error.code === 'core:ledger.hold-closed', String(error));
          if (isOwn) assert.notEqual(hold.used, undefined, 'nobody else closes it');
        }
      } else if (chance < 88) {
        const movements = model.movementsOf(accountId, unit);
        if (movements.length === 0) continue;
        const corrects = of(movements);
        const amount = (1 + below(10)) * of([1, -1]);
        const facts = { reason: 'counted wrongly' };
        const id = await taking(-amount, () => ledger.correct(on, { ...base, facts, corrects, amount }));
        if (id !== undefined) model.correct(id, base, amount);
      } else if (chance < 97) {
        const { parent, subs } = of(families);
        const [subAccountId, amount] = [of(subs), (1 + below(20)) * of([1, 1, -1])];
        const allotment = { ...base, accountId: parent, subAccountId, amount };
        try {
          await answered(() => ledger.allot(on, allotment));
          model.allot(allotment);
        } catch (error) {
          assert.ok(error instanceof ExpectedError && LEFT.code.test(error.code), String(error));
        }
      } else {
        await answered(() => supervisor.look());
      }
      if (step % STRIKE_EVERY === 0) await answered(() => strike(db));
    }
  }

  const owns = await Promise.all(Array.from({ length: CLIENTS }, () => account()));
  await Promise.all(owns.map((own, number) => client(number, own, number % 2 === 0 ? db : second)));
  assert.ok(struck > 0, 'no connection was struck down');

  await supervisor.look();
  model.releaseGone();
  for (const accountId of [...shared, ...owns]) {
    for (const unit of UNITS) {
      const { available, held } = await ledger.balance(db, accountId, unit);
      assert.deepEqual([available, held], [model.available(accountId, unit), model.held(accountId, unit)]);
    }
  }
  const found = await checkLedger(db);
  assert.deepEqual(found.faults, []);
  assert.equal(found.openHolds, model.openHolds());
  for (const { unit, issued, spent, owned } of found.totals) {
    assert.deepEqual({ unit, issued, spent, owned }, model.totals(unit));
  }
  // What was spent for each job is what it reported.
  const { rows } = await db.pool.query<{ hold: string; spent: string }>(
    `select m.hold_id as hold, e.amount as spent from core_ledger_movements m
      join core_ledger_entries e on e.movement_id = m.id and e.side = 'spent'`,
  );
  assert.deepEqual(new Map(rows.map(({ hold, spent }) => [hold, Number(spent)])), model.spentByHold());

  // Sub-accounts that are disabled give back what they have, and later what their jobs give back.
  const accounts = createAccounts({ db, clock });
  for (const sub of families.flatMap(({ subs }) => subs)) await accounts.disable(db, sub);
  live.clear();
  await supervisor.look();
  for (const { parent, subs } of families) {
    for (const unit of UNITS) {
      const family = [parent, ...subs].map((id) => model.available(id, unit) + model.held(id, unit));
      const { available, held } = await ledger.balance(db, parent, unit);
      assert.deepEqual([available, held], [family.reduce((sum, each) => sum + each, 0), 0]);
    }
  }
  assert.deepEqual((await checkLedger(db)).faults, []);
});

/** Ends the connection of somebody who is just being answered, as the death of its process would. */
async function strike(db: Database): Promise<void> {
  await db.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%core_ledger_%'
    order by random() limit 1`);
}

function isStruck(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '57P01') return true;
    if (/Connection terminated|ECONNRESET|EPIPE/.test(at.message)) return true;
  }
  return false;
}

/** Numbers that look random and are the same each time for a seed. */
function createRandom(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  function of<T>(from: readonly T[]): T {
    const found = from[below(from.length)];
    assert.notEqual(found, undefined);
    return found as T;
  }
  return { below, of };
}
