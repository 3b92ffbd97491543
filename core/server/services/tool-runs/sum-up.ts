import { eq, sql } from 'drizzle-orm';

import type { AccountScope } from '#core/server/ground/database/database.ts';
import { crc32OfStream } from '#core/server/services/files/crc32-of-file.ts';
import type { FileStore } from '#core/server/services/files/file-store.ts';

import type { KeptFile } from './run-store.ts';
import { coreToolItems } from './tables.ts';

/** The CRC-32 of a file that was made before rows kept it; it is kept from here on. */
export async function sumUp(
  scope: AccountScope,
  store: Pick<FileStore, 'read'>,
  { itemId, fileId, key }: { itemId: string; fileId: string; key: string },
): Promise<number> {
  const crc32 = await crc32OfStream(await store.read(key));
  const files = sql`(
    select jsonb_agg(case when file ->> 'id' = ${fileId} then file || ${JSON.stringify({ crc32 })}::jsonb else file end order by at)
    from jsonb_array_elements(${coreToolItems.files}) with ordinality as own (file, at))`;
  // Drizzle's types take plain values only; the driver takes an expression as well.
  await scope.update(coreToolItems, eq(coreToolItems.id, itemId), { files: files as unknown as KeptFile[] });
  return crc32;
}
