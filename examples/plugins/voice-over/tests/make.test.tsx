import { listMaterials, readMaterial } from '@reelport/core/plugins/materials';
import { answer, cycle, exampleOf, expectNoLeaks, mountPlugin } from '@reelport/core/testing';
import { expect, test } from '@rstest/core';

import manifest from '../plugin.ts';
import web from '../web/index.tsx';

const clip = exampleOf(readMaterial.data, { name: 'Harbour.mp4', url: '/files/harbour.mp4' });
const calls = [answer(listMaterials, { items: [clip], nextCursor: null, total: 1 })];

test('a sentence and a clip are needed', async () => {
  const page = await mountPlugin({ manifest, web }, { language: 'en', path: '/voice-over', calls });
  const make = () => page.byRole('button', 'Make the videos');
  await page.until(() => page.text.includes('Harbour.mp4'));
  expect(make().matches(':disabled')).toBe(true);
  await page.fill(page.byRole('textbox'), 'Ships ahoy');
  expect(make().matches(':disabled')).toBe(true);
  await page.click(page.byRole('checkbox', 'Harbour.mp4'));
  expect(page.text).toContain('1 chosen');
  expect(make().matches(':disabled')).toBe(false);
  await page.unmount();
});

test('nothing is left of it, however often it is switched on and off', async () => {
  expectNoLeaks(await cycle({ manifest, web }, { calls, path: '/voice-over' }));
});
