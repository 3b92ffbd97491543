import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import type { Page } from 'playwright-core';

import type { TestServer } from '#tests/integration/http/test-server.ts';

import { arrive, createBrowserKit } from '../e2e/browser-kit.ts';
import { startSite } from '../e2e/site.ts';
import { buildPackage } from '../fixtures/plugin-package.ts';
import { reportBench } from './bench-report.ts';
import { heapOf, openPage, watchWire, type Opening } from './measure-plugin-page.ts';

// What plugins from outside cost: the start of the workbench with many installed, opening one for the first time, and
// switching one on and off while people have it open.

const COUNTS = [0, 100, 300];
const ROUNDS = Number(process.env['REELPORT_BENCH_ROUNDS'] ?? 40);
/** Of them those in which bytes are counted as well; they hardly differ. */
const ROUNDS_OF_BYTES = 2;
const ACTIVATIONS = Number(process.env['REELPORT_BENCH_ACTIVATIONS'] ?? 30);
const SWITCHES = Number(process.env['REELPORT_BENCH_SWITCHES'] ?? 50);
/** What is loaded and made once is there after so many. */
const SWITCHES_BEFORE = 10;
/** Milliseconds after which what a page still does, and closing it, no longer falls on the next one. */
const SETTLE = 500;

const LIMIT_GROWTH = 0.05;
const LIMIT_ACTIVATE = 16;
const LIMIT_HEAP = 1024 * 1024;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;
const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const percent = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;

/** A small plugin: a page that shows what its store holds, with texts of its own, a menu entry and a command. */
function small(index: number): Buffer {
  const id = `small-${index}`;
  const title = `${id}:title`;
  return buildPackage({
    manifest: {
      id,
      routes: [{ path: `/small/${index}`, page: 'Page', title }],
      menus: [{ to: `/small/${index}`, section: 'tools', icon: 'grid', order: 100 + index, title }],
      commands: [{ id: 'add', title: `${id}:add` }],
    },
    texts: {
      zh: { title: `小插件 ${index}`, add: '加一', count: '数到 {{count}}' },
      en: { title: `Small plugin ${index}`, add: 'Add one', count: 'Counted to {{count}}' },
    },
    web: `import { jsx, jsxs } from 'react/jsx-runtime';
import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Button, defineWeb, useStore, useText } from '@reelport/core';
class Count {
  value = ${index};
  constructor() { makeAutoObservable(this, {}, { autoBind: true }); }
  add() { this.value += 1; }
}
const Page = observer(function Page() {
  const count = useStore(Count);
  const t = useText();
  return jsxs('div', { children: [
    jsx('h1', { id: '${id}', children: t('${id}:title') }),
    jsx('p', { children: t('${id}:count', { count: count.value }) }),
    jsx(Button, { onClick: count.add, children: t('${id}:add') }),
  ] });
});
export default defineWeb({
  pages: { Page: async () => ({ default: Page }) },
  stores: [Count],
  commands: { add: (context) => context.get(Count).add() },
});
`,
  });
}

interface Site {
  count: number;
  server: TestServer;
  operator: string;
  token: string;
  kit: ReturnType<typeof createBrowserKit>;
}

const sites: Site[] = [];
for (const count of COUNTS) {
  const server = await startSite({ after });
  const operator = await server.signIn({ operator: true, level: 'level4' });
  for (let index = 0; index < count; index++) {
    const options = { actor: operator.accountId, source: 'bench', untrusted: false, grants: [] };
    await server.composed.ctx.plugins.install(small(index), options);
  }
  const { token } = await server.signIn({ level: 'level1' });
  sites.push({
    count,
    server,
    operator: operator.token,
    token,
    kit: createBrowserKit({ after }, server.address, { measured: true }),
  });
}

/** Pixels of an entry of the menu. The rest of the rail, some 200 pixels, is the measure's margin. */
const ENTRY_HEIGHT = 38;
/** Entries of the product itself. */
const OWN_ENTRIES = 6;
/** Milliseconds from the address to the page's heading and all of the menu that is in sight, as the page itself sees it. */
const WATCH = (entries: number) => `new MutationObserver((_, watcher) => {
  if (document.querySelector('main h1, main h2') === null) return;
  if (document.querySelectorAll('.rp-rail .rp-menu__entry').length < Math.min(${entries}, Math.ceil(innerHeight / ${ENTRY_HEIGHT}))) return;
  document.documentElement.dataset.usableAt = performance.now();
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true })`;

interface Start {
  time: number;
  /** Null where they were not counted. */
  bytes: number | null;
  index: number | null;
}

/** Opens the workbench once in a browser without a cache. */
async function openOnce({ server, kit, token, count }: Site, countsBytes: boolean): Promise<Start> {
  const seat = await kit.open({ token });
  const { page } = seat;
  const wire = countsBytes ? await watchWire(page) : undefined;
  await page.addInitScript(WATCH(OWN_ENTRIES + count));
  await page.goto(`${server.address}/workbench`);
  const usable = page.locator('html[data-usable-at]');
  await usable.waitFor({ timeout: 30_000 });
  const time = Number(await usable.getAttribute('data-usable-at'));
  const taken = (await wire?.()) ?? { bytes: null, index: null };
  await page.waitForTimeout(SETTLE);
  await seat.close();
  await setTimeout(SETTLE);
  return { time, ...taken };
}

/** Waits until what was told of a switch has gone again. */
async function settle(page: Page): Promise<void> {
  // What the pointer rests on stays.
  await page.mouse.move(720, 450);
  const told = page.locator('.rp-toast');
  for (let tries = 0; (await told.count()) > 0; tries++) {
    assert.ok(tries < 30, `it still says ${(await told.allInnerTexts()).join(', ')}`);
    await page.waitForTimeout(500);
  }
  await page.waitForTimeout(1_000);
}

test('what plugins from outside cost', async () => {
  const starts = COUNTS.map((): Start[] => []);
  // One after the other in turn, so that whatever else the machine does falls on all alike; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const inTurn = Array.from(sites.entries());
    for (const [which, site] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const start = await openOnce(site, round <= ROUNDS_OF_BYTES);
      if (round > 0) starts[which]?.push(start);
    }
  }

  const [, site] = sites;
  assert.ok(site !== undefined);
  const opener = await site.kit.open({ token: site.token });
  await opener.page.goto(`${site.server.address}/workbench`);
  await opener.page.locator('.rp-rail a[href="/small/1"]').waitFor();
  const openings: Opening[] = [];
  for (let index = 0; index < ACTIVATIONS; index++) openings.push(await openPage(opener.page, index));
  await opener.close();

  const member = await site.kit.open({ token: site.token });
  const { page } = member;
  const last = (site.count ?? 0) - 1;
  const plugin = `small-${last}`;
  const entry = page.locator(`.rp-rail a[href="/small/${last}"]`);
  const heading = page.locator(`#${plugin}`);
  const disable = async (disabled: boolean): Promise<void> => {
    const body = { disabled };
    const answer = await site.server.call('PATCH', `/api/extensions/${plugin}`, { token: site.operator, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.envelope));
  };
  const offAndOn = async (): Promise<void> => {
    await entry.click();
    await heading.waitFor();
    await disable(true);
    await arrive(page, '/workbench');
    await disable(false);
    await entry.waitFor();
  };
  await page.goto(`${site.server.address}/workbench`);
  await entry.waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < SWITCHES_BEFORE; round++) await offAndOn();
  await settle(page);
  const heapBefore = await heapOf(session);
  for (let round = 0; round < SWITCHES; round++) await offAndOn();
  await settle(page);
  const grown = (await heapOf(session)) - heapBefore;
  await member.close();
  assert.deepEqual(site.kit.takeComplaints(), []);

  const of = (all: readonly Start[] | undefined, key: keyof Start) =>
    median((all ?? []).flatMap((start) => start[key] ?? []));
  const grownBy = (which: number, key: keyof Start) => of(starts[which], key) / of(starts[0], key) - 1;
  // Of two starts one after the other, on which whatever else the machine does falls alike.
  const growthsOf = (which: number, key: 'bytes' | 'time'): number[] =>
    (starts[which] ?? []).flatMap((start, round) => {
      const [now, then] = [start[key], starts[0]?.[round]?.[key]];
      return now === undefined || now === null || then === undefined || then === null ? [] : [(now / then - 1) * 100];
    });
  const share = (value: number, limit: number, told: string) => `${(value / limit).toFixed(2)} of ${told}`;
  const startRows = COUNTS.flatMap((count, which) => {
    const row = (name: string, key: 'bytes' | 'time', told: (value: number) => string, more = '') => [
      `${name}, ${count} plugins`,
      `${told(of(starts[which], key))}${more}`,
      which === 0 ? '' : percent(grownBy(which, key)),
      which === 0 ? '' : share(grownBy(which, key), LIMIT_GROWTH, '5 %'),
    ];
    return [
      row('start bytes', 'bytes', kilobytes, `, of them the index ${kilobytes(of(starts[which], 'index'))}`),
      row('time to usable', 'time', milliseconds),
    ];
  });
  const openingRow = (name: string, key: keyof Opening, limit?: number) => {
    const values = openings.map((opening) => opening[key]);
    const told = key === 'bytes' ? kilobytes : milliseconds;
    return [
      ...[name, told(median(values)), `worst ${told(Math.max(...values))}`],
      limit === undefined ? '' : share(median(values), limit, `${limit} ms`),
    ];
  };
  const each = grown / SWITCHES;
  reportBench({
    name: 'plugins',
    title: 'What plugins from outside cost',
    columns: ['measure', 'median', 'growth, or worst', 'share of the limit'],
    rows: [
      ...startRows,
      openingRow('its code: fetched, checked against its hash, run', 'import'),
      openingRow('its bytes over the wire, as the manager tells', 'bytes'),
      openingRow('activated: its container, stores and `activate`', 'activate', LIMIT_ACTIVATE),
      openingRow('from the click to active', 'active'),
      openingRow('from the click to painted', 'painted'),
      [
        `heap after ${SWITCHES} times off and on`,
        `${kilobytes(heapBefore)} before`,
        `${grown < 0 ? '−' : '+'}${kilobytes(Math.abs(grown))}, ${Math.round(each)} bytes each`,
        share(grown, LIMIT_HEAP, '1 MB'),
      ],
    ],
    notes: [
      `Chromium without a cache, logged in, servers in turn, there and back, ${ROUNDS} rounds, bytes in ${ROUNDS_OF_BYTES} of them. Start bytes are page, scripts, styles and the index of plugins over the wire with their headers; usable is the page's heading and all of the menu that is in sight.`,
      `Each plugin has a page, a store, a command, a menu entry and texts in both languages, and was installed from its package. ${ACTIVATIONS} of them are opened for the first time from the menu of one browser in which 100 are installed; the worst is the first, which also fetches what all of them share.`,
      `An operator switches a plugin off while its page is open in a member's browser, which leaves it by itself, and on again, upon which the member opens it anew; the heap is read after collecting garbage, ${SWITCHES_BEFORE} such rounds before the first reading.`,
    ],
    limits: [
      ...COUNTS.flatMap((count, which) =>
        which === 0
          ? []
          : (['bytes', 'time'] as const).map((key) => ({
              what: `growth of the ${key === 'bytes' ? 'start bytes' : 'time to usable'}, ${count} installed`,
              unit: '%',
              rounds: growthsOf(which, key),
              atMost: LIMIT_GROWTH * 100,
            })),
      ),
      {
        what: 'time to activate a small plugin',
        unit: 'ms',
        rounds: openings.map(({ activate }) => activate),
        atMost: LIMIT_ACTIVATE,
      },
      { what: `heap that ${SWITCHES} times off and on add`, unit: 'bytes', rounds: [grown], atMost: LIMIT_HEAP },
    ],
  });
});
