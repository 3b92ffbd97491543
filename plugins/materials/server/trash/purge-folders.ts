import { sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

/**
 * Deletes folders that went to the trash before a time. Materials in the trash that lay in them will come back at
 * the top.
 * @param which.accountId of all accounts when absent
 * @returns how many went
 */
export async function purgeFolders(
  { db }: Pick<ServerContext, 'db'>,
  which: { accountId?: string; before: Date },
): Promise<number> {
  const own = which.accountId === undefined ? sql`` : sql`and account_id = ${which.accountId}::uuid`;
  return db.transaction(async (tx) => {
    const { rows } = await tx.orm.execute<{ id: string }>(sql`
      select id from materials_folders
      where deleted_at <= ${which.before.toISOString()}::timestamptz ${own} order by id for update skip locked`);
    const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
    await tx.orm.execute(sql`
      select 1 from materials_items where folder_id = ${ids} order by id for no key update`);
    await tx.orm.execute(sql`update materials_items set folder_id = null where folder_id = ${ids}`);
    await tx.orm.execute(sql`update materials_folders set parent_id = null where parent_id = ${ids}`);
    await tx.orm.execute(sql`delete from materials_folders where id = ${ids}`);
    return rows.length;
  });
}
