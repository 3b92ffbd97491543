import { expect, test } from '@rstest/core';

import { CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { answer, mountPlugin, refuse, type MountOptions } from '#core/web/testing/index.ts';
import {
  changeMobile,
  getMobileCode,
  loginByMobile,
  readCaptcha,
  readLoginMethods,
  startQrLogin,
  validateMobileCode,
  verifyCaptcha,
} from '#plugins/account/calls.ts';

import { account, ANSWERS } from './account-plugin.ts';

function open(properties: object = {}, options: MountOptions = {}) {
  return mountPlugin(account, {
    dialog: 'login',
    properties,
    session: { account: null },
    path: '/home',
    ...options,
    calls: [...(options.calls ?? []), ...ANSWERS],
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

const stateOfOpener = (page: Awaited<ReturnType<typeof open>>) =>
  page.byRole('button', '点击进行滑块验证').dataset['state'];

test('the QR code comes first and the arrow keys lead to the other tab', async () => {
  const page = await open();
  await page.until(() => page.byRole('img', '登录二维码'));
  expect(page.http.callsOf(startQrLogin)).toHaveLength(1);
  const tab = page.byRole('tab', '扫码登录');
  expect(tab.getAttribute('aria-selected')).toBe('true');
  await page.press(tab, 'ArrowRight');
  expect(page.byRole('tab', '手机号登录').getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement?.textContent).toBe('手机号登录');
  expect(page.byRole('textbox', '手机号').getAttribute('inputmode')).toBe('numeric');
  expect(page.byRole('textbox', '短信验证码').getAttribute('autocomplete')).toBe('one-time-code');
  await page.unmount();
});

test('where the login opens with the number, it is typed at once', async () => {
  const page = await open({ tab: 'mobile' });
  expect(document.activeElement).toBe(page.byRole('textbox', '手机号'));
  await page.unmount();
});

test('an address that asks for a number, as a button does before its page is there, opens it', async () => {
  const page = await open({}, { path: '/login?tab=mobile' });
  expect(page.byRole('tab', '手机号登录').getAttribute('aria-selected')).toBe('true');
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
  // It is asked for; nothing is wrong yet.
  expect(page.allByRole('status').map(({ textContent }) => textContent)).toContain('请完成滑块验证');
  expect([page.allByRole('alert').length, stateOfOpener(page)]).toEqual([0, 'open']);
  expect(page.http.callsOf(getMobileCode)).toHaveLength(0);
  await solve(page);
  await page.until(() => page.text.includes('120 秒后重发'));
  expect(page.http.callsOf(verifyCaptcha)[0]?.body).toMatchObject({ token: 'puzzle', positionX: 40 });
  expect(page.http.callsOf(getMobileCode)[0]?.body).toEqual({ fdMobile: '13800138000', type: 6, validate: 'proof' });
  expect(page.text).toContain('验证码已发送至 138****8000');
  expect(document.activeElement).toBe(page.byRole('textbox', '短信验证码'));
  await page.unmount();
});

test('a puzzle that was closed unsolved after asking for a code is told as a fault', async () => {
  const page = await open({ tab: 'mobile' });
  await page.fill(page.byRole('textbox', '手机号'), '13800138000');
  await page.click(page.byRole('button', '获取验证码'));
  await page.click(page.byRole('button', '点击进行滑块验证'));
  expect(page.allByRole('alert').map(({ textContent }) => textContent)).toEqual(['请完成滑块验证']);
  expect(stateOfOpener(page)).toBe('fault');
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

/** Makes the window as narrow as a phone's until what it returns is called. @param media what else is so */
function holdPhone(media: readonly string[] = []): () => void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = (query) => {
    const list = before(query);
    const matches = ['480px', ...media].some((part) => query.includes(part));
    return new Proxy(list, { get: (of, name) => (name === 'matches' ? matches : (Reflect.get(of, name) as unknown)) });
  };
  return () => void (globalThis.matchMedia = before);
}

test('on a phone, which cannot scan its own screen, the mobile number comes first', async () => {
  const undo = holdPhone();
  const page = await open();
  expect(page.byRole('tab', '手机号登录').getAttribute('aria-selected')).toBe('true');
  expect(page.http.callsOf(startQrLogin)).toHaveLength(0);
  await page.unmount();
  undo();
});

test.each([
  ['with a keyboard the number is typed at once', [], true],
  ['touched the keyboard comes over nothing unasked', ['coarse'], false],
] as const)('in a narrow window %s', async (_what, media, isTyped) => {
  const undo = holdPhone(media);
  const page = await open({ tab: 'mobile' });
  expect(document.activeElement === page.byRole('textbox', '手机号')).toBe(isTyped);
  await page.unmount();
  undo();
});

test('WeChat is named where codes are scanned by it, and nowhere else', async () => {
  const plain = await open();
  await plain.until(() => plain.byRole('img', '登录二维码'));
  expect(plain.text).not.toContain('微信');
  await plain.unmount();
  const page = await open(
    {},
    { calls: [answer(readLoginMethods, { wechat: true, codeKey: 'reelport-web', captcha: { provider: 'slider' } })] },
  );
  await page.until(() => page.byRole('tab', '微信扫码登录'));
  await page.unmount();
});

test('a number is changed by a code of the present one and a code of the next', async () => {
  const page = await open({ step: 'change-mobile' }, { session: { account: { fdMobile: '13800138000' } } });
  const present = page.byRole('textbox', '手机号');
  expect(present).toMatchObject({ value: '138****8000', readOnly: true });
  await page.fill(page.byRole('textbox', '短信验证码'), '123456');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.text.includes('输入要换成的手机号'));
  expect(page.byRole('textbox', '手机号')).toMatchObject({ value: '', readOnly: false });
  expect(page.http.callsOf(validateMobileCode)[0]?.body).toMatchObject({ fdMobile: '13800138000' });
  await fillIn(page, '13900139000', '654321');
  await page.doing(() => page.element.querySelector('form')?.requestSubmit());
  await page.until(() => page.closedWith.length === 1);
  expect(page.http.callsOf(changeMobile)[0]?.body).toEqual({ fdMobile: '13900139000', mobileCode: '654321' });
  await page.unmount();
});
