import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { until } from '#tests/until.ts';

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
async function partsOf(page: Page, parts = PARTS): Promise<unknown[]> {
  return await page.evaluate<unknown[]>(`(async () => {
    await document.fonts.ready;
    return ${JSON.stringify(parts)}.flatMap((part) => [...document.querySelectorAll(part)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, backgroundPosition, font } = getComputedStyle(element);
      return { part, text: element.textContent, at: [x, y, width, height].map(Math.round), color, backgroundColor,
        backgroundPosition, font, source: element.currentSrc };
    }));
  })()`);
}

/** Keeps the code of pages back, or a part of it, until what it returns is called. */
async function holdCode(page: Page, part = /\/assets\/vendor\./): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(part, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
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
    const go = await holdCode(page);
    await page.goto(`${server.address}/home`, { waitUntil: 'commit' });
    await page.locator('#first-paint img').waitFor();
    await until(() => page.evaluate(`document.querySelector('#first-paint img').complete`), 'the picture is there');
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

for (const look of [
  { width: 1440, dark: true, language: 'zh', isRailWide: true },
  { width: 1440, dark: false, language: 'en', isRailWide: false },
  { width: 390, dark: false, language: 'zh', isRailWide: true },
] as const) {
  const how = `at ${look.width} px, ${look.language}, ${look.isRailWide ? 'wide' : 'narrow'} rail`;
  test(`a member reads the first line of the workbench before its code is there, in the place it keeps, ${how}`, async () => {
    const member = await server.signIn({ level: 'level1' });
    const { page, close } = await kit.open({ ...look, token: member.token });
    await page.goto(`${server.address}/favicon.svg`);
    await page.evaluate(`localStorage.setItem('isOpen', '${look.isRailWide}')`);
    const go = await holdCode(page);
    await page.goto(`${server.address}/`, { waitUntil: 'commit' });
    await page.locator('#first-paint .rp-workbench__lead').waitFor();
    const before = await partsOf(page, ['.rp-workbench__lead']);
    assert.equal(before.length, 1);
    go();
    await page.locator('#first-paint').waitFor({ state: 'detached' });
    assert.deepEqual(await partsOf(page, ['.rp-workbench__lead']), before);
    // The lines go when the whole page stands, unless that takes long.
    assert.equal(await page.locator('.rp-workbench[data-opening] [data-unread]').count(), 0);
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
}

test('what the workbench tells while it is loaded on a phone lies where it stays', async () => {
  const member = await server.signIn({ level: 'level1' });
  const { page, context, close } = await kit.open({ width: 390, token: member.token, more: { colorScheme: 'light' } });
  // Who has never chosen a theme is offered the system's.
  await context.clearCookies({ name: 'darkMode' });
  const go = await holdCode(page, /\/assets\/shell\./);
  await page.goto(`${server.address}/workbench`, { waitUntil: 'commit' });
  const note = page.locator('.rp-toast');
  await note.waitFor();
  const before = await note.boundingBox();
  assert.equal(await page.locator('.rp-bottom').count(), 0);
  go();
  await page.locator('.rp-bottom').waitFor();
  assert.deepEqual(await note.boundingBox(), before);
  kit.takeComplaints();
  await close();
});

test('the first line of the workbench gives way to another page that is asked for before it stands', async () => {
  const member = await server.signIn({ level: 'level1' });
  const { page, close } = await kit.open({ token: member.token });
  await page.route(/\/api\/mixing\/cards/, () => undefined);
  await page.goto(`${server.address}/workbench`);
  await page.locator('.rp-menu a[href="/material/list"]').click();
  await page.waitForURL(/\/material\/list$/);
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  kit.takeComplaints();
  await close();
});

test('the button of the first lines leads on without the page’s code', async () => {
  const { page, close } = await kit.open();
  await page.route(/\/assets\/vendor\./, (route) => route.abort());
  await page.goto(`${server.address}/home`);
  await page.locator('#first-paint').getByRole('button').click();
  await page.waitForURL(/\/login\?tab=mobile$/);
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
