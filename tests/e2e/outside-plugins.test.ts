import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Page } from 'playwright-core';

import { buildPackage, type PackageParts } from '../fixtures/plugin-package.ts';
import { until } from '../until.ts';
import { arrive, axeFaults, createBrowserKit, type Seat } from './browser-kit.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { goOn, serviceOfPage } from './kernel-of-page.ts';
import { PARTS, PARTS_LOOK, useParts } from './parts-plugin.ts';
import { startSite } from './site.ts';
import { frameOf } from './untrusted-kit.ts';

/** One open workbench, to which the plugins come one after another. */
let seat: Seat;
// Before its server is gone, so that the next file may have it.
after(() => seat.close());

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const { plugins } = server.composed.ctx;
let actor: string;
before(async () => {
  const { token, accountId } = await server.signIn();
  actor = accountId;
  seat = await kit.open({ token });
});

/** Goes to the page of a plugin that was just installed, once the workbench knows it. */
async function visit(page: Page, id: string): Promise<void> {
  await until(async () => await page.evaluate(`${serviceOfPage('plugins')}.find('${id}') !== undefined`), id, 10);
  await goOn(page, `/${id}`);
}

const install = (parts: PackageParts) => installPackage(server, parts, { actor });
/** Pushes a build to the sessions of the account that the workbench is open for. */
const push = (parts: PackageParts) => plugins.push(buildPackage(parts), { owner: actor, isolated: false });

/** A plugin with one page. */
function onePage(id: string, web: string, more: Partial<PackageParts> & { version?: string } = {}): PackageParts {
  const { version = '1.0.0', ...parts } = more;
  return {
    texts: { zh: { title: `插件${id}` }, en: { title: `Plugin ${id}` } },
    web,
    ...parts,
    manifest: {
      ...{ id, version, routes: [{ path: `/${id}`, page: 'Page', title: `${id}:title` }] },
      menus: [{ to: `/${id}`, section: 'tools', icon: 'grid', order: 90, title: `${id}:title` }],
      ...parts.manifest,
    },
  };
}

const main = (page: Page) => page.getByRole('main');

const KIT = `
import React, { useEffect, useState } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import { createPortal } from 'react-dom';
import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { map, of } from 'rxjs';
import { z } from 'zod';
import { Tag } from '@reelport/core/ui/Tag';
import { Button, HTTP, I18N, SESSION, defineWeb, inject, useOptionalService, useService, useStore, useText } from '@reelport/core';
import { page } from '@reelport/core/contract';

class Marks {
  count = 0;
  constructor(i18n) { this.i18n = i18n; makeAutoObservable(this, { i18n: false }, { autoBind: true }); }
  get double() { return this.count * 2; }
  add() { this.count += 1; }
}
inject(I18N)(Marks, undefined, 0);

const list = page(z.object({ name: z.string() })).parse({ items: [{ name: 'one', more: 1 }], nextCursor: null, total: 1 });
let piped = '';
of(20).pipe(map((value) => value + 1)).subscribe((value) => { piped = String(value); });

const Page = observer(function Page() {
  const marks = useStore(Marks);
  const t = useText();
  const http = useService(HTTP);
  const [effect, setEffect] = useState('');
  const [said, say] = useState('');
  useEffect(() => setEffect('ran'), []);
  React.useId();
  const call = (path) => () => http.send({ method: 'GET', path }).then(
    (data) => say('answered ' + Object.keys(data).join()), (failure) => say(failure.kind + ' ' + failure.status));
  return jsxs('div', { children: [
    jsx('h1', { className: 'kit-title', children: t('kit:title') }),
    jsx('p', { id: 'facts', children: [marks.count, marks.double, marks.i18n.language, effect, piped, JSON.stringify(list.items),
      useOptionalService(SESSION) === undefined ? 'no session' : 'session'].join(' ') }),
    jsx(Tag, { children: 'a part' }),
    jsx(Button, { onClick: marks.add, children: 'add' }),
    jsx(Button, { onClick: call('/api/tasks'), children: 'tasks' }),
    jsx(Button, { onClick: call('/api/settings/shell'), children: 'settings' }),
    jsx('output', { children: said }),
    createPortal(jsx('i', { id: 'portal', children: 'portal' }), document.body),
  ] });
});
export default defineWeb({ pages: { Page: async () => ({ default: Page }) }, stores: [Marks] });
`;

test('a plugin that is installed while a page is open is there without a reload, and shares everything', async () => {
  const { page } = seat;
  await page.goto(`${server.address}/workbench`);
  const menu = page.getByRole('navigation', { name: '主菜单' }).filter({ visible: true });
  await menu.waitFor();
  await page.evaluate('globalThis.isTheSamePage = true');
  await install(
    onePage('kit', KIT, {
      styles: '.kit-title { letter-spacing: 3px; }',
      manifest: { id: 'kit', grants: [{ kind: 'http', methods: ['GET'], path: '/api/tasks', why: 'kit:title' }] },
    }),
  );
  await menu.getByRole('link', { name: '插件kit' }).click();
  await arrive(page, '/kit');
  const title = main(page).getByRole('heading', { name: '插件kit' });
  await title.waitFor();
  assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.kit-title')).letterSpacing`), '3px');
  const facts = main(page).locator('#facts');
  await facts.getByText('0 0 zh ran 21 [{"name":"one"}] no session').waitFor();
  await main(page).getByRole('button', { name: 'add' }).click();
  await facts.getByText('1 2 zh ran').waitFor();
  assert.equal(await page.locator('#portal').textContent(), 'portal');
  assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
  assert.deepEqual(kit.takeComplaints(), []);
  await until(async () => (await plugins.versions('kit'))[0]?.proven === true, 'the version counts as proven', 10);

  // What it was granted is answered, and counted; what it was not is not even sent.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await main(page).getByRole('button', { name: 'tasks' }).click();
  await main(page)
    .getByRole('status')
    .or(main(page).locator('output'))
    .getByText(/^answered /)
    .waitFor();
  await main(page).getByRole('button', { name: 'settings' }).click();
  await main(page).locator('output').getByText('refused 0').waitFor();
  await page.getByText('「插件kit」没有调用 GET /api/settings/shell 的授权，请求没有发出。').waitFor();
  assert.ok(asked.includes('/api/tasks') && !asked.includes('/api/settings/shell'));

  await plugins.remove('kit', actor);
  await until(async () => (await menu.getByRole('link', { name: '插件kit' }).count()) === 0, 'its menu entry goes', 10);
  await until(async () => (await page.locator('link[href*="/plugin-files/kit/"]').count()) === 0, 'its styles go', 10);
  assert.deepEqual(kit.takeComplaints(), []);
});

const HELLO = `
import { jsx } from 'react/jsx-runtime';
import { defineWeb } from '@reelport/core';
globalThis.ran = (globalThis.ran ?? 0) + 1;
export default defineWeb({ pages: { Page: async () => ({ default: () => jsx('h1', { children: 'hello' }) }) } });
`;

test('a plugin draws the standard parts on a page and in a frame alike, and fetches no part that it does not import', async () => {
  await install(onePage('plain', `import { Tag } from '@reelport/core/ui/Tag';\n${HELLO}void Tag;`));
  await install(onePage('parts', PARTS));
  await installPackage(server, onePage('framed', PARTS), { actor, untrusted: true });
  const { page } = seat;
  const fetched: string[] = [];
  page.on('request', (request) =>
    fetched.push(/\/shared\/reelport-core-ui\.\w+\/(\w+)/.exec(request.url())?.[1] ?? ''),
  );
  await page.goto(`${server.address}/plain`);
  await main(page).getByRole('heading', { name: 'hello' }).waitFor();
  assert.deepEqual(
    fetched.filter((name) => name !== ''),
    ['Tag'],
  );

  await visit(page, 'parts');
  await main(page).locator('.rp-chart svg').first().waitFor();
  const look = await page.evaluate<string[]>(PARTS_LOOK);
  assert.equal(look.at(-1), 'end', 'numbers stand below their heading');
  await useParts(page);
  await visit(page, 'framed');
  const frame = await frameOf(page, 'framed');
  await frame.locator('.rp-chart svg').first().waitFor();
  assert.deepEqual(await frame.evaluate<string[]>(PARTS_LOOK), look);
  await useParts(frame);
  await frame.getByRole('tab', { name: 'Facts' }).click();
  await frame.locator('[data-mark=bar]').first().waitFor();
  await page.getByRole('banner').getByRole('button', { name: '换成浅色' }).click();
  await until(async () => (await frame.evaluate<string[]>(PARTS_LOOK))[1] !== look[1], 'the frame is light', 10);
  assert.deepEqual(await axeFaults(frame), []);
  assert.deepEqual(kit.takeComplaints(), []);
});

test('a file that is not the one that was installed is not run', async () => {
  await install(onePage('bent', HELLO));
  const { page } = seat;
  await page.route('**/plugin-files/bent/**/web.mjs*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}globalThis.evil = true;` });
  });
  // That of another one.
  await page.evaluate('delete globalThis.ran');
  await visit(page, 'bent');
  const fault = main(page).getByRole('alert');
  await fault.getByText('「插件bent」的文件和安装时不一致，没有运行。').waitFor();
  assert.match((await fault.locator('pre').textContent()) ?? '', /is not what was installed: sha384-/);
  assert.equal(await page.evaluate('globalThis.evil ?? globalThis.ran ?? "nothing ran"'), 'nothing ran');
  await until(async () => (await plugins.faults('bent')).length === 2, 'both faults are told', 10);
  assert.deepEqual([...new Set((await plugins.faults('bent')).map(({ phase }) => phase))], ['integrity']);
  // Once the right file comes, trying again is enough.
  await page.unroute('**/plugin-files/bent/**/web.mjs*');
  await fault.getByRole('button', { name: '重试' }).click();
  await main(page).getByRole('heading', { name: 'hello' }).waitFor();
  assert.ok(!kit.takeComplaints().some((text) => text.includes('policy:')));
});

test('on a phone the review of a package has its ground to its end', async () => {
  const operator = await server.signIn({ operator: true });
  const { page, close } = await kit.open({ token: operator.token, width: 390 });
  await page.goto(`${server.address}/operator/plugins`);
  await main(page).getByRole('button', { name: '安装插件' }).first().click();
  const dialog = page.getByRole('dialog');
  const buffer = buildPackage(onePage('slim', HELLO));
  const name = 'slim.reelport.zip';
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
  await dialog.getByRole('radio', { name: '隔离运行' }).waitFor();
  const [content = 0, ground = 0] = await page.evaluate<number[]>(
    `(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])(document.querySelector('[role=dialog]'))`,
  );
  assert.ok(content > 844, `${content} is longer than the screen`);
  assert.equal(ground, content);
  await close();
});

test('styles that are not those that were installed keep it from running', async () => {
  await install(onePage('stained', HELLO, { styles: 'h1 { color: red }' }));
  const { page } = seat;
  await page.route('**/plugin-files/stained/**/web.css*', (route) =>
    route.fulfill({
      contentType: 'text/css',
      headers: { 'access-control-allow-origin': '*' },
      body: 'h1 { color: blue }',
    }),
  );
  await visit(page, 'stained');
  await main(page).getByRole('alert').getByText('「插件stained」的文件和安装时不一致').waitFor();
  assert.equal(await page.locator('link[href*="/plugin-files/stained/"][rel=stylesheet]').count(), 0);
  kit.takeComplaints();
});

test('a plugin that throws at import is named, the rest works, and trying again runs it anew', async () => {
  await install(
    onePage(
      'shaky',
      `globalThis.tried = (globalThis.tried ?? 0) + 1;\nif (globalThis.tried < 3) throw new Error('not yet');\n${HELLO}`,
    ),
  );
  const { page } = seat;
  await visit(page, 'shaky');
  const fault = main(page).getByRole('alert');
  await fault.getByText('「插件shaky」没有加载出来。').waitFor();
  assert.match((await fault.locator('pre').textContent()) ?? '', /not yet/);
  // It has been tried twice by itself.
  assert.equal(await page.evaluate('globalThis.tried'), 2);
  await until(async () => (await plugins.faults('shaky')).length === 2, 'both faults are told', 10);
  const menu = page.getByRole('navigation', { name: '主菜单' }).filter({ visible: true });
  await menu.getByRole('link', { name: '工作台' }).click();
  await arrive(page, '/workbench');
  await page.goBack();
  await main(page).getByRole('heading', { name: 'hello' }).waitFor();
  assert.equal(await page.evaluate('globalThis.tried'), 3);
  kit.takeComplaints();
});

test('what it imports and nobody shares, and what is no JavaScript, is told in its place', async () => {
  await install(onePage('lonely', `import 'left-pad';\n${HELLO}`));
  await install(onePage('garbled', `export default {{;`));
  const { page } = seat;
  for (const [id, why] of [
    ['lonely', /left-pad/],
    ['garbled', /SyntaxError/],
  ] as const) {
    await visit(page, id);
    const fault = main(page).getByRole('alert');
    await fault.getByText(`「插件${id}」没有加载出来。`).waitFor();
    assert.match((await fault.locator('pre').textContent()) ?? '', why);
  }
  assert.ok(!kit.takeComplaints().some((text) => text.includes('policy:')));
});

test('a new version takes the place of the one that is shown, with its texts', async () => {
  const version = (number: string): PackageParts =>
    onePage('changing', HELLO.replace("'hello'", `'version ${number}'`), {
      ...{ version: number, texts: { zh: { title: `第${number}版` }, en: { title: `version ${number}` } } },
    });
  await install(version('1.0.0'));
  const { page } = seat;
  await visit(page, 'changing');
  await main(page).getByRole('heading', { name: 'version 1.0.0' }).waitFor();
  await page.evaluate('globalThis.isTheSamePage = true');
  await install(version('1.1.0'));
  await main(page).getByRole('heading', { name: 'version 1.1.0' }).waitFor();
  const menu = page.getByRole('navigation', { name: '主菜单' }).filter({ visible: true });
  await menu.getByRole('link', { name: '第1.1.0版' }).waitFor();
  assert.match(await page.title(), /第1\.1\.0版/);
  assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
  assert.deepEqual(kit.takeComplaints(), []);
});

test('a new build of its developer takes the place of the one that is shown, and its stores go on', async () => {
  const build = (heading: string): PackageParts =>
    onePage(
      'growing',
      `
import { jsx, jsxs } from 'react/jsx-runtime';
import { makeAutoObservable } from 'mobx';
import { Button, defineWeb, observer, useStore } from '@reelport/core';
class Counter {
  count = 0;
  constructor() { makeAutoObservable(this, {}, { autoBind: true }); }
  add() { this.count += 1; }
}
const Page = observer(() => {
  const counter = useStore(Counter);
  return jsxs('div', { children: [jsx('h1', { children: '${heading}' }), jsx(Button, { onClick: counter.add, children: 'count ' + counter.count })] });
});
export default defineWeb({ pages: { Page: async () => ({ default: Page }) }, stores: [Counter] });
`,
    );
  await push(build('first'));
  const { page } = seat;
  await visit(page, 'growing');
  await main(page).getByRole('heading', { name: 'first' }).waitFor();
  await main(page).getByRole('button', { name: 'count 0' }).click();
  await main(page).getByRole('button', { name: 'count 1' }).click();
  await main(page).getByRole('button', { name: 'count 2' }).waitFor();
  await push(build('second'));
  await main(page).getByRole('heading', { name: 'second' }).waitFor();
  await main(page).getByRole('button', { name: 'count 2' }).click();
  await main(page).getByRole('button', { name: 'count 3' }).waitFor();
  assert.deepEqual(kit.takeComplaints(), []);
});
