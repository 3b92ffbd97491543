import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { SHOPEE_SHOP } from './shopee/settings.ts';
import type { PermissionServices } from './shopee/shop-permission.ts';
import { createShopeeShop } from './shopee/shopee-shop.ts';

const SHOPEE_ID = 'channels.shopee-shop';

/** The shops in which products are found that posts link to. */
export function productAdapters({ db, secrets, clock }: PermissionServices): ProviderAdapter[] {
  return [
    defineProvider({
      ...{ kind: 'products', id: SHOPEE_ID, title: 'channels:shopee-shop.title', settings: SHOPEE_SHOP },
      about: 'channels:shopee-shop.about',
      open: (settings) => createShopeeShop(settings, { db, secrets, clock, rest: pause }),
    }),
  ];
}

/** Job that keeps permissions of shops from ending while nobody searches. */
export const KEEP_SHOPS = 'channels.keep-shops';

export function keepShops(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const shop = (await ctx.providers.every('products')).find(({ id }) => id === SHOPEE_ID);
    try {
      await shop?.provider.probe?.(signal);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      ctx.log.warn({ err: error }, 'the permission of a shop could not be renewed');
    }
  };
}
