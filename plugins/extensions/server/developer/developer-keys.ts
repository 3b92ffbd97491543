import { and, eq, gt, lte } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { giveBackRates, takeRate } from '#core/server/ground/database/rate-limit.ts';

import { hashToken, makeToken } from '../secret-token.ts';
import { extensionsDeveloperKeys } from '../tables.ts';

const GOOD_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** Wrong keys from one address, and the seconds in which they are counted. */
const WRONG_KEYS = 20;
const WRONG_SECONDS = 600;

/** What a key is for. */
export interface KeyOptions {
  /** Whose laptop it is on. */
  name: string;
  /** Its builds run in the page, with everything that its owner may do. */
  trusted: boolean;
}

/** Makes a key that may push builds of plugins for 30 days, to the sessions of one account. */
export async function makeKey(
  ctx: ServerContext,
  accountId: string,
  { name, trusted }: KeyOptions,
): Promise<{ key: string; expiresAt: Date }> {
  const key = makeToken('rpd_');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + GOOD_MILLISECONDS);
  await ctx.db.transaction(async (tx) => {
    await tx.orm
      .insert(extensionsDeveloperKeys)
      .values({ keyHash: hashToken(key), accountId, name, trusted, createdAt: now, expiresAt });
    await ctx.audit.record(tx, {
      ...{ actor: accountId, action: 'extensions.developer-key', target: name, accountId },
      details: { until: expiresAt.toISOString(), trusted },
    });
  });
  return { key, expiresAt };
}

/**
 * The operator by whose key a build comes, and whether its builds run in their page. It is good as long as they are one.
 * @throws expected `extensions:key-wrong` (401), `extensions:key-too-many` (429) for an address that tries keys out
 */
export async function operatorOfKey(ctx: ServerContext, key: string, ip: string): Promise<KeyOwner> {
  const limit = `extensions-key:${ip}`;
  // Counted before the key is looked up, so that tries sent at once cannot slip past the limit together.
  const { allowed } = await takeRate(ctx.db, limit, WRONG_KEYS, WRONG_SECONDS);
  if (!allowed) fail('extensions:key-too-many', {}, { kind: 'too-many' });
  const [row] = await ctx.db.orm
    .select({ accountId: extensionsDeveloperKeys.accountId, trusted: extensionsDeveloperKeys.trusted })
    .from(extensionsDeveloperKeys)
    .where(
      and(eq(extensionsDeveloperKeys.keyHash, hashToken(key)), gt(extensionsDeveloperKeys.expiresAt, ctx.clock.now())),
    );
  const account = row === undefined ? undefined : await ctx.accounts.find(ctx.db, row.accountId);
  if (row === undefined || account === undefined || !account.operator || account.disabled) {
    fail('extensions:key-wrong', {}, { kind: 'unauthenticated' });
  }
  await giveBackRates(ctx.db, [{ key: limit, limit: WRONG_KEYS, windowSeconds: WRONG_SECONDS }]);
  return { accountId: account.id, trusted: row.trusted };
}

/** Whose a key is. */
export interface KeyOwner {
  accountId: string;
  trusted: boolean;
}

/** Removes keys that are over. @returns how many */
export async function sweepKeys({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const { rowCount } = await db.orm
    .delete(extensionsDeveloperKeys)
    .where(lte(extensionsDeveloperKeys.expiresAt, clock.now()));
  return rowCount ?? 0;
}
