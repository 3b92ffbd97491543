import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { Page } from 'playwright-core';

import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit } from './browser-kit.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';

const { server, folder, stock } = await startMixingSite({ after });
const kit = createBrowserKit({ after }, server.address);

/** The largest thing that the page has painted so far, and when. */
async function largestOf(page: Page): Promise<unknown> {
  return await page.evaluate<unknown>(`new Promise((resolve) => new PerformanceObserver((list) => {
    const { startTime, size, url, element } = list.getEntries().at(-1);
    resolve({ startTime, size, url, is: element === null ? '' : element.className });
  }).observe({ type: 'largest-contentful-paint', buffered: true }))`);
}

/** Opens the workbench on a phone, and sees what is the largest before and after its code has come. */
async function paintsOf(
  token: string,
  isWhole: (page: Page) => Promise<unknown>,
): Promise<{ before: unknown; after: unknown }> {
  const { page, close } = await kit.open({ token, newcomer: true, more: { viewport: { width: 412, height: 823 } } });
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/assets\/vendor\./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.address}/workbench`, { waitUntil: 'commit' });
  await page.locator('#first-paint .rp-workbench__lead').waitFor();
  const before = await largestOf(page);
  go();
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await isWhole(page);
  // Painted, whatever has just come.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
  );
  const last = await largestOf(page);
  assert.deepEqual(kit.takeComplaints(), []);
  await close();
  return { before, after: last };
}

/** Whether the pictures of the cards that are in sight have come. */
const ARE_SEEN = `((pictures) => pictures.length >= 4 && pictures.every((one) => one.complete ?? one.readyState >= 2))(
  [...document.querySelectorAll('.rp-card-image img, .rp-card-image video')]
    .filter((one) => one.getBoundingClientRect().top < innerHeight && one.offsetParent !== null))`;

test('nothing on a new member’s workbench is larger than its first line, on a phone', async () => {
  const { token } = await server.signIn();
  const { before, after: last } = await paintsOf(token, (page) => page.locator('.rp-toast').waitFor());
  assert.deepEqual(last, { ...(before as object), is: '' });
});

test('nothing on a workbench with projects is larger than its first line, on a phone', async () => {
  const { accountId, token } = await server.signIn({ level: 'level1' });
  const ids = await stock(accountId, drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 2, seconds: 2 }));
  const document = projectOf([ids.slice(0, 2), ids.slice(2)], { ratio: '9:16' });
  const client = mixClient(server.address, token);
  for (let number = 0; number < 5; number += 1) await client.call('POST', '/api/mixing/projects', document);
  const { before, after: last } = await paintsOf(token, (page) =>
    until(() => page.evaluate<boolean>(ARE_SEEN), 'all pictures are there'),
  );
  assert.deepEqual(last, { ...(before as object), is: '' });
});
