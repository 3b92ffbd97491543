import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';

import type { MessageKey } from '#core/contract/message-keys.ts';
import type { CallData } from '#core/contract/call.ts';
import type { readExtension } from '#plugins/extensions/calls.ts';

import type { PackageParts } from '../fixtures/plugin-package.ts';
import { HOSTILE } from '../fixtures/plugins/all-hostile.ts';
import type { Hostile, Press } from '../fixtures/plugins/hostile.ts';
import neighbour from '../fixtures/plugins/neighbour.ts';
import { arrive, createBrowserKit } from './browser-kit.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { until } from '#tests/until.ts';
import { censusOf, serviceOfPage } from './kernel-of-page.ts';
import { startSite } from './site.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);
const { plugins, db } = server.composed.ctx;
const TEXTS = JSON.parse(readFileSync(new URL('../../locales/zh/shell.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;
/** They act when pages of others are shown: each comes with its turn. */
const LATE = HOSTILE.filter(
  ({ manifest }) => manifest.slots?.some((slot) => /^(workbench|materials)\./.test(slot)) === true,
);
const NEVER = 'never-active';

let token: string;
let actor: string;

const install = (parts: PackageParts, untrusted = false) => installPackage(server, parts, { actor, untrusted });

/** Does to what was installed what somebody with the database, or a newer workbench, could do. */
async function tamper({ manifest: { id }, tamper: how }: Hostile): Promise<void> {
  if (how === null) return;
  const version = '(select current from core_plugins where id = $1)';
  const file = `from core_plugin_files where version = ${version} and path = 'web.mjs'`;
  if (how === 'gone') await db.pool.query(`delete ${file}`, [id]);
  else if (how === 'requires' || how === 'offer') {
    const [part, value] =
      how === 'requires' ? ['tokens', '["http@9"]'] : ['packages', '{"@reelport/core/plugins/materials":"9.0.0"}'];
    // A version never changes: this is another one.
    await db.pool.query(
      `with made as (
         insert into core_plugin_versions
           (id, plugin, version, dev, build, package, texts, source, bytes, installed_at, installed_by)
         select gen_random_uuid(), plugin, '1.0.1', dev, build, jsonb_set(package::jsonb, array['requires', $2::text], $3::jsonb),
           texts, source, bytes, installed_at, installed_by
         from core_plugin_versions where id = ${version} returning id)
       update core_plugins set current = (select id from made) where id = $1`,
      [id, part, value],
    );
    plugins.refresh();
  } else {
    const bytes = `bytes = bytes || '/* */globalThis.ran = true;'::bytea`;
    const where = `version = ${version} and path = $2`;
    await db.pool.query(`update core_plugin_files set ${bytes} where ${where}`, [id, how]);
  }
}

before(async () => {
  ({ token, accountId: actor } = await server.signIn({ operator: true }));
  await install(neighbour);
  await addPicture();
  for (const plugin of HOSTILE) {
    if (LATE.includes(plugin)) continue;
    await install(plugin, plugin.untrusted);
    await tamper(plugin);
  }
});

/** Puts a picture into the operator's library, ready as after an upload. */
async function addPicture(): Promise<void> {
  const { ctx } = server.composed;
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a2a4a' } })
    .png()
    .toBuffer();
  const file = await ctx.files.add(actor, Readable.from([bytes]), { name: 'quay.png', maxSize: 1e6 });
  const id = await db.transaction((tx) =>
    libraryOf(ctx).adopt(tx, actor, { id: file.id, name: 'quay.png' }, { kind: 'image' }),
  );
  await db.pool.query(`update materials_items set state = 'ready' where id = $1`, [id]);
}

/** A text of the shell about a plugin. */
function say(key: MessageKey, id: string): string {
  const text = TEXTS[key.replace('shell:', '')];
  assert.ok(text, `no text ${key}`);
  return text.replace('{{plugin}}', `插件${id}`);
}

const main = (page: Page) => page.getByRole('main');
const toasts = (page: Page) => page.locator('.rp-toast');

/** Goes to a page as a link of the workbench does: nothing is loaded anew. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`void ${serviceOfPage('router')}.go('${path}')`);
  await arrive(page, path);
}

/** What stands in the place of a page that went wrong names the plugin, and offers what can be done. */
async function sees(page: Page, { manifest: { id }, details }: Hostile, told: MessageKey): Promise<void> {
  const fault = main(page).getByRole('alert');
  await fault.getByText(say(told, id)).waitFor();
  await fault.getByRole('button', { name: told.includes('blocked') ? '再看一次' : '重试' }).waitFor();
  await fault.getByRole('button', { name: '停用' }).waitFor();
  await fault.getByRole('link', { name: '在插件管理中查看' }).waitFor();
  if (details !== null) assert.match((await fault.locator('pre').textContent()) ?? '', details);
}

/** Where the plugin draws its page. */
function stageOf(page: Page, { untrusted, manifest: { id } }: Hostile): FrameLocator | ReturnType<typeof main> {
  return untrusted ? page.frameLocator(`iframe[src^="/plugin-frame/${id}/"]`) : main(page);
}

async function press(page: Page, plugin: Hostile, step: Press): Promise<void> {
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

type Managed = CallData<typeof readExtension>;

async function managed(id: string): Promise<Managed> {
  const { envelope } = await server.call('GET', `/api/extensions/${id}`, { token });
  return envelope.data as Managed;
}

/** The manager has each kind of fault, and nothing secret in it. */
async function isKept({ manifest: { id }, phases, message, tamper: how }: Hostile): Promise<void> {
  const wanted = phases.toSorted().join();
  const found = async () => [...new Set((await managed(id)).faults.map(({ phase }) => phase))].toSorted().join();
  await until(async () => (await found()) === wanted, 'the manager has it', 5).catch(async () =>
    assert.equal(await found(), wanted, id),
  );
  const { faults, extension } = await managed(id);
  for (const fault of faults) {
    if (message !== null) assert.match(fault.message, message);
    assert.ok(!fault.message.includes(token));
  }
  assert.equal(extension.faults > 0, phases.length > 0);
  if (how === 'requires') assert.deepEqual(extension.blocked, { reason: 'requires', details: ['http@9'] });
  if (how === 'offer') assert.equal(extension.blocked?.reason, 'requires');
}

/** The menu, another plugin's page and the theme answer. */
async function shellAnswers(page: Page): Promise<void> {
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

/** What else has to be so on a plugin's page, by its id. */
const THERE: Readonly<Record<string, (page: Page, plugin: Hostile) => Promise<void>>> = {
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

/** Chooses the picture of the library. @returns what can be done with it */
async function choosePicture(page: Page): Promise<ReturnType<Page['getByRole']>> {
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
async function leaveAll(page: Page): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    if ((await page.getByRole('dialog').count()) === 0) return;
    await page.keyboard.press('Escape');
    await page.waitForTimeout(60);
  }
  assert.fail('a dialog could not be left');
}

/** What else has to be so once a plugin was stopped, by its id. */
const GONE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
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

test('plugins that misbehave: the rest works, and each is named', async (t) => {
  const seat = await kit.open({ token });
  const { page } = seat;
  const late = await kit.tab(seat);
  await late.goto(`${server.address}/${NEVER}`, { waitUntil: 'commit' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/api/tasks?broken=*', (route) => route.abort());
  // What the library needs of others is there from now on.
  await page.goto(`${server.address}/material/photo`);
  await main(page).locator('[data-id]').first().waitFor();
  await go(page, '/workbench');
  await main(page).getByRole('heading', { level: 2 }).first().waitFor();
  await page.evaluate(`globalThis.secretOfTest = ${JSON.stringify(token)}; globalThis.isTheSamePage = true`);
  await shellAnswers(page);
  // Of a page in the background browsers draw little.
  await page.bringToFront();
  const baseline = await censusOf(page);
  page.setDefaultTimeout(5_000);

  for (const plugin of HOSTILE) {
    const { id } = plugin.manifest;
    if (id === NEVER) continue;
    await t.test(`one that ${plugin.does}`, async (one) => {
      let isOver = false;
      // What fails here is not to stand in the way of the next.
      one.after(async () => {
        if (!isOver) {
          await leaveAll(page);
          await go(page, '/neighbour');
          await page.evaluate(`${serviceOfPage('plugins')}.stop('${id}')`);
        }
        await page.evaluate(`${serviceOfPage('toasts')}.closeAll()`);
        if (LATE.includes(plugin)) await plugins.remove(id, actor);
      });
      if (LATE.includes(plugin)) {
        await install(plugin);
        await until(
          async () => await page.evaluate(`${serviceOfPage('plugins')}.find('${id}') !== undefined`),
          'it is known',
          5,
        );
      }
      await go(page, `/${id}`);
      if (plugin.told !== null) await sees(page, plugin, plugin.told);
      for (const step of plugin.presses) await press(page, plugin, step);
      if (plugin.toldThen !== null) await sees(page, plugin, plugin.toldThen);
      await THERE[id]?.(page, plugin);
      await isKept(plugin);
      await shellAnswers(page);
      await page.evaluate(`${serviceOfPage('plugins')}.stop('${id}')`);
      await GONE[id]?.(page);
      const isAllGone = async (): Promise<boolean> => {
        const census = await censusOf(page);
        return Object.keys(baseline).every((name) => census[name] === baseline[name]);
      };
      await until(isAllGone, `nothing of ${id} is left`, 5).catch(async () =>
        assert.deepEqual(await censusOf(page), baseline),
      );
      assert.equal(await page.evaluate('globalThis.isTheSamePage'), true);
      isOver = true;
    });
  }

  await t.test('one that never ends to be activated', async () => {
    const [plugin] = HOSTILE.filter(({ manifest }) => manifest.id === NEVER);
    assert.ok(plugin?.told);
    await late.bringToFront();
    await sees(late, plugin, plugin.told);
    await isKept(plugin);
    await shellAnswers(late);
  });

  assert.equal((await managed('neighbour')).faults.length, 0);
  const beyond = asked.filter((url) => /example\.com|told=1|\.\.|%2e|\/api\/settings\/shell\?/i.test(url));
  assert.deepEqual(beyond, []);
  kit.takeComplaints();
  await seat.close();
});

test('the server holds a plugin to its grants by itself, whatever a browser lets through', async () => {
  const headers = { 'x-reelport-plugin': 'calls-ungranted' };
  const ask = async (method: string, path: string) => (await server.call(method, path, { token, headers })).status;
  assert.equal(await ask('GET', '/api/tasks'), 200);
  for (const [method, path] of [
    ['GET', '/api/settings/shell'],
    ['GET', '/api/extensions'],
    ['POST', '/api/account/logout'],
    ['GET', '/api/p/neighbour/notes'],
  ] as const) {
    assert.notEqual(await ask(method, path), 200, path);
  }
  const { status, envelope } = await server.call('GET', '/api/settings/shell', { token, headers });
  assert.deepEqual([status, envelope.message.includes('calls-ungranted')], [403, true]);
});
