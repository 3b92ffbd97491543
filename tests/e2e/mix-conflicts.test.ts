import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import type { Material } from '#plugins/materials/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { realRunner } from '#tests/integration/media/media-kit.ts';
import { makeBadFiles } from '#tests/integration/mixing/bad-files.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit } from './browser-kit.ts';
import { goOn, serviceOfPage } from './kernel-of-page.ts';
import { arriveAtRun, drawClip, drawMixedClips, dropFiles, startMixingSite } from './mix-kit.ts';

const MEGABYTE = 1024 * 1024;
const ROWS = '.rp-uploads .rp-upload';

describe('what goes wrong while videos are mixed', { timeout: 280_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const { ctx } = site.composed;
  const kit = createBrowserKit({ after }, site.address);
  const clips = drawMixedClips(join(folder, 'clips'), { scenes: 2, seconds: 2 });

  const member = () => site.signIn({ level: 'level1' });
  const library = async (token: string) => {
    const { items } = await mixClient(site.address, token).call<{ items: Material[] }>(
      'GET',
      '/api/materials?limit=100',
    );
    return items;
  };
  // Only the rows in sight are in the page.
  const failures = (page: Page) =>
    page.evaluate<number>(`${serviceOfPage('uploads')}.items.filter(({ state }) => state === 'failed').length`);
  /** The names of those that never came into the library. */
  const unsent = (page: Page) =>
    page.evaluate<string[]>(
      `${serviceOfPage('uploads')}.items.filter(({ state, result }) => state === 'failed' && result === null).map(({ name }) => name)`,
    );
  const tile = (page: Page, name: string) => page.locator('.rp-tile', { hasText: name });
  /** A project of two groups of three clips. */
  async function createProject(token: string, accountId: string): Promise<string> {
    const ids = await stock(accountId, clips);
    // One in which a run takes its time: somebody pauses it.
    const document = projectOf([ids.slice(0, 3), ids.slice(3, 6)], { ratio: '9:16', fit: 'blur' });
    return (await mixClient(site.address, token).call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
  }

  test('each bad file says what is wrong with it, and the good ones among them go on', async () => {
    const bad = join(folder, 'bad');
    mkdirSync(bad);
    const runner = await realRunner(folder);
    await makeBadFiles(runner, bad);
    for (const [index, clip] of clips.slice(0, 3).entries()) copyFileSync(clip, join(bad, `good-${index + 1}.mp4`));
    writeFileSync(join(bad, 'large.mp4'), '');
    truncateSync(join(bad, 'large.mp4'), 100 * MEGABYTE + 1);
    // One of half a second is a fine video; it is refused where videos are mixed.
    const good = ['good-1.mp4', 'good-2.mp4', 'good-3.mp4', 'half.mp4'];
    const files = readdirSync(bad);
    const wrong = files.filter((name) => !good.includes(name));
    assert.ok(wrong.length >= 11, wrong.join());

    const { token } = await member();
    // In the second language only what is not in the library yet.
    let dropped = files;
    const seat = await kit.open({ token });
    const { page } = seat;
    for (const language of ['zh', 'en'] as const) {
      await seat.context.addCookies([{ name: 'localeLanguage', value: language, url: site.address }]);
      await page.goto(`${site.address}/material/list`);
      await page
        .locator(dropped === files ? '.rp-empty' : '.rp-tile')
        .first()
        .waitFor();
      await dropFiles(
        page,
        '.rp-library',
        dropped.map((name) => join(bad, name)),
      );
      await until(async () => {
        const items = await library(token);
        return (
          items.every(({ state }) => state !== 'preparing') &&
          items.length + (await unsent(page)).length === files.length
        );
      }, 'each file is in the library or refused');
      // What turns out to be broken when it is prepared is told where it was said to be done.
      const refused = dropped.filter((name) => !good.includes(name)).length;
      await until(async () => (await failures(page)) === refused, 'each refusal stands among the uploads');
      const told = new Map<string, string>();
      for (let keys = 0; told.size < refused; keys++) {
        assert.ok(keys < 200, `of ${refused} only ${[...told.keys()].join()} are told`);
        await page.locator('.rp-uploads__scroller').press(keys % 8 === 0 ? 'Home' : 'PageDown');
        const rows = await page.evaluate<[string, string][]>(
          `[...document.querySelectorAll('${ROWS}[data-state="failed"]')].map((row) =>
            ['.rp-upload__name', '.rp-upload__error'].map((part) => row.querySelector(part).textContent))`,
        );
        for (const [name, words] of rows) told.set(name, words);
      }
      dropped = await unsent(page);
      await page.locator('.rp-broken__toggle').click();
      for (const name of wrong.filter((one) => !told.has(one))) {
        const words = page.locator('.rp-broken__words', { has: page.getByText(name, { exact: true }) });
        told.set(name, await words.locator('span').innerText());
      }
      assert.deepEqual([...told.keys()].toSorted(), wrong.toSorted());
      for (const [name, words] of told) {
        assert.ok(words.length > 4 && !words.includes('{{') && !/:[a-z]+[.-]/.test(words), `${name}: ${words}`);
        assert.equal(/\p{Script=Han}/u.test(words), language === 'zh', `${name}: ${words}`);
      }
      for (const name of good)
        await until(async () => (await tile(page, name).getAttribute('data-state')) === 'ready', `${name} is ready`);
    }
    kit.takeComplaints();
    await seat.close();
  });

  test('files dropped into a group are refused beside those that come to lie in it', async () => {
    const { token } = await member();
    const seat = await kit.open({ token });
    const { page } = seat;
    const [text, large] = [join(folder, 'text.mp4'), join(folder, 'film.mp4')];
    writeFileSync(text, 'harbour '.repeat(10_000));
    writeFileSync(large, '');
    truncateSync(large, 50 * MEGABYTE + 1);
    await page.goto(`${site.address}/mixedCut/create`);
    const bay = page.locator('.rp-ed-bay').first();
    await bay.waitFor();
    // The first clips that are dropped are dealt to all groups; then each group takes its own.
    await dropFiles(page, '.rp-ed-bay', clips.slice(0, 3));
    await until(async () => (await page.locator('.rp-ed-clip').count()) === 3, 'each group has a clip');
    await dropFiles(page, '.rp-ed-bay', [text, clips[3] ?? '', large, clips[4] ?? '']);
    await until(async () => (await bay.locator('.rp-ed-clip').count()) === 3, 'the good ones lie in the group');
    const row = (name: string) => bay.locator('.rp-ed-arrival', { hasText: name });
    await row('film.mp4').getByText(/50 MB/).waitFor();
    await row('text.mp4').getByText(/格式/).waitFor();
    await row('text.mp4').getByRole('button', { name: '知道了，移除 text.mp4' }).click();
    await row('text.mp4').waitFor({ state: 'detached' });
    kit.takeComplaints();
    await seat.close();
  });

  test('space that runs out in the middle of a batch stops the rest, which goes on when there is more', async () => {
    const { token } = await member();
    const paths = Array.from({ length: 3 }, (_, index) => {
      const path = join(folder, `full-${index}.mp4`);
      drawClip(path, 900 + index, 1.5, { ballast: 2 * MEGABYTE });
      return path;
    });
    const limit = async (bytes: number | null) => {
      const gigabytes = bytes === null ? null : bytes / 1024 ** 3;
      const limits = { ...LEVEL_LIMITS, level1: { ...LEVEL_LIMITS.level1, gigabytes } };
      await ctx.settings.set(LEVEL_LIMITS_SETTING, limits, 'test');
    };
    await limit(3 * MEGABYTE);
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${site.address}/material/list`);
    await page.locator('.rp-empty').waitFor();
    await page.setInputFiles('.rp-library [data-files]', paths);
    const states = async (state: string) => await page.locator(`${ROWS}[data-state="${state}"]`).count();
    await until(async () => (await states('done')) + (await states('failed')) === 3, 'all are done or refused');
    const [done, failed] = [await states('done'), await states('failed')];
    assert.ok(done >= 1 && failed >= 2, `${done} done, ${failed} failed`);
    for (const words of await page.locator(`${ROWS} .rp-upload__error`).allInnerTexts()) assert.match(words, /空间/);
    await until(async () => (await library(token)).length === done, 'what is done is in the library');

    await limit(null);
    for (let count = 0; count < failed; count++)
      await page
        .getByRole('button', { name: /^重试“full-/ })
        .first()
        .click();
    await page.locator('.rp-uploads').getByText('全部完成').waitFor({ timeout: 60_000 });
    assert.deepEqual(
      (await library(token)).map(({ name }) => name).toSorted(),
      paths.map((_, index) => `full-${index}.mp4`),
    );
    kit.takeComplaints();
    await seat.close();
  });

  test('a material that is deleted while a run uses it stays until the run has ended', async () => {
    const { token, accountId } = await member();
    const project = await createProject(token, accountId);
    const client = mixClient(site.address, token);
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${site.address}/mixedCut/edit/${project}`);
    await page.getByRole('spinbutton', { name: '条数' }).fill('6');
    await page.getByRole('button', { name: '生成 6 条' }).click();
    const run = await arriveAtRun(page);
    // It stands still with what it holds.
    await page.getByRole('button', { name: '暂停', exact: true }).click();
    await page.getByRole('button', { name: '继续', exact: true }).waitFor();

    const tab = await kit.tab(seat);
    await tab.goto(`${site.address}/material/list`);
    await tab.locator('.rp-tile', { hasText: 'dawn-1' }).locator('[data-tick]').click();
    await tab.getByRole('button', { name: '删除' }).click();
    await tab.getByRole('dialog').getByText('正用着其中的素材').waitFor();
    await tab.getByRole('button', { name: '仍然移到回收站' }).click();
    await tab.getByText('1 个素材已移到回收站').waitFor();
    await tab.getByRole('button', { name: '回收站' }).click();
    await tab.locator('.rp-tile', { hasText: 'dawn-1' }).waitFor();
    await tab.getByRole('button', { name: '清空回收站' }).click();
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: /清空回收站/ })
      .click();
    await tab.getByText('正被一个混剪任务使用').first().waitFor();

    await page.getByRole('button', { name: '继续', exact: true }).click();
    const { state, made, failed } = await client.ended(run);
    assert.deepEqual([state, made, failed], ['done', 6, 0]);
    await page.locator('.rp-run-certificate').waitFor();
    await page.getByRole('link', { name: '编辑项目' }).click();
    await page.locator('.rp-ed-clip', { hasText: 'dawn-1' }).getByText('“dawn-1.mp4”在回收站里').waitFor();
    await tab.getByRole('button', { name: '清空回收站' }).click();
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: /清空回收站/ })
      .click();
    await tab.getByText('已彻底删除 1 个素材').waitFor();
    kit.takeComplaints();
    await seat.close();
  });

  test('two users of one account see each other in the library, and neither loses a project to the other', async () => {
    const { token, accountId } = await member();
    const project = await createProject(token, accountId);
    const account = await ctx.accounts.find(ctx.db, accountId);
    const other = await buildSession(ctx.db, { account, deviceId: 'other' });
    const [one, two] = [await kit.open({ token }), await kit.open({ token: other.token })];
    for (const { page } of [one, two]) await page.goto(`${site.address}/material/list`);
    for (const { page } of [one, two]) await tile(page, 'dawn-2').waitFor();
    await tile(one.page, 'dawn-2').locator('[data-tick]').click();
    await one.page.getByRole('button', { name: '删除' }).click();
    await one.page.getByRole('button', { name: '仍然移到回收站' }).click();
    await tile(two.page, 'dawn-2').waitFor({ state: 'detached' });
    await one.page.getByRole('button', { name: '撤销' }).click();
    await tile(two.page, 'dawn-2').waitFor();

    const edit = `/mixedCut/edit/${project}`;
    const name = (page: Page) => page.getByRole('textbox', { name: '项目名称' });
    for (const { page } of [one, two]) await goOn(page, edit);
    for (const { page } of [one, two]) await name(page).waitFor();
    // What the other one has not touched is kept up to date.
    await name(one.page).fill('First');
    await until(async () => (await name(two.page).inputValue()) === 'First', 'the other one sees it');

    // Each sees that the other is there, and how.
    for (const { page } of [one, two]) await page.getByText(/^另有 1 个窗口打开着/).waitFor();

    // One that goes to another page is gone at once, and is there again when it comes back.
    const third = await kit.tab(one);
    const areThree = async () => {
      for (const page of [two.page, third]) await page.getByText(/^另有 2 个窗口打开着/).waitFor();
      await third.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(null)))');
    };
    const areTwo = () => two.page.getByText(/^另有 1 个窗口打开着/).waitFor({ timeout: 10_000 });
    await third.goto(site.address + edit);
    await areThree();
    await third.goto(`${site.address}/favicon.svg`);
    await areTwo();
    await third.goBack();
    await areThree();
    // So is one whose tab closes. The browser gives it half a second to say so, which it may use up while it is still
    // being drawn.
    await third.close();
    await areTwo();

    // Both change other fields at the same moment: both changes are there, in both windows.
    const mirror = two.page.getByRole('switch', { name: '打乱镜头组顺序' });
    await name(one.page).fill('First, together');
    await mirror.click();
    for (const { page } of [one, two]) {
      await page.getByText('已保存', { exact: true }).waitFor();
      await until(async () => (await name(page).inputValue()) === 'First, together', 'the name is seen');
      await until(() => page.getByRole('switch', { name: '打乱镜头组顺序' }).isChecked(), 'the order is seen');
    }

    // Both change the same one at the same moment: the later one is told, and keeps a copy.
    const held = Promise.withResolvers<void>();
    await two.page.route('**/api/mixing/projects/*', async (route) => {
      if (route.request().method() !== 'GET') await held.promise;
      await route.continue();
    });
    await name(two.page).fill('Second, mine');
    await two.page.getByText('正在保存').waitFor();
    await name(one.page).fill('Second');
    await one.page.getByText('已保存', { exact: true }).waitFor();
    held.resolve();
    const bar = two.page.getByRole('alert').filter({ hasText: '另一个窗口里改过了' });
    await bar.waitFor();
    assert.equal(await name(two.page).inputValue(), 'Second, mine');
    await bar.getByRole('button', { name: '另存为副本' }).click();
    await bar.waitFor({ state: 'detached' });
    await two.page.waitForURL((url) => url.pathname !== edit);
    await two.page.getByText('已保存', { exact: true }).waitFor();
    const client = mixClient(site.address, token);
    const read = async (address: string) =>
      (
        await client.call<{ document: MixProject }>(
          'GET',
          `/api/mixing/projects/${new URL(address).pathname.split('/').at(-1)}`,
        )
      ).document;
    assert.equal((await read(site.address + edit)).name, 'Second');
    const copy = await read(two.page.url());
    assert.equal(copy.name, 'Second, mine 副本');
    assert.deepEqual(
      copy.groups.map(({ materials }) => materials.length),
      [3, 3],
    );
    kit.takeComplaints();
    await one.close();
    await two.close();
  });
});
