import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit } from './browser-kit.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);

/** What the first lines consist of. */
const PARTS = [
  ...['.rp-site-header__name', '.rp-hero__headline', '.rp-hero__lead', '.rp-hero__start button', '.rp-hero__note'],
  ...['.rp-bay__name', '.rp-bay__clip', '.rp-bays__caption', '.rp-wall__frame img'],
];

/** What the parts say, where they stand, and how they look. */
async function partsOf(page: Page): Promise<unknown[]> {
  return await page.evaluate<unknown[]>(`(async () => {
    await document.fonts.ready;
    return ${JSON.stringify(PARTS)}.flatMap((part) => [...document.querySelectorAll(part)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, backgroundPosition, font } = getComputedStyle(element);
      return { part, text: element.textContent, at: [x, y, width, height].map(Math.round), color, backgroundColor,
        backgroundPosition, font, source: element.currentSrc };
    }));
  })()`);
}

for (const look of [
  { width: 1440, dark: true, language: 'zh' },
  { width: 1440, dark: false, language: 'en' },
  { width: 390, dark: false, language: 'zh' },
  { width: 390, dark: true, language: 'en' },
] as const) {
  const how = `at ${look.width} px, ${look.dark ? 'dark' : 'light'}, ${look.language}`;
  test(`a visitor reads the landing page before its code is there, and nothing of it moves then, ${how}`, async () => {
    const { page, close } = await kit.open(look);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/assets\/vendor\./, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.address}/home`, { waitUntil: 'commit' });
    await page.locator('#first-paint img').waitFor();
    await page.waitForFunction(`document.querySelector('#first-paint img').complete`);
    const before = await partsOf(page);
    assert.ok(before.length > 30, `${before.length} parts`);
    go();
    await page.locator('#first-paint').waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await partsOf(page), before);
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
}

test('the button of the first lines leads on without the page’s code', async () => {
  const { page, close } = await kit.open();
  await page.route(/\/assets\/vendor\./, (route) => route.abort());
  await page.goto(`${server.address}/home`);
  await page.locator('#first-paint').getByRole('button').click();
  await page.waitForURL(/\/login\?$/);
  kit.takeComplaints();
  await close();
});

test('what cannot be shown is said in place of the first lines', async () => {
  const { page, close } = await kit.open();
  await page.route(/\/assets\/plugin-landing-web-index\./, (route) => route.abort());
  await page.goto(`${server.address}/home`);
  await page.locator('.rp-plugin-fault').waitFor();
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  kit.takeComplaints();
  await close();
});
