import { z } from 'zod';

import type { FoundProduct } from '#core/server/services/providers/products.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { read, type ChannelServices } from '../ask-platform.ts';
import type { ShopeeShopSettings } from './settings.ts';
import { shopAccess, type PermissionServices } from './shop-permission.ts';
import { shopeeApi } from './shopee-api.ts';
import { SHOP_ITEM } from './shopee-upload.ts';

/** What is on sale. */
const ON_SALE = 'NORMAL';
const LETTERS = 200;

const itemId = z.union([z.number().int(), z.string()]).transform(String);
const foundSchema = z.object({ response: z.object({ item_id_list: z.array(itemId).nullish() }) });
const itemSchema = z.object({
  item_id: itemId,
  item_name: z.string(),
  item_status: z.string(),
  image: z.object({ image_url_list: z.array(z.string()).nullish() }).nullish(),
  /** Absent for an item with variations, each of which has a price of its own. */
  price_info: z.array(z.object({ currency: z.string(), current_price: z.number() })).nullish(),
});
const itemsSchema = z.object({ response: z.object({ item_list: z.array(itemSchema).nullish() }) });

/** The products of a shop at Shopee that has allowed it. The marketplace as a whole cannot be searched. */
export function createShopeeShop(
  settings: ShopeeShopSettings,
  services: PermissionServices & Pick<ChannelServices, 'rest'>,
): Opened<'products'> {
  const { shopId, site } = settings;
  const api = shopeeApi(settings, services);

  async function ask(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) {
    return await api.asShop(await shopAccess(services, api, settings), { path, query }, signal);
  }

  /** In the order of their ids; those that are not on sale are left out. */
  async function itemsOf(ids: readonly string[], signal: AbortSignal): Promise<FoundProduct[]> {
    if (ids.length === 0) return [];
    const answer = await ask('product/get_item_base_info', { item_id_list: ids.join(',') }, signal);
    const items = new Map((read(itemsSchema, answer).response.item_list ?? []).map((item) => [item.item_id, item]));
    return ids.flatMap((id) => {
      const item = items.get(id);
      return item?.item_status === ON_SALE && item.item_name.trim() !== '' ? [productOf(item)] : [];
    });
  }

  function productOf({ item_id: id, item_name: name, image, price_info: prices }: z.output<typeof itemSchema>) {
    const [price] = prices ?? [];
    const picture = URL.parse(image?.image_url_list?.[0] ?? '');
    return {
      url: new URL(`/product/${shopId}/${id}`, site).href,
      name: [...name.trim()].slice(0, LETTERS).join(''),
      price: price === undefined ? null : `${price.currency} ${price.current_price}`,
      picture: picture?.protocol === 'https:' ? picture.href : null,
    };
  }

  return {
    async probe(signal) {
      await ask('shop/get_shop_info', {}, signal);
    },

    async resolve({ href, host }, signal) {
      const [, shop, id] = SHOP_ITEM.exec(href) ?? [];
      if (shop !== shopId || id === undefined || host !== new URL(site).host) return null;
      const [found] = await itemsOf([id], signal);
      if (found === undefined) throw new ProviderFailure('refused', 'the shop has no such product on sale');
      return found;
    },

    async search(words, most, signal) {
      const query = { item_name: words, page_size: String(most), item_status: ON_SALE };
      const { response } = read(foundSchema, await ask('product/search_item', query, signal));
      return await itemsOf((response.item_id_list ?? []).slice(0, most), signal);
    },
  };
}
