import { setTimeout as sleep } from 'node:timers/promises';

import { launch } from 'puppeteer-core';

import { findFirefox } from '../../scripts/find-tools.mjs';
import type { BrowserHand } from './browser-hand.ts';

/** Processor time is not spent on processes kept ready, nor on the landing page's film. */
const PREFERENCES = { 'dom.ipc.processPrelaunch.enabled': false, 'ui.prefersReducedMotion': 1 };

/**
 * Firefox as people have it, without a window on the screen.
 * @param complain told of each error in a script of a page
 * @throws a sentence that says what to install
 */
export async function openFirefox(complain: (fault: string) => void): Promise<BrowserHand> {
  const executablePath = findFirefox();
  if (executablePath === undefined) {
    throw new Error(
      'This test needs Firefox: install it (Debian: apt-get install firefox-esr) or name it in FIREFOX_PATH.',
    );
  }
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: PREFERENCES,
    // They would stay with the process, which runs other tests after this one.
    ...{ handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => complain(String(error)));
  const at = (place: string) => page.locator(`xpath/${place}`);
  return {
    async goTo(address) {
      await page.goto(address);
    },
    press: (place) => at(place).click(),
    async fill(place, text) {
      // Selects what is there.
      await at(place).click({ count: 3 });
      await page.keyboard.type(text);
    },
    async choose(place, paths) {
      const field = await page.waitForSelector(`xpath/${place}`);
      await field?.uploadFile(...paths);
    },
    async drag(place, trail) {
      const box = await (await page.waitForSelector(`xpath/${place}`, { visible: true }))?.boundingBox();
      if (!box) throw new Error(`${place} is not on the screen`);
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      const began = performance.now();
      for (const { x, y, t } of trail.slice(1)) {
        await sleep(Math.max(1, t - (performance.now() - began)));
        await page.mouse.move(from.x + x, from.y + y);
      }
      await page.mouse.up();
    },
    // What the expression gives is the caller's to know.
    read: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    close: () => browser.close(),
  };
}
