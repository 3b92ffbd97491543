import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { coreLedgerEntries, coreLedgerMovements } from '#core/server/services/ledger/tables.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';

import type { listAllotmentChanges as listCall } from '#plugins/account/calls.ts';

/**
 * What a sub-account of the caller was given and what was taken back, newest first. The cursor is the last one's id.
 * @throws expected `core:http.cursor` (422), `core:ledger.not-sub-account` (404)
 */
export async function listAllotmentChanges(
  { accounts, db }: ServerContext,
  caller: Caller,
  { id, cursor, limit }: z.output<typeof listCall.query> & { id: string },
): Promise<CallData<typeof listCall>> {
  assertCursor(cursor);
  const account = await accounts.find(db, id);
  if (account?.parentId !== caller.accountId) fail('core:ledger.not-sub-account', {}, { kind: 'not-found' });
  const [entry, movement] = [coreLedgerEntries, coreLedgerMovements];
  const listed = and(
    ...[eq(entry.accountId, id), eq(entry.side, 'available'), inArray(movement.kind, ['allot', 'take-back'])],
  );
  const query = (where: SQL | undefined) =>
    db.orm
      .select({ id: movement.id, at: movement.at, unit: entry.unit, change: entry.amount, after: entry.after })
      .from(entry)
      .innerJoin(movement, eq(movement.id, entry.movementId))
      .where(where)
      .$dynamic();
  const rows = await query(and(listed, cursor === undefined ? undefined : lt(entry.movementId, cursor)))
    .orderBy(desc(entry.movementId))
    .limit(limit + 1);
  const items = rows
    .slice(0, limit)
    .map(({ at, after, ...row }) => ({ ...row, at: at.toISOString(), after: after ?? 0 }));
  return {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await db.orm.$count(query(listed).as('changes')),
  };
}
