import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Page } from 'playwright-core';

import { buildAccount } from '#core/server/testing/build-account.ts';
import { until } from '#tests/until.ts';

import { arrive, createBrowserKit, tokenCookie, type Seat } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { solveSlider } from './solve-slider.ts';

const server = await startSite({ after });
const { pool } = server.composed.ctx.db;
const kit = createBrowserKit({ after }, server.address);
/** The outbox of the operator, open all the time. */
let outbox: Page;
before(async () => {
  const { token } = await server.signIn({ operator: true });
  const operator = await kit.open();
  outbox = operator.page;
  await outbox.goto(`${server.address}/operator/outbox?access_token=${token}`);
  await outbox.getByRole('heading', { name: '短信发件箱', level: 1 }).waitFor();
  assert.equal(outbox.url(), `${server.address}/operator/outbox`, 'a token stays in no history');
});

/** Opens the tab for mobile numbers and asks for a code, the puzzle between. */
async function askForCode(page: Page, mobile: string): Promise<void> {
  const [tab, field] = [page.getByRole('tab', { name: '手机号登录' }), page.getByRole('textbox', { name: '手机号' })];
  await tab.or(field).first().waitFor();
  if (await tab.isVisible()) await tab.click();
  await field.fill(mobile);
  await solveSlider(server, page, () => page.getByRole('button', { name: '获取验证码' }).click());
}

/** Reads a code where the operator does. */
async function readCode(mobile: string): Promise<string> {
  const row = outbox.getByRole('button', { name: `发给 ${mobile} 的验证码` }).first();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(await row.innerText())?.[0];
  assert.ok(code !== undefined);
  return code;
}

async function enterCode(page: Page, code: string, submit = '登录 / 注册'): Promise<void> {
  await page.getByRole('textbox', { name: '短信验证码' }).fill(code);
  await page.getByRole('button', { name: submit }).click();
}

/** Logs a seat in by its mobile number, from the landing page to the workbench. */
async function logIn({ page }: Seat, mobile: string): Promise<void> {
  await page.goto(`${server.address}/home`);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await askForCode(page, mobile);
  await page.getByText(/^验证码已发送至/).waitFor();
  await enterCode(page, await readCode(mobile));
  await arrive(page, '/workbench');
}

/** Where the QR code on a page leads, which the link below it says as well. */
async function scannedAddress(page: Page): Promise<string> {
  const path = await page.getByRole('link', { name: '手机不在身边？在新标签页确认' }).getAttribute('href');
  assert.ok(path?.startsWith('/qr/'));
  return `${server.address}${path}`;
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: '确认登录' }).click();
  await page.getByRole('heading', { name: '已确认登录' }).waitFor();
}

/** The login dialog came by itself, over the landing page. */
async function isAskedToLogIn(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: '登录映港' }).waitFor();
  await arrive(page, '/home');
}

const FOCUSED = `(() => {
  const at = document.activeElement;
  return at === document.body ? 'body' : (at.getAttribute('role') ?? at.localName) + ': ' + (at.labels?.[0] ?? at).textContent.trim().slice(0, 5);
})()`;

test('on a phone the login opens where it is read first, with keys in its first field, and no tab loses the focus', async () => {
  for (const [hasTouch, opened] of [
    [true, 'dialog: 登录映港手'],
    [false, 'input: 手机号'],
  ] as const) {
    const { page, close } = await kit.open({ width: 390, more: { hasTouch } });
    await page.goto(`${server.address}/login?tab=mobile`);
    await page.getByRole('textbox', { name: '手机号' }).waitFor();
    await until(
      async () => (await page.evaluate<string>(FOCUSED)).startsWith(opened.slice(0, 7)),
      'it has the focus',
      10,
    );
    for (const name of ['扫码登录', '手机号登录']) {
      const tab = page.getByRole('tab', { name });
      await (hasTouch ? tab.tap() : tab.click());
      await page.locator('[role="tab"][aria-selected="true"]', { hasText: name }).waitFor();
      assert.match(await page.evaluate<string>(FOCUSED), /^(tab|input): /, `${name}, touched: ${hasTouch}`);
    }
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(FOCUSED), 'tab: 扫码登录');
    const ring = `getComputedStyle(document.activeElement).outlineStyle + ' ' + getComputedStyle(document.activeElement).outlineWidth`;
    assert.notEqual(await page.evaluate(ring), 'none 0px');
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  }
});

test('a deep link waits behind the login; a mobile number, a drag and the code from the outbox lead there', async () => {
  const seat = await kit.open();
  const { page } = seat;
  await page.goto(`${server.address}/safe`);
  await isAskedToLogIn(page);
  const dialog = page.getByRole('dialog', { name: '登录映港' });
  assert.equal((await dialog.boundingBox())?.width, 400);
  await page.mouse.click(20, 400);
  await page.keyboard.press('Escape');
  assert.equal(await dialog.isVisible(), true, 'a click outside and Esc leave it open');

  await page.getByRole('tab', { name: '手机号登录' }).click();
  await page.getByRole('textbox', { name: '手机号' }).fill('13800138001');
  const again = page.waitForResponse((response) => response.url().endsWith('/nodeapi/captcha/verify'));
  await solveSlider(server, page, () => page.getByRole('button', { name: '获取验证码' }).click(), { beside: -30 });
  await again;
  await page.getByText('没有对准，换一张再试').waitFor();
  // The next puzzle comes by itself.
  await solveSlider(server, page, () => Promise.resolve());
  await page.getByText('验证码已发送至 138****8001').waitFor();
  await page.getByRole('button', { name: /^1[12]\d 秒后重发$/ }).waitFor();

  const code = await readCode('13800138001');
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await dialog.getByText('验证码错误或已过期，请重新获取。').waitFor();
  await enterCode(page, code);
  await arrive(page, '/safe');
  await page.getByRole('heading', { level: 1, name: '个人信息' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal((await page.getByRole('main').innerText()).includes('13800138001'), false, 'numbers are masked');
  await seat.close();
});

test('a phone that nobody knows confirms the QR code of the landing page, and a bound number lets the desk in', async () => {
  const [desk, phone] = await Promise.all([kit.open(), kit.open({ width: 390 })]);
  const { page } = desk;
  await page.goto(`${server.address}/home`);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('img', { name: '登录二维码' }).waitFor();
  await phone.page.goto(await scannedAddress(page));
  await confirm(phone.page);
  await page.getByRole('dialog', { name: '绑定手机号' }).waitFor();
  await askForCode(page, '13800138005');
  await page.getByText(/^验证码已发送至/).waitFor();
  await enterCode(page, await readCode('13800138005'), '绑定并登录');
  await arrive(page, '/workbench');
  await goOn(page, '/safe');
  await page.getByText('138****8005').first().waitFor();
  await Promise.all([desk.close(), phone.close()]);
});

test('an expired QR code asks to be refreshed, and the new one logs in as the phone', async () => {
  const account = await buildAccount(server.composed.ctx.db, { name: 'Harbour master' });
  const { token } = await server.signIn({ account });
  const [desk, phone] = await Promise.all([kit.open({ clock: true }), kit.open({ token, width: 390 })]);
  const { page } = desk;
  await page.goto(`${server.address}/safe`);
  await page.getByRole('img', { name: '登录二维码' }).waitFor();
  const old = await scannedAddress(page);
  await pool.query(`update account_scenes set expires_at = now() - interval '1 second' where state = 'waiting'`);
  await page.clock.fastForward(30_000);
  const again = page.getByRole('button', { name: '二维码已过期，点击刷新' });
  await again.waitFor();
  await phone.page.goto(old);
  await phone.page.getByRole('heading', { name: '二维码已过期' }).waitFor();

  await again.click();
  await again.waitFor({ state: 'detached' });
  const fresh = await scannedAddress(page);
  assert.notEqual(fresh, old);
  await goOn(phone.page, new URL(fresh).pathname);
  await confirm(phone.page);
  await arrive(page, '/safe');
  await page.getByText('Harbour master').first().waitFor();
  await Promise.all([desk.close(), phone.close()]);
});

test('a session that is ended elsewhere goes to the login by itself, in every tab', async () => {
  const account = await buildAccount(server.composed.ctx.db, { level: 'level2' });
  const [here, there] = [await server.signIn({ account }), await server.signIn({ account })];
  const [home, away] = await Promise.all([kit.open({ token: here.token }), kit.open({ token: there.token })]);
  const awayTab = await kit.tab(away);
  for (const page of [away.page, awayTab]) {
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  await home.page.goto(`${server.address}/safe`);
  await home.page.getByRole('button', { name: '其他设备全部下线' }).click();
  await home.page.getByRole('dialog').getByRole('button', { name: '其他设备全部下线' }).click();
  await home.page.getByText('只在这台设备上登录。').waitFor();
  for (const page of [away.page, awayTab]) await page.getByRole('dialog', { name: '登录映港' }).waitFor();
  assert.equal(new URL(home.page.url()).pathname, '/safe');
  await away.page.reload();
  await isAskedToLogIn(away.page);
  await Promise.all([home.close(), away.close()]);
});

test('a number leads from the landing page to the workbench and stays logged in; the account menu logs out in every tab, and the page behind is closed', async () => {
  const seat = await kit.open();
  await logIn(seat, '13800138008');
  const { page } = seat;
  await page.reload();
  const account = page.getByRole('button', { name: /^用户_\d{4}/ });
  await account.waitFor();
  assert.equal(new URL(page.url()).pathname, '/workbench');
  const tab = await kit.tab(seat);
  await tab.goto(`${server.address}/safe`);
  await tab.getByRole('heading', { level: 1, name: '个人信息' }).waitFor();
  await account.click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await arrive(page, '/home');
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  await tab.getByRole('dialog', { name: '登录映港' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: '登录映港' }).waitFor();
  assert.equal(await page.getByRole('navigation', { name: '主菜单' }).count(), 0);
  await seat.close();
});

test('language and theme are kept when a page is loaded, for visitors and members alike', async () => {
  const { token } = await server.signIn();
  const { page, context, close } = await kit.open();
  const heading = page.getByRole('heading', { level: 1 });
  const kept = () => page.evaluate('[document.documentElement.lang, document.body.getAttribute("theme-mode")].join()');
  await page.goto(`${server.address}/home`);
  await page.getByRole('button', { name: 'Switch to English' }).click();
  await page.getByRole('button', { name: 'Switch to light' }).first().click();
  const title = await heading.innerText();
  assert.doesNotMatch(title, /\p{Script=Han}/u);
  await page.reload();
  await heading.waitFor();
  assert.deepEqual([await heading.innerText(), await kept()], [title, 'en,light']);

  // Who logs in then reads on as before, and may change it back.
  await context.addCookies([{ name: 'user-token', value: tokenCookie(token), url: server.address }]);
  await page.goto(`${server.address}/workbench`);
  await heading.waitFor();
  assert.doesNotMatch(await heading.innerText(), /\p{Script=Han}/u);
  assert.equal(await kept(), 'en,light');
  await page.getByRole('button', { name: '切换到中文' }).click();
  await page.getByRole('button', { name: '换成深色' }).first().click();
  await page.reload();
  await heading.waitFor();
  assert.match(await heading.innerText(), /\p{Script=Han}/u);
  assert.equal(await kept(), 'zh-CN,dark');
  await close();
});

test('no page broke the policy or complained, but of what was refused to it', () => {
  // Browsers note down each answer that refuses something.
  const own = kit.takeComplaints().filter((text) => !text.includes('Failed to load resource'));
  assert.deepEqual(own, []);
});
