import { sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import type { Recorded } from '#plugins/materials/calls.ts';

/** Notes what happened to materials, under the names that they have now; all in one statement. */
export async function writeRecords(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  { what, detail = null, at }: { what: Recorded; detail?: string | null; at: Date },
): Promise<void> {
  await tx.orm.execute(sql`
    insert into materials_records (id, account_id, material_id, name, kind, what, detail, at)
    select gen_random_uuid(), account_id, id, name, kind, ${what}, ${detail}, ${at.toISOString()}::timestamptz
    from materials_items where account_id = ${accountId}::uuid and id = any(${sql.param([...ids])}::uuid[])`);
}
