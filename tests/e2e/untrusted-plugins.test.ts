import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import sharp from 'sharp';

import type { PackageParts } from '../fixtures/plugin-package.ts';
import { createBrowserKit, type Seat } from './browser-kit.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { attempt, frameOf, tryIn } from './untrusted-kit.ts';
import { NOTES } from './untrusted-notes.ts';

/** What is done on it comes one after another. */
let seat: Seat;
// Before its server is gone, so that the next file may have it.
after(() => seat.close());

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const install = (parts: PackageParts) => installPackage(server, parts, { untrusted: true });

const UNSAVED = `let dirty = true; context.get(ROUTER).confirmLeaving(() => dirty); setTimeout(() => { dirty = false; }, 60_000); return 'asks'`;
const drafts = attempt('drafts', UNSAVED);

before(async () => {
  await install(NOTES);
  await install({ ...drafts, web: drafts.web?.replace('TOASTS }', 'TOASTS, ROUTER }') });
  seat = await kit.open({ token: (await server.signIn()).token });
});

test('an untrusted plugin works in its frame: calls, notes, questions, storage, ways, theme and language', async () => {
  const { page } = seat;
  await page.goto(`${server.address}/notes`);
  const frame = await frameOf(page, 'notes');
  await frame.getByRole('heading', { name: '便笺' }).waitFor();
  assert.equal(await frame.locator('#facts').textContent(), 'dark zh named null /notes');
  assert.equal(await frame.evaluate('origin'), 'null');
  assert.equal(await frame.evaluate(`getComputedStyle(document.querySelector('h1')).letterSpacing`), '3px');
  assert.equal(await page.locator('iframe.rp-frame').getAttribute('title'), '插件「便笺」的页面');

  await frame.getByRole('button', { name: 'read' }).click();
  await frame.getByText('items').waitFor();
  await frame.getByRole('button', { name: 'toast' }).click();
  await page.getByText('便笺：你好').waitFor();
  await frame.getByRole('button', { name: 'ask' }).click();
  const dialog = page.getByRole('dialog', { name: '确定吗' });
  await dialog.getByText('插件「便笺」询问').waitFor();
  await dialog.getByRole('button', { name: '确定' }).click();
  await frame.getByText('sure', { exact: true }).waitFor();
  await frame.getByRole('button', { name: 'keep' }).click();
  await frame.getByText('kept').waitFor();

  await page.getByRole('button', { name: 'Switch to English' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light' }).click();
  await frame.getByText('light en named null /notes').waitFor();
  await frame.getByRole('heading', { name: 'Notes' }).waitFor();
  assert.equal(await frame.evaluate(`document.body.getAttribute('theme-mode')`), 'light');

  await frame.getByRole('button', { name: 'more' }).click();
  await frame.getByRole('heading', { name: 'more' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/notes/more');
  // The frame is the same: nothing of it was loaded again.
  assert.equal(frame.isDetached(), false);
  await page.goBack();
  await frame.getByRole('button', { name: 'recall' }).click();
  await frame.getByText('{"b":1}').waitFor();
  assert.equal(await page.evaluate(`localStorage.getItem('reelport.notes.a')`), '{"b":1}');
  await frame.getByRole('button', { name: 'away' }).click();
  await page.waitForURL((url) => url.pathname === '/workbench');
  await page.locator('iframe').waitFor({ state: 'detached' });
  assert.deepEqual(kit.takeComplaints(), []);
});

test('a picture of the account is shown in the frame, which has no origin', async () => {
  const { files } = server.composed.ctx;
  const { accountId } = await server.signIn();
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const file = await files.add(accountId, Readable.from([bytes]), { name: 'sea.png', maxSize: 1e6 });
  const url = new URL(await files.signedUrl(file, 600), server.address).href;
  const { page } = seat;
  await page.goto(`${server.address}/notes`);
  const frame = await frameOf(page, 'notes');
  const width = await frame.evaluate<number>(`new Promise((resolve) => {
    const picture = Object.assign(new Image(), { onload: () => resolve(picture.naturalWidth), onerror: () => resolve(0) });
    picture.src = ${JSON.stringify(url)};
  })`);
  assert.equal(width, 40);
  assert.deepEqual(kit.takeComplaints(), []);
});

test('keys of the workbench work in the frame, and its commands in the palette, with and without a page', async () => {
  const { page } = seat;
  await goOn(page, '/notes');
  const frame = await frameOf(page, 'notes');
  await frame.getByLabel('field').click();
  await page.keyboard.type('a?b');
  assert.equal(await frame.getByLabel('field').inputValue(), 'a?b');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Greet');
  await page.keyboard.press('Enter');
  await page.getByText('Notes: Hello').waitFor();
  await page.getByText('Notes: Hello').waitFor({ state: 'detached' });
  await frame.getByLabel('field').click();
  await page.keyboard.press('Control+Shift+y');
  await page.getByText('Notes: Hello').waitFor();

  await page.goto(`${server.address}/workbench`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The heading stands before the commands of plugins are known: what is pressed then nobody hears.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Greet');
  await page.getByRole('option', { name: 'Greet' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+y');
  await page.getByText('Notes: Hello').waitFor();
  await page.locator('iframe').waitFor({ state: 'detached' });
  assert.deepEqual(kit.takeComplaints(), []);
});

test('the tab key goes into the frame and out of it', async () => {
  const { page } = seat;
  await goOn(page, '/notes');
  const frame = await frameOf(page, 'notes');
  await page.locator('#content').focus();
  await page.keyboard.press('Tab');
  assert.equal(await frame.evaluate(`document.activeElement?.getAttribute('aria-label')`), 'field');
  await page.keyboard.press('Shift+Tab');
  assert.notEqual(await page.evaluate(`document.activeElement?.tagName`), 'IFRAME');
  // Forwards it comes out as well, wherever what stands behind the frame begins.
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(`document.activeElement?.tagName`), 'IFRAME');
  const isOutside = (): Promise<boolean> => page.evaluate(`document.activeElement?.tagName !== 'IFRAME'`);
  for (let count = 0; count < 9 && !(await isOutside()); count += 1) await page.keyboard.press('Tab');
  assert.equal(await isOutside(), true);
});

test('work that is not saved in the frame is asked about before its page is left', async () => {
  const { page } = seat;
  await goOn(page, '/drafts');
  assert.match(await tryIn(await frameOf(page, 'drafts')), /asks/);
  const rail = page.locator('.rp-rail .rp-menu__entry[href="/workbench"]');
  await rail.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button').first().click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/drafts');
  await rail.click();
  await dialog.getByRole('button').last().click();
  await page.waitForURL((url) => url.pathname === '/workbench');
});
