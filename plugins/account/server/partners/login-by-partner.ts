import { and, eq, gt } from 'drizzle-orm';

import type { LoginToken } from '#core/contract/account-calls.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { claimIdentity } from '../accounts/identities.ts';
import { registerAccount } from '../accounts/register-account.ts';
import { spend } from '../limits.ts';
import { withLogin } from '../login/open-login.ts';
import { sweepNowAndThen } from '../sweep.ts';
import { accountPartnerCodes } from '../tables.ts';
import { hashSecret, newSecret, type Visitor } from '../visitor.ts';
import { openTicket, type PartnerUser } from './open-ticket.ts';

/** Long enough for a redirect. */
const CODE_SECONDS = 60;

/**
 * Logs in by a partner's ticket, registering its user at the first time.
 * @throws expected `account:refused.ticket`, `core:account-disabled` (code 406), `account:refused.too-often` (429)
 */
export async function loginByTicket(ctx: ServerContext, visitor: Visitor, ticket: string): Promise<LoginToken> {
  await spend(ctx, visitor, { limit: 'loginsPerAddress', of: visitor.address });
  return await loginPartnerUser(ctx, visitor, await openTicket(ctx, ticket));
}

/**
 * Takes a partner's ticket and answers a code that may stand in an address: good once, for a minute.
 * @throws expected `account:refused.ticket`, `account:refused.too-often` (429)
 */
export async function makePartnerCode(ctx: ServerContext, visitor: Visitor, ticket: string) {
  await spend(ctx, visitor, { limit: 'loginsPerAddress', of: visitor.address });
  sweepNowAndThen(ctx);
  const user = await openTicket(ctx, ticket);
  const code = newSecret();
  const expiresAt = new Date(ctx.clock.now().getTime() + CODE_SECONDS * 1000);
  await ctx.db.orm.insert(accountPartnerCodes).values({ codeHash: hashSecret(code), ...user, expiresAt });
  return { auth_code: code, expires_in: CODE_SECONDS };
}

/**
 * Logs in by a code of {@link makePartnerCode}.
 * @throws expected `account:refused.ticket`, `core:account-disabled` (code 406), `account:refused.too-often` (429)
 */
export async function loginByPartnerCode(ctx: ServerContext, visitor: Visitor, code: string): Promise<LoginToken> {
  await spend(ctx, visitor, { limit: 'loginsPerAddress', of: visitor.address });
  const [user] = await ctx.db.orm
    .delete(accountPartnerCodes)
    .where(and(eq(accountPartnerCodes.codeHash, hashSecret(code)), gt(accountPartnerCodes.expiresAt, ctx.clock.now())))
    .returning();
  return await loginPartnerUser(ctx, visitor, user ?? fail('account:refused.ticket'));
}

async function loginPartnerUser(
  ctx: ServerContext,
  visitor: Visitor,
  { partner, subject, name }: PartnerUser,
): Promise<LoginToken> {
  return await withLogin(ctx, visitor, async (tx, openLogin) => {
    const identity = { kind: `partner:${partner}`, value: subject };
    const accountId =
      (await claimIdentity(tx, identity)) ??
      (await registerAccount(ctx, tx, visitor, { identities: [identity], name: name ?? undefined })).id;
    return await openLogin({ accountId, by: 'partner', partner: true });
  });
}
