import assert from 'node:assert/strict';

import type { CDPSession, Page } from 'playwright-core';

import { serviceOfPage } from '../e2e/kernel-of-page.ts';

/** A step of the browser's trace; its own type is of the other half. */
interface Span {
  plugin: string;
  step: string;
  /** Milliseconds since the page began. */
  start: number;
  duration: number;
  bytes: number | null;
}

/** Milliseconds without a byte after which a page has everything that it starts with. */
const QUIET = 1_000;
/** Counts what comes over the wire of page, scripts, styles and the index of plugins, headers included, until it is quiet. */
export async function watchWire(page: Page): Promise<() => Promise<{ bytes: number; index: number }>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const asked = new Map<string, 'index' | 'file'>();
  let [bytes, index] = [0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    const isIndex = new URL(request.url).pathname === '/api/plugins';
    if (!isIndex && !['Document', 'Script', 'Stylesheet'].includes(type ?? '')) return;
    asked.set(requestId, isIndex ? 'index' : 'file');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = asked.get(requestId);
    if (kind === undefined) return;
    bytes += encodedDataLength;
    if (kind === 'index') index += encodedDataLength;
  });
  return async () => {
    for (let before = -1; before !== bytes; await page.waitForTimeout(QUIET)) before = bytes;
    return { bytes, index };
  };
}

export interface Opening {
  /** Milliseconds from the click. */
  active: number;
  painted: number;
  import: number;
  /** Of its code over the wire, as the trace tells the manager. */
  bytes: number;
  activate: number;
}

/** Opens the page of a plugin by its menu entry, and waits until it was painted. */
export async function openPage(page: Page, index: number): Promise<Opening> {
  const { painted, clicked } = await page.evaluate<{ painted: number; clicked: number }>(`(async () => {
    const clicked = performance.now();
    const seen = new Promise((resolve) => {
      new MutationObserver((_, watcher) => {
        if (document.getElementById('small-${index}') === null) return;
        watcher.disconnect();
        // The frame after the one in which it was drawn begins when that was painted.
        requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
      }).observe(document.querySelector('main'), { childList: true, subtree: true });
    });
    document.querySelector('.rp-rail a[href="/small/${index}"]').click();
    await seen;
    return { clicked, painted: performance.now() };
  })()`);
  const spans = await page.evaluate<Span[]>(
    `${serviceOfPage('trace')}.spans.filter(({ plugin }) => plugin === 'small-${index}').map((span) => ({ ...span }))`,
  );
  const span = (step: string) => spans.find((one) => one.step === step);
  const [imported, activated] = [span('import'), span('activate')];
  assert.ok(imported !== undefined && activated !== undefined, 'the trace tells of both steps');
  return {
    active: activated.start + activated.duration - clicked,
    painted: painted - clicked,
    import: imported.duration,
    bytes: imported.bytes ?? 0,
    activate: activated.duration,
  };
}

/** Bytes of the page's heap after everything that can go has gone. */
export async function heapOf(session: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}
