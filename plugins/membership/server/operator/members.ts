import { eq, ilike, inArray } from 'drizzle-orm';
import { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import { MOBILES } from '#plugins/account/server/api.ts';
import type { Member } from '#plugins/membership/calls.ts';

type Services = Pick<ServerContext, 'db' | 'use'>;

/** Most accounts that a search by name finds. */
const MOST_FOUND = 50;

/** Those accounts as operators see them, by id. */
export async function membersOf(ctx: Services, ids: readonly string[]): Promise<ReadonlyMap<string, Member>> {
  const wanted = [...new Set(ids)].filter((id) => z.uuid().safeParse(id).success);
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db.orm
    .select({ id: coreAccounts.id, name: coreAccounts.name })
    .from(coreAccounts)
    .where(inArray(coreAccounts.id, wanted));
  const mobiles = ctx.use(MOBILES);
  const members = await Promise.all(
    rows.map(async ({ id, name }) => ({ id, name, mobile: (await mobiles?.mobileOf(ctx.db, id)) ?? null })),
  );
  return new Map(members.map((member) => [member.id, member]));
}

/** The ids of the accounts that are meant by an id, a mobile number or a part of a name. */
export async function findMembers(ctx: Services, tx: Tx, text: string): Promise<string[]> {
  if (z.uuid().safeParse(text).success) {
    const rows = await tx.orm.select({ id: coreAccounts.id }).from(coreAccounts).where(eq(coreAccounts.id, text));
    return rows.map(({ id }) => id);
  }
  const byMobile = await ctx.use(MOBILES)?.accountOf(tx, text);
  if (byMobile !== undefined) return [byMobile];
  const rows = await tx.orm
    .select({ id: coreAccounts.id })
    .from(coreAccounts)
    .where(ilike(coreAccounts.name, `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`))
    .limit(MOST_FOUND);
  return rows.map(({ id }) => id);
}
