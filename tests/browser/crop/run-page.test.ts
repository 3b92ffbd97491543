import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { answer, mountPlugin, refuse } from '#core/web/testing/index.ts';

import { ALONE, buildItem, itemPage } from '../runs/press-run.tsx';
import { layOut } from '../materials/materials-plugin.ts';
import { buildRun, crop, RUN } from './crop-kit.ts';

layOut();

const FACTS = {
  ...{ first: 15, last: 90, seconds: 2.5, width: 360, height: 640, copied: 60, copiedFrom: 30 },
  ...{ picturesEncoded: null, sound: 'copied', soundEncoded: null },
};

async function open(items: ToolItem[]) {
  const page = await mountPlugin(crop, {
    ...{ page: 'Run', path: `/videoCrop/run/${RUN}` },
    calls: [
      ALONE,
      answer(readToolRun, buildRun({ state: 'done', made: items.length, progress: 1, secondsLeft: null })),
      answer(listToolItems, itemPage(items)),
    ],
  });
  await page.until(() => page.element.querySelector('.rp-output'));
  return page;
}

test('each cut tells its size and length', async () => {
  const page = await open([buildItem(1, { facts: FACTS }), buildItem(2, { facts: null })]);
  expect(page.text).toContain('360 × 640 · 2.5 s');
  await page.unmount();
});

test('a run of somebody else is not there, and the way back is', async () => {
  const page = await mountPlugin(crop, {
    ...{ page: 'Run', path: `/videoCrop/run/${RUN}` },
    calls: [refuse(readToolRun, '没有', { status: 404 })],
  });
  await page.until(() => page.text.includes('没有这次运行'));
  await page.unmount();
});
