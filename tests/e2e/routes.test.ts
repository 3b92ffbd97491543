import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { pageFaults } from './browser-kit.ts';
import { goOn, serviceOfPage } from './kernel-of-page.ts';
import { startRouteKit, type Route } from './route-kit.ts';
import { toastsOf } from './toasts.ts';

const { site, kit, routes, furnished, addressOf, testEverySecond } = await startRouteKit({ after });
const { server } = site;

// Dealt out over two widths here, and two on a phone: each page is seen in both themes and in both languages.
testEverySecond(1, { width: 1440, dark: true, language: 'zh' });
testEverySecond(0, { width: 1024, dark: false, language: 'en' });

test('an address with an id that is none, or somebody else’s, says so in words', async () => {
  const { token: stranger } = await server.signIn({ level: 'level1', operator: true });
  // Its time goes on by hand, so that no message stays.
  const seat = await kit.open({ token: stranger, clock: true });
  const { page } = seat;
  const faults: string[] = [];
  const withIds = routes
    .filter(({ path }) => path.includes(':'))
    .map((route) => {
      const none = ['none', '01990000-0000-7000-8000-0000000000ff'].map((id) => route.path.replace(/:\w+\??/, id));
      return { route, addresses: [...none, ...(furnished().ofOthers[route.path] ?? [])] };
    });
  // One of each page after the other, so that most are gone to from another page.
  const rounds = Math.max(...withIds.map(({ addresses }) => addresses.length));
  let before: Route | undefined;
  for (let round = 0; round < rounds; round += 1) {
    for (const { route, addresses } of withIds) {
      const address = addresses[round];
      if (address === undefined) continue;
      if (before === undefined || before.shown === route.shown) {
        await page.goto(server.address + address);
      } else {
        await page.clock.fastForward(30_000);
        await toastsOf(page).first().waitFor({ state: 'detached' });
        await page.evaluate(`document.querySelectorAll('main *').forEach((at) => at.setAttribute('data-left', ''))`);
        await goOn(page, address);
      }
      before = route;
      const told = page
        .locator('main :not([data-left]), .rp-toast')
        .filter({ hasText: /找不到|不存在|没有这|已过期|失效|已经不在/ });
      await told
        .first()
        .waitFor({ timeout: 10_000 })
        .catch(async () => faults.push(`${address} says: ${await page.locator('main').innerText()}`));
    }
  }
  // The calls were refused, which the console repeats.
  kit.takeComplaints();
  await seat.close();
  assert.deepEqual(faults, []);
});

test('the details of a list leave the buttons of its page free, and cards of a phone have no empty line', async () => {
  const { page, close } = await kit.open({ width: 1024, token: furnished().token });
  await page.goto(`${server.address}/monitor/authorizationList`);
  await page.locator('.rp-list__link').first().click();
  const [panel, buttons] = [page.locator('.rp-list-details'), page.locator('.rp-page__actions')];
  await panel.waitFor();
  const [over, under] = [await panel.boundingBox(), await buttons.boundingBox()];
  assert.ok(over !== null && under !== null && over.y >= under.y + under.height, 'the panel covers the buttons');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.address + addressOf({ path: '/material/published-task-list/:id' }));
  await page.locator('tbody tr').nth(1).waitFor();
  const lines = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('tbody tr')].map((row) => [...row.children]
      .filter((cell) => cell.getClientRects().length > 0).map((cell) => cell.dataset.title))`,
  );
  assert.deepEqual(
    lines.map((titles) => titles.includes('操作')),
    [false, true, true],
  );
  await close();
  kit.takeComplaints();
});

test('what is kept from a tier stands out of the matrix of tiers by its colour, and what was chosen by a dot', async () => {
  const client = mixClient(server.address, furnished().token);
  await client.call('PATCH', '/api/extensions/harbour-light', { tiers: { level1: 'locked', level2: 'hidden' } });
  const { page, close } = await kit.open({ token: furnished().token });
  await page.goto(`${server.address}/operator/plugins?view=tiers`);
  await page.locator('[data-extension="harbour-light"] .rp-ext-tier').nth(4).waitFor();
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`${serviceOfPage('theme')}.setMode('${theme}')`);
    await page.locator(`body[theme-mode="${theme}"]`).waitFor();
    const [open, locked, hidden] = await page.evaluate<{ colour: string; dot: string }[]>(
      `[...document.querySelectorAll('[data-extension="harbour-light"] .rp-ext-tier')].slice(0, 3).map((cell) => ({
        colour: getComputedStyle(cell).backgroundColor,
        dot: getComputedStyle(cell, '::after').content,
      }))`,
    );
    assert.deepEqual(open, { colour: 'rgba(0, 0, 0, 0)', dot: 'none' });
    assert.equal(new Set([open.colour, locked?.colour, hidden?.colour]).size, 3);
    assert.deepEqual([locked?.dot, hidden?.dot], ['""', '""']);
  }
  await close();
  await client.call('PATCH', '/api/extensions/harbour-light', { tiers: { level1: null, level2: null } });
  kit.takeComplaints();
});

for (const look of [
  { dark: true, language: 'zh', adds: '从素材库添加' },
  { dark: false, language: 'en', adds: 'Add from library' },
] as const) {
  test(`the picker over the editor is accessible, ${look.dark ? 'dark' : 'light'}, ${look.language}`, async () => {
    const { page, close } = await kit.open({ ...look, token: furnished().token });
    await page.goto(server.address + addressOf({ path: '/mixedCut/edit/:id' }));
    await page.getByRole('button', { name: look.adds }).first().click();
    await page.getByRole('dialog').getByRole('gridcell').nth(5).waitFor();
    await page.getByRole('dialog').getByRole('gridcell').first().click();
    assert.deepEqual([...(await pageFaults(page)), ...kit.takeComplaints()], []);
    await close();
  });
}
