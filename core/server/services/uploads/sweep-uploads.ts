import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';

import type { Database } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { FileStore } from '#core/server/services/files/file-store.ts';

import { coreUploads } from './tables.ts';
import { IDLE_MILLISECONDS, stagedOf, uploadKey } from './upload-row.ts';

const BATCH = 200;

/**
 * Removes uploads abandoned for a day, outcomes older than an hour, and bytes that no row refers to. Safe while others
 * upload.
 * @returns how many uploads and objects went
 */
export async function sweepUploads(options: { db: Database; store: FileStore; clock: Clock }): Promise<number> {
  const { db, store, clock } = options;
  let removed = 0;
  for (;;) {
    const over = lte(coreUploads.expiresAt, clock.now());
    const rows = await db.orm.select().from(coreUploads).where(over).limit(BATCH);
    for (const row of rows) {
      // It may have been continued meanwhile.
      const gone = await db.orm
        .delete(coreUploads)
        .where(and(eq(coreUploads.id, row.id), over))
        .returning();
      const [last] = gone;
      if (last === undefined) continue;
      await store.staging.remove(uploadKey(last.id), stagedOf(last));
      removed += 1;
    }
    if (rows.length < BATCH) break;
  }
  const old = clock.now().getTime() - IDLE_MILLISECONDS;
  for await (const { key, modifiedAt } of store.list(uploadKey(''))) {
    if (modifiedAt.getTime() >= old) continue;
    const id = z.uuid().safeParse(key.slice(uploadKey('').length).replace(/\.tail$/, ''));
    if (id.success && (await db.orm.$count(coreUploads, eq(coreUploads.id, id.data))) > 0) continue;
    await store.remove(key);
    removed += 1;
  }
  return removed;
}
