import { and, desc, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TemplateRow } from '#plugins/pieces/calls.ts';
import { templatesChanged } from '#plugins/pieces/events.ts';
import { MOST_TEMPLATES } from '#plugins/pieces/limits.ts';
import type { Template } from '#plugins/pieces/template.ts';

import { piecesTemplates } from '../tables.ts';

const present = ({ id, name, slots, revision, updatedAt }: typeof piecesTemplates.$inferSelect): TemplateRow => ({
  ...{ id, name, slots, revision, updatedAt: updatedAt.toISOString() },
});

export async function listTemplates(ctx: ServerContext, accountId: string): Promise<{ items: TemplateRow[] }> {
  const orderBy = [desc(piecesTemplates.updatedAt), desc(piecesTemplates.id)];
  return { items: (await ctx.db.scope(accountId).select(piecesTemplates, { orderBy })).map(present) };
}

/** Keeps a template. @throws expected `pieces:too-many-templates` (409) */
export async function createTemplate(
  ctx: ServerContext,
  accountId: string,
  { name, slots }: Template,
): Promise<TemplateRow> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pieces-templates ${accountId}`}, 0))`);
    if ((await scope.count(piecesTemplates)) >= MOST_TEMPLATES) {
      return fail('pieces:too-many-templates', { most: MOST_TEMPLATES }, { kind: 'conflict' });
    }
    const now = ctx.clock.now();
    const [created] = await scope.insert(piecesTemplates, { id: uuid(), name, slots, createdAt: now, updatedAt: now });
    if (created === undefined) throw new Error('the inserted template was not answered');
    await ctx.events.publish(tx, templatesChanged, { accountId });
    return present(created);
  });
}

/**
 * Changes a template; projects that were made from it stay as they are.
 * @throws expected `pieces:template-missing` (404), `pieces:template-edited-elsewhere` (409)
 */
export async function saveTemplate(
  ctx: ServerContext,
  accountId: string,
  { id, name, slots, revision }: Template & { id: string; revision: number },
): Promise<TemplateRow> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const same = eq(piecesTemplates.id, id);
    const where = and(same, eq(piecesTemplates.revision, revision)) ?? same;
    const values = { name, slots, revision: revision + 1, updatedAt: ctx.clock.now() };
    const [saved] = await scope.update(piecesTemplates, where, values);
    if (saved === undefined) {
      if ((await scope.find(piecesTemplates, same)) === undefined)
        return fail('pieces:template-missing', {}, { kind: 'not-found' });
      return fail('pieces:template-edited-elsewhere', {}, { kind: 'conflict' });
    }
    await ctx.events.publish(tx, templatesChanged, { accountId });
    return present(saved);
  });
}

/** Deletes a template. @throws expected `pieces:template-missing` (404) */
export async function deleteTemplate(ctx: ServerContext, accountId: string, id: string): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const gone = await tx.scope(accountId).delete(piecesTemplates, eq(piecesTemplates.id, id));
    if (gone.length === 0) return fail('pieces:template-missing', {}, { kind: 'not-found' });
    await ctx.events.publish(tx, templatesChanged, { accountId });
    return null;
  });
}
