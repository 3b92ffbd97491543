import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { reef } from '../fixtures/http/reef-plugin.ts';
import { startAccountServer } from '../integration/account/account-kit.ts';
import { createBrowserKit, type Seat } from './browser-kit.ts';
import { callFrom, type PageCall } from './kernel-of-page.ts';
import { siteOptions } from './site.ts';
import { toastTexts, toastsOf } from './toasts.ts';

// What the catalogue of failures says about logging in and about sessions, from the real server's answer to the page.

const server = await startAccountServer({ after }, await siteOptions({ beside: [reef] }));
const { ctx } = server.composed;
const kit = createBrowserKit({ after }, server.address);
const loginOf = (page: Page) => page.getByRole('dialog', { name: '登录映港' });

test('a password login is told in its own words', async () => {
  const seat = await kit.open();
  const { page } = seat;
  await page.goto(`${server.address}/home`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const login = (secret: string): PageCall => ({
    path: '/oauth/token',
    purpose: 'password-login',
    body: {
      ...{ username: 'nobody', password: 'wrong', id: 'device', grant_type: 'password', scope: 'all' },
      ...{ client_id: 'reelport-web', client_secret: secret },
    },
  });
  await callFrom(page, login('reelport-web'));
  await callFrom(page, login('another'));
  await callFrom(page, { path: '/api/reef/proxy', purpose: 'password-login' });
  assert.deepEqual(await toastTexts(page), [
    'warning: 账号密码错误',
    'error: 客户端未获授权。',
    'error: 服务器开小差了，请稍后再试.',
  ]);
  await seat.close();
});

test('a refused login is an error, a refused code a warning, each with the server’s sentence', async () => {
  const seat = await kit.open();
  const { page } = seat;
  await page.goto(`${server.address}/home`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const fdMobile = '13900139001';
  await callFrom(page, {
    ...{ path: '/loginByfdMobileV2', purpose: 'login' },
    body: { fdMobile, mobileCode: '000000' },
  });
  await callFrom(page, {
    ...{ path: '/getMobileCode', purpose: 'sms-code', headers: { key: 'reelport-web' } },
    body: { fdMobile, type: 6, validate: 'nothing' },
  });
  await callFrom(page, {
    ...{ path: '/validateMobileCode', purpose: 'sms-code' },
    body: { fdMobile: '13900139002', mobileCode: '000000', templateCode: 212 },
  });
  assert.deepEqual(await toastTexts(page), ['error: 验证码错误或已过期，请重新获取。', 'warning: 请先完成滑块验证']);
  // In the dialog the same stands beside what it is about.
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('tab', { name: '手机号登录' }).click();
  await page.getByRole('textbox', { name: '手机号' }).fill(fdMobile);
  await page.getByRole('textbox', { name: '短信验证码' }).fill('000000');
  await page.getByRole('button', { name: '登录 / 注册' }).click();
  await page.getByRole('dialog').getByText('验证码错误或已过期，请重新获取。').waitFor();
  await seat.close();
});

test('a user that cannot be read is forgotten, and the page that needs one says so', async () => {
  const { page, context, close } = await kit.open({ token: 'x'.repeat(43) });
  await page.goto(`${server.address}/safe`);
  await toastsOf(page).filter({ hasText: '验证失败，请重新登录' }).waitFor();
  await loginOf(page).waitFor();
  const kept = await page.evaluate<string>(`document.cookie + localStorage.getItem('isLogin')`);
  assert.doesNotMatch(kept, /user-token=./);
  assert.equal(
    (await context.cookies()).some(({ name, value }) => name === 'user-token' && value !== ''),
    false,
  );
  await close();
});

test('a membership that has ended is told', async () => {
  const { token, accountId } = await server.signIn({ level: 'level2' });
  await ctx.db.pool.query(`update core_accounts set role_until = now() - interval '1 day' where id = $1`, [accountId]);
  const { page, close } = await kit.open({ token });
  await page.goto(`${server.address}/workbench`);
  const sentence = '您的会员已到期，部分功能将被限制，为了您更好的使用体验，请及时进行会员续费。';
  await page.getByRole('dialog').getByText(sentence).waitFor();
  await close();
});

/** Brings a desk to the choice between two accounts: that of a phone which scans, and that of a mobile number. */
async function conflict(mobile: string): Promise<Seat> {
  const phone = server.browser();
  const [desk, kept] = [await kit.open(), await server.signIn()];
  await phone.logIn(mobile);
  await phone.askForCode(mobile);
  const { page } = desk;
  await page.goto(`${server.address}/safe`);
  const path = (await page.locator('.rp-login-qr-link').getAttribute('href')) ?? '';
  await phone.call('POST', `/api/account${path}/confirm`);
  await ctx.db.pool.query(
    `insert into account_identities (kind, value, account_id, created_at)
     select 'wechat', person, $1, now() from account_scenes where id = $2`,
    [kept.accountId, path.split('/').at(-1)],
  );
  await page.getByRole('dialog', { name: '绑定手机号' }).waitFor();
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await server.sentCode(mobile));
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await page.getByRole('dialog', { name: '选择保留的账号' }).waitFor();
  return desk;
}

test('two accounts of one person: a failure is told, and success asks to log in again', async () => {
  const { page, close } = await conflict('13900139003');
  await page.getByRole('radio').first().check();
  const settle = async () => {
    await page.getByRole('button', { name: '保留所选账号' }).click();
    await page.getByRole('button', { name: '删除另一个账号' }).click();
  };
  await ctx.db.pool.query(`update account_conflicts set expires_at = now() - interval '1 second'`);
  await settle();
  await page.getByText('操作已超时，请重新登录后再试。').waitFor();
  await ctx.db.pool.query(`update account_conflicts set expires_at = now() + interval '1 minute'`);
  await settle();
  await toastsOf(page).filter({ hasText: '操作成功，请重新登录' }).waitFor();
  await loginOf(page).waitFor();
  await close();
});
