import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, beforeEach, test } from 'node:test';

import type { Locator, Page } from 'playwright-core';

import type { CallData } from '#core/contract/call.ts';
import type { TierMode } from '#core/server/services/plugin-registry/plugins.ts';
import { ADAPTED_ROLE_CODES, type Level } from '#core/contract/tiers.ts';
import type { readMixProject } from '#plugins/mixing/project-calls.ts';
import { until } from '#tests/until.ts';

import { arrive, axeFaults, createBrowserKit, type PreparedView, type Seat } from './browser-kit.ts';
import { callFrom, goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { toastsOf } from './toasts.ts';

// Plugins come and go for people who work with them, in other browsers than the operator's.

const server = await startSite({ after });
const { ctx } = server.composed;
const kit = createBrowserKit({ after }, server.address);
const operator = await server.signIn({ operator: true, level: 'level4' });

/** Within so many milliseconds every open browser follows. */
const SOON = 2_000;
const TIERS = ['level0', 'level1', 'level2', 'level3', 'level4'] as const;

/** What the operator does in the manager. */
async function change(body: { disabled?: boolean; tiers?: Partial<Record<Level, TierMode | null>> }): Promise<void> {
  const { status, envelope } = await server.call('PATCH', '/api/extensions/mixing', { token: operator.token, body });
  assert.deepEqual([status, envelope.code], [200, 1], JSON.stringify(envelope));
}

beforeEach(async () => {
  await change({ disabled: false, tiers: Object.fromEntries(TIERS.map((level) => [level, null])) });
});

interface Member extends Seat {
  token: string;
  accountId: string;
}

async function seat(level: Level, path: string, look: PreparedView = {}): Promise<Member> {
  const { token, accountId } = await server.signIn({ level });
  const opened = await kit.open({ token, ...look });
  await opened.page.goto(`${server.address}${path}`);
  await opened.page.locator('.rp-menu').first().waitFor();
  return { ...opened, token, accountId };
}

const nameOf = (page: Page): Locator => page.getByLabel('项目名称', { exact: true });
const savingOf = (page: Page, state: string): Locator => page.locator(`.rp-ed-head__saving[data-state="${state}"]`);
const entryOf = (page: Page): Locator => page.locator('.rp-rail .rp-menu__entry[href="/mixedCutList/list"]');

/** A new project that is saved, in its editor. */
async function openEditor(level: Level = 'level1'): Promise<Member> {
  const member = await seat(level, '/mixedCut/create');
  await nameOf(member.page).fill('第一稿');
  await savingOf(member.page, 'saved').waitFor();
  await member.page.waitForURL(/\/mixedCut\/edit\//);
  return member;
}

/** What the project in an editor is called where it is kept. */
async function nameOnServer({ page, token }: Member): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { envelope } = await server.call('GET', `/api/mixing/projects/${id}`, { token });
  return (envelope.data as CallData<typeof readMixProject>).document.name;
}

/** Edits the project while nothing can be saved, as without a network. */
async function editUnsaved({ page }: Member, name: string): Promise<void> {
  await page.route('**/api/mixing/projects/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await nameOf(page).fill(name);
  await savingOf(page, 'failed').waitFor();
}

/** Waits until a page has fetched what it fetches by itself; its stream of events never ends. */
async function quiet(page: Page): Promise<void> {
  const fetched = () => page.evaluate<number>(`performance.getEntriesByType('resource').length`);
  let before = -1;
  for (let now = await fetched(); now !== before; now = await fetched()) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** Waits for something to be seen; it has to be soon. */
async function seesSoon(place: Locator): Promise<void> {
  await place.waitFor({ timeout: SOON });
}

test('unsaved work in a plugin that is switched off is kept as a file, and the server takes nothing', async () => {
  const member = await openEditor();
  const { page } = member;
  await editUnsaved(member, '没有保存的一稿');
  await change({ tiers: { level1: 'hidden' } });
  // At once, whatever browsers know yet.
  const refused = await server.call('GET', '/api/mixing/projects', { token: member.token });
  assert.deepEqual([refused.status, refused.failure.error], [404, 'core:plugin.unavailable']);
  const dialog = page.getByRole('dialog', { name: '「批量混剪」已被管理员停用。' });
  await seesSoon(dialog);
  await entryOf(page).waitFor({ state: 'detached', timeout: SOON });
  assert.deepEqual(await axeFaults(page), []);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载我的内容' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), '没有保存的一稿.json');
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { project: { name: string } };
  assert.equal(file.project.name, '没有保存的一稿');
  await dialog.getByText('已下载。').waitFor();

  await dialog.getByRole('button', { name: '留下查看' }).click();
  const notice = page.locator('.rp-page-notice');
  await notice.getByText('离开之前都可以查看').waitFor();
  assert.equal(await nameOf(page).inputValue(), '没有保存的一稿');
  await page.unroute('**/api/mixing/projects/*');
  await nameOf(page).fill('留下以后的一稿');
  await savingOf(page, 'failed').waitFor();
  assert.equal(await toastsOf(page).count(), 0);
  assert.deepEqual(await axeFaults(page), []);

  // Switched on again it goes on as if nothing had been, and saves what it kept.
  await change({ tiers: { level1: null } });
  await seesSoon(toastsOf(page).getByText('「批量混剪」又可以用了。'));
  await seesSoon(entryOf(page));
  assert.equal(await notice.count(), 0);
  await savingOf(page, 'saved').waitFor();
  await until(async () => (await nameOnServer(member)) === '留下以后的一稿', 'the project is kept', 10);
  await member.close();
});

test('a page on which everything is saved closes by itself, and opens again once the plugin is back', async () => {
  const member = await openEditor();
  const { page } = member;
  const address = new URL(page.url()).pathname;
  await change({ disabled: true });
  await seesSoon(toastsOf(page).getByText('「批量混剪」已被管理员停用。'));
  await arrive(page, '/workbench');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await entryOf(page).count(), 0);
  await change({ disabled: false });
  await seesSoon(entryOf(page));
  await entryOf(page).click();
  await arrive(page, '/mixedCutList/list');
  await goOn(page, address);
  await until(async () => (await nameOf(page).inputValue()) === '第一稿', 'the project is read', 10);
  await member.close();
});

test('what a tier locks may be looked at: banner, lock, and the level that opens it', async () => {
  const member = await openEditor();
  const { page } = member;
  await change({ tiers: { level1: 'locked' } });
  const notice = page.getByRole('region', { name: '「批量混剪」从白银会员起可用。' });
  await seesSoon(notice);
  await seesSoon(page.locator('.rp-rail .rp-menu__entry[href="/mixedCutList/list"][data-locked]'));
  assert.deepEqual(await axeFaults(page), []);
  const upgrade = page.getByRole('dialog', { name: '您暂无权限' });
  await notice.getByRole('button', { name: '升级' }).click();
  await upgrade.getByText('白银会员起包含此功能').waitFor();
  await upgrade.getByRole('button', { name: '取消' }).click();

  // Also for who comes to it later: it is read, nothing of it is edited, and nobody is asked before they ask.
  await page.reload();
  await notice.waitFor();
  await page.getByText('白银会员起可用。项目可以查看，但不计算能做多少条。').waitFor();
  assert.deepEqual([await nameOf(page).isEditable(), await nameOf(page).inputValue()], [false, '第一稿']);
  await quiet(page);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual((await callFrom(page, { method: 'GET', path: '/api/mixing/projects' })).failure, undefined);
  assert.equal(await toastsOf(page).count(), 0);

  await change({ tiers: { level1: null } });
  await notice.waitFor({ state: 'detached', timeout: SOON });
  await nameOf(page).fill('又能编辑的一稿');
  await savingOf(page, 'saved').waitFor();
  await until(async () => (await nameOnServer(member)) === '又能编辑的一稿', 'the project is kept', 10);
  await member.close();
});

test('a command of a locked plugin offers the upgrade, and its pages are still there to look at', async () => {
  await change({ tiers: { level0: 'locked' } });
  const member = await seat('level0', '/workbench');
  const { page } = member;
  await entryOf(page).click();
  await arrive(page, '/mixedCutList/list');
  await page.getByRole('region', { name: '「批量混剪」从青铜会员起可用。' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('新建混剪');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '您暂无权限' }).getByText('青铜会员起包含此功能').waitFor();
  assert.equal(new URL(page.url()).pathname, '/mixedCutList/list');
  await member.close();
});

test('a membership that changes is followed as soon, both ways', async () => {
  await change({ tiers: { level0: 'hidden', level1: 'locked' } });
  const member = await openEditor('level2');
  const { page, accountId } = member;
  const become = (level: 'level0' | 'level1' | 'level2') =>
    ctx.db.transaction((tx) =>
      ctx.accounts.setRole(tx, accountId, { roleCode: ADAPTED_ROLE_CODES[level], roleUntil: null }),
    );
  await become('level1');
  await seesSoon(page.getByRole('region', { name: '「批量混剪」从白银会员起可用。' }));
  await become('level2');
  await page.locator('.rp-page-notice').waitFor({ state: 'detached', timeout: SOON });
  await become('level0');
  await seesSoon(toastsOf(page).getByText('您的会员不再包含「批量混剪」。'));
  await arrive(page, '/workbench');
  await become('level2');
  await seesSoon(entryOf(page));
  await member.close();
});

test('both questions about unsaved work can be asked without a network', async () => {
  const member = await openEditor();
  const { page, context } = member;
  await quiet(page);
  await context.setOffline(true);
  await nameOf(page).fill('断网时的一稿');
  await savingOf(page, 'failed').waitFor();
  await page.locator('.rp-rail .rp-menu__entry[href="/workbench"]').click();
  const leaving = page.getByRole('dialog', { name: '离开这一页？' });
  await leaving.getByRole('button', { name: '留在这里' }).click();
  assert.equal(await nameOf(page).inputValue(), '断网时的一稿');
  await context.setOffline(false);
  await savingOf(page, 'saved').waitFor({ timeout: 40_000 });
  await member.close();
});

test('an operator reads why a page is as it is, and copies it', async () => {
  const opened = await kit.open({ token: operator.token });
  const { page } = opened;
  await page.goto(`${server.address}/mixedCutList/list`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('为什么');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '为什么是这样' });
  await dialog.getByText('地址 /mixedCutList/list 属于它').waitFor();
  await dialog.getByText(/代码加载 \d+ 毫秒，启动 \d+ 毫秒/).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await dialog.getByLabel('插件、页面地址或命令').fill('mixing.nothing');
  await page.keyboard.press('Enter');
  await dialog.getByText('插件 mixing 没有命令 mixing.nothing。').waitFor();
  await opened.close();
  const member = await seat('level1', '/workbench');
  await member.page.keyboard.press('ControlOrMeta+k');
  await member.page.getByRole('combobox').fill('为什么');
  await member.page.getByText('没有叫“为什么”').waitFor();
  await member.close();
});
