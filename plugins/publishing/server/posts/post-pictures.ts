import { inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { urlSeconds } from '#core/server/services/tool-runs/list-items.ts';

/** Addresses of the still pictures of posts, by their ids; those that are gone are left out. */
export async function pictureUrls(
  { db, files, clock }: ServerContext,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  if (wanted.length === 0) return new Map();
  const { id, hash, name, type } = coreFiles;
  const rows = await db.orm.select({ id, hash, name, type }).from(coreFiles).where(inArray(id, wanted));
  const seconds = urlSeconds(clock.now());
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await files.signedUrl(row, seconds)] as const)));
}
