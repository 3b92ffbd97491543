import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { changeRun, lockRun } from './database-store.ts';
import { ownersName, renamedFile, sameAs, unlikeOthers, type Naming } from './item-names.ts';
import type { RunParts } from './parts.ts';
import { coreToolItems } from './tables.ts';
import { tellChange } from './tell-change.ts';

/** Items that have a name: those that are made, and those that will be. */
const NAMED = ['planned', 'made', 'failed'] as const;

export interface RenameOptions extends Naming {
  /** All when absent; then those that are planned later get their names by the same pattern. */
  items?: readonly string[];
}

/**
 * Names items of a run by a pattern; two of a run never have the same name.
 * @throws expected `core:tool-run.missing` (404)
 */
export async function renameItems(
  parts: RunParts,
  accountId: string,
  id: string,
  { items, ...naming }: RenameOptions,
): Promise<{ renamed: number }> {
  return await parts.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    const tool = parts.tools.get(run.tool);
    const rows = await tx.scope(accountId).select(coreToolItems, {
      where: and(eq(coreToolItems.runId, id), inArray(coreToolItems.state, [...NAMED])),
      orderBy: asc(coreToolItems.position),
    });
    const chosen = items === undefined ? null : new Set(items);
    const named = rows.filter((row) => chosen === null || chosen.has(row.id));
    const taken = new Set(rows.filter((row) => !named.includes(row)).map(({ name }) => sameAs(name)));
    const { revision } = await changeRun(parts, tx, run, chosen === null ? { naming } : {});
    const renamed = named.map((item) => {
      const name = unlikeOthers(ownersName(naming, run, item, tool), taken);
      return { id: item.id, name, files: item.files.map((file) => renamedFile(file, item.name, name)) };
    });
    await tx.orm
      .update(coreToolItems)
      .set({ name: sql`own.name`, files: sql`own.files`, revision })
      .from(sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as own (id uuid, name text, files jsonb)`)
      .where(and(sql`${coreToolItems.id} = own.id`, eq(coreToolItems.accountId, accountId)));
    await tellChange(parts, tx, run);
    return { renamed: renamed.length };
  });
}
