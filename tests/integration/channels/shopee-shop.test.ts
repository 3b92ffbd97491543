import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { replaceAdapterSettings } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { keepShops } from '#plugins/channels/server/product-adapters.ts';
import { SHOPEE_SHOP } from '#plugins/channels/server/shopee/settings.ts';
import type { Product } from '#plugins/publishing/calls.ts';
import { startShopee } from '#tests/fixtures/channels/shopee-simulator.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const scope = lastFirst({ after });
const ID = 'channels.shopee-shop';
const ADAPTER = { kind: 'products', id: ID, settings: SHOPEE_SHOP } as unknown as ProviderAdapter;
const SITE = 'https://shopee.sg';
let server: TestServer;
let shopee: Awaited<ReturnType<typeof startShopee>>;
let member: { token: string };
before(async () => {
  server = await startTestServer(scope, { discovered: await discoverPlugins() });
  shopee = await startShopee(scope);
  member = await server.signIn({ level: 'level2' });
  const adapters = ['publishing.product-page', ID];
  await server.composed.ctx.settings.set(choiceSetting('products'), { adapters, orEmbedded: true }, 'test');
});
beforeEach(async () => {
  shopee.platform.asked.length = 0;
  await fillIn(await agree());
});

/** What the shop's owner comes back with. */
async function agree(): Promise<string> {
  const page = new URL('/auth', shopee.platform.address);
  const asked = { partner_id: '2001', auth_type: 'seller', redirect_uri: 'https://videos.example/' };
  for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
  const { headers } = await fetch(page, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function fillIn(code: string, changes: object = {}): Promise<void> {
  const keys = { partnerId: '2001', partnerKey: 'partner-key', shopId: '600100', code, site: SITE };
  const values = { ...keys, endpoint: shopee.platform.address, ...changes };
  await replaceAdapterSettings(server.composed.ctx.settings, ADAPTER, values, 'test');
}

const call = (path: string, body: unknown) =>
  server.call('POST', `/api/douyinStarCategory/${path}`, { token: member.token, body });
const search = async (keyword: string) => {
  const { list } = (await call('list', { keyword })).envelope.data as { list: Product[] };
  return list.map(({ id: _id, ...product }) => product);
};
const asked = (step: string) => shopee.platform.asked.filter((name) => name === step).length;
const permissions = async () =>
  (await server.composed.ctx.db.pool.query<{ tokens: string }>('select * from channels_shop_permissions')).rows;
const probe = async () => {
  const shops = await server.composed.ctx.providers.every('products');
  await shops.find(({ id }) => id === ID)?.provider.probe?.(AbortSignal.timeout(10_000));
};

test('what the shop has on sale is found by name, with its price where it has one, and can be used', async () => {
  const tea = { name: 'Jasmine tea', price: 'SGD 12.5', picture: 'https://cf.shopee.example/tea' };
  const green = { name: 'Green tea 绿茶', price: null, picture: null };
  const [jasmine, other] = [`${SITE}/product/600100/11`, `${SITE}/product/600100/12`];
  assert.deepEqual(await search('tea'), [
    { ...tea, url: jasmine },
    { ...green, url: other },
  ]);
  assert.deepEqual(await search('绿茶'), [{ ...green, url: other }]);
  assert.deepEqual(await search('coffee'), []);
  for (const address of [`看看 ${jasmine}?sp_atk=1`, `${SITE}/Jasmine-tea-i.600100.11`]) {
    const { envelope } = await call('realurl', { url: address });
    const { id: _id, ...found } = envelope.data as Product;
    assert.deepEqual(found, { ...tea, url: jasmine }, address);
  }
  assert.equal(asked('token'), 1, 'a code is exchanged once');
});

test('what is not on sale, or at another shop, is not taken for a product of this one', async () => {
  assert.equal((await call('realurl', { url: `${SITE}/product/600100/13` })).status, 422);
  assert.equal((await call('realurl', { url: `${SITE}/product/600100/99` })).status, 422);
  shopee.platform.asked.length = 0;
  for (const other of [`${SITE}/product/7/11`, 'https://shopee.invalid/product/600100/11', 'https://x.invalid/i/1']) {
    assert.equal((await call('realurl', { url: other })).status, 422, other);
  }
  assert.equal(asked('items'), 0, 'Shopee is asked about its own');
});

test('access is renewed once by however many need it at a time, and by itself when nobody does', async () => {
  await search('tea');
  const overdue = () =>
    server.composed.ctx.db.pool.query(`update channels_shop_permissions set renew_at = now() - interval '1 s'`);
  await overdue();
  shopee.grants.expire();
  const found = await Promise.all(Array.from({ length: 5 }, () => search('tea')));
  assert.ok(found.every(({ length }) => length === 2));
  assert.equal(asked('refresh'), 1);
  await overdue();
  shopee.grants.expire();
  const keep = keepShops(server.composed.ctx);
  await keep({ signal: AbortSignal.timeout(10_000) } as Parameters<typeof keep>[0]);
  assert.equal(asked('refresh'), 2);
  const [row] = await permissions();
  assert.ok(row !== undefined && !/access|refresh/.test(row.tokens), 'tokens are sealed');
});

test('a permission that was taken back is told to operators, and another code begins anew', async () => {
  await search('tea');
  shopee.grants.revoke();
  assert.deepEqual(
    (await search('tea')).map(({ name }) => name),
    ['Jasmine tea'],
    'what was used is there all the same',
  );
  await assert.rejects(probe(), { kind: 'unauthorised' });
  await fillIn('a guess');
  await assert.rejects(probe(), { kind: 'unauthorised', message: /invalid_code/ });
  await fillIn(await agree());
  await probe();
  assert.equal((await search('tea')).length, 2);
  assert.equal((await permissions()).length, 1);
});

test('an operator is told of a wrong key and of another shop', async () => {
  await fillIn(await agree(), { partnerKey: 'guess', shopId: '600101' });
  await assert.rejects(probe(), { kind: 'configuration' });
  await fillIn(await agree(), { shopId: '600102' });
  await assert.rejects(probe(), { name: 'ProviderFailure' });
});
