import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { PlannedPost, Product } from '#plugins/publishing/calls.ts';
import { readProductPage } from '#plugins/publishing/server/products/product-page.ts';

import { PublishingKit, type Wish } from './publishing-kit.ts';

const scope = lastFirst({ after });
const LINKED = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'BreadcrumbList' },
    { '@type': 'Product', name: 'Jasmine tea', image: ['/tea.jpg'], offers: { price: 12.5, priceCurrency: 'SGD' } },
  ],
};
const PAGES: Record<string, string> = {
  '/tea': `<html><head><title>Shop</title><script type="application/ld+json">${JSON.stringify(LINKED)}</script></head></html>`,
  '/cup': `<meta property="og:title" content="茶杯 &amp; 茶托"><meta content='88' property='product:price:amount'>
    <meta property="product:price:currency" content="CNY"><meta property="og:url" content="/cup">`,
  '/empty': '<html><body>nothing</body></html>',
};
let kit: PublishingKit;
let shop: string;
before(async () => {
  kit = await PublishingKit.start(scope);
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://shop');
    if (pathname === '/s/1') return void response.writeHead(302, { location: '/cup?from=share' }).end();
    const page = PAGES[pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  scope.after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const ask = (path: string, body: unknown, token = kit.member.token) =>
  kit.server.call('POST', `/api/${path}`, { token, body });
const resolve = async (url: string) => ask('douyinStarCategory/realurl', { url });
async function list(keyword = '', token?: string) {
  const { envelope } = await ask('douyinStarCategory/list', { keyword }, token);
  return envelope.data as { list: Product[]; searches: string[] };
}
const allowPrivate = (privateNetwork: boolean) => {
  const { plain } = adapterBags({ kind: 'products', id: 'publishing.product-page' });
  return kit.own.settings.set(plain, { privateNetwork }, 'test');
};

test('an address in the network of the server is not opened, and one that is none is refused', async () => {
  for (const url of [`${shop}/tea`, 'http://10.0.0.1/tea', 'tea', 'ftp://shop.example/tea']) {
    assert.equal((await resolve(url)).status, 422, url);
  }
  assert.deepEqual((await list()).list, []);
});

test('a pasted address is followed to its product, which is found again by words', async () => {
  await allowPrivate(true);
  const tea = (await resolve(`${shop}/tea`)).envelope.data as Product;
  assert.deepEqual([tea.name, tea.price, tea.url], ['Jasmine tea', 'SGD 12.5', `${shop}/tea`]);
  const cup = (await resolve(`【好物】快来看 ${shop}/s/1 复制打开`)).envelope.data as Product;
  assert.deepEqual([cup.name, cup.price, cup.url], ['茶杯 & 茶托', 'CNY 88', `${shop}/cup`]);
  assert.equal((await resolve(`${shop}/empty`)).status, 422);
  assert.equal((await resolve(`${shop}/gone`)).status, 422);
  assert.equal(((await resolve(`${shop}/tea`)).envelope.data as Product).id, tea.id, 'the same one is kept once');
  assert.deepEqual(
    (await list()).list.map(({ name }) => name),
    ['Jasmine tea', '茶杯 & 茶托'],
  );
  assert.deepEqual(
    (await list('茶杯')).list.map(({ id }) => id),
    [cup.id],
  );
  assert.deepEqual((await list('%')).list, []);
  const other = await kit.server.signIn({ level: 'level2' });
  assert.deepEqual(await list('', other.token), { list: [], searches: [] });
});

test('what was searched for last is kept, the newest first', async () => {
  for (const keyword of [...Array.from({ length: 11 }, (_, at) => `word ${at}`), 'word 5']) {
    assert.equal((await ask('douyinStarSearchHistory/record', { keyword })).status, 200);
  }
  const { searches } = await list();
  assert.deepEqual([searches.length, searches[0], searches.includes('word 0')], [10, 'word 5', false]);
  assert.equal((await ask('douyinStarSearchHistory/record', { keyword: ' ' })).status, 422);
});

test('a post links to its product as its platform allows, and its texts name it', async () => {
  const [product] = (await list('tea')).list;
  const wish = { product: product?.id ?? null, titles: ['{product} {index}'], texts: ['hot'] };
  const plan = async (more: Wish = {}) => {
    const body = {
      what: { materials: [await kit.clip()] },
      channels: [kit.channel.id],
      when: { kind: 'now' },
      ...wish,
      ...more,
    };
    return (await kit.call('POST', 'plans', body)).envelope.data as { posts: PlannedPost[] };
  };
  const posted = async (more: Wish = {}) => {
    const { task } = await kit.publish([await kit.clip()], { ...wish, ...more });
    const [post] = await kit.postsOf(task);
    assert.equal((await kit.finish(post?.id ?? '')).state, 'published');
    return kit.posted(post?.id ?? '')[0];
  };
  const plain = await posted();
  assert.deepEqual([plain?.title, plain?.link, plain?.product], ['Jasmine tea 1', undefined, undefined]);

  kit.platform.rules = { ...kit.platform.rules, products: { as: 'link' }, textLetters: 20 };
  assert.match((await plan()).posts[0]?.faults[0] ?? '', /20/, 'a link counts');
  kit.platform.rules = { ...kit.platform.rules, textLetters: 300 };
  assert.equal((await posted())?.link, `${shop}/tea`);

  kit.platform.rules = { ...kit.platform.rules, products: { as: 'item', pattern: '^https://quay' } };
  const [faulty] = (await plan()).posts;
  assert.match(faulty?.faults[0] ?? '', /Jasmine tea/);
  assert.deepEqual(faulty?.fixes, ['product']);
  const own = { [kit.channel.id]: { product: null } };
  assert.deepEqual((await plan({ own })).posts[0]?.faults, []);
  const without = await posted({ own });
  assert.deepEqual([without?.title, without?.product], ['1', undefined], 'an account can be without it');
  kit.platform.rules = { ...kit.platform.rules, products: { as: 'item', pattern: '/tea$' } };
  assert.deepEqual((await posted())?.product, { url: `${shop}/tea`, name: 'Jasmine tea' });
});

test('a product of somebody else is refused', async () => {
  const [product] = (await list('tea')).list;
  const other = await kit.server.signIn({ level: 'level2' });
  const pier = await kit.connect('other', other.token);
  const wish = { product: product?.id ?? null };
  const { status } = await kit.publish([await kit.clip(other)], wish, [pier.id], other.token);
  assert.equal(status, 422);
});

test('a page that lies about its address is taken by where it is, and nothing in it is run', () => {
  const url = new URL('https://shop.example/tea');
  const page = `<meta property="og:url" content="https://evil.example/x"><meta property="og:image" content="javascript:1">
    <meta property="og:title" content="&lt;b&gt;Tea&#x21;">`;
  assert.deepEqual(readProductPage(page, url), { url: url.href, name: '<b>Tea!', price: null, picture: null });
  assert.equal(readProductPage('<script type="application/ld+json">{</script>', url), null);
});
