import { expect, test } from '@rstest/core';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { mountPlugin, refuse } from '#core/web/testing/index.ts';
import {
  changeExtension,
  explainExtension,
  readExtension,
  removeExtension,
  retryExtension,
  rollBackExtension,
} from '#plugins/extensions/calls.ts';

import { brandKit, extensions, FakeExtensions, PARTS, RUNNING, shipped } from './extensions-plugin.ts';

function open(server: FakeExtensions, path = '/operator/plugins/brand-kit') {
  return mountPlugin(extensions, { page: 'Extension', path, calls: server.calls });
}

test('a plugin is switched off and on again, and the note takes it back', async () => {
  const server = new FakeExtensions([brandKit()]);
  const page = await open(server);
  await page.click(await page.until(() => page.byRole('button', '停用')));
  await page.until(() => page.byRole('button', '启用'));
  expect(page.http.callsOf(changeExtension)[0]?.body).toEqual({ disabled: true });
  await page.doing(() => page.toasts.shown[0]?.action?.run());
  await page.until(() => page.byRole('button', '停用'));
  await page.unmount();
});

test('what is always on is neither switched off nor kept from a tier from here, and says why', async () => {
  const server = new FakeExtensions([shipped({ id: 'account', title: 'account:title' }, { needed: true })]);
  const page = await open(server, '/operator/plugins/account?tab=access');
  await page.until(() => page.text.includes('没有它，谁也无法登录或管理插件'));
  expect([page.allByRole('button', '停用'), page.allByRole('radio')]).toEqual([[], []]);
  await page.unmount();
});

test('a version that was left by itself says so, when and for what, and is not offered to go back to', async () => {
  const server = new FakeExtensions([brandKit()]);
  const rejection = { at: '2026-04-01T08:05:00.000Z', phase: 'activate', message: 'Error: the anchor is lost\n at x' };
  server.later = [
    { version: '1.2.0', proven: false, rejected: true, rejection },
    { version: '1.1.5', at: '2026-03-15T08:00:00.000Z', proven: false, rejected: true },
  ];
  const page = await open(server);
  await page.until(() => page.text.includes('1.2.0 还没有人跑通就连续失败，工作台已自动退回 1.1.0'));
  expect(page.text).toContain('最后的故障：启动');
  expect(page.text).toContain('Error: the anchor is lost');
  expect(page.text).not.toContain('1.1.5');
  await page.click(page.byRole('tab', /版本/));
  await page.until(() => page.element.querySelector('.rp-ext-versions') !== null);
  const said = [...page.element.querySelectorAll('.rp-ext-versions li')].map(({ textContent }) => textContent);
  expect([said[0]?.includes('已自动退出'), said[0]?.includes('the anchor is lost')]).toEqual([true, true]);
  expect([said[1]?.includes('已自动退出'), said[1]?.includes('连续失败两次后自动退出')]).toEqual([true, true]);
  expect(said[2]).not.toContain('自动退出');
  expect(page.allByRole('button', '退回 1.2.0')).toHaveLength(0);
  await page.unmount();
});

test('whoever cannot go back is told whether that is for want of another version or of an earlier one', async () => {
  const server = new FakeExtensions([brandKit()]);
  server.keepsEarlier = false;
  const alone = await open(server, '/operator/plugins/brand-kit?tab=versions');
  await alone.until(() => alone.text.includes('只有这一个版本'));
  await alone.unmount();
  server.later = [{ version: '1.2.0', proven: false, rejected: true }];
  const left = await open(server, '/operator/plugins/brand-kit?tab=versions');
  await left.until(() => left.text.includes('没有更早的版本可以退回'));
  expect(left.text).not.toContain('只有这一个版本');
  await left.unmount();
});

test('a server half says what it brings, also when that is only jobs', async () => {
  const page = await open(new FakeExtensions([brandKit({ server: { ...RUNNING, parts: PARTS } })]));
  await page.until(() => page.text.includes('任务：brand-kit.palette和brand-kit.tidy'));
  expect(page.text).toContain('接收上传：logo');
  expect(page.text).not.toContain('接口 0 个');
  await page.unmount();
});

test('one that ships with the product says as well what it adds to others, and what its server half brings', async () => {
  const parts = { ...PARTS, schedules: ['old (20 */6 * * *, UTC)'] };
  const own = shipped({ slots: ['workbench.widgets', 'harbour.cranes'] }, { server: { ...RUNNING, parts } });
  const page = await open(new FakeExtensions([own]), '/operator/plugins/workbench');
  await page.until(() => page.text.includes('工作台的小组件'));
  expect(page.text).toContain('harbour.cranes');
  for (const words of ['接入服务：brand-kit.printer (targets)', '定时任务：old (20 */6 * * *, UTC)']) {
    expect(page.text).toContain(words);
  }
  expect(page.text).not.toContain('正在运行');
  await page.unmount();
});

test('a server half that rests is let answer again; one that failed to start has no such button', async () => {
  const resting = { state: 'resting', problem: '3 faults within a minute', parts: PARTS } as const;
  const blocked = { reason: 'server' as const, details: ['3 faults within a minute'] };
  const server = new FakeExtensions([brandKit({ blocked, server: resting })]);
  const page = await open(server);
  const button = await page.until(() => page.byRole('button', '恢复响应'));
  expect(page.element.querySelectorAll('.rp-notice')).toHaveLength(1);
  await page.click(button);
  await page.until(() => page.http.callsOf(retryExtension).length === 1);
  await page.until(() => page.text.includes('正在运行'));
  expect(page.toasts.shown.at(-1)?.text).toBe('「品牌套件」的服务端已恢复响应');
  server.put('brand-kit', { blocked, server: { ...resting, state: 'failed', parts: null } });
  await page.doing(() => page.events.send(pluginsChanged));
  await page.until(() => page.text.includes('服务端启动失败'));
  expect(page.allByRole('button', '恢复响应')).toHaveLength(0);
  await page.unmount();
});

test('rolling back asks with both versions and shows the earlier one', async () => {
  const page = await open(new FakeExtensions([brandKit()]));
  await page.click(await page.until(() => page.byRole('button', '退回 1.0.0')));
  await page.until(() => page.http.callsOf(rollBackExtension).length === 1);
  expect(page.dialogs.opened[0]?.question?.params).toEqual({ plugin: '品牌套件', version: '1.1.0', to: '1.0.0' });
  await page.until(() => page.toasts.shown.at(-1)?.text === '「品牌套件」已从 1.1.0 退回 1.0.0');
  await page.unmount();
});

test('removing names what goes and leads back to the list; nothing happens when it is not confirmed', async () => {
  const page = await open(new FakeExtensions([shipped(), brandKit()]));
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '移除')));
  expect(page.http.callsOf(removeExtension)).toHaveLength(0);
  await page.click(page.byRole('button', '移除'));
  await page.until(() => page.http.callsOf(removeExtension).length === 1);
  expect(page.dialogs.opened[1]?.question).toMatchObject({
    ...{ text: 'extensions:remove.text', destructive: true },
    params: { plugin: '品牌套件', versions: 2 },
  });
  await page.until(() => page.router.place.path === '/operator/plugins');
  await page.unmount();
});

test('what waits is told with what it waits for, and a grant that waits can be given again', async () => {
  const waiting = { grants: ['GET /api/materials/:id'], calls: ['POST /api/p/brand-kit/kits'] };
  const page = await open(new FakeExtensions([brandKit({ waiting })]));
  await page.until(() => page.text.includes('1 项授权对应的调用变了'));
  expect(page.text).toContain('POST /api/p/brand-kit/kits');
  await page.click(page.byRole('link', '查看授权'));
  const grant = await page.until(() => page.element.querySelector('[data-grant="GET /api/materials/:id"]'));
  expect(grant?.textContent).toContain('工作台更新后这个调用变了');
  const give = page.byRole('switch', /素材/) as HTMLInputElement;
  expect(give.checked).toBe(false);
  await page.click(give);
  await page.until(() => page.http.callsOf(changeExtension).length === 1);
  expect(page.http.callsOf(changeExtension)[0]?.body).toEqual({ grants: { 'GET /api/materials/:id': true } });
  await page.unmount();
});

test('the ledger says what was used, how often, and what never was', async () => {
  const page = await open(new FakeExtensions([brandKit()]), '/operator/plugins/brand-kit?tab=grants');
  await page.until(() => page.text.includes('用过 12 次'));
  expect(page.text).toContain('从未用过');
  await page.click(page.byRole('switch', /听到用户数据的变化/));
  await page.until(() => page.http.callsOf(changeExtension).length === 1);
  expect(page.http.callsOf(changeExtension)[0]?.body).toEqual({ grants: { 'events@1': false } });
  expect(page.dialogs.opened).toHaveLength(0);
  await page.unmount();
});

test('taking a grant that it cannot do without is asked about first', async () => {
  const page = await open(new FakeExtensions([brandKit()]), '/operator/plugins/brand-kit?tab=grants');
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('switch', /读取用户的素材/)));
  expect(page.dialogs.opened[0]?.question?.title).toBe('extensions:grants.take-title');
  expect(page.http.callsOf(changeExtension)).toHaveLength(0);
  await page.unmount();
});

test('faults tell the phase in words, and whose browser it was', async () => {
  const page = await open(new FakeExtensions([brandKit()]), '/operator/plugins/brand-kit?tab=faults');
  await page.until(() => page.text.includes('Error: boom'));
  expect(page.text).toContain('显示页面');
  expect(page.text).toContain('没有登录');
  await page.unmount();
});

test('why is told link by link, for a tier and a part', async () => {
  const page = await open(new FakeExtensions([brandKit()]), '/operator/plugins/brand-kit?tab=why');
  await page.until(() => page.text.includes('卡在“等级规则”这一环'));
  await page.click(page.byRole('combobox', /哪一部分/));
  await page.click(await page.until(() => page.byRole('option', /\/brand$/)));
  await page.until(() => page.http.callsOf(explainExtension).length === 2);
  expect(page.http.callsOf(explainExtension)[1]?.query).toEqual({ level: 'level0', part: 'route:/brand' });
  expect(page.byRole('button', '复制 JSON')).toBeTruthy();
  await page.unmount();
});

test('why: a refused grant and a fault keep nobody from the plugin, and are named', async () => {
  const server = new FakeExtensions([brandKit()]);
  server.steps = [
    { step: 'tier', ok: true, text: '黑铁会员可以使用它。', facts: {} },
    { step: 'grants', ok: false, text: '缺少一项授权。', facts: {} },
    { step: 'faults', ok: false, text: '出错 1 次。', facts: {} },
  ];
  const page = await open(server, '/operator/plugins/brand-kit?tab=why');
  await page.until(() => page.text.includes('黑铁可以用，需要看一眼：授权和故障。'));
  expect(page.text).not.toContain('卡在');
  await page.unmount();
});

test('a plugin that is not there says so', async () => {
  const page = await mountPlugin(extensions, {
    ...{ page: 'Extension', path: '/operator/plugins/nothing' },
    calls: [refuse(readExtension, '没有', { status: 404 })],
  });
  await page.until(() => page.text.includes('没有这个插件'));
  await page.unmount();
});

test('a change made elsewhere shows on the open page', async () => {
  const server = new FakeExtensions([brandKit()]);
  const page = await open(server);
  await page.until(() => page.byRole('button', '停用'));
  server.put('brand-kit', { disabled: true });
  await page.doing(() => page.events.send(pluginsChanged));
  await page.until(() => page.byRole('button', '启用'));
  await page.unmount();
});
