import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';

import type { Page, Route } from 'playwright-core';

import { reef } from '../fixtures/http/reef-plugin.ts';
import { until } from '#tests/until.ts';

import { arrive, createBrowserKit, type PreparedView, type Seat } from './browser-kit.ts';
import { callFrom, serviceOfPage, type PageCall } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { toastTexts, toastsOf } from './toasts.ts';

// Each line of the catalogue of failures, from the real server's answer to what the reader sees.

const server = await startSite({ after }, { beside: [reef] });
const { ctx } = server.composed;
const kit = createBrowserKit({ after }, server.address);

interface Member extends Seat {
  token: string;
  accountId: string;
  sessionId: string;
}

/** Somebody who is logged in and stands on a page, whose time goes on by hand as well. */
async function open({ path = '/workbench', ...look }: PreparedView & { path?: string } = {}): Promise<Member> {
  const session = await server.signIn();
  const seat = await kit.open({ token: session.token, clock: true, ...look });
  await seat.page.goto(`${server.address}${path}`);
  await seat.page.getByRole('heading', { level: 1 }).waitFor();
  // A public page stands before it has looked who is there.
  await until(() => seat.page.evaluate(`${serviceOfPage('session')}.token !== null`), 'the session is known');
  return { ...seat, ...session };
}

let standing: Promise<Member> | undefined;
/** Somebody who stays logged in, on a page that shows nothing of the tests before: for what takes nobody's session. */
async function stay(): Promise<Member> {
  standing ??= open();
  const { page } = await standing;
  await page.clock.fastForward(30_000);
  await toastsOf(page).first().waitFor({ state: 'detached' });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return await standing;
}

const loginOf = (page: Page) => page.getByRole('dialog', { name: '登录映港' });

/** A call that is answered with HTTP 200 and code 0. */
const refuse = (secCode?: number): PageCall => ({ path: '/api/reef/refuse', body: { secCode } });

test('402 shows the login dialog at the step that binds a number', async () => {
  const { page, close } = await open();
  assert.equal((await callFrom(page, { ...refuse(402), handlesErrors: true })).failure?.secCode, 402);
  await page.getByRole('dialog', { name: '绑定手机号' }).waitFor();
  assert.deepEqual(await toastTexts(page), []);
  await close();
});

test('406 is told once in ten seconds, and confirming leads to the login', async () => {
  const { page, close } = await open();
  const alert = page.getByRole('dialog', { name: '您的账号出现异常，请联系客服!' });
  await Promise.all([callFrom(page, refuse(406)), callFrom(page, refuse(406))]);
  await alert.waitFor();
  assert.equal(await alert.count(), 1);
  await alert.getByRole('button').click();
  await loginOf(page).waitFor();
  await callFrom(page, refuse(406));
  assert.equal(await alert.count(), 0);
  await page.clock.fastForward(10_000);
  await callFrom(page, refuse(406));
  await alert.waitFor();
  await close();
});

test('whose account is disabled meanwhile is told so, whichever call the server tells it to', async () => {
  const { page, accountId, close } = await open();
  const alert = page.getByRole('dialog', { name: '您的账号出现异常，请联系客服!' });
  await ctx.db.transaction((tx) => ctx.accounts.disable(tx, accountId));
  await callFrom(page, { method: 'GET', path: '/api/account/getStatus', handlesErrors: true });
  await alert.waitFor();
  assert.doesNotMatch(await page.evaluate<string>('document.cookie'), /user-token=./);
  await page.clock.fastForward(2_000);
  assert.equal(await loginOf(page).count(), 0);
  await alert.getByRole('button').click();
  await loginOf(page).waitFor();
  await close();
});

test('407 is silent', async () => {
  const { page } = await stay();
  const { failure } = await callFrom(page, refuse(407));
  assert.deepEqual([failure?.secCode, failure?.message], [407, '“a.mp4” 是空文件，没有保存。请选择有内容的文件。']);
  assert.deepEqual([await toastTexts(page), await page.getByRole('dialog').count()], [[], 0]);
});

test('any other code 0 is an error with the server’s sentence, unless the caller handles it', async () => {
  const { page } = await stay();
  await callFrom(page, { ...refuse(), handlesErrors: true });
  assert.deepEqual(await toastTexts(page), []);
  await callFrom(page, refuse());
  assert.deepEqual(await toastTexts(page), ['error: “a.mp4” 是空文件，没有保存。请选择有内容的文件。']);
  await callFrom(page, { path: '/api/reef/say', body: { message: '' } });
  assert.deepEqual((await toastTexts(page)).at(-1), 'error: 服务器开小差了，请稍后再试.');

  const speak = (language: string) => page.evaluate(`${serviceOfPage('i18n')}.setLanguage('${language}')`);
  await speak('en');
  await callFrom(page, { path: '/api/paymentUnderline/gift' });
  await callFrom(page, { path: '/api/paymentUnderline/gift' });
  assert.deepEqual((await toastTexts(page)).slice(2), [
    'error: This account has already claimed its free membership; each main account can do so once.',
  ]);
  await speak('zh');
});

test('that nobody has scanned or bound yet is told by the page itself', async () => {
  const { page } = await stay();
  const { data } = await callFrom(page, { method: 'GET', path: '/wechatNum/login' });
  const { sceneId } = data as { sceneId: string };
  const asked = await callFrom(page, { method: 'GET', path: `/checkWechatNumLogin/${sceneId}` });
  assert.equal(asked.failure?.message, '未检测到扫码用户');
  await callFrom(page, { path: '/api/reef/say', body: { message: '您还未绑定微信，请先绑定' } });
  assert.deepEqual([await toastTexts(page), await page.getByRole('dialog').count()], [[], 0]);
});

test('no answer at all is told once in ten seconds', async () => {
  const { page } = await stay();
  const alert = page.getByRole('dialog', { name: '网络错误，请检查当前网络状况。' });
  assert.equal((await callFrom(page, { path: '/api/reef/cut' })).failure?.kind, 'network');
  await alert.getByRole('button').click();
  await callFrom(page, { path: '/api/reef/cut' });
  assert.equal(await alert.count(), 0);
  await page.clock.fastForward(10_000);
  await callFrom(page, { path: '/api/reef/cut' });
  await alert.waitFor();
  await alert.getByRole('button').click();
});

test('a call that takes 300 seconds has timed out, which is told', async () => {
  const { page } = await stay();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/reef/hang'));
  const failing = callFrom(page, { path: '/api/reef/hang' });
  await sent;
  await page.clock.fastForward(300_000);
  assert.equal((await failing).failure?.kind, 'timeout');
  await page.getByRole('dialog', { name: '请求超时' }).getByRole('button').click();
});

test('401 forgets the token, and asks to log in a second later unless the page is public', async () => {
  for (const [path, asks] of [
    ['/workbench', true],
    ['/protocal', false],
  ] as const) {
    const { page, sessionId, close } = await open({ path });
    await ctx.accounts.revokeSession(ctx.db, sessionId);
    await callFrom(page, { method: 'GET', path: '/api/account/getStatus' });
    assert.doesNotMatch(await page.evaluate<string>('document.cookie'), /user-token=./);
    await page.clock.fastForward(1_000);
    if (asks) await loginOf(page).waitFor();
    assert.deepEqual([await page.getByRole('dialog').count(), await toastTexts(page)], [asks ? 1 : 0, []]);
    await close();
  }
});

test('an HTTP error with code 0 is told for two seconds', async () => {
  const { page } = await stay();
  const session = '/api/account/sessions/019a0000-0000-7000-8000-000000000000';
  const { failure } = await callFrom(page, { method: 'DELETE', path: session });
  assert.deepEqual([failure?.status, failure?.code], [404, 0]);
  assert.deepEqual(await toastTexts(page), ['error: 该登录已经结束。']);
  await page.clock.fastForward(2_000);
  await toastsOf(page).waitFor({ state: 'detached' });

  await callFrom(page, { method: 'PATCH', path: '/api/account/profile', body: { fdName: '' } });
  assert.equal((await toastTexts(page)).length, 1);
  assert.equal((await callFrom(page, { path: '/api/reef/break' })).failure?.status, 500);
  assert.equal(
    (await toastTexts(page)).some((text) => text.includes('hull')),
    false,
  );
});

test('an answer of somebody in between is the server’s trouble', async () => {
  const { page } = await stay();
  assert.equal((await callFrom(page, { path: '/api/reef/proxy' })).failure?.code, null);
  assert.deepEqual(await toastTexts(page), ['error: 服务器开小差了，请稍后再试.']);
});

test('a page whose code does not come in 120 seconds says so, and comes when asked again', async () => {
  const { page } = await stay();
  const CODE = /\/assets\/plugin-account-web-SafePage\..*\.js$/;
  const held: Route[] = [];
  await page.route(CODE, (route) => void held.push(route));
  const asked = page.waitForRequest(CODE);
  await page.locator('.rp-account').click();
  await page.getByRole('menuitem', { name: '个人信息' }).click();
  await asked;
  await page.clock.fastForward(120_000);
  const alert = page.getByRole('alert').filter({ hasText: '没有加载出来' });
  await alert.waitFor();
  // As long as it hangs, Chromium makes no second request for the same file.
  for (const route of held) await route.abort();
  await page.unroute(CODE);
  await alert.getByRole('button').first().click();
  await page.getByRole('heading', { level: 1, name: '个人信息' }).waitFor();
});

test('what is no video is told as such: an address that is none, and a file that holds none', async () => {
  const { page, accountId } = await stay();
  const show = (data: unknown) => page.evaluate(`void ${serviceOfPage('player')}.open(${JSON.stringify(data)})`);
  await show({ type: 3, list: [] });
  await toastsOf(page).getByText('视频格式不规范，无法播放').waitFor();
  assert.deepEqual(await toastTexts(page), ['warning: 视频格式不规范，无法播放']);
  assert.equal(await page.getByRole('dialog').count(), 0);

  // What an address gives may be anything, whatever it says of itself.
  // It begins as one, and that is all.
  const head = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom'),
    Buffer.alloc(4),
    Buffer.from('isomiso2'),
  ]);
  const { hash } = await ctx.files.add(accountId, Readable.from([head, Buffer.from('no video '.repeat(4096))]), {
    name: 'broken.mp4',
    maxSize: 1e6,
  });
  const url = await ctx.files.signedUrl({ hash, name: 'broken.mp4', type: 'video/mp4' });
  await show(url);
  const player = page.getByRole('dialog');
  await player.getByRole('alert').getByText('视频格式不规范，无法播放').waitFor();
  await page.keyboard.press('Escape');
  await player.waitFor({ state: 'detached' });
  // One that is not there is something else.
  await show('/files/gone.mp4');
  await player.getByRole('alert').getByText('文件可能已被删除').waitFor();
  await page.keyboard.press('Escape');
});

test('an upload that is refused says why, and without a reason that it failed', async () => {
  const { page } = await stay();
  const upload = (url: string, content: string) =>
    page.evaluate<string>(`(async () => {
      const uploads = ${serviceOfPage('uploads')};
      const [item] = uploads.add([new File([${JSON.stringify(content)}], 'a.txt')], { url: '${url}' });
      await uploads.finished(item).catch(() => undefined);
      return item.state + ': ' + item.error;
    })()`);
  const reason = await upload('/api/files', '');
  assert.match(reason, /^failed: \S+/);
  assert.deepEqual(await toastTexts(page), [`error: ${reason.slice('failed: '.length)}`]);
  assert.equal(await upload('/api/reef/file', 'x'), 'failed: 上传失败');
  assert.equal((await toastTexts(page)).at(-1), 'error: 上传失败');
});

// The last one: it ends the session of who stays.
test('408 takes messages away and is told as forced offline, and confirming leads home', async () => {
  const { page, sessionId, close } = await stay();
  await callFrom(page, refuse());
  await toastsOf(page).waitFor();
  // The clock that was turned on ends a stream that was silent for so long, and the next one has to be open.
  await until(() => page.evaluate<boolean>(`${serviceOfPage('events')}.connected`));
  await ctx.accounts.revokeSession(ctx.db, sessionId, 'forced-offline');
  const prompt = page.getByRole('dialog').filter({ hasText: '您当前账号超过会员版本使用人数，已被迫下线。' });
  await prompt.waitFor();
  assert.deepEqual(await toastTexts(page), []);
  await prompt.getByRole('button').click();
  await arrive(page, '/home');
  assert.doesNotMatch(await page.evaluate<string>('document.cookie'), /user-token=./);
  await close();
});
