import assert from 'node:assert/strict';

import type { LedgerUnit } from '#core/contract/ledger.ts';

interface Place {
  accountId: string;
  unit: LedgerUnit;
}

/** A hold as a model of the ledger knows it. */
export interface ModelHold extends Place {
  id: string;
  amount: number;
  /** What was spent of it; undefined while it is open. */
  used?: number;
  /** Whether its job is gone, so that it goes back by itself. */
  isGone?: boolean;
}

/** What a ledger has to hold after what it has answered, counted without it. */
export function createLedgerModel() {
  const availables = new Map<string, number>();
  const issued = new Map<string, number>();
  const movements = new Map<string, string[]>();
  const holds: ModelHold[] = [];
  const at = ({ accountId, unit }: Place): string => `${accountId} ${unit}`;
  const add = (to: Map<string, number>, key: string, amount: number) => void to.set(key, (to.get(key) ?? 0) + amount);
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const remember = (id: string, place: Place) =>
    void movements.set(at(place), [...(movements.get(at(place)) ?? []), id]);
  const isOpen = ({ used }: ModelHold): boolean => used === undefined;

  function settle(hold: ModelHold, used: number): void {
    assert.equal(hold.used, undefined, `hold ${hold.id} was closed twice`);
    hold.used = used;
    add(availables, at(hold), hold.amount - used);
  }

  return {
    available: (accountId: string, unit: LedgerUnit) => availables.get(at({ accountId, unit })) ?? 0,
    held: (accountId: string, unit: LedgerUnit) =>
      sum(holds.filter((hold) => isOpen(hold) && at(hold) === at({ accountId, unit })).map(({ amount }) => amount)),
    movementsOf: (accountId: string, unit: LedgerUnit): readonly string[] =>
      movements.get(at({ accountId, unit })) ?? [],
    /** Open or just closed by somebody else. */
    sharedHolds: (accountIds: readonly string[]): readonly ModelHold[] =>
      holds.filter(({ accountId }) => accountIds.includes(accountId)).slice(-20),
    openHolds: () => holds.filter(isOpen).length,
    issue(id: string, place: Place, amount: number) {
      add(availables, at(place), amount);
      add(issued, place.unit, amount);
      remember(id, place);
    },
    hold(id: string, { accountId, unit }: Place, amount: number): ModelHold {
      const hold = { id, accountId, unit, amount };
      add(availables, at(hold), -amount);
      holds.push(hold);
      remember(id, hold);
      return hold;
    },
    settle,
    correct(id: string, place: Place, amount: number) {
      add(availables, at(place), amount);
      add(issued, place.unit, amount);
      remember(id, place);
    },
    allot({ accountId, subAccountId, unit, amount }: Place & { subAccountId: string; amount: number }) {
      add(availables, at({ accountId, unit }), -amount);
      add(availables, at({ accountId: subAccountId, unit }), amount);
    },
    /** Holds whose job is gone go back whole. */
    releaseGone() {
      for (const hold of holds) if (isOpen(hold) && hold.isGone === true) settle(hold, 0);
    },
    /** More than nothing, by the id of the hold. */
    spentByHold: () => new Map(holds.flatMap(({ id, used = 0 }) => (used > 0 ? [[id, used] as const] : []))),
    totals(unit: string) {
      const spent = sum(holds.filter((hold) => hold.unit === unit).map(({ used = 0 }) => used));
      const all = issued.get(unit) ?? 0;
      return { unit, issued: all, spent, owned: all - spent };
    },
  };
}
