import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { answer, mountPlugin } from '#core/web/testing/index.ts';

import { buildClip, buildRun, HandedLibrary, idOf, RUN } from '../crop/crop-kit.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { ALONE, buildItem, itemPage } from '../runs/press-run.tsx';
import { mask, maskOptions } from './mask-kit.ts';

layOut();

const FACTS = {
  ...{ first: 0, last: 120, seconds: 4, width: 1920, height: 1080, changed: 30, copied: 80, copiedFrom: 0 },
  ...{ picturesEncoded: null, sound: 'copied', soundEncoded: null },
};

test('each masked video tells its size and length', async () => {
  const library = new HandedLibrary();
  library.hand(buildClip(1));
  const items = [
    buildItem(1, { facts: FACTS, sources: [idOf(1)] }),
    buildItem(2, { facts: { ...FACTS, copied: 0, picturesEncoded: 'codec' }, sources: [idOf(2)] }),
  ];
  const options = maskOptions(library, [
    ALONE,
    answer(readToolRun, buildRun({ tool: 'mask.cover', state: 'done', made: 2, progress: 1, secondsLeft: null })),
    answer(listToolItems, itemPage(items)),
  ]);
  const page = await mountPlugin(mask, { page: 'Run', path: `/video/captions/mosaic/run/${RUN}`, ...options });
  await page.until(() => page.element.querySelectorAll('.rp-output').length === 2);
  expect(page.text).toContain('1920 × 1080 · 4.0 s');
  await page.unmount();
});
