import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { chromium, type Browser } from 'playwright-core';

import { definePlugin } from '#core/contract/plugin.ts';
import { NO_FACTS } from '#core/server/ground/site-facts.ts';
import { openWebBuild } from '#core/server/http/web/web-build.ts';
import { discoverPlugins, type DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { requireChromium } from '#tests/e2e/launch-chromium.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

import { reportBench } from './bench-report.ts';
import { isCertain, type Limit } from './limits.ts';

// How long a member waits for the workbench with 0, 100 and 300 further plugins. Start-up must not grow with them.

const COUNTS = [0, 100, 300];
/** Counted ones at least, and at most where the machine is too restless for fewer to tell anything. */
const [FEWEST, MOST] = [72, 160];
/** Milliseconds after which what a page still does, and closing it, no longer falls on the next one. */
const SETTLE = 500;
const LIMIT_GROWTH = 0.05;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A plugin with a page, a menu entry and a command, as small ones have. */
function generated(index: number): DiscoveredPlugin {
  const id = `generated-${index}`;
  const manifest = definePlugin({
    id,
    version: '1.0.0',
    title: 'workbench:title',
    gate: { login: true },
    routes: [{ path: `/generated/${index}`, page: 'Page', title: 'workbench:title' }],
    menus: [{ to: `/generated/${index}`, section: 'tools', icon: 'home', order: index, title: 'workbench:title' }],
    commands: [{ id: 'open', title: 'workbench:title' }],
  });
  return { manifest, calls: {}, server: undefined };
}

/** Milliseconds from the address to the page's heading, as the page itself sees it. */
const WATCH = `new MutationObserver((_, watcher) => {
  if (document.querySelector('main h1, main h2') === null) return;
  document.documentElement.dataset.usableAt = performance.now();
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true })`;

let browser: Browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: requireChromium({ whole: true }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
});
after(() => browser.close());

test('the workbench with many plugins', async () => {
  const web = await openWebBuild(new URL('../../dist/web/', import.meta.url));
  assert.ok(web, 'dist/web holds no build');
  const own = await discoverPlugins();
  const servers = await Promise.all(
    COUNTS.map((count) =>
      startTestServer(
        { after },
        { web, discovered: [...own, ...Array.from({ length: count }, (_, index) => generated(index))], site: NO_FACTS },
      ),
    ),
  );
  const members = await Promise.all(servers.map((server) => server.signIn()));
  const times = COUNTS.map((): number[] => []);
  const bytes = COUNTS.map(() => 0);
  const inTurn = Array.from(servers.entries());
  // In turn, there and back, so that whatever else the machine does falls on all alike.
  // The first round is not counted.
  for (let round = 0; round <= FEWEST || (round <= MOST && !limitsOf(times).every(isCertain)); round++) {
    for (const [which, server] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const context = await browser.newContext();
      const stored = { access_token: members[which]?.token, expires_in: 3600, expireTime: Date.now() + 3_600_000 };
      await context.addCookies([
        { name: 'user-token', value: encodeURIComponent(JSON.stringify(stored)), url: server.address },
      ]);
      const page = await context.newPage();
      await page.addInitScript(WATCH);
      const index = page.waitForResponse((answer) => answer.url().endsWith('/api/plugins'));
      await page.goto(`${server.address}/workbench`);
      const usable = page.locator('html[data-usable-at]');
      await usable.waitFor();
      if (round > 0) times[which]?.push(Number(await usable.getAttribute('data-usable-at')));
      bytes[which] = (await (await index).body()).length;
      await page.waitForTimeout(SETTLE);
      await context.close();
      await setTimeout(SETTLE);
    }
  }
  const base = median(times[0] ?? []);
  reportBench({
    name: 'start-page',
    title: 'Time to a usable workbench, by plugins installed',
    columns: ['plugins beside our own', 'milliseconds, median', 'growth', 'share of the limit of 5 %', 'index kB'],
    rows: COUNTS.map((count, which) => {
      const time = median(times[which] ?? []);
      const growth = time / base - 1;
      return [
        ...[count, Math.round(time), `${(growth * 100).toFixed(1)} %`, (growth / LIMIT_GROWTH).toFixed(2)],
        Math.round((bytes[which] ?? 0) / 1024),
      ];
    }),
    notes: [
      `Chromium without a cache, logged in, from the address to the page's first heading; ${times[0]?.length} rounds, servers in turn, there and back.`,
    ],
    limits: limitsOf(times),
  });
});

/** @param times milliseconds, round by round, for each of {@link COUNTS} */
const limitsOf = (times: readonly (readonly number[])[]): Limit[] =>
  COUNTS.slice(1).map((count, index) => ({
    what: `growth of the time to usable by ${count} plugins`,
    unit: '%',
    // Of two starts one after the other, on which whatever else the machine does falls alike.
    rounds: (times[index + 1] ?? []).map((time, round) => (time / (times[0]?.[round] ?? 0) - 1) * 100),
    atMost: LIMIT_GROWTH * 100,
  }));
