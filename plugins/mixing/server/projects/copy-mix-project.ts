import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { findMixProject } from './find-mix-project.ts';
import { insertMixProject } from './create-mix-project.ts';
import { numberName } from './number-name.ts';
import { presentMixProject } from './present-mix-project.ts';

/**
 * Duplicates a project as it stands; its runs stay with the first. Without a name the copy gets that of the
 * first, marked as a copy. A number keeps its name apart from those of others.
 * @throws expected `mixing:project-missing` (404)
 */
export async function copyMixProject(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { name, language }: { name: string; language: MessageLanguage },
) {
  return ctx.db.transaction(async (tx) => {
    const { document } = await findMixProject(tx.scope(accountId), id);
    const own = name === '' ? translate(language, 'mixing:copy-name', { name: document.name }) : name;
    const copy = { ...document, name: await numberName(tx, accountId, { name: own }) };
    return presentMixProject(await insertMixProject(ctx, tx, accountId, copy));
  });
}
