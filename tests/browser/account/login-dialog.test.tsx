import { expect, test } from '@rstest/core';

import { CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { mountPlugin, refuse, type MountOptions } from '#core/web/testing/index.ts';
import { getMobileCode, loginByMobile, readCaptcha, startQrLogin, verifyCaptcha } from '#plugins/account/calls.ts';

import { account, ANSWERS } from './account-plugin.ts';

function open(properties: object = {}, options: MountOptions = {}) {
  return mountPlugin(account, {
    dialog: 'login',
    properties,
    session: { account: null },
    calls: [...(options.calls ?? []), ...ANSWERS],
    path: '/home',
  });
}

/** Fills in a number and a code. */
async function fillIn(page: Awaited<ReturnType<typeof open>>, mobile: string, code: string): Promise<void> {
  await page.fill(page.byRole('textbox', '手机号'), mobile);
  await page.fill(page.byRole('textbox', '短信验证码'), code);
}

/** Solves the open puzzle by keys. */
async function solve(page: Awaited<ReturnType<typeof open>>): Promise<void> {
  const slider = await page.until(() => page.byRole('slider', '拼图滑块'));
  await page.until(() => slider.getAttribute('aria-disabled') === 'false');
  for (let press = 0; press < 20; press += 1) await page.press(slider, 'ArrowRight');
  await page.press(slider, 'Enter');
}

test('the QR code comes first and the arrow keys lead to the other tab', async () => {
  const page = await open();
  await page.until(() => page.byRole('img', '登录二维码'));
  expect(page.http.callsOf(startQrLogin)).toHaveLength(1);
  const tab = page.byRole('tab', '微信扫码登录');
  expect(tab.getAttribute('aria-selected')).toBe('true');
  await page.press(tab, 'ArrowRight');
  expect(page.byRole('tab', '手机号登录').getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement?.textContent).toBe('手机号登录');
  expect(page.byRole('textbox', '手机号').getAttribute('inputmode')).toBe('numeric');
  expect(page.byRole('textbox', '短信验证码').getAttribute('autocomplete')).toBe('one-time-code');
  await page.unmount();
});

test('faults stand at their fields, and the first wrong field has the focus', async () => {
  const page = await open({ tab: 'mobile' });
  await page.click(page.byRole('button', '登录 / 注册'));
  const form = page.element.querySelector('form');
  await page.doing(() => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  const mobile = page.byRole('textbox', '手机号');
  expect(mobile.getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(mobile.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('请输入手机号');
  expect(document.activeElement).toBe(mobile);
  expect(page.text).toContain('请输入短信验证码');
  expect(page.http.callsOf(loginByMobile)).toHaveLength(0);
  await page.unmount();
});

test('a malformed number is told when the field is left', async () => {
  const page = await open({ tab: 'mobile' });
  const mobile = page.byRole('textbox', '手机号');
  await page.fill(mobile, '12345678901');
  await page.doing(() => mobile.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(page.text).toContain('手机号格式不正确');
  await page.unmount();
});

test('a code needs a solved puzzle; by keys it can be solved, and then the code is sent', async () => {
  const page = await open({ tab: 'mobile' });
  await page.fill(page.byRole('textbox', '手机号'), '13800138000');
  await page.click(page.byRole('button', '获取验证码'));
  expect(page.text).toContain('请完成滑块验证');
  expect(page.http.callsOf(getMobileCode)).toHaveLength(0);
  await solve(page);
  await page.until(() => page.text.includes('120 秒后重发'));
  expect(page.http.callsOf(verifyCaptcha)[0]?.body).toMatchObject({ token: 'puzzle', positionX: 40 });
  expect(page.http.callsOf(getMobileCode)[0]?.body).toEqual({ fdMobile: '13800138000', type: 6, validate: 'proof' });
  expect(page.text).toContain('验证码已发送至 138****8000');
  expect(document.activeElement).toBe(page.byRole('textbox', '短信验证码'));
  await page.unmount();
});

test('the puzzle opens and closes by its own button', async () => {
  const page = await open({ tab: 'mobile' });
  const opener = page.byRole('button', '点击进行滑块验证');
  await page.click(opener);
  await page.until(() => page.byRole('slider', '拼图滑块'));
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  await page.click(page.byRole('button', '换一张'));
  await page.until(() => page.http.callsOf(readCaptcha).length === 2);
  await page.click(opener);
  expect(page.allByRole('slider')).toHaveLength(0);
  await page.unmount();
});

test('a login by mobile closes the dialog and goes to the workbench', async () => {
  const page = await open({ tab: 'mobile' });
  await fillIn(page, '13800138000', '123456');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.closedWith.length === 1);
  await page.until(() => page.router.place.path === '/workbench');
  expect(page.session.token).toBe('token');
  await page.unmount();
});

test('what the server refuses stands in the form as an alert', async () => {
  const page = await open({ tab: 'mobile' }, { calls: [refuse(loginByMobile, '验证码不正确')] });
  await fillIn(page, '13800138000', '123456');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.allByRole('alert').some(({ textContent }) => textContent === '验证码不正确'));
  expect(page.closedWith).toEqual([]);
  await page.unmount();
});

test('the agreements open beside the dialog', async () => {
  const page = await open();
  const targets = page.allByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual(expect.arrayContaining(['/protocal', '/serviceAgreement', '/legalNotice']));
  await page.unmount();
});

test('the x closes, and a language that changes is shown at once', async () => {
  const page = await open({ tab: 'mobile' });
  await page.doing(() => page.i18n.setLanguage('en'));
  expect(page.text).toContain('Log in to Reelport');
  await page.click(page.byRole('button', 'Close'));
  expect(page.closedWith).toHaveLength(1);
  await page.unmount();
});

test('an abnormal account leads to the customer service, and back', async () => {
  const page = await open({ step: 'abnormal' });
  let contacted = 0;
  page.commands.add({ id: CONTACT_COMMAND, title: 'shell:contact.title', run: () => void (contacted += 1) });
  expect(page.text).toContain('您的账号出现异常，请联系客服!');
  await page.click(page.byRole('button', '联系客服'));
  expect(contacted).toBe(1);
  await page.click(page.byRole('button', '返回登录'));
  await page.until(() => page.byRole('img', '登录二维码'));
  await page.unmount();
});
