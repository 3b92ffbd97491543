import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { templatesChanged } from '#plugins/mixing/events.ts';
import { mixingTemplates } from '../tables.ts';

/** @throws expected `mixing:template-missing` (404), also for one of somebody else */
export async function deleteMixTemplate(ctx: ServerContext, accountId: string, id: string): Promise<null> {
  return ctx.db.transaction(async (tx) => {
    const [deleted] = await tx.scope(accountId).delete(mixingTemplates, eq(mixingTemplates.id, id));
    if (deleted === undefined) return fail('mixing:template-missing', {}, { kind: 'not-found' });
    await ctx.events.publish(tx, templatesChanged, { accountId });
    return null;
  });
}
