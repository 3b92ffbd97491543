import { sql } from 'drizzle-orm';

import { LEDGER_UNITS, type LedgerUnit } from '#core/contract/ledger.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { Allotment } from './ledger.ts';

interface Row extends Record<string, unknown> {
  account_id: string;
  unit: LedgerUnit;
  /** The driver gives large numbers as text. */
  allotted: string;
  available: string;
  held: string;
  spent: string;
}

/** The `allotments` of the ledger. */
export async function readAllotments(tx: Tx, accountIds: readonly string[]): Promise<Allotment[]> {
  const ids = sql`any(${sql.param([...accountIds])}::uuid[])`;
  const { rows } = await tx.orm.execute<Row>(sql`
    with own as (
      select account_id, unit, coalesce(sum(balance) filter (where side = 'available'), 0) as available,
        coalesce(sum(balance) filter (where side = 'held'), 0) as held
      from core_ledger_accounts where account_id = ${ids} group by account_id, unit
    ), given as (
      select e.account_id, e.unit, sum(e.amount) as amount
      from core_ledger_entries e join core_ledger_movements m on m.id = e.movement_id
      where e.account_id = ${ids} and e.side = 'available' and m.kind in ('allot', 'take-back')
      group by e.account_id, e.unit
    ), used as (
      select m.account_id, m.unit, sum(e.amount) as amount
      from core_ledger_movements m join core_ledger_entries e on e.movement_id = m.id
      where m.account_id = ${ids} and m.kind = 'settle' and e.side = 'spent'
      group by m.account_id, m.unit
    )
    select own.*, coalesce(given.amount, 0) as allotted, coalesce(used.amount, 0) as spent
    from own
      left join given on given.account_id = own.account_id and given.unit = own.unit
      left join used on used.account_id = own.account_id and used.unit = own.unit`);
  return rows
    .map(({ account_id: accountId, unit, allotted, available, held, spent }) => ({
      ...{ accountId, unit, allotted: Number(allotted), available: Number(available) },
      ...{ held: Number(held), spent: Number(spent) },
    }))
    .toSorted((a, b) => LEDGER_UNITS.indexOf(a.unit) - LEDGER_UNITS.indexOf(b.unit));
}
