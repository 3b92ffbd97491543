import assert from 'node:assert/strict';

import { ExpectedError } from '#core/contract/errors.ts';
import type { LedgerUnit } from '#core/contract/ledger.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';
import type { Ledger } from '#core/server/services/ledger/ledger.ts';
import type { HoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';

import type { LedgerKit } from './ledger-kit.ts';
import { createLedgerModel, type ModelHold } from './ledger-model.ts';

// Eight clients do what comes to them, on accounts of their own and on shared ones, while whoever works for them is struck
// down. Whoever gets no answer asks again with the same key. In the end the ledger is what a model has counted from the
// answers.

const CLIENTS = 8;
const UNITS = ['mixes', 'fen'] as const satisfies LedgerUnit[];
const LEFT = { code: /^core:ledger\.(allotment-)?short\./ };

type Step = 'issue' | 'hold' | 'settle' | 'correct' | 'allot';

/** A ledger as a client has it: whole steps, and a look for holds that nobody works for. */
export type LedgerNode = { [S in Step]: (options: Parameters<Ledger[S]>[1]) => ReturnType<Ledger[S]> } & {
  look(): Promise<unknown>;
};

/** How a ledger is put to the test. */
export interface RandomStepsOptions {
  kit: LedgerKit;
  /** Steps of each client. */
  steps: number;
  /** Who works for a client, from 0. */
  nodeOf(client: number): LedgerNode;
  /** Looks for holds that nobody works for, undisturbed. */
  look: HoldSupervisor['look'];
  /** Keys of the holds, of the kind `test`, whose jobs go on. */
  live: Set<string>;
  /** Strikes somebody down who just works. */
  strike(): Promise<void>;
  /** Steps of a client between two of its strikes. */
  strikeEvery: number;
  /** Whether somebody was struck down before he could answer. */
  isStruck(error: unknown): boolean;
}

/** What happened while a ledger was put to the test. */
export interface RandomStepsFacts {
  /** How many strikes there were, and how many answers were lost to them. */
  strikes: number;
  lost: number;
  movements: number;
  entries: number;
}

/** @throws AssertionError where the ledger is not what the model counted */
export async function takeRandomSteps(options: RandomStepsOptions): Promise<RandomStepsFacts> {
  const { kit, steps, nodeOf, look, live, strike, strikeEvery, isStruck } = options;
  const { db, ledger, clock, account, subAccount } = kit;
  const model = createLedgerModel();
  const parents = [await account(), await account()];
  const families = await Promise.all(
    parents.map(async (parent) => ({ parent, subs: [await subAccount(parent), await subAccount(parent)] })),
  );
  const shared = families.flatMap(({ parent, subs }) => [parent, ...subs]);
  let [strikes, lost] = [0, 0];

  /** Asks until there is an answer. */
  async function answered<T>(step: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await step();
      } catch (error) {
        if (attempt === 50 || !isStruck(error)) throw error;
        lost += 1;
      }
    }
  }

  async function client(number: number, own: string): Promise<void> {
    const node = nodeOf(number);
    const { below, of } = createRandom(number + 1);
    const ownHolds: ModelHold[] = [];
    for (let step = 0; step < steps; step++) {
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
        const issue = () => node.issue({ ...base, kind, amount });
        const { id, before } = await answered(issue);
        if (known !== undefined) assert.equal(before, known, key);
        model.issue(id, base, amount);
        assert.deepEqual(await answered(issue), { id, before, after: before + amount, isRepeated: true }, key);
      } else if (chance < 50) {
        const amount = 1 + below(30);
        live.add(key);
        const id = await taking(amount, () => node.hold({ ...base, amount, job: `test:${key}` }));
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
          const { held, spent } = await answered(() => node.settle(settlement));
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
        const id = await taking(-amount, () => node.correct({ ...base, facts, corrects, amount }));
        if (id !== undefined) model.correct(id, base, amount);
      } else if (chance < 97) {
        const { parent, subs } = of(families);
        const [subAccountId, amount] = [of(subs), (1 + below(20)) * of([1, 1, -1])];
        const allotment = { ...base, accountId: parent, subAccountId, amount };
        try {
          await answered(() => node.allot(allotment));
          model.allot(allotment);
        } catch (error) {
          assert.ok(error instanceof ExpectedError && LEFT.code.test(error.code), String(error));
        }
      } else {
        await answered(() => node.look());
      }
      if ((step + Math.floor((number * strikeEvery) / CLIENTS)) % strikeEvery === 0) {
        strikes += 1;
        await answered(strike);
      }
    }
  }

  const owns = await Promise.all(Array.from({ length: CLIENTS }, () => account()));
  await Promise.all(owns.map((own, number) => client(number, own)));
  assert.ok(lost > 0, 'nobody was struck down');

  await look();
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
  await look();
  for (const { parent, subs } of families) {
    for (const unit of UNITS) {
      const family = [parent, ...subs].map((id) => model.available(id, unit) + model.held(id, unit));
      const { available, held } = await ledger.balance(db, parent, unit);
      assert.deepEqual([available, held], [family.reduce((sum, each) => sum + each, 0), 0]);
    }
  }
  const last = await checkLedger(db);
  assert.deepEqual(last.faults, []);
  return { strikes, lost, movements: last.movements, entries: last.entries };
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
