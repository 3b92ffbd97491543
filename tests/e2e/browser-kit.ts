import { readFileSync } from 'node:fs';

import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';

import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

import { laneBrowser, makeRoom } from './lane-browser.ts';
import { launchChromium, SHORT_LIVED } from './launch-chromium.ts';

/** How somebody's browser is set up. */
export interface PreparedView {
  width?: number;
  dark?: boolean;
  language?: 'zh' | 'en';
  /** Logged in already. */
  token?: string;
  /** Has not been offered the free membership here yet. */
  newcomer?: boolean;
  /** Sees what moves: the landing page's film plays, and what comes fades in. Most tests are about what stands. */
  moving?: boolean;
  /** The time of its pages goes on by hand as well: `page.clock`. */
  clock?: boolean;
  /** Has fetched no code of the server yet, of whatever build. */
  uncached?: boolean;
  more?: BrowserContextOptions;
}

/** A browser of somebody: its cookies and storage are its own. Once closed, the next somebody may get it, emptied. */
export interface Seat {
  context: BrowserContext;
  page: Page;
  close(): Promise<void>;
}

/** Chromium, and what its pages had to complain about. */
export interface BrowserKit {
  open(look?: PreparedView): Promise<Seat>;
  /** Another tab of somebody's browser. */
  tab(seat: Seat): Promise<Page>;
  /** Errors of consoles and scripts and violations of the policy, of all pages; asking empties it. */
  takeComplaints(): string[];
}

/**
 * A Chromium that starts when it is first needed and ends with the tests, or the one that the files of this process
 * share.
 * @param address of the server
 * @param options.measured is measured: with JavaScript at its fastest, and a new browser for everybody
 * @param options.whole the browser that people have: the headless shell keeps no sandboxed frame in its own process
 */
export function createBrowserKit(
  scope: TestScope,
  address: string,
  { measured = false, whole = measured }: { measured?: boolean; whole?: boolean } = {},
): BrowserKit {
  const lane = whole ? undefined : laneBrowser();
  let launching: Promise<Browser> | undefined;
  lastFirst(scope).after(async () => {
    if (lane === undefined) return (await launching)?.close();
    await Promise.all([...inUse].map((context) => context.close().catch(() => undefined)));
    await makeRoom(lane);
  });
  const launch = (): Promise<Browser> => (launching ??= launchChromium(measured ? [] : [SHORT_LIVED], { whole }));
  let complaints: string[] = [];
  const idle = lane?.idle ?? new Map<string, Page[]>();
  /** Contexts that nobody has closed. */
  const inUse = new Set<BrowserContext>();

  function watch(page: Page): Page {
    page.setDefaultTimeout(15_000);
    const note = (text: string): void => void complaints.push(`${new URL(page.url()).pathname}: ${text}`);
    page.on('console', (message) => {
      const text = message.text();
      // A canvas that is read is to be made for that.
      const isSlow = message.type() === 'warning' && text.includes('willReadFrequently');
      if (message.type() === 'error' || isSlow) note(`${text} ${message.location().url}`);
    });
    page.on('pageerror', (error) => note(error.stack ?? error.message));
    return page;
  }

  async function firstPage(options: BrowserContextOptions, newcomer: boolean): Promise<Page> {
    const browser = lane?.browser ?? (await launch());
    const context = await browser.newContext(options);
    // It would stand before every page.
    if (!newcomer) await context.addInitScript(`if (origin !== 'null') localStorage.setItem('gift-seen', 'true')`);
    await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
    return await context.newPage();
  }

  return {
    async open(look = {}) {
      const {
        width = 1440,
        dark = true,
        language = 'zh',
        token,
        newcomer = false,
        moving = false,
        clock = false,
      } = look;
      const { viewport = { width, height: width < 720 ? 844 : 900 }, ...more } = look.more ?? {};
      const options: BrowserContextOptions = {
        hasTouch: width < 720,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        reducedMotion: moving ? 'no-preference' : 'reduce',
        ...more,
      };
      const kind = JSON.stringify([options, newcomer, clock]);
      const emptied = idle.get(kind) ?? [];
      idle.set(kind, emptied);
      const used = emptied.pop();
      const page = watch(used ?? (await firstPage({ ...options, viewport }, newcomer)));
      if (used !== undefined && viewport) await used.setViewportSize(viewport);
      if (used !== undefined && look.uncached === true) await emptyCache(used);
      if (clock) await page.clock.install();
      const context = page.context();
      inUse.add(context);
      await context.addCookies([
        { name: 'darkMode', value: String(dark), url: address },
        { name: 'localeLanguage', value: language, url: address },
      ]);
      if (token !== undefined)
        await context.addCookies([{ name: 'user-token', value: tokenCookie(token), url: address }]);
      return {
        context,
        page,
        async close() {
          if (!measured && (await empties(page, address, clock))) emptied.push(page);
          else await context.close();
          inUse.delete(context);
        },
      };
    },
    async tab({ context, page }) {
      const another = watch(await context.newPage());
      const viewport = page.viewportSize();
      // A context that somebody had before may have been made for another width.
      if (viewport !== null) await another.setViewportSize(viewport);
      return another;
    },
    takeComplaints() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/**
 * Closes all of a browser but one page, and empties it of what its user and the test left behind. The page stays with
 * a picture of the server, and so in its process.
 * @param hasClock whether its time may be in the test's hand
 * @returns whether that was possible
 */
async function empties(page: Page, address: string, hasClock: boolean): Promise<boolean> {
  const context = page.context();
  // Playwright has listeners of its own, which stay.
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
  try {
    await Promise.all([
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    const session = await context.newCDPSession(page);
    const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', unlimited);
    await context.setOffline(false);
    // Where a hand rests, the next page would begin with what it hovers over.
    await page.mouse.move(0, 0);
    await page.goto(`${address}/favicon.svg`);
    // A clock that was installed once is in every later page of the context.
    if (!hasClock && (await page.evaluate<boolean>(`!String(setTimeout).includes('[native code]')`))) return false;
    await page.evaluate('sessionStorage.clear()');
    await session.send('Storage.clearDataForOrigin', { origin: address, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    await context.clearCookies();
    await context.clearPermissions();
    return true;
  } catch {
    // It was closed or its server is gone.
    return false;
  }
}

/** What the cookie of somebody who is logged in holds. */
export function tokenCookie(token: string): string {
  return encodeURIComponent(
    JSON.stringify({ access_token: token, expires_in: 3600, expireTime: Date.now() + 3_600_000 }),
  );
}

/** Minified, which a page reads in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe finds wrong with a page as it stands: rule, and the start of the element.
 * @param page or a frame: its landmarks are those of the page around it
 */
export async function axeFaults(page: Page | Frame): Promise<string[]> {
  // What is fading in is not yet as it will be; what goes round and round never ends.
  const isLoaded = await page.evaluate<boolean>(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => undefined))).then(() => 'axe' in globalThis)`);
  if (!isLoaded) await page.evaluate(AXE);
  return await page.evaluate<string[]>(`axe.run(document, {
    runOnly: { type: 'tag', values: ${JSON.stringify(RULES)} },
    rules: { region: { enabled: window === top } },
    // No rule of these reads style sheets. In a frame it would fetch what the policy of a frame forbids.
    preload: window === top && { assets: ['media'] },
    // Only what is wrong is written out; how to select it is not read.
    resultTypes: ['violations'],
    selectors: false,
    elementRef: true,
  }).then(async ({ violations }) => {
    const faults = [];
    for (const { id, nodes } of violations) for (const { element, html, failureSummary } of nodes) {
      // What is cut off by the edge of what it scrolls in is as large as it is once it is scrolled to.
      if (id === 'target-size') {
        element.scrollIntoView({ block: 'center' });
        const { violations: still } = await axe.run(element, { runOnly: { type: 'rule', values: [id] } });
        if (still.length === 0) continue;
      }
      faults.push(id + ' ' + html.slice(0, 160) + ' ' + failureSummary.slice(0, 200));
    }
    return faults;
  })`);
}

/** How far a page can be scrolled sideways: CSS pixels. What is kept free for a scrollbar is no room for it. */
export async function sideways(page: Page): Promise<number> {
  return await page.evaluate<number>(
    '((root) => root.scrollWidth - root.getBoundingClientRect().width)(document.documentElement)',
  );
}

/** What is wrong with a page as it stands: what axe finds, and whether it can be scrolled sideways. */
export async function pageFaults(page: Page): Promise<string[]> {
  const over = await sideways(page);
  return [...(await axeFaults(page)), ...(over > 0 ? [`scrolls sideways by ${over} px`] : [])];
}

/** Waits until the browser stands at a path. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
}
