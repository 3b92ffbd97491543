import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Page } from 'playwright-core';

import type { PackageParts } from '../fixtures/plugin-package.ts';
import { createBrowserKit, type Seat } from './browser-kit.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { goOn } from './kernel-of-page.ts';
import { startSite } from './site.ts';
import { FORGED, HOSTILE } from './untrusted-attempts.ts';
import { attempt, frameOf, setOff, tryIn } from './untrusted-kit.ts';
import { NOTES } from './untrusted-notes.ts';

/** Somebody's page, on which the attacks come one after another: none may harm what is done on it next. */
let whole: Seat;
/** The same in the other browser. */
let light: Seat;
// Before its server is gone, so that the next file may have it.
after(() => light.close());

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address, { whole: true });
/** For what does not depend on the process that a frame is in. */
const shell = createBrowserKit({ after }, server.address);
const install = (parts: PackageParts) => installPackage(server, parts, { untrusted: true });

/** Once whoever pressed the button has let go of it. */
const later = (code: string): string => `setTimeout(async () => { ${code} }, 300); return 'soon'`;

const FAULT = 'stopped responding and was shut down';

const TRIED = [...HOSTILE, ...FORGED];
const TRIES = `const said = [];
  for (const run of [${TRIED.map((tried) => `async () => { ${tried.code} }`).join(', ')}]) {
    said.push(await run().then((value) => 'got: ' + String(value), (error) => 'refused: ' + error.name + ' ' + error.message));
  }
  return said;`;

const request = (path: string) => `{ method: 'GET', path: '${path}', bare: false, handlesErrors: true }`;
const ASKS = `await call('keep', '../account.theme', 1);
  const said = [];
  for (const [id, request] of [${['/api/tasks', '/api/account', '/api/tasks/../account', '/api/tasks/:id', '//x/api/tasks'].map((path, index) => `['${index}', ${request(path)}]`).join()}]) {
    said.push(await call('send', id, request).then((answer) => answer.ok));
  }
  return said;`;

/** Takes the focus when it is told to, and ends once that was taken back. */
const GRAB = `globalThis.heard = '';
  addEventListener('keydown', ({ key }) => { heard += key; });
  globalThis.grab = () => new Promise((back) => {
    addEventListener('blur', () => back(), { once: true });
    window.focus();
  });
  return 'soon'`;

/** Far beyond what a frame may send. */
const CUT = [
  {
    id: 'cut-flood',
    does: 'floods its port',
    code: `for (let i = 0; i < 2e4; i += 1) postMessage.call(port, { id: 'x' })`,
  },
  {
    id: 'cut-window',
    does: 'floods the window',
    code: `for (let i = 0; i < 1e4; i += 1) parent.postMessage('x', '*')`,
  },
  { id: 'cut-huge', does: 'sends something huge', code: `await call('keep', 'a', 'x'.repeat(5_000_000))` },
  { id: 'cut-odd', does: 'sends what is no data', code: `await call('keep', 'a', new Map([[1, 2]]))` },
  { id: 'cut-away', does: 'goes to another page in its frame', code: `location.href = '/home'` },
];

const ATTACKS: readonly PackageParts[] = [
  attempt('hostile', TRIES),
  attempt('g-http', ASKS, {
    grants: [{ kind: 'http', methods: ['GET'], path: '/api/tasks', why: 'g-http:title' }],
  }),
  attempt('loop', later('for (;;);')),
  attempt('grab', GRAB),
  ...CUT.map(({ id, code }) => attempt(id, later(code))),
  attempt('flee', later(`location.href = 'https://example.com/?told=1'`)),
];

before(async () => {
  await install(NOTES);
  for (const parts of ATTACKS) await install(parts);
  whole = await kit.open({ token: (await server.signIn()).token, language: 'en' });
  light = await shell.open({ token: (await server.signIn()).token, language: 'en' });
  for (const { page } of [whole, light]) await page.goto(`${server.address}/workbench`);
});

/** What really goes out of the browser beyond what it may: to another server, or marked by `told=1`. */
async function watchAsked(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/example\.com|told=1/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: 'reached' });
  });
  return asked;
}

test('an untrusted plugin reaches nothing around it', async () => {
  const { page, context } = whole;
  const asked = await watchAsked(page);
  await goOn(page, '/hostile');
  const said = JSON.parse((await tryIn(await frameOf(page, 'hostile'))).replace('got: ', '')) as string[];
  TRIED.forEach(({ does, refused }, index) => assert.match(said[index] ?? '', refused, does));
  assert.equal(new URL(page.url()).pathname, '/hostile');
  assert.equal(await page.evaluate('({}).polluted'), undefined);
  assert.equal(context.pages().length, 1);
  assert.deepEqual(asked, []);
  // The browser tells each of its refusals.
  kit.takeComplaints();
});

test('a call beyond the grants is refused, and what is kept stays in the plugin’s own part', async () => {
  const { page } = light;
  await goOn(page, '/g-http');
  assert.equal(await tryIn(await frameOf(page, 'g-http')), 'got: [true,false,false,false,false]');
  const kept = await page.evaluate<string[]>('Object.keys(localStorage)');
  assert.equal(kept.includes('reelport.g-http.../account.theme'), true);
  assert.equal(
    kept.some((key) => key.startsWith('reelport.account')),
    false,
  );
});

/**
 * From now on a page's intervals go by the time that `performance.now` tells, and that can be made to pass faster: who
 * waits for a loop to be given up waits with a processor that is busy.
 */
const HURRIED = `(() => {
  const real = performance.now.bind(performance), every = setInterval;
  let read = real(), told = read;
  globalThis.haste = 1;
  performance.now = () => { const now = real(); told += (now - read) * haste; read = now; return told; };
  globalThis.setInterval = (run, pause) => {
    let last = performance.now();
    return every(() => { if (performance.now() - last >= pause) { last = performance.now(); run(); } }, 50);
  };
})()`;

test('an endless loop leaves the workbench responsive, is ended, and can be tried again', async () => {
  const { page } = whole;
  await page.evaluate(HURRIED);
  await goOn(page, '/loop');
  const frame = await frameOf(page, 'loop');
  await setOff(frame);
  // While it loops: the theme, the palette, a key.
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light' }).click();
  await page.locator('body[theme-mode="light"]').waitFor();
  const slowest = await page.evaluate<number>(`new Promise((resolve) => {
    let slowest = 0; let last = Date.now(); let count = 0;
    const next = () => { const now = Date.now(); slowest = Math.max(slowest, now - last); last = now;
      count += 1; if (count === 40) resolve(slowest); else setTimeout(next, 25); };
    setTimeout(next, 25);
  })`);
  assert.ok(slowest < 1000, `the workbench stood still for ${slowest} ms`);
  assert.equal(await page.locator('iframe').count(), 1, 'it loops still');
  await page.evaluate('globalThis.haste = 5');
  await page.getByRole('alert').getByText(FAULT).waitFor();
  await page.locator('iframe').waitFor({ state: 'detached' });
  await page.evaluate('globalThis.haste = 1');
  await page.getByRole('button', { name: 'Try again' }).click();
  await frameOf(page, 'loop');
});

test('a frame that grabs the focus while something is typed into the workbench loses it at once, and is removed for it', async () => {
  // On which time goes as it does.
  const { page, close } = await kit.open({ token: (await server.signIn()).token, language: 'en' });
  await page.goto(`${server.address}/workbench`);
  await goOn(page, '/grab');
  const frame = await frameOf(page, 'grab');
  await setOff(frame);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  // The keys that opened the dialog.
  await frame.evaluate(`heard = ''`);
  await page.keyboard.type('138');
  for (const part of ['0013', '8000']) {
    await frame.evaluate('grab()');
    await page.keyboard.type(part);
  }
  assert.equal(await field.inputValue(), '13800138000');
  assert.equal(await frame.evaluate('heard'), '');
  assert.equal(await page.locator('iframe').count(), 1, 'a late focus of its own is forgiven');
  // It is gone before it could tell.
  await frame.evaluate('grab()').catch(() => undefined);
  await page.locator('iframe').waitFor({ state: 'detached' });
  await page.keyboard.type('1');
  assert.equal(await field.inputValue(), '138001380001');
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText(FAULT).waitFor();
  await close();
});

test('a plugin that asks for too much is closed, and the workbench lives', async () => {
  const { page } = whole;
  for (const { id, does } of CUT) {
    await goOn(page, `/${id}`);
    const frame = await frameOf(page, id);
    await setOff(frame);
    await page
      .getByRole('alert')
      .getByText(FAULT)
      .waitFor()
      .catch((error: unknown) => assert.fail(`${does}: ${String(error)}`));
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.locator('.rp-rail .rp-menu__entry[href="/workbench"]').click();
    await page.waitForURL((url) => url.pathname === '/workbench');
  }
});

test('a frame cannot be sent out of the workbench', async () => {
  const { page } = light;
  const asked = await watchAsked(page);
  await goOn(page, '/flee');
  const frame = await frameOf(page, 'flee');
  await setOff(frame);
  await page.getByRole('alert').getByText(FAULT).waitFor();
  assert.deepEqual(asked, []);
});

test('code with another hash than at the installation is not run, and a new frame loads the right one', async () => {
  const { page } = light;
  const files = '**/plugin-files/notes/**/web.mjs';
  // Only in the frame: what the workbench looks at ahead is right.
  await page.route(files, async (route) => {
    if (route.request().frame() === page.mainFrame()) return route.continue();
    const answer = await route.fetch();
    const body = `document.documentElement.dataset.ran = 'yes';${await answer.text()}`;
    return route.fulfill({ response: answer, body });
  });
  await goOn(page, '/notes');
  const frame = page.frameLocator('iframe.rp-frame');
  await frame.getByRole('alert').waitFor();
  assert.equal(await frame.locator('html').getAttribute('data-ran'), null);
  await page.unroute(files);
  await frame.getByRole('button', { name: 'Try again' }).click();
  await frame.getByRole('heading', { name: 'Notes' }).waitFor();

  await page.route(files, (route) => route.fulfill({ body: 'export default {}', contentType: 'text/javascript' }));
  await page.reload();
  await page
    .getByRole('alert')
    .getByText(/do not match those that were installed, so/)
    .waitFor();
  assert.equal(await page.locator('iframe').count(), 0);
  shell.takeComplaints();
  await page.unroute(files);
});

test('opened by itself the page of a frame is of no origin and holds nothing', async () => {
  const { page } = light;
  const known = await server.composed.ctx.plugins.find('notes');
  await page.goto(`${server.address}/plugin-frame/notes/${known?.source?.revision}`);
  assert.equal(await page.evaluate('origin'), 'null');
  const other = await fetch(`${server.address}/plugin-frame/notes/another`);
  assert.equal(other.status, 404);
});
