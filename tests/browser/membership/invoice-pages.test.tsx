import { expect, test } from '@rstest/core';

import { answer, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  declineInvoice,
  issueInvoice,
  issueInvoiceFile,
  listInvoices,
  readInvoice,
  readOrder,
  requestInvoice,
  type Invoice,
  type Order,
  type OrderInvoice,
  type RequestedInvoice,
} from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import web from '#plugins/membership/web/index.ts';

const membership = { manifest, web };
const NUMBER = '202611261200001234567890';
const AT = '2026-11-26T12:00:00.000Z';
const ORDER: Order = {
  ...{ number: NUMBER, purchase: { kind: 'level', level: 'level2', days: 90 }, carried: null, service: 'w.wechat' },
  ...{ price: 26_700, fee: 267, total: 26_967, state: 'fulfilled', way: null, isSlipSent: false, note: null },
  ...{ createdAt: AT, expiresAt: AT, paidAt: AT, fulfilledAt: AT },
};
const INVOICE: Invoice = {
  ...{ id: '01890000-0000-7000-8000-000000000001', state: 'requested', title: '深圳市腾讯计算机系统有限公司' },
  ...{ taxNumber: '9144030071526726XG', amount: 26_967, invoiceNumber: null, file: null, note: null },
  ...{ requestedAt: AT, decidedAt: null },
};
const REQUEST: RequestedInvoice = {
  ...{ ...INVOICE, order: NUMBER, isPaid: true },
  account: { id: '01890000-0000-7000-8000-000000000002', name: '港口小店', mobile: '13800000001' },
};

function openOrder(found: OrderInvoice, calls: Answer[] = []) {
  const own = [answer(readOrder, ORDER), answer(readInvoice, found)];
  return mountPlugin(membership, { page: 'Order', path: `/recharge/orders/${NUMBER}`, calls: [...calls, ...own] });
}

test('a paid order asks for title and tax number, finds a mistyped one, and says that the request is there', async () => {
  const requested: OrderInvoice = { invoice: INVOICE, refusal: 'requested' };
  const page = await openOrder({ invoice: null, refusal: null }, [answer(requestInvoice, requested)]);
  await page.click(await page.until(() => page.byRole('button', '申请发票')));
  await page.until(() => page.byRole('textbox', /发票抬头/));
  await page.fill(page.byRole('textbox', /发票抬头/), INVOICE.title);
  await page.fill(page.byRole('textbox', /税号/), '9144030071526726XH');
  await page.click(page.byRole('button', '提交申请'));
  await page.until(() => page.text.includes('税号不对'));
  expect(page.http.callsOf(requestInvoice)).toHaveLength(0);
  await page.fill(page.byRole('textbox', /税号/), '9144 0300 7152 6726 XG');
  await page.click(page.byRole('button', '提交申请'));
  await page.until(() => page.text.includes('开具中'));
  expect(page.http.callsOf(requestInvoice)[0]?.body).toEqual({
    ...{ title: INVOICE.title, taxNumber: '9144 0300 7152 6726 XG' },
  });
  await page.unmount();
});

test('a person needs no tax number; a declined request says why and suggests what was asked before', async () => {
  const declined: Invoice = { ...INVOICE, state: 'declined', note: '抬头与付款单位不符' };
  const page = await openOrder({ invoice: declined, refusal: null }, [refuse(requestInvoice, '稍后再试')]);
  await page.until(() => page.text.includes('抬头与付款单位不符'));
  await page.click(page.byRole('button', '重新申请'));
  const title = await page.until(() => page.byRole('textbox', /发票抬头/));
  expect((title as HTMLInputElement).value).toBe(INVOICE.title);
  await page.click(page.byRole('radio', '个人'));
  expect(page.allByRole('textbox', /税号/)).toHaveLength(0);
  await page.click(page.byRole('button', '提交申请'));
  await page.until(() => page.text.includes('稍后再试'));
  expect(page.http.callsOf(requestInvoice)[0]?.body).toMatchObject({ taxNumber: null });
  await page.unmount();
});

test('an issued invoice is fetched from its order, and orders without money have none', async () => {
  const file = { name: 'fapiao.pdf', url: '/files/signed' };
  const issued: Invoice = { ...INVOICE, state: 'issued', invoiceNumber: '25442000000012345678', file };
  const page = await openOrder({ invoice: issued, refusal: 'requested' });
  const link = await page.until(() => page.byRole('link', '下载发票'));
  expect(link.getAttribute('href')).toBe(file.url);
  expect(page.text).toContain('25442000000012345678');
  expect(page.allByRole('button', /申请/)).toHaveLength(0);
  await page.unmount();
  const trial = await openOrder({ invoice: null, refusal: 'no-money' });
  await trial.until(() => trial.byRole('heading', /已开通/));
  await trial.until(() => trial.http.callsOf(readInvoice).length === 1);
  expect(trial.text).not.toContain('发票');
  await trial.unmount();
});

test('an operator issues a request by number or file, and declines it with a reason only', async () => {
  const number = '25442000000012345678';
  const issued: RequestedInvoice = { ...REQUEST, state: 'issued', invoiceNumber: number };
  const page = await mountPlugin(membership, {
    ...{ page: 'Invoices', path: '/operator/money/invoices' },
    calls: [
      answer(listInvoices, { items: [REQUEST], nextCursor: null, total: 1 }),
      answer(issueInvoice, issued),
      answer(issueInvoiceFile, { ...issued, file: { name: 'fapiao.pdf', url: '/files/signed' } }),
      answer(declineInvoice, { ...REQUEST, state: 'declined', note: '重复申请' }),
    ],
  });
  await page.click(await page.until(() => page.byRole('link', INVOICE.title)));
  await page.until(() => page.byRole('button', '标记为已开具'));
  expect(page.text).toContain('港口小店 · 13800000001');
  await page.click(page.byRole('button', '标记为已开具'));
  await page.until(() => page.text.includes('请填写 8 到 20 位数字的发票号码'));
  await page.click(page.byRole('button', '不予开具'));
  await page.until(() => page.text.includes('请写明原因'));
  expect(page.http.made.some(({ method }) => method === 'POST')).toBe(false);
  await page.fill(page.byRole('textbox', /发票号码/), '2544 2000 0000 1234 5678');
  await page.click(page.byRole('button', '标记为已开具'));
  await page.until(() => page.http.callsOf(issueInvoice).length === 1);
  expect(page.http.callsOf(issueInvoice)[0]?.body).toEqual({ invoiceNumber: number });
  await page.until(() => page.allByRole('button', '标记为已开具').length === 0);
  await page.unmount();
});
