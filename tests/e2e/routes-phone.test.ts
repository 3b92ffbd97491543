import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { startRouteKit } from './route-kit.ts';
import { toastsOf } from './toasts.ts';

const { site, kit, furnished, testEverySecond } = await startRouteKit({ after });
const { server } = site;

// The other halves of what the wide pages show; here each page is loaded.
testEverySecond(1, { width: 390, dark: false, language: 'en' });
testEverySecond(0, { width: 390, dark: true, language: 'zh' });

test('an unknown address leads a phone home, and says so clear of the page’s first line', async () => {
  const { page, close } = await kit.open({ width: 390, language: 'en', token: furnished().token });
  await page.goto(`${server.address}/no/such/page`);
  const told = toastsOf(page).filter({ hasText: 'no page at this address' });
  await told.waitFor();
  const [note, line] = [await told.boundingBox(), await page.locator('main h1').boundingBox()];
  assert.ok(note !== null && line !== null && note.y >= line.y + line.height, 'the message covers the first line');
  kit.takeComplaints();
  await close();
});
