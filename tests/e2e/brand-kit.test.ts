import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { copyPlugin, packPlugin, type PackedPlugin } from '#tests/fixtures/authored-plugin.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { edit } from '#tests/integration/plugin-tools/author-kit.ts';
import { until } from '#tests/until.ts';

import { atConsole } from './at-console.ts';
import { arrive, axeFaults, createBrowserKit, sideways } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { startMixingSite } from './mix-kit.ts';
import { toastsOf } from './toasts.ts';

/** Within so many milliseconds open browsers follow, on a machine that does other things as well. */
const SOON = 10_000;

interface Kit {
  id: string;
  name: string;
  color: string;
  outlineColor: string;
}

describe('a plugin from outside through its whole life', { timeout: 280_000 }, async () => {
  const folder = copyPlugin({ after }, 'brand-kit');
  const first = await packPlugin(folder);
  let second: PackedPlugin;
  const {
    server: site,
    folder: files,
    stock,
    endWorker,
  } = await startMixingSite(
    { after },
    { ownWorker: true, prepare: (dataDir) => atConsole({ DATA_DIR: dataDir }, ['add', first.path]) },
  );
  const { plugins } = site.composed.ctx;
  const { connectionString } = site.composed.ctx.db;
  const db = await connectDatabase({ connectionString, log: testLog });
  after(() => db.close());
  const kit = createBrowserKit({ after }, site.address);
  const account = await site.signIn({ level: 'level1' });
  const client = mixClient(site.address, account.token);
  const operator = await site.signIn({ operator: true });

  const manager = await kit.open({ token: operator.token, language: 'en', dark: false });
  const member = await kit.open({ token: account.token });
  const { page } = member;
  const entryOf = (at: Page): Locator => at.locator('.rp-rail .rp-menu__entry[href="/brand-kit"]');
  const headingOf = (at: Page): Locator => at.getByRole('main').getByRole('heading', { level: 1 });
  const coverOf = (at: Page): Locator => at.getByRole('img', { name: '封面预览' });
  const kits = async (): Promise<Kit[]> => (await client.call<{ items: Kit[] }>('GET', '/api/p/brand-kit/kits')).items;
  const sameStill = async (): Promise<void> => assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);

  /** Chooses a package in the manager and waits for what it shows. */
  async function inspect({ path }: PackedPlugin, button: string | RegExp): Promise<Locator> {
    await manager.page.getByRole('button', { name: button }).first().click();
    const dialog = manager.page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(path);
    await dialog.getByRole('heading', { name: /Brand/ }).waitFor();
    return dialog;
  }

  async function update(packed: PackedPlugin, version: string): Promise<void> {
    await goOn(manager.page, '/operator/plugins/brand-kit');
    const dialog = await inspect(packed, 'Update from a file');
    await dialog.getByRole('button', { name: `Update to ${version}` }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async function versions(): Promise<[version: string, current: boolean, proven: boolean][]> {
    const rows = await plugins.versions('brand-kit');
    return rows
      .map(({ version, current, proven }): [string, boolean, boolean] => [version, current, proven])
      .toSorted();
  }

  test('its package shows what it adds and asks for, and is installed while a member works', async () => {
    await page.goto(`${site.address}/workbench`);
    await page.locator('.rp-menu').first().waitFor();
    await page.evaluate('globalThis.isTheSamePage = true');
    assert.equal(await entryOf(page).count(), 0);

    await manager.page.goto(`${site.address}/operator/plugins`);
    const dialog = await inspect(first, /^Install a plugin$/);
    const shown = await dialog.innerText();
    for (const part of [
      ...['/brand-kit', 'Brand kits', 'New brand kit', 'mixing.cover-tools', 'GET /api/materials', 'dialogs@1'],
      ...['To list your pictures, so that colours can be taken from one of them', 'It has a server part.'],
    ]) {
      assert.ok(shown.includes(part), `${part} is not in: ${shown}`);
    }
    assert.deepEqual(await axeFaults(manager.page), []);
    assert.equal((await plugins.find('brand-kit')) === undefined, true);
    await dialog.getByRole('radio', { name: /^Fully trusted/ }).check();
    await dialog.getByRole('button', { name: 'Install 1.0.0' }).click();
    await dialog.waitFor({ state: 'detached' });

    await entryOf(page).waitFor({ timeout: SOON });
    await sameStill();
  });

  test('a member makes a kit, takes its colours from a picture, and sets it as the default', async () => {
    const picture = join(files, 'harbour.png');
    const stripe = { create: { width: 300, height: 90, channels: 3 as const, background: '#ffb020' } };
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0a2a4a' } })
      .composite([{ input: await sharp(stripe).png().toBuffer(), top: 200, left: 0 }])
      .toFile(picture);
    await stock(account.accountId, [picture]);

    await entryOf(page).click();
    await arrive(page, '/brand-kit');
    await page.getByRole('button', { name: '新建第一个套件' }).click();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('textbox', { name: '名称', exact: true }).fill('港口');
    await page.getByLabel('水印', { exact: true }).fill('@港口');
    await coverOf(page).getByText('@港口').waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '把“港口”设为默认' }).click();
    await page.locator('.bk-list').getByText('默认', { exact: true }).waitFor();

    await page.getByRole('button', { name: '从图片取色' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'harbour.png' }).click();
    await page.getByText('已换成图片的两种颜色。').waitFor({ timeout: 60_000 });
    assert.deepEqual(
      (await kits()).map(({ name, color, outlineColor }) => [name, color, outlineColor]),
      [['港口', '#ffb020', '#0a2a4a']],
    );
    await until(
      async () => (await page.getByLabel('文字颜色').inputValue()) === '#ffb020',
      'the colours are in the fields',
      10,
    );
    const { items } = await client.call<{ items: { job: string; state: string; progress: number }[] }>(
      'GET',
      '/api/tasks',
    );
    assert.deepEqual(
      items.filter(({ job }) => job === 'brand-kit.palette').map(({ state, progress }) => [state, progress]),
      [['succeeded', 1]],
    );
    assert.deepEqual(await axeFaults(page), []);
    await sameStill();
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('it fits a phone, in English and in the light', async () => {
    const phone = await kit.open({ token: account.token, width: 390, language: 'en', dark: false });
    await phone.page.goto(`${site.address}/brand-kit`);
    await phone.page.getByRole('button', { name: /^港口/ }).click();
    await phone.page.getByRole('img', { name: 'Cover preview' }).waitFor();
    assert.deepEqual([await sideways(phone.page), await axeFaults(phone.page)], [0, []]);
    await phone.close();
  });

  test('the account and the operator set it, and open pages follow', async () => {
    const sizeOf = async () => /--bk-size: ?([\d.]+)/.exec((await coverOf(page).getAttribute('style')) ?? '')?.[1];
    assert.equal(await sizeOf(), '8');
    const tab = await kit.tab(member);
    await tab.goto(`${site.address}/settings/plugins/brand-kit`);
    const scale = tab.locator('[data-setting="textScale"] [role=spinbutton]');
    await scale.fill('150');
    await scale.press('Enter');
    await until(async () => (await sizeOf()) === '12', 'the preview follows', 10);
    await tab.close();

    const create = page.getByRole('button', { name: '新建套件' });
    assert.equal(await create.isEnabled(), true);
    await goOn(manager.page, '/operator/plugins/brand-kit');
    await manager.page.getByRole('tab', { name: 'Settings' }).click();
    const most = manager.page.locator('[data-setting="mostKits"] [role=spinbutton]');
    await most.fill('1');
    await most.press('Enter');
    await until(async () => !(await create.isEnabled()), 'the member cannot make another one', 10);
    await sameStill();
  });

  test('the kit is put on the covers of a mix project', async () => {
    const projectId = await client.createProject([], { titles: { texts: ['三天就到'] } });
    const tab = await kit.tab(member);
    await tab.goto(`${site.address}/mixedCut/edit/${projectId}`);
    await tab.getByRole('tab', { name: '封面标题' }).click();
    const title = tab.getByLabel('标题 1', { exact: true });
    assert.equal(await title.inputValue(), '三天就到');
    await tab.getByRole('button', { name: '套用品牌' }).click();
    await until(async () => (await title.inputValue()) === '三天就到 · @港口', 'the watermark is at the end', 10);
    const fields = tab.locator('.rp-ed-style input[type=color]');
    const colors = [await fields.nth(0).inputValue(), await fields.nth(1).inputValue()];
    assert.deepEqual(colors, ['#ffb020', '#0a2a4a']);
    const read = () =>
      client.call<{ document: { titles: { style: { color: string; size: number } } } }>(
        'GET',
        `/api/mixing/projects/${projectId}`,
      );
    await until(async () => (await read()).document.titles.style.color === '#ffb020', 'the project is saved', 20);
    assert.equal((await read()).document.titles.style.size, 120);
    await tab.close();
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('the manager says of each grant that it was used: of calls, dialogs and events', async () => {
    const ledger = manager.page.locator('.rp-ext-ledger');
    await until(
      async () => {
        await goOn(manager.page, '/operator/plugins');
        await goOn(manager.page, '/operator/plugins/brand-kit?tab=grants');
        await ledger.getByRole('listitem').first().waitFor();
        const said = await ledger.getByRole('listitem').allTextContents();
        return said.length === 4 && said.every((text) => /Uses: [1-9]/.test(text));
      },
      'each was used',
      30,
    );
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('a new version takes its place on the page that is open', async () => {
    for (const [language, before, now] of [
      ['zh', '品牌套件', '品牌工坊'],
      ['en', 'Brand kits', 'Brand studio'],
    ] as const) {
      edit(folder, `locales/${language}.json`, (texts) => texts.replaceAll(`"${before}"`, `"${now}"`));
    }
    second = await packPlugin(folder, '1.1.0');
    await update(second, '1.1.0');
    await headingOf(page).getByText('品牌工坊').waitFor({ timeout: SOON });
    await entryOf(page).getByText('品牌工坊').waitFor({ timeout: SOON });
    await sameStill();
    assert.equal((await kits()).length, 1);
    await until(
      async () => (await versions()).some(([version, , proven]) => version === '1.1.0' && proven),
      'it is proven',
    );
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('a version that throws is left by itself, and the manager says what happened', async () => {
    edit(folder, 'web/index.tsx', (source) =>
      source.replace(
        'activate(context) {',
        `activate(context) {\n    if (context.id !== '') throw new Error('the anchor is lost');`,
      ),
    );
    await update(await packPlugin(folder, '1.2.0'), '1.2.0');
    await until(
      async () => (await versions()).some(([version, current]) => version === '1.1.0' && current),
      'the workbench goes back by itself',
      60,
    );
    assert.deepEqual(await versions(), [
      ['1.0.0', false, true],
      ['1.1.0', true, true],
      ['1.2.0', false, false],
    ]);
    await page.getByRole('button', { name: /^港口/ }).waitFor({ timeout: SOON });
    await sameStill();
    await goOn(manager.page, '/operator/plugins/brand-kit');
    await manager.page.getByRole('tab', { name: 'Faults' }).click();
    const faults = manager.page.locator('.rp-ext-faults');
    await faults
      .getByText(/the anchor is lost/)
      .first()
      .waitFor();
    await faults.getByText('version 1.2.0').first().waitFor();
    await manager.page.getByRole('tab', { name: 'Versions' }).click();
    await manager.page.locator('.rp-ext-versions [data-current]').getByText('1.1.0', { exact: true }).waitFor();
    kit.takeComplaints();
  });

  test('an operator goes back by hand', async () => {
    await manager.page.getByRole('button', { name: 'Back to 1.0.0' }).first().click();
    await manager.page.getByRole('dialog').getByRole('button', { name: 'Back to 1.0.0' }).click();
    await headingOf(page).getByText('品牌套件').waitFor({ timeout: SOON });
    await entryOf(page).getByText('品牌套件').waitFor({ timeout: SOON });
    await sameStill();
    assert.deepEqual(
      (await versions()).find(([, current]) => current),
      ['1.0.0', true, true],
    );
  });

  test('isolated it does the same on its own page', async () => {
    await goOn(manager.page, '/operator/plugins/brand-kit');
    const dialog = await inspect(second, 'Update from a file');
    await dialog.getByRole('radio', { name: /^Isolated/ }).check();
    await dialog.getByRole('button', { name: 'Update to 1.1.0' }).click();
    await dialog.waitFor({ state: 'detached' });
    const framed = page.frameLocator('iframe');
    await framed.getByRole('heading', { name: '品牌工坊' }).waitFor({ timeout: SOON });
    await framed.getByRole('button', { name: /^港口/ }).click();
    await framed.getByLabel('水印', { exact: true }).fill('@海港');
    await framed.getByRole('button', { name: '保存', exact: true }).click();
    await framed.getByRole('button', { name: /^港口.*@海港/ }).waitFor();
    await sameStill();
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('once it is removed nothing of it is left in the workbench, and purging takes its table', async () => {
    await manager.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await manager.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove / })
      .click();
    await entryOf(page).waitFor({ state: 'detached', timeout: SOON });
    await toastsOf(page).first().waitFor();
    await sameStill();
    await page.goto(`${site.address}/brand-kit`);
    await page.locator('.rp-rail').waitFor();
    assert.equal(await page.locator('.bk-kits').count(), 0);
    assert.equal(await page.locator('link[href*="/plugin-files/brand-kit/"]').count(), 0);
    assert.deepEqual(await traces(), ['core_job_clock', 'core_tasks']);
    assert.equal((await tables()).length, 1);

    const env = { DATA_DIR: site.dataDir, DATABASE_URL: connectionString };
    await atConsole(env, ['remove', 'brand-kit']);
    // Its server half runs on until the processes end.
    await endWorker();
    await site.composed.close();
    assert.match(await atConsole(env, ['purge', 'brand-kit'], 'brand-kit'), /brand_kit_kits/);
    assert.deepEqual([await tables(), await traces()], [[], []]);
  });

  async function tables(): Promise<string[]> {
    const found = `select relname as name from pg_class where relname like 'brand_kit%' and relkind = 'r'`;
    return (await db.pool.query<{ name: string }>(found)).rows.map(({ name }) => name);
  }

  /** Tables of the kernel that still name it, but for the audit, which forgets nothing, and what goes by itself within minutes. */
  async function traces(): Promise<string[]> {
    const { rows } = await db.pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'core\\_%' and relkind = 'r'
       and relname not in ('core_audit', 'core_events', 'core_limits') order by 1`,
    );
    const left: string[] = [];
    for (const { name } of rows) {
      const found = await db.pool.query(`select 1 from ${name} as row where row::text like '%brand-kit%' limit 1`);
      if (found.rowCount !== 0) left.push(name);
    }
    return left;
  }
});
