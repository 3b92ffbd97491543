import { inArray } from 'drizzle-orm';

import type { CallData, CallInput } from '#core/contract/call.ts';
import { fail, type ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { lockBlobs } from '#core/server/services/files/blobs.ts';
import { refuseFull } from '#core/server/services/files/space.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { offerFiles as call } from '#plugins/materials/calls.ts';
import { readFolderTree } from '../folders/folder-tree.ts';
import { renewItem } from '../items/add-item.ts';
import type { MaterialRow } from '../items/material-row.ts';
import { presentMaterial } from '../items/present-material.ts';
import { materialsItems } from '../tables.ts';
import { refusalOf, refuseOtherKind, refuseUnsent } from './refuse-file.ts';

type Offer = CallInput<typeof call>['body'];
type OfferedFile = Offer['files'][number];
type Answer = CallData<typeof call>['answers'][number];

/**
 * Says of each file whether it would be taken, before a byte is sent. One that the account has is answered as the
 * material that it is, out of the trash when it was there. Files count against the space in their order: those that
 * fit are let through.
 */
export async function offerFiles(
  ctx: ServerContext,
  accountId: string,
  { kind, files }: Offer,
  language: MessageLanguage,
): Promise<{ answers: Answer[] }> {
  const [tree, known, { used, total }] = await Promise.all([
    readFolderTree(ctx.db, accountId),
    knownBytes(ctx, accountId, files),
    ctx.files.space(accountId),
  ]);
  let filled = used;

  const answer = async (file: OfferedFile): Promise<Answer> => {
    const refused = (error: ExpectedError, mayRetry = false): Answer => ({
      answer: 'refused',
      mayRetry,
      reason: translate(language, error.code, error.params),
    });
    const unfit = refusalOf(() => {
      refuseUnsent(kind, file);
      if (file.folderId !== null && tree.get(file.folderId) === undefined) {
        fail('materials:folder-missing', {}, { kind: 'not-found' });
      }
    });
    if (unfit !== undefined) return refused(unfit);
    if (file.sha256 !== undefined && known.hashes.has(file.sha256)) {
      const row = await haveAlready(ctx, accountId, file.sha256, file.folderId);
      const other = row && refusalOf(() => refuseOtherKind(kind, file.name, row.kind));
      if (other !== undefined) return refused(other);
      if (row !== undefined) return { answer: 'have', material: await presentMaterial(ctx, row, language) };
    }
    if (file.sha256 === undefined && known.sizes.has(file.size)) return { answer: 'hash' };
    const full = refusalOf(() => refuseFull({ used: filled, total }, file.size));
    if (full !== undefined) return refused(full, true);
    filled += file.size;
    return { answer: 'send' };
  };

  const answers: Answer[] = [];
  for (const file of files) answers.push(await answer(file));
  return { answers };
}

/** Which of the files’ hashes and sizes materials of the account have. */
async function knownBytes(ctx: ServerContext, accountId: string, files: readonly OfferedFile[]) {
  const scope = ctx.db.scope(accountId);
  const hashes = files.flatMap(({ sha256 }) => (sha256 === undefined ? [] : [sha256]));
  const sizes = files.filter(({ sha256 }) => sha256 === undefined).map(({ size }) => size);
  const [byHash, bySize] = await Promise.all([
    hashes.length === 0 ? [] : scope.select(materialsItems, { where: inArray(materialsItems.hash, hashes) }),
    sizes.length === 0 ? [] : scope.select(materialsItems, { where: inArray(materialsItems.size, sizes) }),
  ]);
  return { hashes: new Set(byHash.map(({ hash }) => hash)), sizes: new Set(bySize.map(({ size }) => size)) };
}

/** The material of these bytes, brought back when it was in the trash; undefined when it has gone meanwhile. */
async function haveAlready(
  ctx: ServerContext,
  accountId: string,
  hash: string,
  folderId: string | null,
): Promise<MaterialRow | undefined> {
  return ctx.db.transaction(async (tx) => {
    await lockBlobs(tx, [hash]);
    const [row] = await tx.scope(accountId).select(materialsItems, { where: inArray(materialsItems.hash, [hash]) });
    return row === undefined ? undefined : renewItem(ctx, tx, row, folderId);
  });
}
