import { expect, test } from '@rstest/core';
import type { ComponentType } from 'react';

import { allotmentChanged } from '#core/contract/kernel-events.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse, type MountedPlugin } from '#core/web/testing/index.ts';
import { openBench, type Bench } from '#core/web/testing/bench.tsx';
import * as call from '#plugins/account/calls.ts';
import { subAccountsChanged } from '#plugins/account/events.ts';
import { AllotDialog } from '#plugins/account/web/sub-accounts/AllotDialog.tsx';
import { SubAccountDialog } from '#plugins/account/web/sub-accounts/SubAccountDialog.tsx';

import { account, ANSWERS } from './account-plugin.ts';

const ID = '01890000-0000-7000-8000-000000000002';
const WANG: call.SubAccount = {
  ...{ id: ID, name: '剪辑小王', mobile: '13800000001', remark: '一组', isDisabled: false },
  allotments: [{ unit: 'mixes', allotted: 80, available: 68, held: 4, spent: 8 }],
};
const OWN: call.SpendableBalance[] = [{ unit: 'mixes', available: 500, held: 0, spent: 0 }];
const CHANGES: call.AllotmentChange[] = [
  { id: '01890000-0000-7000-8000-000000000011', at: '2026-11-20T08:00:00.000Z', unit: 'mixes', change: 80, after: 80 },
];

const pageOf = (...items: call.SubAccount[]) => ({ items, nextCursor: null, total: items.length });
const CALLS = [
  answer(call.findSubAccounts, pageOf(WANG)),
  answer(call.readBalances, OWN),
  answer(call.listAllotmentChanges, { items: CHANGES, nextCursor: null, total: 1 }),
  ...ANSWERS,
];
const OPEN = { page: 'SubAccounts', path: `/sub/account?id=${ID}`, calls: CALLS };

/** Draws the dialog that the page has opened, as the workbench would. */
async function drawOpened<P extends object>(
  page: MountedPlugin,
  Dialog: ComponentType<P & { close(result?: unknown): void }>,
): Promise<Bench & { closedWith: unknown[] }> {
  const closedWith: unknown[] = [];
  // The page gives the dialog what it asks for, which the compiler has checked there.
  const properties = page.dialogs.opened.at(-1)?.properties as P;
  const bench = await openBench(
    <KernelProvider kernel={page.kernel}>
      <PluginScope context={page.context}>
        <Dialog {...properties} close={(result) => void closedWith.push(result)} />
      </PluginScope>
    </KernelProvider>,
  );
  return Object.assign(Object.create(bench) as Bench, { closedWith });
}

test('the page leaves nothing behind when it is opened and stopped fifty times', async () => {
  expectNoLeaks(await cycle(account, { calls: CALLS, path: OPEN.path, pages: ['SubAccounts'] }));
});

test('a main account without sub-accounts is told what to do, and the list follows what is changed elsewhere', async () => {
  let listed = pageOf();
  const calls = [answer(call.findSubAccounts, () => listed), ...CALLS.slice(1)];
  const page = await mountPlugin(account, { ...OPEN, path: '/sub/account', calls });
  await page.until(() => page.text.includes('还没有子账号'));
  expect(page.allByRole('button').filter(({ textContent }) => textContent === '新建子账号')).toHaveLength(1);
  listed = pageOf(WANG);
  await page.doing(() => page.events.send(subAccountsChanged));
  await page.until(() => page.text.includes('剪辑小王'));
  for (const words of ['13800000001', '一组', '68 条混剪', '8 条混剪', '正常']) {
    expect(page.text).toContain(words);
  }
  await page.unmount();
});

test('an allotment is changed by what both sides have and will have, and not beyond that', async () => {
  const raised = { ...WANG, allotments: [{ ...WANG.allotments[0], unit: 'mixes', allotted: 110, available: 98 }] };
  const page = await mountPlugin(account, {
    ...OPEN,
    calls: [answer(call.changeAllotment, raised as call.SubAccount), ...CALLS],
  });
  await page.click(await page.until(() => page.byRole('button', '调整混剪次数')));
  const dialog = await drawOpened(page, AllotDialog);
  await dialog.until(() => dialog.text.includes('500 条混剪'));
  const amount = dialog.byRole('spinbutton', '混剪次数');
  await dialog.fill(amount, '501');
  await dialog.until(() => dialog.text.includes('您只有 500 条混剪，分不出这么多。'));
  await dialog.fill(amount, '30');
  await dialog.until(() => dialog.text.includes('68 条混剪 → 98 条混剪'));
  expect(dialog.text).toContain('500 条混剪 → 470 条混剪');
  await dialog.click(dialog.byRole('radio', '减少'));
  await dialog.fill(amount, '69');
  await dialog.until(() => dialog.text.includes('只剩 68 条混剪 可以收回。'));
  await dialog.click(dialog.byRole('radio', '增加'));
  await dialog.fill(amount, '30');
  await dialog.click(dialog.byRole('button', '增加'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(page.http.callsOf(call.changeAllotment)[0]).toMatchObject({
    params: { id: ID },
    body: { unit: 'mixes', amount: 30, allotted: 80 },
  });
  await page.until(() => page.text.includes('98 条混剪'));
  await dialog.remove();
  await page.unmount();
});

test('a refused change says why beside it, and the new numbers are there to decide by', async () => {
  let listed = pageOf(WANG);
  const page = await mountPlugin(account, {
    ...OPEN,
    calls: [
      refuse(call.changeAllotment, '额度刚在别处改过，没有重复调整。请按新的数字再决定。', { status: 409 }),
      answer(call.findSubAccounts, () => listed),
      ...CALLS.slice(1),
    ],
  });
  await page.click(await page.until(() => page.byRole('button', '调整混剪次数')));
  const dialog = await drawOpened(page, AllotDialog);
  await dialog.until(() => dialog.text.includes('500 条混剪'));
  listed = pageOf({ ...WANG, allotments: [{ unit: 'mixes', allotted: 70, available: 58, held: 4, spent: 8 }] });
  await dialog.fill(dialog.byRole('spinbutton', '混剪次数'), '10');
  await dialog.click(dialog.byRole('button', '增加'));
  await dialog.until(() => dialog.text.includes('没有重复调整'));
  await dialog.until(() => dialog.text.includes('58 条混剪 → 68 条混剪'));
  expect(dialog.closedWith).toEqual([]);
  await dialog.remove();
  await page.unmount();
});

test('a new sub-account needs a name, a number and its code; what is missing is told', async () => {
  const page = await mountPlugin(account, { ...OPEN, calls: [answer(call.createSubAccount, WANG), ...CALLS] });
  page.dialogs.script(WANG);
  await page.click(await page.until(() => page.byRole('button', '新建子账号')));
  await page.until(() => page.toasts.shown.length === 1);
  const dialog = await drawOpened(page, SubAccountDialog);
  await dialog.click(dialog.byRole('button', '创建'));
  await dialog.until(() => dialog.text.includes('请填写姓名'));
  await dialog.fill(dialog.byRole('textbox', '姓名'), '剪辑小王');
  await dialog.click(dialog.byRole('button', '创建'));
  await dialog.until(() => dialog.text.includes('请输入手机号'));
  await dialog.fill(dialog.byRole('textbox', '手机号'), '13800000001');
  await dialog.fill(dialog.byRole('textbox', '短信验证码'), '123456');
  await dialog.click(dialog.byRole('button', '创建'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(page.http.callsOf(call.createSubAccount)[0]?.body).toEqual({
    ...{ name: '剪辑小王', remark: '', fdMobile: '13800000001', mobileCode: '123456' },
  });
  await dialog.remove();
  await page.unmount();
});

test('disabling says what comes back, and asks first', async () => {
  const disabled = { ...WANG, isDisabled: true, mobile: null, allotments: [] };
  const page = await mountPlugin(account, { ...OPEN, calls: [answer(call.disableSubAccount, disabled), ...CALLS] });
  page.dialogs.script(false);
  const press = async () => page.click(await page.until(() => page.byRole('button', '停用')));
  await press();
  expect(page.dialogs.opened[0]?.question).toMatchObject({
    params: { name: '剪辑小王', left: '68\u00a0条混剪' },
    destructive: true,
  });
  expect(page.http.callsOf(call.disableSubAccount)).toHaveLength(0);
  await press();
  await page.until(() => page.byRole('button', '重新启用'));
  expect(page.allByRole('button').some(({ textContent }) => textContent === '分配额度')).toBe(false);
  await page.unmount();
});

test('a sub-account sees what it may spend, as it changes, and nothing to manage', async () => {
  let own = OWN;
  const session = { account: { fdType: 2 } };
  const calls = [answer(call.readBalances, () => own), ...CALLS.filter(({ path }) => path !== call.readBalances.path)];
  for (const [name, path] of [
    ['SubAccounts', '/sub/account'],
    ['Safe', '/safe'],
  ] as const) {
    own = OWN;
    const page = await mountPlugin(account, { page: name, path, session, calls });
    await page.until(() => page.text.includes('500'));
    own = [{ unit: 'mixes', available: 12, held: 0, spent: 0 }];
    await page.doing(() => page.events.send(allotmentChanged));
    await page.until(() => page.text.includes('12') && !page.text.includes('500'));
    expect(page.text).not.toContain('新建子账号');
    expect(page.http.callsOf(call.findSubAccounts)).toHaveLength(0);
    await page.unmount();
  }
});
