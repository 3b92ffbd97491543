import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { openWebBuild } from '#core/server/http/web/web-build.ts';
import { until } from '#tests/until.ts';

import { axeFaults, createBrowserKit, pageFaults, sideways, type Seat } from './browser-kit.ts';
import { goOn, serviceOfPage } from './kernel-of-page.ts';
import { BUILD, startSite } from './site.ts';

const server = await startSite({ after });
const build = await (await openWebBuild(BUILD))?.current();
assert.ok(build);
const kit = createBrowserKit({ after }, server.address);

const titled = (page: Page, title: string): Promise<void> =>
  until(async () => (await page.title()).startsWith(title), `the title is ${title}`);

test('the start page comes with few requests, little code and no complaint', async () => {
  const { page, close } = await kit.open();
  // The film of the wall counts, too.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const asked: { type: string; path: string }[] = [];
  page.on('request', (request) => asked.push({ type: request.resourceType(), path: new URL(request.url()).pathname }));
  await page.goto(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.rp-wall video').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(new URL(page.url()).pathname, '/home');
  assert.ok(asked.length <= 8, asked.map(({ path }) => path).join('\n'));
  const size = async (type: string) => {
    const files = asked.filter((request) => request.type === type);
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(`${build.locate(path)}.gz`)).size));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  };
  const [js, css] = [await size('script'), await size('stylesheet')];
  // Of these 195 kB are what every page may load first.
  assert.ok(js <= 200_000, `${js} bytes of script`);
  assert.ok(css <= 13_000, `${css} bytes of style`);
  assert.deepEqual(kit.takeComplaints(), []);
  await close();
});

describe('a member', () => {
  let seat: Seat;
  before(async () => {
    const { token } = await server.signIn();
    seat = await kit.open({ token });
    await seat.page.goto(`${server.address}/workbench`);
  });
  after(() => seat.close());

  test('goes from page to page by the browser’s own buttons, and the title follows', async () => {
    const { page } = seat;
    await titled(page, '工作台');
    await page.getByRole('button', { name: /Test/ }).click();
    await page.getByRole('menuitem', { name: '个人信息' }).click();
    await page.waitForURL('**/safe');
    await titled(page, '个人信息');
    assert.equal(await page.evaluate('document.activeElement?.id'), 'content');
    await page.goBack();
    await page.waitForURL('**/workbench');
    await titled(page, '工作台');
    await page.goForward();
    await page.waitForURL('**/safe');
    await titled(page, '个人信息');
  });

  test('goes anywhere by name in the palette, which gives the focus back', async () => {
    const { page } = seat;
    await goOn(page, '/safe');
    await page.getByRole('heading', { level: 1, name: '个人信息' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.waitFor();
    await field.fill('工作台');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/workbench');
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog').getByText('打开命令面板').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('is told that the connection is lost, and that it is back', async () => {
    const { page } = seat;
    await page.context().setOffline(true);
    await page.getByText('网络断开了').waitFor();
    await page.context().setOffline(false);
    await page.getByText('网络恢复了').waitFor();
    await page.getByText('网络断开了').waitFor({ state: 'detached' });
  });

  test('is not offered the description of the calls', async () => {
    const { page } = seat;
    await page.getByRole('button', { name: '帮助' }).click();
    await page.getByRole('menuitem', { name: /快捷键/ }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: '接口文档' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: /快捷键/ }).waitFor({ state: 'detached' });
  });

  test('reads in a dialog how to reach a person, and the filing number at the foot', async () => {
    const { page } = seat;
    await page.getByRole('link', { name: '沪ICP备00000000号' }).waitFor();
    // Its tab is in the margin; the focus brings it out.
    await page.getByRole('complementary', { name: '联系客服' }).getByRole('button', { name: '联系客服' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('reelport-help').waitFor();
    assert.equal((await dialog.boundingBox())?.width, 730);
    const code = await dialog.getByRole('img', { name: '扫码添加客服' }).boundingBox();
    assert.equal(code?.width, 200);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

/** What is wrong with the shell as it stands, around a plain page and beneath the jobs. */
async function shellFaults(page: Page, jobs: string): Promise<string[]> {
  const faults = await pageFaults(page);
  await page.getByRole('button', { name: jobs, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  faults.push(...(await pageFaults(page)).map((fault) => `over the jobs: ${fault}`));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

const showIn = async (page: Page, theme: 'dark' | 'light'): Promise<void> => {
  await page.evaluate(`${serviceOfPage('theme')}.setMode('${theme}')`);
  await page.locator(`body[theme-mode="${theme}"]`).waitFor();
};

test('the shell is accessible and fits at 1440 px and at 1024 px, light and dark, en', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, dark: false, language: 'en' });
  await page.goto(`${server.address}/safe`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('complementary').waitFor();
  assert.deepEqual(await shellFaults(page, 'Jobs'), []);
  await page.setViewportSize({ width: 1024, height: 900 });
  await showIn(page, 'dark');
  assert.deepEqual(await shellFaults(page, 'Jobs'), []);
  await close();
});

test('the shell is accessible and fits at 390 px, light and dark, zh, and the palette fills the screen, its way out beside the field', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, width: 390, dark: false });
  await page.goto(`${server.address}/safe`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('complementary').waitFor();
  assert.deepEqual(await shellFaults(page, '任务'), []);
  await showIn(page, 'dark');
  assert.deepEqual(await shellFaults(page, '任务'), []);

  await page.getByRole('button', { name: '搜索' }).click();
  const way = page.getByRole('dialog').getByRole('button', { name: '关闭' });
  const boxes = [page.getByRole('listbox'), page.getByRole('combobox'), way].map(async (part) => {
    await part.waitFor();
    const box = await part.boundingBox();
    assert.ok(box);
    return { end: box.y + box.height, middle: box.y + box.height / 2 };
  });
  const [list, field, out] = await Promise.all(boxes);
  assert.equal(list?.end, 844);
  assert.equal(out?.middle, field?.middle);
  assert.ok((await sideways(page)) <= 0);
  await close();
});

test('of an operator’s long menu the entry of the page is in sight, and the description of the calls is offered', async () => {
  const { token } = await server.signIn({ operator: true });
  const { page, close } = await kit.open({ token, more: { viewport: { width: 1440, height: 420 } } });
  await page.goto(`${server.address}/operator/outbox`);
  const entry = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '短信发件箱' });
  await entry.waitFor();
  const bounds = (part: string): string => `document.querySelector('${part}').getBoundingClientRect()`;
  const [menu, place] = [bounds('.rp-menu'), bounds('.rp-menu [aria-current]')];
  await until(() => page.evaluate(`${place}.top >= ${menu}.top && ${place}.bottom <= ${menu}.bottom`), 'in sight', 10);
  await page.getByRole('button', { name: '帮助' }).click();
  await page.getByRole('menuitem', { name: '接口文档' }).waitFor();
  await close();
});

test('a file of an older build that is gone offers the new one, and the page stays', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  await page.goto(`${server.address}/safe`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/api/plugins', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: { build: string } };
    envelope.data.build = 'another';
    await route.fulfill({ response: answer, json: envelope });
  });
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.keyboard.press('Shift+?');
  await page.getByText('映港已更新').waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).isVisible(), true);
  await close();
});

test('a browser that is too old is turned away before the bundle runs', async () => {
  const { page, close } = await kit.open();
  const aged = await page.addInitScript('delete Promise.withResolvers');
  await page.goto(`${server.address}/home`);
  await page.waitForURL('**/lowVersionBrowser');
  await page.getByRole('heading', { name: '请升级浏览器' }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await aged.dispose();
  await page.reload();
  await page.getByRole('heading', { name: '这个浏览器可以打开映港' }).waitFor();
  assert.deepEqual(await page.getByRole('heading', { name: '请升级浏览器' }).count(), 0);
  await close();
});

/** A page of a browser without a window is always seen: this one can be told to be left, as a tab behind another is. */
const CAN_BE_LEFT = `
  let isLeft = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isLeft ? 'hidden' : 'visible') });
  globalThis.leave = () => {
    isLeft = true;
    document.dispatchEvent(new Event('visibilitychange'));
  };`;

test('ten tabs of a browser all load, and of those that are left one goes on hearing what happens', async () => {
  const { token } = await server.signIn();
  const seat = await kit.open({ token });
  const tabs: Page[] = [];
  for (let number = 0; number < 10; number++) {
    const tab = await kit.tab(seat);
    await tab.addInitScript(CAN_BE_LEFT);
    await tab.goto(`${server.address}/safe`);
    await tab.getByRole('heading', { name: '个人信息', level: 1 }).waitFor();
    await tab.evaluate('leave()');
    tabs.push(tab);
  }
  const hears = (tab: Page) => tab.evaluate(`${serviceOfPage('events')}.connected`);
  await until(async () => (await hears(tabs[9] as Page)) === true, 'the tab that was left last hears events');
  const hearing = await Promise.all(tabs.map(hears));
  assert.deepEqual(hearing, [...Array.from({ length: 9 }, () => false), true]);
  await goOn(tabs[0] as Page, '/workbench');
  await titled(tabs[0] as Page, '工作台');
  await Promise.all(tabs.map((tab) => tab.close()));
  await seat.close();
});
