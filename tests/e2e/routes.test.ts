import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Page } from 'playwright-core';

import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { createBrowserKit, pageFaults, type PreparedView } from './browser-kit.ts';
import { furnish, type Furnished } from './furnished-site.ts';
import { goOn, serviceOfPage } from './kernel-of-page.ts';
import { startMixingSite } from './mix-kit.ts';
import { popupFaults, tabFaults } from './tab-walk.ts';
import { toastsOf } from './toasts.ts';
import { touchFaults } from './touch-targets.ts';

// Every page of every plugin, by its manifest: in three widths, both themes and both languages dealt out. A new plugin is looked
// at without a line here, unless its address needs something to show or its page is only whole when that is seen.

const site = await startMixingSite({ after });
const { server } = site;
const kit = createBrowserKit({ after }, server.address);
const plugins = await discoverPlugins();

let { token, examples, ofOthers }: Furnished = { token: '', examples: {}, ofOthers: {} };
before(async () => {
  ({ token, examples, ofOthers } = await furnish(site));
});

/** What a page shows when it has everything, beyond its heading. */
const SHOWS: Record<string, string> = {
  '/material/list': '.rp-tile[data-state="ready"]',
  '/material/list/record': '.rp-list',
  '/material/music/:id?': '[role="gridcell"]',
  '/material/photo/:id?': '.rp-tile[data-state="ready"]',
  '/material/material-folder': '.rp-folders-page',
  '/material/copywriting': '.rp-table',
  '/material/copywriting/:id': '.rp-cues',
  '/material/copy-extraction': '.rp-run-history',
  '/video/translation/record': '.rp-translation-progress',
  '/video/translation/:id?': '.rp-review-lines',
  '/mixedCutList/list': '.rp-project',
  '/mixedCut/create': '.rp-ed-empty',
  '/mixedCut/edit/:id': '.rp-ed-yield__count',
  '/mixedCut/run/:id': '.rp-output[data-state="made"]',
  '/mixedCut/certificate/:id': '.rp-certificate__figures',
  '/videoCrop': '.rp-run-history',
  '/videoCrop/run/:id': '.rp-output[data-state="made"]',
  '/video/segmentation': '.rp-run-history',
  '/video/segmentation/run/:id': '.rp-output[data-state="made"]',
  '/video/captions/mosaic': '.rp-run-history',
  '/video/captions/mosaic/run/:id': '.rp-output[data-state="made"]',
  '/subtitle/removal': '.rp-run-history',
  '/subtitle/removal/:id': '.rp-output[data-state="made"]',
  '/videoEditTools': '.rp-run-list',
  '/monitor/authorizationList': '.rp-table',
  '/material/video-publishing': '.rp-plan',
  '/material/published-task-list': '.rp-table',
  '/material/tk-account-data': '.rp-table',
  '/material/published-task-list/:id': '.rp-table',
  '/recharge/purchaseMember': '.rp-shop-nav ~ * .rp-notice, .rp-checkout',
  '/recharge/number': '.rp-checkout',
  '/recharge/account': '.rp-checkout',
  '/recharge/orders': '.rp-table',
  '/recharge/orders/:number': '.rp-pay',
  '/recharge/trial/:number': '.rp-checkout',
  '/accountCenter/buy-member-record': '.rp-table',
  '/sub/account': '.rp-table',
  '/showcase': '.rp-showcase__post',
  '/operator/money/orders/:number': '.rp-timeline',
  '/operator/money/members/:id': '.rp-timeline',
  '/operator/money/codes': '.rp-money-new',
  '/operator/money/codes/:id': '.rp-codes',
  '/cutIntoPieces/template/new': '.rp-pieces-starters',
  '/cutIntoPieces/project/new': '.rp-pieces-history',
  '/cutIntoPieces/project/preview': '.rp-pieces-card',
  '/cutIntoPieces/run/:id': '.rp-output[data-state="made"]',
};

interface Route {
  path: string;
  /** Plugin and page: several addresses may lead to the same. */
  shown: string;
  isPublic: boolean;
}

const routes: Route[] = plugins.flatMap(({ manifest }) =>
  manifest.routes.flatMap(({ path, page, gate }) =>
    page === undefined
      ? []
      : [{ path, shown: `${manifest.id}/${page}`, isPublic: !(gate?.login ?? manifest.gate.login) }],
  ),
);

function addressOf({ path }: Pick<Route, 'path'>): string {
  const address = examples[path] ?? path.replace(/\/:\w+\?/g, '');
  assert.ok(
    !address.includes(':'),
    `tests/e2e/furnished-site.ts: say by what address ${path} is opened, in \`examples\``,
  );
  return address;
}

/** What was opened by key already. */
const opened = new Set<string>();

/** So much of what is in sight may jump while a page is loaded: https://web.dev/articles/cls. */
const MAX_SHIFT = 0.05;

/** What jumped since the page was loaded, beyond what is allowed; what its user does moves as it should. */
async function shiftFaults(page: Page): Promise<string[]> {
  const shifts = await page.evaluate<{ value: number; what: string[] }[]>(`new Promise((done) => {
    const told = [];
    new PerformanceObserver((list) => told.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(told.filter((shift) => !shift.hadRecentInput).map(({ value, sources }) => ({
      value,
      what: sources.map(({ node, previousRect, currentRect }) =>
        (node?.localName ?? node?.nodeName ?? 'gone') + '.' + (node?.className ?? '') + ' ' +
        [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].join()).join(' to ')),
    }))), 50);
  })`);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum < MAX_SHIFT) return [];
  return [
    `shifts by ${sum.toFixed(3)}: ${shifts.map(({ value, what }) => `${value.toFixed(3)} ${what.join('; ')}`).join(' | ')}`,
  ];
}

/**
 * Goes to a page as a link would, or loads it: always one that shows the same as the one before, or has none before it.
 * What is loaded must not jump.
 */
async function visit(page: Page, route: Route, from: Route | undefined, isLoaded: boolean): Promise<string[]> {
  const address = addressOf(route);
  const goesOn = !isLoaded && from !== undefined && from.shown !== route.shown;
  if (goesOn) {
    // The heading of the page before is gone when the next one stands.
    await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')`);
    await goOn(page, address);
    await page.locator('h1[data-left]').waitFor({ state: 'detached', timeout: 40_000 });
  } else {
    await page.goto(server.address + address);
  }
  const shows = page.locator(SHOWS[route.path] ?? 'h1').first();
  await shows.waitFor({ state: 'attached', timeout: 40_000 });
  // A visitor reads the first lines of some pages before their code has come.
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const shifts = goesOn ? [] : await shiftFaults(page);
  const faults = [...shifts, ...(await pageFaults(page))];
  // Who has keys has room, and who has a finger needs it.
  if (isLoaded) faults.push(...(await touchFaults(page)));
  else faults.push(...(await tabFaults(page)), ...(await popupFaults(page, opened)));
  return [...faults, ...kit.takeComplaints()].map((fault) => `${address}: ${fault}`);
}

// Dealt out: each route is seen wide and on a phone, in both themes and in both languages, and loaded on the phone.
const looks: (Required<Pick<PreparedView, 'width' | 'dark' | 'language'>> & { every: 0 | 1 })[] = [
  { width: 1440, dark: true, language: 'zh', every: 1 },
  { width: 390, dark: false, language: 'en', every: 1 },
  { width: 1024, dark: false, language: 'en', every: 0 },
  { width: 390, dark: true, language: 'zh', every: 0 },
];
for (const { every, ...look } of looks) {
  const how = `at ${look.width} px, ${look.dark ? 'dark' : 'light'}, ${look.language}`;
  const isLoaded = look.width < 720;
  test(
    `every second page is accessible, fits, stays in place${isLoaded ? ', has room for a finger' : ', is gone through by Tab'} and complains of nothing ${how}`,
    { timeout: 240_000 },
    async () => {
      const faults: string[] = [];
      for (const isPublic of [true, false]) {
        const seat = await kit.open({ ...look, ...(isPublic ? {} : { token }) });
        const seen = routes.filter((route, index) => route.isPublic === isPublic && index % 2 === every);
        for (const [index, route] of seen.entries()) {
          faults.push(...(await visit(seat.page, route, seen[index - 1], isLoaded)));
        }
        await seat.close();
      }
      assert.deepEqual(faults, []);
    },
  );
}

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
      return { route, addresses: [...none, ...(ofOthers[route.path] ?? [])] };
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

test('an unknown address leads a phone home, and says so clear of the page’s first line', async () => {
  const { page, close } = await kit.open({ width: 390, language: 'en', token });
  await page.goto(`${server.address}/no/such/page`);
  const told = toastsOf(page).filter({ hasText: 'no page at this address' });
  await told.waitFor();
  const [note, line] = [await told.boundingBox(), await page.locator('main h1').boundingBox()];
  assert.ok(note !== null && line !== null && note.y >= line.y + line.height, 'the message covers the first line');
  kit.takeComplaints();
  await close();
});

test('the details of a list leave the buttons of its page free, and cards of a phone have no empty line', async () => {
  const { page, close } = await kit.open({ width: 1024, token });
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
  const client = mixClient(server.address, token);
  await client.call('PATCH', '/api/extensions/harbour-light', { tiers: { level1: 'locked', level2: 'hidden' } });
  const { page, close } = await kit.open({ token });
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
    const { page, close } = await kit.open({ ...look, token });
    await page.goto(server.address + addressOf({ path: '/mixedCut/edit/:id' }));
    await page.getByRole('button', { name: look.adds }).first().click();
    await page.getByRole('dialog').getByRole('gridcell').nth(5).waitFor();
    await page.getByRole('dialog').getByRole('gridcell').first().click();
    assert.deepEqual([...(await pageFaults(page)), ...kit.takeComplaints()], []);
    await close();
  });
}
