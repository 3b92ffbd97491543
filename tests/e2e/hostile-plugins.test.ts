import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { until } from '#tests/until.ts';

import { HOSTILE } from '../fixtures/plugins/all-hostile.ts';
import neighbour from '../fixtures/plugins/neighbour.ts';
import { createBrowserKit } from './browser-kit.ts';
import { GONE, THERE } from './hostile-expectations.ts';
import { go, leaveAll, main, press, sees, shellAnswers } from './hostile-pages.ts';
import { startHostileSite } from './hostile-site.ts';
import { censusOf, serviceOfPage } from './kernel-of-page.ts';

const site = await startHostileSite({ after });
const { server, token, install, managed, isKept } = site;
const kit = createBrowserKit({ after }, server.address);
/** They act when pages of others are shown: each comes with its turn. */
const LATE = HOSTILE.filter(
  ({ manifest }) => manifest.slots?.some((slot) => /^(workbench|materials)\./.test(slot)) === true,
);
const NEVER = 'never-active';

before(async () => {
  await install(neighbour);
  await site.addPicture();
  for (const plugin of HOSTILE) {
    if (LATE.includes(plugin)) continue;
    await install(plugin, plugin.untrusted);
    await site.tamper(plugin);
  }
});

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
        if (LATE.includes(plugin)) await site.remove(id);
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
