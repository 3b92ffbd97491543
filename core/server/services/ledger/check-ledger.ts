import { sql, type SQL } from 'drizzle-orm';

import type { Database } from '#core/server/ground/database/database.ts';

/** Something of the ledger that is not as it has to be. */
export interface LedgerFault {
  /**
   * `unbalanced`: a movement whose entries do not add up to nothing, or are not all there; `chain`: an entry that does not
   * begin with what the one before ended with; `balance`: a balance that is not the sum of its entries; `held`: what is
   * held is not the sum of the open holds; `hold`: an open hold that is closed, or one that is neither; `orphan`: an
   * entry without a movement.
   */
  kind: 'unbalanced' | 'chain' | 'balance' | 'held' | 'hold' | 'orphan';
  /** The movement or account, and of what unit and side. */
  where: string;
}

/** What a check of the ledger found. */
export interface LedgerCheck {
  movements: number;
  entries: number;
  accounts: number;
  openHolds: number;
  /** By unit: what was ever issued and corrected, what was spent, and what accounts have. The first is the sum of the others. */
  totals: { unit: string; issued: number; spent: number; owned: number }[];
  /** At most {@link MOST_FAULTS} of each kind. */
  faults: LedgerFault[];
}

const MOST_FAULTS = 100;

/**
 * Proves that every balance is the sum of its movements, from the first one on. It reads the whole ledger as it stands at
 * one moment, while others go on writing to it.
 */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  return await db.transaction(async ({ orm }) => {
    await orm.execute(sql`set transaction isolation level repeatable read, read only`);
    const counts = await orm.execute<Record<'movements' | 'entries' | 'accounts' | 'holds', string>>(sql`
      select (select count(*) from core_ledger_movements) as movements,
        (select count(*) from core_ledger_entries) as entries,
        (select count(*) from core_ledger_accounts) as accounts,
        (select count(*) from core_ledger_holds) as holds`);
    const totals = await orm.execute<Record<'unit' | 'issued' | 'spent' | 'owned', string>>(sql`
      select unit,
        coalesce(-sum(amount) filter (where side in ('issued', 'corrected')), 0) as issued,
        coalesce(sum(amount) filter (where side = 'spent'), 0) as spent,
        coalesce(sum(amount) filter (where account_id is not null), 0) as owned
      from core_ledger_entries group by unit order by unit`);
    const faults: LedgerFault[] = [];
    for (const [kind, query] of Object.entries(FAULTS) as [LedgerFault['kind'], SQL][]) {
      const { rows } = await orm.execute<{ place: string }>(sql`${query} limit ${MOST_FAULTS}`);
      faults.push(...rows.map(({ place: where }) => ({ kind, where })));
    }
    const [row] = counts.rows;
    return {
      movements: Number(row?.movements),
      entries: Number(row?.entries),
      accounts: Number(row?.accounts),
      openHolds: Number(row?.holds),
      totals: totals.rows.map(({ unit, issued, spent, owned }) => ({
        ...{ unit, issued: Number(issued), spent: Number(spent), owned: Number(owned) },
      })),
      faults,
    };
  });
}

/** By kind, a query whose rows are faults. */
const FAULTS: Record<LedgerFault['kind'], SQL> = {
  unbalanced: sql`
    select m.id::text as place from core_ledger_movements m
      left join core_ledger_entries e on e.movement_id = m.id
    group by m.id, m.lines, m.unit
    having count(e.line) <> m.lines or coalesce(sum(e.amount), 1) <> 0 or bool_or(e.unit <> m.unit)`,
  orphan: sql`
    select e.movement_id::text as place from core_ledger_entries e
    where not exists (select from core_ledger_movements m where m.id = e.movement_id)`,
  chain: sql`
    select c.place from (
      select concat_ws(' ', account_id, unit, side, version) as place, version, before, after, amount,
        lag(version, 1, 0::bigint) over own as last_version, lag(after, 1, 0::bigint) over own as last_after
      from core_ledger_entries where account_id is not null
      window own as (partition by account_id, unit, side order by version)
    ) c where c.version is distinct from c.last_version + 1 or c.before is distinct from c.last_after
      or c.after is distinct from c.before + c.amount or c.after < 0`,
  balance: sql`
    select concat_ws(' ', account_id, unit, side) as place from core_ledger_accounts a full join (
      select account_id, unit, side, sum(amount) as total, count(*) as number
      from core_ledger_entries where account_id is not null group by account_id, unit, side
    ) s using (account_id, unit, side)
    where a.balance is distinct from coalesce(s.total, 0) or a.version is distinct from coalesce(s.number, 0)`,
  held: sql`
    select concat_ws(' ', account_id, unit, a.side) as place from core_ledger_accounts a left join (
      select account_id, unit, sum(amount) as total from core_ledger_holds group by account_id, unit
    ) s using (account_id, unit)
    where a.side = 'held' and a.balance <> coalesce(s.total, 0)`,
  hold: sql`
    select m.id::text as place from core_ledger_movements m
      left join core_ledger_holds h on h.id = m.id
      left join core_ledger_movements c on c.hold_id = m.id
    where m.kind = 'hold' and (h.id is null) = (c.id is null)`,
};
