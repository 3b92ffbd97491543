import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, sideways } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
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

  /** Goes on by Tab until something is focused. @returns how many presses that took */
  async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<number> {
    const passed: string[] = [];
    for (let steps = 1; steps <= 150; steps++) {
      await page.keyboard.press(key);
      const focused = await page.evaluate<string>(FOCUSED);
      if (name.test(focused)) return steps;
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
    // Past head, preview and settings.
    const toSkip = await tabTo(page, /^button: Skip to the shot groups$/);
    await page.keyboard.press('Enter');
    const toAdd = await tabTo(page, /^button: Add from library$/);
    assert.ok(toSkip + 1 + toAdd <= 8, `${toSkip} + 1 + ${toAdd} presses`);
    await page.keyboard.press('Shift+Tab');
    for (const [index, scene] of scenes.entries()) {
      do await tabTo(page, /^button: Add from library$/);
      while ((await page.evaluate<number>(BAY)) !== index);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('gridcell').first().waitFor();
      await tabTo(page, /^search: /);
      // Some letters of it find the same, and what is found for all of them takes their place.
      const isFound = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === scene);
      await page.keyboard.type(scene);
      await isFound;
      await until(async () => (await dialog.getByRole('gridcell').count()) === 2, `two clips of ${scene} are found`);
      await dialog.locator('[role="grid"][aria-busy="false"]').waitFor();
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
    await page.keyboard.press('Enter');
    await until(async () => /^button: Play$/.test(await page.evaluate<string>(FOCUSED)), 'it is paused');
    await tabTo(page, /^spinbutton: /);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2');
    await tabTo(page, /^button: Make 2$/);
    await page.keyboard.press('Enter');
    const run = await mixClient(site.address, token).ended(await arriveAtRun(page));
    assert.deepEqual([run.state, run.made], ['done', 2]);
    await page.locator('.rp-run-certificate').waitFor();
    await page.locator('.rp-output[data-state="made"]').nth(1).waitFor();
    await tabTo(page, /^grid: /);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('video').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await page.evaluate<string>(FOCUSED), /^grid: /);
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });

  test('the focus stays in the editor whatever is opened, closed or taken away', async () => {
    const { token, accountId } = await site.signIn();
    const ids = await stock(accountId, clips);
    const project = await mixClient(site.address, token).call<{ id: string }>(
      ...(['POST', '/api/mixing/projects', projectOf([ids.slice(0, 3), ids.slice(3, 6)])] as const),
    );
    const seat = await kit.open({ token, language: 'en' });
    const { page } = seat;
    await page.goto(`${site.address}/mixedCut/edit/${project.id}`);
    await page.locator('.rp-ed-clip').nth(5).waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
    /** Presses a key, and waits for what comes of it. @returns what has the focus then */
    const press = async (key: string, comes: () => Promise<boolean>): Promise<string> => {
      await page.keyboard.press(key);
      await until(comes, `what ${key} does`, 10);
      await until(async () => (await page.evaluate<string>(FOCUSED)) !== '', `something has the focus after ${key}`, 5);
      return await page.evaluate<string>(FOCUSED);
    };
    const count = (selector: string) => page.locator(selector).count();

    await page.getByRole('tab', { name: 'Subtitles' }).click();
    for (const lines of [1, 2, 3]) {
      await button('Add a line').focus();
      await press('Enter', async () => (await count('.rp-ed-cues li')) === lines);
    }
    await button('Remove line 2').focus();
    assert.match(await press('Enter', async () => (await count('.rp-ed-cues li')) === 2), /Line 2/i);
    for (const left of [1, 0]) {
      await button('Remove line 1').focus();
      await press('Enter', async () => (await count('.rp-ed-cues li')) === left);
    }
    await button('Undo').focus();
    for (let steps = 0; await button('Undo').isEnabled(); steps += 1) {
      assert.ok(steps < 20);
      await press('Enter', () => Promise.resolve(true));
    }
    assert.match(await press('Shift', () => Promise.resolve(true)), /Redo/);

    // The sheet of keys has those of the editor.
    await press('?', () => page.getByRole('dialog').isVisible());
    for (const name of ['Undo', 'Redo', 'Play']) await page.getByRole('dialog').getByText(name).first().waitFor();
    assert.match(await press('Escape', async () => !(await page.getByRole('dialog').isVisible())), /Redo/);

    await button('Add from library').focus();
    assert.match(await press('Enter', async () => (await count('[role="dialog"] [role="gridcell"]')) > 0), /^search/);
    assert.match(await press('Escape', async () => (await count('[role="dialog"]')) === 0), /Add from library/);

    /** Chooses something from the first menu of a kind. */
    const choose = async (menus: string, name: string, comes: () => Promise<boolean>): Promise<void> => {
      await page.locator(`${menus} [aria-haspopup="menu"]`).first().focus();
      await press('Enter', async () => (await count('[role="menu"]')) === 1);
      await page.getByRole('menuitem', { name }).focus();
      await press('Enter', comes);
    };
    await choose('.rp-ed-clip', 'Remove from the group', async () => (await count('.rp-ed-clip')) === 5);
    await choose('.rp-ed-bay header', 'Delete the group', async () => (await count('.rp-ed-bay')) === 1);
    kit.takeComplaints();
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
    await goOn(page, '/mixedCutList/list');
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
    // What comes next is in sight above the bar, however far a step goes on below it.
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box, selector);
      return { top: box.y, bottom: box.y + box.height };
    };
    const bar = await boxOf('.rp-bottom');
    for (const name of ['素材', '设置', '预览']) {
      await step(name).tap();
      const long = await page.evaluate<boolean>(
        `(() => { const page = document.querySelector('.rp-editor'); return page.scrollHeight > page.clientHeight; })()`,
      );
      assert.ok(long || name === '预览', `${name} goes on below`);
      const next = await boxOf('.rp-ed-next button');
      assert.ok(next.bottom <= bar.top && next.bottom > bar.top - 80, `${name}: ${next.bottom} above ${bar.top}`);
    }
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
    await page.getByRole('button', { name: '暂停', exact: true }).tap();
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
    await page.locator('.rp-run-certificate').tap();
    await page.getByText('每一对都在限度之内').waitFor();
    assert.equal(await sideways(page), 0);
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });
});
