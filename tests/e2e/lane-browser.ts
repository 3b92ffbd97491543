import type { Browser, Page } from 'playwright-core';

import { launchChromium, SHORT_LIVED } from './launch-chromium.ts';

/** A browser that the test files of a process use one after another. */
export interface LaneBrowser {
  browser: Browser;
  /** Pages that were closed and emptied, by how they are set up: a page in one takes half of what a new one does. */
  idle: Map<string, Page[]>;
}

let kept: LaneBrowser | undefined;

/** The browser that outlives this test file; undefined where each has its own. */
export function laneBrowser(): LaneBrowser | undefined {
  return kept;
}

/** So many emptied pages stay for the next file; each is a process. */
const MAX_IDLE = 6;

/** Closes all but some of the emptied pages. Those keep the code that they fetched: the next file's server has the same. */
export async function makeRoom({ idle }: LaneBrowser): Promise<void> {
  const left = [...idle].flatMap(([kind, pages]) => pages.map((page, depth) => ({ kind, page, depth })));
  // First those of kinds of which there is only this one.
  left.sort((a, b) => a.depth - b.depth);
  for (const { kind, page } of left.splice(MAX_IDLE)) {
    idle.set(
      kind,
      (idle.get(kind) ?? []).filter((other) => other !== page),
    );
    await page.context().close();
  }
}

/** Starts the browser of this process, unless it runs. The runner does so before a file that will ask for one. */
export async function keepLaneBrowser(): Promise<void> {
  if (kept?.browser.isConnected()) return;
  kept = { browser: await launchChromium([SHORT_LIVED]), idle: new Map() };
}
