import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { answer, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  recordProductSearch,
  resolveProduct,
  searchProducts,
  type Product,
} from '#plugins/publishing/product-calls.ts';
import ProductDialog from '#plugins/publishing/web/compose/ProductDialog.tsx';
import { idOf } from '#tests/browser/runs/press-run.tsx';

const TEA: Product = { id: idOf(1), name: '茉莉花茶', url: 'https://shop.example/tea', price: '¥12', picture: null };

/** The dialog alone, as a page. */
async function openDialog(list: Product[], more: Answer[] = []) {
  const chosen: (Product | undefined)[] = [];
  const Page = () => <ProductDialog close={(product) => void chosen.push(product)} />;
  const shown = {
    manifest: definePlugin({
      ...{ id: 'publishing', version: '1.0.0', title: 'publishing:title' },
      routes: [{ path: '/product', page: 'Product' }],
    }),
    web: defineWeb({ pages: { Product: async () => ({ default: Page }) } }),
  };
  const calls = [answer(searchProducts, { list, searches: ['茶'] }), answer(recordProductSearch, {}), ...more];
  const page = await mountPlugin(shown, { page: 'Product', path: '/product', calls });
  await page.until(() => page.http.callsOf(searchProducts).length === 1 && page.http.underWay === 0);
  return Object.assign(page, { chosen });
}

test('products that were used are offered, and words are searched and kept', async () => {
  const page = await openDialog([TEA]);
  await page.until(() => page.text.includes('¥12 · shop.example'));
  await page.fill(page.byRole('textbox', '商品名或链接'), '花茶');
  await page.click(page.byRole('button', '搜索'));
  await page.until(() => page.http.callsOf(searchProducts).length === 2);
  expect(page.http.callsOf(recordProductSearch)[0]?.body).toEqual({ keyword: '花茶' });
  expect(page.http.callsOf(searchProducts)[1]?.body).toEqual({ keyword: '花茶' });
  await page.click(page.byRole('button', '选用“茉莉花茶”'));
  expect(page.chosen).toEqual([TEA]);
  await page.unmount();
});

test('a pasted address is read at once, and one that cannot be read keeps the dialog open', async () => {
  const page = await openDialog([], [answer(resolveProduct, TEA)]);
  await page.until(() => page.text.includes('还没有用过商品'));
  await page.fill(page.byRole('textbox', '商品名或链接'), '看看 https://shop.example/tea');
  await page.click(page.byRole('button', '读取商品'));
  await page.until(() => page.chosen.length === 1);
  expect(page.chosen).toEqual([TEA]);
  await page.unmount();
  const refused = await openDialog([], [refuse(resolveProduct, '读不到', { status: 422 })]);
  await refused.fill(refused.byRole('textbox', '商品名或链接'), 'shop.example/tea');
  await refused.click(refused.byRole('button', '读取商品'));
  await refused.until(() => refused.text.includes('读不到'));
  expect(refused.chosen).toEqual([]);
  await refused.unmount();
});
