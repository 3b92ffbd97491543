import { eq, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { listMaterials } from '#plugins/materials/calls.ts';

import type { LibraryMaterial, LibraryQuery, MaterialLibrary } from './api.ts';
import { ensureFolder } from './folders/create-folder.ts';
import { findFacts, findItems, idIn, lockItems, updateItems } from './items/find-item.ts';
import type { MaterialQuery } from './items/list-filter.ts';
import { pageOfMaterials } from './items/list-materials.ts';
import type { MaterialRow } from './items/material-row.ts';
import { publishChanged } from './items/publish-changed.ts';
import { keepToolOutputs } from './keep/keep-tool-outputs.ts';
import { askForFootage, knownFootage } from './prepare/footage.ts';
import { materialsItems } from './tables.ts';
import { tidyLine } from './tidy-line.ts';
import { takeFile } from './upload/material-receiver.ts';

/** The library as other plugins see it. */
export function materialLibrary(ctx: ServerContext): MaterialLibrary {
  return {
    async adopt(tx, accountId, { id, name }, { kind, folderId = null, shared = false }) {
      const row = await tx.scope(accountId).find(coreFiles, eq(coreFiles.id, id));
      if (row === undefined) return fail('core:file-missing', {}, { kind: 'not-found' });
      // The rows of the table are what a record says.
      const own = row as FileRecord;
      const known = await tx.scope(accountId).find(materialsItems, eq(materialsItems.id, id));
      const file = shared && known === undefined ? await ctx.files.copy(tx, own, { name }) : own;
      return (await takeFile(ctx, tx, { file, name, kind, folderId })).id;
    },

    async list(accountId, query = {}) {
      const { rows, nextCursor, total } = await pageOfMaterials(ctx, accountId, checkedQuery(query));
      return { items: rows.map(factsOf), nextCursor, total };
    },

    async find(accountId, ids) {
      const rows = await findFacts(ctx.db, accountId, ids);
      return new Map(rows.map((row): [string, LibraryMaterial] => [row.id, factsOf(row)]));
    },

    async source(accountId, id, kind) {
      const [row] = await findFacts(ctx.db, accountId, [id]);
      if (row?.kind !== kind) return undefined;
      const file = await ctx.files.get(accountId, id);
      return { hash: row.hash, name: row.name, read: (use) => ctx.files.withLocal(file, use) };
    },

    fingerprints: (accountId, ids) => knownFootage(ctx, accountId, ids),
    learnFootage: (accountId, ids) => askForFootage(ctx, accountId, ids),

    noteMixed: (tx, accountId, uses) => noteMixed(ctx, tx, accountId, uses),

    setSplit: (tx, accountId, ids, state, from) => setSplit(ctx, tx, accountId, { ids, state, from }),
    keep: async (accountId, options) => (await keepToolOutputs(ctx, accountId, options)).materials,

    folder: (tx, accountId, name, parentId = null) =>
      ensureFolder(ctx, tx, accountId, { name: [...tidyLine(name)].slice(0, 60).join(''), parentId }),
  };
}

/** The query of the page's own listing, which has the same defaults and limits. */
function checkedQuery({ search, trashed = false, descending = true, ...rest }: LibraryQuery): MaterialQuery {
  const query = { ...rest, q: search, trash: String(trashed), descending: String(descending) };
  const { data, error } = listMaterials.query.safeParse(query);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new TypeError(`list of the library: ${problems.join('; ')}`);
}

function factsOf(row: Awaited<ReturnType<typeof findFacts>>[number]): LibraryMaterial {
  const { id, kind, name, type, seconds, width, height, codecs, state, hash, size, split, publishCount } = row;
  const facts = { id, kind, name, type, seconds, width, height, codecs, state, hash, size, split, publishCount };
  return { ...facts, trashed: row.deletedAt !== null };
}

async function noteMixed(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const known = await findItems(tx, accountId, [...uses.keys()]);
  const ids = known.map(({ id }) => id).filter((id) => (uses.get(id) ?? 0) > 0);
  if (ids.length === 0) return;
  await lockItems(tx, accountId, idIn(materialsItems.id, ids));
  const rows = JSON.stringify(ids.map((id) => ({ id, videos: uses.get(id) })));
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`;
  const used = sql`jsonb_to_recordset(${rows}::jsonb) as used (id uuid, videos int)`;
  await tx.orm.execute(sql`
    update materials_items i set mix_count = i.mix_count + used.videos, mixed_at = ${now}
    from ${used} where i.account_id = ${accountId}::uuid and i.id = used.id`);
  await tx.orm.execute(sql`
    insert into materials_records (id, account_id, material_id, name, kind, what, detail, at)
    select gen_random_uuid(), i.account_id, i.id, i.name, i.kind, 'mixed', used.videos::text, ${now}
    from materials_items i join ${used} on used.id = i.id where i.account_id = ${accountId}::uuid`);
  await publishChanged(ctx, tx, accountId, ids);
}

async function setSplit(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  { ids, state, from }: { ids: readonly string[]; state: MaterialRow['split']; from?: readonly MaterialRow['split'][] },
): Promise<void> {
  await lockItems(tx, accountId, idIn(materialsItems.id, ids));
  const known = (await findItems(tx, accountId, ids)).filter(
    ({ kind, split }) => kind === 'video' && split !== state && (from === undefined || from.includes(split)),
  );
  if (known.length === 0) return;
  const changed = known.map(({ id }) => id);
  await updateItems(tx, accountId, changed, { split: state });
  await publishChanged(ctx, tx, accountId, changed);
}
