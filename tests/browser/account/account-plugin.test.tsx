import { expect, test } from '@rstest/core';

import { cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { confirmQrScene, endSession, listSessions, updateProfile } from '#plugins/account/calls.ts';

import { account, ANSWERS, SESSIONS } from './account-plugin.ts';

test('the plugin leaves nothing behind when it is opened and stopped fifty times', async () => {
  const report = await cycle(account, {
    calls: ANSWERS,
    path: '/qr/scene',
    dialogs: { login: {} },
  });
  expectNoLeaks(report);
});

test('a phone sees which browser wants in, and lets it in with one press', async () => {
  const page = await mountPlugin(account, { page: 'ConfirmLogin', path: '/qr/scene', calls: ANSWERS });
  await page.until(() => page.text.includes('Firefox 150'));
  await page.click(page.byRole('button', '确认登录'));
  await page.until(() => page.text.includes('已确认登录'));
  expect(page.http.callsOf(confirmQrScene)[0]).toMatchObject({
    params: { sceneId: 'scene' },
    body: undefined,
  });
  await page.unmount();
});

test('the profile hides the middle of the number and names the tier', async () => {
  const page = await mountPlugin(account, {
    page: 'Safe',
    path: '/safe',
    session: { account: { fdRoleCode: 14, fdMobile: '13800138000' } },
    calls: ANSWERS,
  });
  await page.until(() => page.text.includes('138****8000'));
  await page.until(() => page.text.includes('白银会员，剩余 7 天'));
  expect(page.text).not.toContain('13800138000');
  await page.unmount();
});

test('a free account is of the standard version until it has had a tier', async () => {
  for (const [hadTier, name] of [
    [false, '标准版'],
    [true, '黑铁'],
  ] as const) {
    const page = await mountPlugin(account, {
      ...{ page: 'Safe', path: '/safe', calls: ANSWERS },
      session: { account: { hadTier } },
    });
    await page.until(() => page.text.includes(name));
    await page.unmount();
  }
});

test('the name is written in its place, and Escape leaves it as it was', async () => {
  const page = await mountPlugin(account, { page: 'Safe', path: '/safe', calls: ANSWERS });
  await page.click(await page.until(() => page.byRole('button', '修改')));
  const field = page.byRole('textbox', '昵称');
  await page.fill(field, '新名字');
  await page.press(field, 'Escape');
  expect(page.allByRole('textbox')).toHaveLength(0);
  await page.click(page.byRole('button', '修改'));
  await page.fill(page.byRole('textbox', '昵称'), '新名字');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.allByRole('textbox').length === 0);
  expect(page.http.callsOf(updateProfile)[0]?.body).toEqual({ fdName: '新名字' });
  await page.unmount();
});

test('another device is logged out after asking; this one cannot be', async () => {
  const page = await mountPlugin(account, { page: 'Safe', path: '/safe', calls: ANSWERS });
  await page.click(await page.until(() => page.byRole('button', /^让 .*下线$/)));
  await page.until(() => page.http.callsOf(endSession).length === 1);
  expect(page.dialogs.opened[0]?.question).toMatchObject({
    params: { device: 'Safari 19（10.0.0.2）' },
    destructive: true,
  });
  expect(page.http.callsOf(endSession)[0]?.params).toEqual({ id: SESSIONS[1]?.id });
  await page.unmount();
});

test('sessions that cannot be read say why and can be asked for again', async () => {
  const page = await mountPlugin(account, {
    page: 'Safe',
    path: '/safe',
    calls: [refuse(listSessions, '服务器忙', { status: 500 }), ...ANSWERS],
  });
  await page.until(() => page.text.includes('服务器忙'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('Chrome 156'));
  expect(page.text).not.toContain('服务器忙');
  await page.unmount();
});

test('the operator copies a code from a kept message', async () => {
  const page = await mountPlugin(account, {
    page: 'Outbox',
    path: '/operator/outbox',
    session: { account: { operator: true } },
    calls: ANSWERS,
  });
  await page.until(() => page.text.includes('验证码 482913'));
  await page.click(page.byRole('button', '复制 482913，发给 13800138000 的验证码'));
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.toasts.shown[0]?.text).toContain('482913');
  await page.unmount();
});
