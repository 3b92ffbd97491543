import { and, desc, eq, inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { mixingTemplates } from '../tables.ts';
import { presentMixTemplate } from './present-mix-template.ts';

/** Most templates of others that are listed. */
const MAX_SHARED = 500;

/** The account's own templates, then those that others of its organisation share; the newest first. */
export async function listMixTemplates(ctx: ServerContext, accountId: string) {
  return ctx.db.transaction(async (tx) => {
    const names = await organisationOf(ctx, tx, accountId);
    const { accountId: owner, shared, createdAt, id } = mixingTemplates;
    const mine = await tx.scope(accountId).select(mixingTemplates, { orderBy: [desc(createdAt), desc(id)] });
    const others = [...names.keys()].filter((member) => member !== accountId);
    const theirs =
      others.length === 0
        ? []
        : await tx.orm
            .select()
            .from(mixingTemplates)
            .where(and(inArray(owner, others), eq(shared, true)))
            .orderBy(desc(createdAt), desc(id))
            .limit(MAX_SHARED);
    const items = [...mine, ...theirs].map((row) => presentMixTemplate(row, accountId, names.get(row.accountId) ?? ''));
    return { items };
  });
}

/** The main account and its sub-accounts that can log in, with their names; an account without any is alone. */
async function organisationOf(ctx: ServerContext, tx: Tx, accountId: string): Promise<Map<string, string>> {
  const account = await ctx.accounts.find(tx, accountId);
  const main = account?.parentId ? await ctx.accounts.find(tx, account.parentId) : account;
  if (main === undefined) return new Map();
  const members = [main, ...(await ctx.accounts.subAccounts(tx, main.id))].filter(({ disabled }) => !disabled);
  return new Map(members.map(({ id, name }) => [id, name]));
}
