import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { lockBlobs } from '#core/server/services/files/blobs.ts';
import type { FileRecord } from '#core/server/services/files/files.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import { kindSchema, type MaterialKind } from '#plugins/materials/calls.ts';
import { LARGEST } from '#plugins/materials/limits.ts';
import { isFolder, refuseMissingFolder } from '../folders/find-folder.ts';
import { addItem, renewItem } from '../items/add-item.ts';
import type { MaterialRow } from '../items/material-row.ts';
import { presentMaterial } from '../items/present-material.ts';
import { materialsItems } from '../tables.ts';
import { refuseType, refuseUnsent } from './refuse-file.ts';

const fieldsSchema = z.object({
  kind: kindSchema,
  /** Empty for the top: forms have no null. */
  folderId: z
    .union([z.literal('').transform(() => null), z.uuid()])
    .nullable()
    .default(null),
});

/** Takes uploads into the library: `/api/uploads/materials/material` with the fields `kind` and `folderId`. */
export function materialReceiver(ctx: ServerContext): UploadReceiver {
  return {
    async announce({ accountId }, { name, size, fields }) {
      const { kind, folderId } = readFields(fields);
      refuseUnsent(kind, { name, size });
      await refuseMissingFolder(ctx.db, accountId, folderId);
      return { maxSize: LARGEST[kind] };
    },

    async take(tx, _caller, file, { fields }) {
      const { kind, folderId } = readFields(fields);
      refuseType(kind, file);
      const row = await takeFile(ctx, tx, { file, name: file.name, kind, folderId });
      // Nothing has failed yet, so there is no sentence in anybody's language.
      return presentMaterial(ctx, row, 'zh');
    },
  };
}

/**
 * Makes a file that the account has recorded a material. When it has the same bytes as a material already, that one
 * is answered, out of the trash when it was there, and the file's record goes.
 */
export async function takeFile(
  ctx: ServerContext,
  tx: Tx,
  { file, name, kind, folderId }: { file: FileRecord; name: string; kind: MaterialKind; folderId: string | null },
): Promise<MaterialRow> {
  const { accountId, hash, id } = file;
  // Two uploads of the same bytes come one after the other from here on.
  await lockBlobs(tx, [hash]);
  // Whoever sent a file into a folder that has gone meanwhile finds it at the top.
  const folder = folderId !== null && (await isFolder(tx, accountId, folderId)) ? folderId : null;
  const known = await tx.scope(accountId).find(materialsItems, eq(materialsItems.hash, hash));
  if (known === undefined) return addItem(ctx, tx, { file, name, kind, folderId: folder });
  if (known.id !== id) await ctx.files.forget(tx, accountId, [id]);
  return renewItem(ctx, tx, known, folder);
}

function readFields(fields: Readonly<Record<string, string>>): z.output<typeof fieldsSchema> {
  const read = fieldsSchema.safeParse(fields);
  return read.success ? read.data : fail('materials:upload-fields', {}, { kind: 'invalid' });
}
