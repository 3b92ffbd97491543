import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { searchText } from '#core/server/ground/search-text.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { mixingProjects } from '../tables.ts';
import { announceProject } from './announce-project.ts';
import { numberName } from './number-name.ts';
import { presentMixProject } from './present-mix-project.ts';

/**
 * Creates a project. It may break rules; those are checked when it runs.
 * @param options.id chosen by the caller, so that a second sending after a lost answer makes no second project
 * @param options.numbered whether a number keeps its name apart from those of others
 * @throws expected `mixing:project-changed` (409) when the project has gone on since
 */
export async function createMixProject(
  ctx: ServerContext,
  accountId: string,
  wanted: MixProject,
  { id, numbered = false }: { id?: string; numbered?: boolean } = {},
) {
  return ctx.db.transaction(async (tx) => {
    const name = numbered ? await numberName(tx, accountId, { name: wanted.name, except: id }) : wanted.name;
    const document = { ...wanted, name };
    if (id === undefined) return presentMixProject(await insertMixProject(ctx, tx, accountId, document));
    // Two sendings at once wait for each other.
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`);
    const [taken] = await tx.orm.select().from(mixingProjects).where(eq(mixingProjects.id, id));
    if (taken === undefined) return presentMixProject(await insertMixProject(ctx, tx, accountId, document, { id }));
    if (taken.accountId !== accountId || taken.revision !== 1 || taken.deletedAt !== null) {
      return fail('mixing:project-changed', {}, { kind: 'conflict' });
    }
    const values = { document, name, search: searchText(name), updatedAt: ctx.clock.now() };
    const [kept] = await tx.scope(accountId).update(mixingProjects, eq(mixingProjects.id, id), values);
    return presentMixProject(kept ?? taken);
  });
}

/** Adds a project's row and tells of it. */
export async function insertMixProject(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  document: MixProject,
  { sample = false, id = uuid() }: { sample?: boolean; id?: string } = {},
): Promise<typeof mixingProjects.$inferSelect> {
  const now = ctx.clock.now();
  const { name } = document;
  const row = { id, name, search: searchText(name), document, sample, createdAt: now, updatedAt: now };
  const [created] = await tx.scope(accountId).insert(mixingProjects, row);
  if (created === undefined) {
    throw new Error('the inserted project was not answered');
  }
  await announceProject(ctx, tx, created);
  return created;
}
