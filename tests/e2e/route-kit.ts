import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import type { Page } from 'playwright-core';

import type { TestScope } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';

import { createBrowserKit, pageFaults, type BrowserKit, type PreparedView } from './browser-kit.ts';
import { furnish, type Furnished } from './furnished-site.ts';
import { goOn } from './kernel-of-page.ts';
import { startMixingSite, type MixingSite } from './mix-kit.ts';
import { popupFaults, tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

// Every page of every plugin, by its manifest: in three widths, both themes and both languages dealt out. A new plugin is looked
// at without a line here, unless its address needs something to show or its page is only whole when that is seen.

/** What a page shows when it has everything, beyond its heading. */
const SHOWS: Record<string, string> = {
  '/material/list': '.rp-tile[data-state="ready"]',
  '/material/list/record': '.rp-list',
  '/material/music/:id?': '[role="gridcell"]',
  '/material/photo/:id?': '.rp-tile[data-state="ready"]',
  '/material/material-folder': '.rp-folders-page',
  '/material/copywriting': '.rp-table',
  '/material/copywriting/:id': '.rp-timed',
  '/material/copy-extraction': '.rp-run-history',
  '/video/translation/record': '.rp-translation-progress',
  '/video/translation/:id?': '.rp-timed',
  '/video/translation/:id/export': '.rp-export',
  '/video/translation/run/:id': '.rp-output[data-state="made"]',
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

/** A page, by the address that its plugin has it at. */
export interface Route {
  path: string;
  /** Plugin and page: several addresses may lead to the same. */
  shown: string;
  isPublic: boolean;
}

/** A furnished site whose pages are gone through. */
export interface RouteKit {
  site: MixingSite;
  kit: BrowserKit;
  routes: readonly Route[];
  /** What there is to see; only once the tests run. */
  furnished(): Furnished;
  addressOf(route: Pick<Route, 'path'>): string;
  /** Tests half of the pages at one width, in one theme and in one language. */
  testEverySecond(half: 0 | 1, look: Required<Pick<PreparedView, 'width' | 'dark' | 'language'>>): void;
}

/** Starts a server with every plugin and one of everything that pages show. */
export async function startRouteKit(scope: TestScope): Promise<RouteKit> {
  const site = await startMixingSite(scope);
  const { server } = site;
  const kit = createBrowserKit(scope, server.address);
  const routes = routesOf(await discoverPlugins());
  let furnished: Furnished = { token: '', examples: {}, ofOthers: {} };
  before(async () => {
    furnished = await furnish(site);
  });
  /** What was opened by key already. */
  const opened = new Set<string>();

  function addressOf({ path }: Pick<Route, 'path'>): string {
    const address = furnished.examples[path] ?? path.replace(/\/:\w+\?/g, '');
    assert.ok(
      !address.includes(':'),
      `tests/e2e/furnished-site.ts: say by what address ${path} is opened, in \`examples\``,
    );
    return address;
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

  function testEverySecond(half: 0 | 1, look: Required<Pick<PreparedView, 'width' | 'dark' | 'language'>>): void {
    const how = `at ${look.width} px, ${look.dark ? 'dark' : 'light'}, ${look.language}`;
    const isLoaded = look.width < 720;
    test(
      `every second page is accessible, fits, stays in place${isLoaded ? ', has room for a finger' : ', is gone through by Tab'} and complains of nothing ${how}`,
      { timeout: 240_000 },
      async () => {
        const faults: string[] = [];
        for (const isPublic of [true, false]) {
          const seat = await kit.open({ ...look, ...(isPublic ? {} : { token: furnished.token }) });
          const seen = routes.filter((route, index) => route.isPublic === isPublic && index % 2 === half);
          for (const [index, route] of seen.entries()) {
            faults.push(...(await visit(seat.page, route, seen[index - 1], isLoaded)));
          }
          await seat.close();
        }
        assert.deepEqual(faults, []);
      },
    );
  }

  return { site, kit, routes, furnished: () => furnished, addressOf, testEverySecond };
}

function routesOf(plugins: Awaited<ReturnType<typeof discoverPlugins>>): Route[] {
  return plugins.flatMap(({ manifest }) =>
    manifest.routes.flatMap(({ path, page, gate }) =>
      page === undefined
        ? []
        : [{ path, shown: `${manifest.id}/${page}`, isPublic: !(gate?.login ?? manifest.gate.login) }],
    ),
  );
}

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
