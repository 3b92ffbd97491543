import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import type { Hostile } from '../fixtures/plugins/hostile.ts';
import { choosePicture, go, leaveAll, main, say, sees, stageOf, toasts } from './hostile-pages.ts';
import { serviceOfPage } from './kernel-of-page.ts';

/** What else has to be so on a plugin's page, by its id. */
export const THERE: Readonly<Record<string, (page: Page, plugin: Hostile) => Promise<void>>> = {
  async 'page-never-comes'(page) {
    await main(page).getByRole('status').waitFor();
  },
  async 'other-module'(page) {
    assert.equal(await page.evaluate('globalThis.ran'), undefined);
  },
  async 'other-styles'(page) {
    assert.equal(await page.locator('link[href*="/plugin-files/other-styles/"][rel=stylesheet]').count(), 0);
  },
  async 'floods-toasts'(page) {
    assert.equal(await toasts(page).count(), 3);
    assert.equal(await page.locator('.rp-toast[data-plugin="floods-toasts"]').count(), 3);
    // Others, and the workbench itself, are still heard.
    await page.evaluate(`${serviceOfPage('commands')}.run('neighbour.greet')`);
    await toasts(page).getByText('greets').waitFor();
    assert.equal(await toasts(page).count(), 4);
  },
  async 'u-floods-toasts'(page) {
    const own = page.locator('.rp-toast[data-plugin="u-floods-toasts"]');
    await own.getByText('flood 59').waitFor();
    assert.ok((await own.allTextContents()).every((text) => text.startsWith('插件u-floods-toasts：flood')));
    assert.equal(await own.count(), 3);
  },
  async 'floods-dialogs'(page, plugin) {
    const dialogs = page.getByRole('dialog', { includeHidden: true });
    await main(page).getByRole('button', { name: 'at once' }).click();
    await page.getByRole('dialog').getByText('trap').last().waitFor();
    assert.equal(await dialogs.count(), 3);
    await leaveAll(page);
    await main(page).getByText('got: 3').waitFor();
    await main(page).getByRole('button', { name: 'one after the other' }).click();
    await page.getByRole('dialog').waitFor();
    await leaveAll(page);
    await main(page).getByText(`refused: TypeError plugin "${plugin.manifest.id}" has opened 10 dialogs`).waitFor();
  },
  async 'u-asks-endlessly'(page, plugin) {
    const stage = stageOf(page, plugin);
    await stage.getByRole('button', { name: 'ask' }).click();
    await page.getByRole('dialog').waitFor();
    await leaveAll(page);
    await stage.getByText('has opened 10 dialogs').waitFor();
  },
  async 'fails-thrice'(page, plugin) {
    // Coming back does not try it again; whoever presses the button does.
    await go(page, '/neighbour');
    await go(page, '/fails-thrice');
    await sees(page, plugin, 'shell:plugin-stopped');
    await main(page).getByRole('button', { name: '重试' }).click();
    await main(page).getByRole('button', { name: 'sink' }).waitFor();
  },
  async 'u-throws-at-import'(page, plugin) {
    await stageOf(page, plugin).getByRole('alert').getByText('sunk at import').waitFor({ state: 'attached' });
  },
  async 'u-throws-at-render'(page, plugin) {
    await stageOf(page, plugin).getByRole('alert').getByText('sunk in render').waitFor({ state: 'attached' });
  },
  async 'u-gets-out'(page) {
    assert.equal(new URL(page.url()).pathname, '/u-gets-out');
    assert.equal(page.context().pages().length, 2);
  },
  async 'gives-no-cards'(page) {
    await go(page, '/workbench');
    await main(page).getByRole('heading', { level: 2 }).first().waitFor({ state: 'attached' });
    assert.equal(await main(page).getByRole('alert').count(), 0);
  },
  async 'gives-bad-cards'(page) {
    await go(page, '/workbench');
    await main(page).getByText('插件gives-bad-cards').first().waitFor();
    assert.equal(await page.evaluate(`${serviceOfPage('plugins')}.find('workbench').state.name`), 'active');
  },
  async 'throws-in-action'(page) {
    const bar = await choosePicture(page);
    await bar.getByRole('button', { name: '插件throws-in-action' }).click();
    await toasts(page).getByText(say('shell:plugin-fault', 'throws-in-action')).waitFor();
    await bar.getByRole('button', { name: '下载' }).waitFor();
  },
  async 'action-never-ends'(page) {
    const bar = await choosePicture(page);
    await bar.getByRole('button', { name: '插件action-never-ends' }).click();
    // Whoever does not want to wait does something else.
    await bar.getByRole('button', { name: '移动' }).first().click();
    await page.getByRole('dialog').waitFor();
    await leaveAll(page);
  },
  async 'gives-bad-actions'(page) {
    const bar = await choosePicture(page);
    await bar.getByRole('button', { name: '下载' }).waitFor();
    assert.equal(await bar.getByRole('button', { name: /gives-bad-actions/ }).count(), 0);
  },
  async 'gives-bad-badges'(page) {
    const bar = await choosePicture(page);
    await bar.getByRole('button', { name: '下载' }).waitFor();
    await toasts(page).getByText(say('shell:plugin-fault', 'gives-bad-badges')).first().waitFor();
  },
  async 'grows-endlessly'(page) {
    await go(page, '/workbench');
    const part = main(page).locator('section').filter({ hasText: 'wave 400' });
    await part.waitFor();
    const { height, width } = (await part.boundingBox()) ?? { height: 0, width: 0 };
    assert.ok(height > 100 && height < 700, `it is ${height} px high`);
    assert.ok(width < 1440, `it is ${width} px wide`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  },
};

/** What else has to be so once a plugin was stopped, by its id. */
export const GONE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async leaks(page) {
    await page.evaluate('globalThis.leaked = {}; globalThis.stirLeaks()');
    await page.waitForTimeout(600);
    await page.evaluate('globalThis.stirLeaks()');
    // Only what it did past its context goes on.
    const left = await page.evaluate<object>('globalThis.leaked');
    assert.deepEqual(left, { 'own listener': 2, 'own reaction': 2 });
    assert.equal(await page.evaluate(`${serviceOfPage('commands')}.list.some(({ id }) => id === 'leaks.more')`), false);
  },
  async 'floods-toasts'(page) {
    assert.equal(await page.locator('.rp-toast[data-plugin="floods-toasts"]').count(), 0);
  },
};
