import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit, pageFaults, type PreparedView } from './browser-kit.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const { token } = await server.signIn();

/** What is wrong with a page as it stands. */
async function faultsOf(page: Page, what: string): Promise<string[]> {
  return [...(await pageFaults(page)), ...kit.takeComplaints()].map((fault) => `${what}: ${fault}`);
}

/** What is still an outline is not the page yet. */
async function isWhole(page: Page): Promise<void> {
  await page.locator('main, [role="dialog"]').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Opens a dialog, looks at it, and closes it again. */
async function look(page: Page, what: string, open: () => Promise<unknown>): Promise<string[]> {
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await isWhole(page);
  const faults = await faultsOf(page, what);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

/** The landing page down to its end, and the page that old browsers are shown. */
async function landingPage(page: Page): Promise<string[]> {
  await page.goto(`${server.address}/home`);
  await isWhole(page);
  const faults = await faultsOf(page, '/home');
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  faults.push(...(await faultsOf(page, '/home, its end')));
  await page.goto(`${server.address}/lowVersionBrowser`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return [...faults, ...(await faultsOf(page, '/lowVersionBrowser'))];
}

async function loginDialog(page: Page): Promise<string[]> {
  await page.goto(`${server.address}/safe`);
  const faults: string[] = [];
  // A phone cannot scan its own screen.
  if ((page.viewportSize()?.width ?? 0) > 720) {
    await page.locator('.rp-login-qr-link').waitFor();
    faults.push(...(await faultsOf(page, 'login by QR code')));
    await page.getByRole('tab').nth(1).click();
  }
  await page.getByRole('textbox').first().fill('1380013800');
  await page.keyboard.press('Tab');
  faults.push(...(await faultsOf(page, 'login by mobile, a faulty number')));
  await page.locator('.rp-login-verify').click();
  await page.locator('[role="slider"][aria-disabled="false"]').waitFor();
  faults.push(...(await faultsOf(page, 'captcha')));
  return faults;
}

async function workbenchDialogs(page: Page): Promise<string[]> {
  await page.goto(`${server.address}/workbench`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await isWhole(page);
  const faults = [
    ...(await look(page, 'palette', () => page.keyboard.press('Control+k'))),
    ...(await look(page, 'shortcut sheet', () => page.keyboard.press('Shift+?'))),
    ...(await look(page, 'customer service', async () => {
      await page
        .locator('.rp-contact')
        .getByRole('button', { name: /联系客服|Support|Contact/ })
        .focus();
      await page.keyboard.press('Enter');
    })),
  ];
  if ((page.viewportSize()?.width ?? 0) < 720) {
    const menu = page.locator('.rp-bottom').getByRole('button').last();
    faults.push(...(await look(page, 'menu sheet', () => menu.click())));
  } else {
    await page.locator('.rp-account').click();
    await page.getByRole('menu').waitFor();
    faults.push(...(await faultsOf(page, 'account menu')));
  }
  return faults;
}

for (const look of [
  // One of them with the film of the landing page and everything else that moves.
  { width: 1440, dark: true, language: 'zh', moving: true },
  { width: 390, dark: false, language: 'en', moving: false },
] as const satisfies PreparedView[]) {
  const how = `at ${look.width} px, ${look.dark ? 'dark' : 'light'}, ${look.language}`;
  test(`what a visitor opens is accessible, fits and complains of nothing ${how}`, async () => {
    const { page, close } = await kit.open(look);
    assert.deepEqual([...(await landingPage(page)), ...(await loginDialog(page))], []);
    await close();
  });

  test(`what opens over the workbench is accessible, fits and complains of nothing ${how}`, async () => {
    const { page, close } = await kit.open({ ...look, token });
    assert.deepEqual(await workbenchDialogs(page), []);
    await close();
  });
}
