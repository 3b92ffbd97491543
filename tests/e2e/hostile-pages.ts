import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { FrameLocator, Page } from 'playwright-core';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { until } from '#tests/until.ts';

import type { Hostile, Press } from '../fixtures/plugins/hostile.ts';
import { arrive } from './browser-kit.ts';
import { serviceOfPage } from './kernel-of-page.ts';

// What is seen and pressed on the pages of plugins that misbehave.

const TEXTS = JSON.parse(readFileSync(new URL('../../locales/zh/shell.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** A text of the shell about a plugin. */
export function say(key: MessageKey, id: string): string {
  const text = TEXTS[key.replace('shell:', '')];
  assert.ok(text, `no text ${key}`);
  return text.replace('{{plugin}}', `插件${id}`);
}

export const main = (page: Page) => page.getByRole('main');
export const toasts = (page: Page) => page.locator('.rp-toast');

/** Goes to a page as a link of the workbench does: nothing is loaded anew. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`void ${serviceOfPage('router')}.go('${path}')`);
  await arrive(page, path);
}

/** What stands in the place of a page that went wrong names the plugin, and offers what can be done. */
export async function sees(page: Page, { manifest: { id }, details }: Hostile, told: MessageKey): Promise<void> {
  const fault = main(page).getByRole('alert');
  await fault.getByText(say(told, id)).waitFor();
  await fault.getByRole('button', { name: told.includes('blocked') ? '再看一次' : '重试' }).waitFor();
  await fault.getByRole('button', { name: '停用' }).waitFor();
  await fault.getByRole('link', { name: '在插件管理中查看' }).waitFor();
  if (details !== null) assert.match((await fault.locator('pre').textContent()) ?? '', details);
}

/** Where the plugin draws its page. */
export function stageOf(page: Page, { untrusted, manifest: { id } }: Hostile): FrameLocator | ReturnType<typeof main> {
  return untrusted ? page.frameLocator(`iframe[src^="/plugin-frame/${id}/"]`) : main(page);
}

export async function press(page: Page, plugin: Hostile, step: Press): Promise<void> {
  const { button, says, toast, refuses } = step;
  const stage = stageOf(page, plugin);
  const isLast = plugin.untrusted && plugin.toldThen !== null && plugin.presses.at(-1) === step;
  const clicked = stage.getByRole('button', { name: button, exact: true }).click({ timeout: isLast ? 1_000 : 5_000 });
  // Of a frame that goes with the click nobody hears that it was one.
  await (isLast ? clicked.catch(() => undefined) : clicked);
  if (says !== undefined) {
    const output = stage.locator('output:not(:empty)');
    await output.waitFor();
    assert.match((await output.textContent()) ?? '', says, button);
  }
  const { id } = plugin.manifest;
  if (toast === true) await toasts(page).getByText(say('shell:plugin-fault', id)).first().waitFor();
  if (refuses !== undefined) await toasts(page).getByText(refuses).first().waitFor();
}

/** The menu, another plugin's page and the theme answer. */
export async function shellAnswers(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' }).filter({ visible: true });
  await menu.getByRole('link', { name: '插件neighbour' }).click();
  await arrive(page, '/neighbour');
  await main(page).getByRole('button', { name: 'count 0' }).click();
  await main(page).getByRole('button', { name: 'count 1' }).waitFor();
  const mode = `document.body.getAttribute('theme-mode')`;
  const before = await page.evaluate(mode);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^换成.色$/ })
    .click();
  await until(async () => (await page.evaluate(mode)) !== before, 'the theme is the other one');
}

/** Chooses the picture of the library. @returns what can be done with it */
export async function choosePicture(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await go(page, '/material/photo');
  const picture = main(page).locator('[data-id]').first();
  await picture.waitFor();
  const bar = page.getByRole('toolbar', { name: '对所选素材的操作' });
  // What was chosen stays chosen while other pages are visited.
  if (!(await bar.isVisible())) await picture.click({ modifiers: ['Control'] });
  await bar.waitFor();
  return bar;
}

/** Presses Esc until no dialog is left: nobody is to be shut in. */
export async function leaveAll(page: Page): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    if ((await page.getByRole('dialog').count()) === 0) return;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(60);
  }
  assert.fail('a dialog could not be left');
}
