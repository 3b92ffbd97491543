import { chromium, type Browser } from 'playwright-core';

import { findChromium, findHeadlessChromium } from '../../scripts/find-tools.mjs';

/**
 * Features that Chromium does without. The list replaces Playwright's, so that it begins with what Playwright turns
 * off; the last three draw pages of their own beside every window, a second of work for each.
 */
const WITHOUT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...[
    'SpareRendererForSitePerProcess',
    'PreconnectToSearch',
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIReloadButton',
  ],
];

/**
 * What makes JavaScript faster in the long run costs more than it gives in pages that live for seconds: without it, and
 * with room for what they allocate, a page takes a sixth less.
 */
export const SHORT_LIVED =
  '--js-flags=--no-opt --no-maglev --max-lazy --min-semi-space-size=32 --max-semi-space-size=64';

/**
 * Chromium without a window on the screen. A machine that has none fails every test that asks for one.
 * @param options.whole the browser that people have, not the headless shell
 * @param options.env in addition to this process's
 */
export async function launchChromium(
  args: readonly string[] = [],
  { whole = false, env = {} }: { whole?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Browser> {
  return await chromium.launch({
    executablePath: requireChromium({ whole }),
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${WITHOUT.join()}`, ...args],
  });
}

/**
 * Where this machine has its Chromium.
 * @param options.whole the browser that people have; else the headless shell will do
 * @throws a sentence that says what to install
 */
export function requireChromium({ whole = false }: { whole?: boolean } = {}): string {
  const path = whole ? findChromium() : findHeadlessChromium();
  if (path !== undefined) return path;
  const debian = whole ? 'chromium' : 'chromium-headless-shell';
  throw new Error(
    `This test needs Chromium: install it (Debian: apt-get install ${debian}) or name it in CHROMIUM_PATH.`,
  );
}
