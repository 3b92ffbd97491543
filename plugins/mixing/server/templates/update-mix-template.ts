import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { templatesChanged } from '#plugins/mixing/events.ts';
import type { MixTemplate } from '#plugins/mixing/template-calls.ts';
import { mixingTemplates } from '../tables.ts';
import { presentMixTemplate } from './present-mix-template.ts';

/**
 * Renames a template, or shares it.
 * @throws expected `mixing:template-missing` (404), also for one of somebody else
 */
export async function updateMixTemplate(
  ctx: ServerContext,
  accountId: string,
  id: string,
  change: { name?: string; shared?: boolean },
): Promise<MixTemplate> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const thisOne = eq(mixingTemplates.id, id);
    const before = await scope.find(mixingTemplates, thisOne);
    if (before === undefined) return fail('mixing:template-missing', {}, { kind: 'not-found' });
    const { name = before.name, shared = before.shared } = change;
    const [updated = before] = await scope.update(mixingTemplates, thisOne, { name, shared });
    await ctx.events.publish(tx, templatesChanged, { accountId });
    const owner = await ctx.accounts.find(tx, accountId);
    return presentMixTemplate(updated, accountId, owner?.name ?? '');
  });
}
