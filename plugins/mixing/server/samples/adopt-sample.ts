import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { neededLibrary } from '../library.ts';
import { sampleGroupName } from './sample-document.ts';
import { sampleType, supplySample, type SampleFile, type SamplePart } from './sample-set.ts';

/** Which part is adopted, and for whom. */
export interface AdoptedPart {
  accountId: string;
  part: SamplePart;
  files: readonly SampleFile[];
  language: MessageLanguage;
}

/**
 * Puts the files of a part into the account's library; those that it has from before are taken instead.
 * @returns their ids, in their order
 * @throws expected `core:space-full` (413), `mixing:library-missing` (503)
 */
export async function adoptSample(
  ctx: ServerContext,
  tx: Tx,
  { accountId, part, files, language }: AdoptedPart,
): Promise<string[]> {
  const library = neededLibrary(ctx);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  await ctx.files.assertSpace(accountId, bytes, tx);
  const folderId = await library.folder(tx, accountId, translate(language, 'mixing:sample.folder'));
  const ids: string[] = [];
  for (const [index, file] of files.entries()) {
    const { hash, size } = file;
    const name = nameOf(part, index, file, language);
    const { id } = await ctx.files.record(tx, accountId, { hash, size, name, type: sampleType(file) }, () =>
      supplySample(ctx, file, blobKey(hash)),
    );
    const kind = part === 'music' ? 'music' : 'video';
    ids.push(await library.adopt(tx, accountId, { id, name }, { kind, folderId }));
  }
  return ids;
}

function nameOf(part: SamplePart, index: number, { ending }: SampleFile, language: MessageLanguage): string {
  if (part === 'music') return translate(language, 'mixing:sample.music');
  const name = translate(language, 'mixing:sample.clip', { group: sampleGroupName(part, language), number: index + 1 });
  return `${name}${ending}`;
}
