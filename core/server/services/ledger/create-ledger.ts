import { and, desc, eq } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { LEDGER_UNITS, type LedgerUnit } from '#core/contract/ledger.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import type { Balance, Ledger } from './ledger.ts';
import { assertAmount, closeHold, openHold, openHolds, postMovement } from './post-movement.ts';
import { readAllotments } from './read-allotments.ts';
import { isShort } from './refuse-short.ts';
import { coreLedgerAccounts, coreLedgerEntries, coreLedgerHolds, coreLedgerMovements, type OwnSide } from './tables.ts';

/** How long a hold lasts without a deadline of its own. */
const HOLD_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The {@link Ledger} in the database. */
export function createLedger({ clock }: { clock: Clock }): Ledger {
  const ledger: Ledger = {
    async hold(tx, { deadline, ...hold }) {
      assertAmount('hold', hold.amount, 1);
      const at = clock.now();
      return await openHold(tx, { ...hold, at, deadline: deadline ?? new Date(at.getTime() + HOLD_MILLISECONDS) });
    },

    async holdMany(tx, { holds, ...owner }) {
      for (const { amount } of holds) assertAmount('holdMany', amount, 1);
      if (holds.length === 0) return [];
      const at = clock.now();
      const usual = new Date(at.getTime() + HOLD_MILLISECONDS);
      const rows = holds.map(({ deadline = usual, ...hold }) => ({ ...hold, deadline }));
      return await openHolds(tx, { ...owner, at, holds: rows });
    },

    async settle(tx, settlement) {
      assertAmount('settle', settlement.used, 0);
      const kind = settlement.used === 0 ? 'release' : 'settle';
      return await closeHold(tx, { ...settlement, kind, at: clock.now() });
    },

    async holdFor(tx, accountId, job) {
      const [hold] = await tx.scope(accountId).select(coreLedgerHolds, {
        where: eq(coreLedgerHolds.job, job),
        orderBy: desc(coreLedgerHolds.id),
        limit: 1,
      });
      return hold && { id: hold.id, amount: hold.amount };
    },

    async issue(tx, { amount, ...step }) {
      assertAmount('issue', amount, 1);
      return await postMovement(tx, {
        ...{ ...step, at: clock.now() },
        lines: [
          { accountId: step.accountId, side: 'available', amount },
          { accountId: null, side: 'issued', amount: -amount },
        ],
      });
    },

    async allot(tx, { subAccountId, amount, ...step }) {
      assertAmount('allot', Math.abs(amount), 1);
      await assertFamily(tx, step.accountId, subAccountId);
      return await postMovement(tx, {
        ...{ ...step, kind: amount > 0 ? 'allot' : 'take-back', at: clock.now() },
        lines: [
          { accountId: step.accountId, side: 'available', amount: -amount },
          { accountId: subAccountId, side: 'available', amount },
        ],
      });
    },

    async takeBackAll(tx, { accountId, subAccountId, facts }) {
      await assertFamily(tx, accountId, subAccountId);
      const taken: { unit: LedgerUnit; amount: number }[] = [];
      for (const unit of LEDGER_UNITS) {
        for (;;) {
          const { balance: amount = 0, version = 0 } = (await availableOf(tx, subAccountId, unit)) ?? {};
          if (amount === 0) break;
          const key = `take-back-all:${subAccountId}:${unit}:${version}`;
          const isTaken = await ledger.allot(tx, { accountId, subAccountId, unit, amount: -amount, key, facts }).then(
            // Somebody else has just taken the same.
            ({ isRepeated }) => !isRepeated,
            // A job has set some of it aside meanwhile.
            (error: unknown) => {
              if (error instanceof ExpectedError && isShort(error.code)) return false;
              throw error;
            },
          );
          if (isTaken) taken.push({ unit, amount });
        }
      }
      return taken;
    },

    async correct(tx, { amount, ...step }) {
      assertAmount('correct', Math.abs(amount), 1);
      const { accountId, corrects, unit } = step;
      const [known] = await tx.orm
        .select({ unit: coreLedgerMovements.unit })
        .from(coreLedgerEntries)
        .innerJoin(coreLedgerMovements, eq(coreLedgerMovements.id, coreLedgerEntries.movementId))
        .where(and(eq(coreLedgerEntries.movementId, corrects), eq(coreLedgerEntries.accountId, accountId)))
        .limit(1);
      if (known?.unit !== unit) fail('core:ledger.movement-missing', {}, { kind: 'not-found' });
      return await postMovement(tx, {
        ...{ ...step, kind: 'correct', at: clock.now() },
        lines: [
          { accountId, side: 'available', amount },
          { accountId: null, side: 'corrected', amount: -amount },
        ],
      });
    },

    async balances(tx, accountId) {
      const rows = await tx.scope(accountId).select(coreLedgerAccounts);
      const of = (unit: LedgerUnit, side: OwnSide) =>
        rows.find((row) => row.unit === unit && row.side === side)?.balance;
      return LEDGER_UNITS.flatMap((unit): Balance[] => {
        const available = of(unit, 'available');
        return available === undefined ? [] : [{ unit, available, held: of(unit, 'held') ?? 0 }];
      });
    },

    allotments: readAllotments,

    async balance(tx, accountId, unit) {
      const found = (await ledger.balances(tx, accountId)).find((balance) => balance.unit === unit);
      return found ?? { unit, available: 0, held: 0 };
    },
  };
  return ledger;
}

async function assertFamily(tx: Tx, accountId: string, subAccountId: string): Promise<void> {
  const own = and(eq(coreAccounts.id, subAccountId), eq(coreAccounts.parentId, accountId));
  if ((await tx.orm.$count(coreAccounts, own)) === 0) {
    fail('core:ledger.not-sub-account', {}, { kind: 'not-found' });
  }
}

async function availableOf(tx: Tx, accountId: string, unit: LedgerUnit) {
  const own = [eq(coreLedgerAccounts.unit, unit), eq(coreLedgerAccounts.side, 'available')] as const;
  return await tx.scope(accountId).find(coreLedgerAccounts, own);
}
