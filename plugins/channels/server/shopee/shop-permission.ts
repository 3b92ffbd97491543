import { createHash } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';

import type { AccountAccess } from '../oauth.ts';
import { channelsShopPermissions } from '../tables.ts';
import type { ShopeeApi, ShopeeGrant } from './shopee-api.ts';
import type { ShopeeShopSettings } from './settings.ts';

export type PermissionServices = Pick<ServerContext, 'db' | 'secrets' | 'clock'>;

/** How long before its end access is renewed. */
const AHEAD_MILLISECONDS = 10 * 60_000;

const tokensSchema = z.object({ access: z.string(), refresh: z.string() });

/**
 * What requests about a shop are made with. The code of the settings is exchanged once; after that whatever renews access
 * is good for one time, so that one process at a time renews it, and stores what comes back before anything uses it.
 * @throws ProviderFailure `unauthorised` once the shop has to agree again
 */
export async function shopAccess(
  { db, secrets, clock }: PermissionServices,
  api: ShopeeApi,
  { partnerId, shopId, code }: Pick<ShopeeShopSettings, 'partnerId' | 'shopId' | 'code'>,
): Promise<AccountAccess> {
  const shop = `${partnerId} ${shopId}`;
  const sealedFor = `channels.shop ${shop}`;
  const codeHash = createHash('sha256').update(code).digest('hex');
  const own = eq(channelsShopPermissions.shop, shop);
  const now = clock.now();

  const open = (sealed: string) => tokensSchema.parse(JSON.parse(secrets.open(sealed, sealedFor)));
  const [known] = await db.orm.select().from(channelsShopPermissions).where(own);
  if (known !== undefined && isGood(known)) return { token: open(known.tokens).access, id: shopId };
  return await db.transaction(async (tx) => {
    await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sealedFor}, 0))`);
    const [row] = await tx.orm.select().from(channelsShopPermissions).where(own);
    if (row !== undefined && isGood(row)) return { token: open(row.tokens).access, id: shopId };
    const body = { shop_id: Number(shopId) };
    const grant =
      row?.codeHash === codeHash
        ? await api.tokens('auth/access_token/get', { ...body, refresh_token: open(row.tokens).refresh })
        : await api.tokens('auth/token/get', { ...body, code });
    const values = { shop, codeHash, ...stored(grant) };
    await tx.orm
      .insert(channelsShopPermissions)
      .values(values)
      .onConflictDoUpdate({ target: channelsShopPermissions.shop, set: values });
    return { token: grant.access_token, id: shopId };
  });

  function isGood(row: { codeHash: string; renewAt: Date }): boolean {
    return row.codeHash === codeHash && row.renewAt > now;
  }

  function stored({ access_token: access, refresh_token: refresh, expire_in: seconds }: ShopeeGrant) {
    return {
      tokens: secrets.seal(JSON.stringify({ access, refresh }), sealedFor),
      renewAt: new Date(now.getTime() + seconds * 1000 - AHEAD_MILLISECONDS),
    };
  }
}
