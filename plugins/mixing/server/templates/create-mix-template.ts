import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { templatesChanged } from '#plugins/mixing/events.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { MAX_TEMPLATES, type MixTemplate } from '#plugins/mixing/template-calls.ts';
import { mixingTemplates } from '../tables.ts';
import { presentMixTemplate } from './present-mix-template.ts';

/**
 * Keeps a project as a template. Clips and music stay out: they belong to the account, a template may be shared.
 * @throws expected `mixing:templates-too-many` (409)
 */
export async function createMixTemplate(
  ctx: ServerContext,
  accountId: string,
  { name, document }: { name: string; document: MixProject },
): Promise<MixTemplate> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mixing-templates ${accountId}`}, 0))`);
    if ((await scope.count(mixingTemplates)) >= MAX_TEMPLATES) {
      return fail('mixing:templates-too-many', { most: MAX_TEMPLATES }, { kind: 'conflict' });
    }
    const groups = document.groups.map((group) => ({ ...group, materials: [] }));
    const [created] = await scope.insert(mixingTemplates, {
      ...{ id: uuid(), name, document: { ...document, name, groups, music: null }, createdAt: ctx.clock.now() },
    });
    if (created === undefined) throw new Error('the inserted template was not answered');
    await ctx.events.publish(tx, templatesChanged, { accountId });
    const owner = await ctx.accounts.find(tx, accountId);
    return presentMixTemplate(created, accountId, owner?.name ?? '');
  });
}
