import { and, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { accountIdentities } from '../tables.ts';

/** What an account is known by. */
export interface Identity {
  /** `mobile`, `wechat`, `username`, or `partner:` with the partner's id. */
  kind: string;
  value: string;
}

/**
 * The account of an identity, or undefined. Whoever asks for the same unknown identity waits until the transaction ends, so
 * that nobody registers it twice.
 */
export async function claimIdentity(tx: Tx, { kind, value }: Identity): Promise<string | undefined> {
  const known = await findByIdentity(tx, { kind, value });
  if (known !== undefined) return known;
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`account-identity ${kind} ${value}`}, 0))`);
  return await findByIdentity(tx, { kind, value });
}

/** The account of an identity, or undefined. */
export async function findByIdentity(tx: Tx, { kind, value }: Identity): Promise<string | undefined> {
  const [row] = await tx.orm
    .select({ accountId: accountIdentities.accountId })
    .from(accountIdentities)
    .where(and(eq(accountIdentities.kind, kind), eq(accountIdentities.value, value)));
  return row?.accountId;
}

/** What an account is known by, by kind. */
export async function identitiesOf(tx: Tx, accountId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.scope(accountId).select(accountIdentities);
  return new Map(rows.map(({ kind, value }) => [kind, value]));
}

/** What WeChat calls the account's user; null where it does not say, or none is bound. */
export async function wechatNameOf(tx: Tx, accountId: string): Promise<string | null> {
  const bound = await tx.scope(accountId).find(accountIdentities, eq(accountIdentities.kind, 'wechat'));
  return bound?.name ?? null;
}

/** Keeps what WeChat calls a person from now on; nothing when it did not say. */
export async function keepWechatName(
  tx: Tx,
  { person, personName }: { person: string | null; personName: string | null },
): Promise<void> {
  if (person === null || personName === null) return;
  await tx.orm
    .update(accountIdentities)
    .set({ name: personName })
    .where(and(eq(accountIdentities.kind, 'wechat'), eq(accountIdentities.value, person)));
}

/** Makes an account known by an identity, which nobody may have. */
export async function addIdentity(
  ctx: Pick<ServerContext, 'clock'>,
  tx: Tx,
  accountId: string,
  identity: Identity,
): Promise<void> {
  await tx.scope(accountId).insert(accountIdentities, { ...identity, createdAt: ctx.clock.now() });
}
