import { randomInt } from 'node:crypto';

import type { AccountRow } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { Visitor } from '../visitor.ts';
import { addIdentity, type Identity } from './identities.ts';

/** Makes a new account of the free version, known by these identities. */
export async function registerAccount(
  ctx: ServerContext,
  tx: Tx,
  visitor: Visitor,
  { identities, name }: { identities: readonly Identity[]; name?: string },
): Promise<AccountRow> {
  const account = await ctx.accounts.create(tx, { name: name ?? systemName() });
  for (const identity of identities) await addIdentity(ctx, tx, account.id, identity);
  await ctx.audit.record(tx, {
    ...{ actor: account.id, action: 'account.register', target: account.id, accountId: account.id },
    ...{ ip: visitor.ip, requestId: visitor.requestId, details: { by: identities.map(({ kind }) => kind) } },
  });
  return account;
}

/** The browser shows a WeChat name instead of a name of this form, when there is one. */
function systemName(): string {
  return `用户_${String(randomInt(10_000)).padStart(4, '0')}`;
}
