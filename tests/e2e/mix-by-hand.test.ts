import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, sideways } from './browser-kit.ts';
import { arriveAtRun, drawMixedClips, SCENES, seenOf, startMixingSite } from './mix-kit.ts';

/** What has the focus, as it is called. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return '';
  const labelled = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const role = at.getAttribute('role') ?? at.getAttribute('type') ?? at.localName;
  return role + ': ' + (at.getAttribute('aria-label') ?? (labelled || at.labels?.[0]?.textContent || at.textContent || '')).trim();
})()`;

/** Which group the focus is in. */
const BAY = `[...document.querySelectorAll('.rp-ed-bay')].indexOf(document.activeElement.closest('.rp-ed-bay'))`;

describe('videos are mixed without a mouse', { timeout: 200_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, site.address);
  const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 3, seconds: 2 });
  const scenes = SCENES.slice(0, 3);

  /** Goes on by Tab until something is focused. */
  async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let steps = 0; steps < 150; steps++) {
      await page.keyboard.press(key);
      const focused = await page.evaluate<string>(FOCUSED);
      if (name.test(focused)) return;
      passed.push(focused);
    }
    throw new Error(`${key} does not lead to ${String(name)}: ${passed.join(' | ')}`);
  }

  test('by the keyboard alone, from the files to the videos', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token, language: 'en' });
    const { page } = seat;
    await page.goto(`${site.address}/material/list`);
    await page.locator('.rp-empty').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, /^button: Upload$/);
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(clips);
    await until(async () => (await page.locator('.rp-tile[data-state="ready"]').count()) === 6, 'all are ready');

    await tabTo(page, /^a: Batch mix/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Batch mix' }).waitFor();
    await tabTo(page, /^button: New project$/);
    await page.keyboard.press('Enter');
    await page.locator('.rp-ed-bay').first().waitFor();
    for (const [index, scene] of scenes.entries()) {
      do await tabTo(page, /^button: Add from library$/);
      while ((await page.evaluate<number>(BAY)) !== index);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('gridcell').first().waitFor();
      await tabTo(page, /^search: /);
      await page.keyboard.type(scene);
      await until(async () => (await dialog.getByRole('gridcell').count()) === 2, `two clips of ${scene} are found`);
      await tabTo(page, /^grid: /);
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const bay = page.locator('.rp-ed-bay').nth(index);
      await until(async () => (await bay.locator('.rp-ed-clip').count()) === 2, 'the clips lie in the group');
    }
    // One stop of the Tab key; the arrow keys go from tab to tab.
    await tabTo(page, /^tab: Shot group$/);
    for (let presses = 0; presses < 8 && !/^tab: Picture$/.test(await page.evaluate<string>(FOCUSED)); presses += 1) {
      await page.keyboard.press('ArrowRight');
    }
    assert.match(await page.evaluate<string>(FOCUSED), /^tab: Picture$/);
    await tabTo(page, /^radio: 1080p$/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, /^button: Play$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await until(
      async () => /^0:0[1-9]/.test(await page.locator('.rp-ed-preview__time').innerText()),
      'the preview plays',
    );
    await tabTo(page, /^spinbutton: /);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2');
    await tabTo(page, /^button: Make 2$/);
    await page.keyboard.press('Enter');
    const run = await mixClient(site.address, token).ended(await arriveAtRun(page));
    assert.deepEqual([run.state, run.made], ['done', 2]);
    await page.locator('.rp-run-head__certificate').waitFor();
    await tabTo(page, /^grid: /);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('video').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await page.evaluate<string>(FOCUSED), /^grid: /);
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });

  test('by touch on a phone', async () => {
    const { token, accountId } = await site.signIn();
    await stock(accountId, clips);
    const seat = await kit.open({ token, width: 390 });
    const { page } = seat;
    await page.goto(`${site.address}/material/list`);
    await until(async () => (await page.locator('.rp-tile[data-state="ready"]').count()) >= 4, 'the library is shown');
    assert.equal(await sideways(page), 0);
    await page.goto(`${site.address}/mixedCutList/list`);
    await page.getByRole('button', { name: '新建项目' }).tap();
    await page.locator('.rp-ed-bay').first().waitFor();
    for (const [index, scene] of scenes.entries()) {
      const bay = page.locator('.rp-ed-bay').nth(index);
      await bay.getByRole('button', { name: '从素材库添加' }).tap();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('searchbox').fill(scene);
      await until(async () => (await dialog.getByRole('gridcell').count()) === 2, `two clips of ${scene} are found`);
      for (const cell of await dialog.getByRole('gridcell').all()) await cell.tap();
      await dialog.getByRole('button', { name: '确定' }).tap();
      await dialog.waitFor({ state: 'detached' });
      await until(async () => (await bay.locator('.rp-ed-clip').count()) === 2, 'the clips lie in the group');
    }
    const step = (name: string) => page.getByRole('navigation', { name: '步骤' }).getByRole('button', { name });
    await step('设置').tap();
    await page.getByRole('radio', { name: '480p', exact: true }).tap();
    assert.equal(await sideways(page), 0);
    await step('预览').tap();
    await until(
      async () => (await seenOf(page.locator('canvas.rp-ed-preview__canvas'))).contrast > 10,
      'the preview shows a picture',
    );
    await page.getByRole('button', { name: '播放', exact: true }).tap();
    await until(async () => /^0:0[1-9]/.test(await page.locator('.rp-ed-preview__time').innerText()), 'it plays');
    await step('生成').tap();
    await page.getByRole('spinbutton', { name: '条数' }).fill('2');
    await page.getByRole('button', { name: '生成 2 条' }).tap();
    const run = await mixClient(site.address, token).ended(await arriveAtRun(page));
    assert.deepEqual([run.state, run.made], ['done', 2]);
    await page.locator('.rp-output[data-state="made"]').first().tap();
    const shown = page.getByRole('dialog');
    await shown.locator('video').waitFor();
    assert.ok((await shown.getByRole('list', { name: '这条视频的镜头' }).getByRole('listitem').count()) > 1);
    await shown.getByRole('button', { name: '关闭' }).first().tap();
    await page.locator('.rp-run-head__certificate').tap();
    await page.getByText('每一对都在限度之内').waitFor();
    assert.equal(await sideways(page), 0);
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });
});
