import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { translationChanged } from '../events.ts';
import { translationProjects, type ProjectRow } from './tables.ts';

export interface Own {
  accountId: string;
  id: string;
}

/** Tells open pages that a project has changed. */
export const tell = (ctx: Pick<ServerContext, 'events'>, tx: Tx, { accountId, id }: Own): Promise<void> =>
  ctx.events.publish(tx, translationChanged, { accountId, data: { id } });

/** @throws expected `translation:missing` (404) */
export async function findProject(tx: Tx, { accountId, id }: Own): Promise<ProjectRow> {
  const row = await tx.scope(accountId).find(translationProjects, eq(translationProjects.id, id));
  return row ?? fail('translation:missing', {}, { kind: 'not-found' });
}
