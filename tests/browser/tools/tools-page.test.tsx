import { expect, test } from '@rstest/core';

import { listToolRuns } from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { answer, buildManifest, mountPlugin, partnerService } from '#core/web/testing/index.ts';
import { toolAddresses } from '#core/web/tools/tool-addresses.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { MATERIALS, type MaterialsLibrary } from '#plugins/materials/api.ts';
import manifest from '#plugins/tools/plugin.ts';
import web from '#plugins/tools/web/index.ts';

import { buildClip, buildRun, HandedLibrary, idOf } from '../crop/crop-kit.ts';

/** A plugin with a tool for long videos. */
const sawyer = (opened: (readonly string[])[]) => ({
  manifest: buildManifest({ id: 'sawyer', slots: [TOOL_CARDS.id] }),
  web: defineWeb({
    activate: (context) =>
      context.contribute(TOOL_CARDS, {
        ...{ id: 'saw', title: 'shell:runs.bar', have: 'shell:runs.clear', want: 'shell:runs.missing-text' },
        ...{ icon: 'split', order: 1, tool: 'sawyer.saw', at: toolAddresses('/saw') },
        open: async (ids) => void opened.push(ids),
      }),
  }),
});
const HAVE = '取消选择';

function open(opened: (readonly string[])[], runs = [buildRun({ tool: 'sawyer.saw', name: '长片' })]) {
  const library = new HandedLibrary();
  library.hand(buildClip(1), buildClip(2));
  return mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Tools', path: '/videoEditTools' },
      calls: [answer(listToolRuns, { items: runs, nextCursor: null, total: runs.length })],
      tokens: [partnerService(MATERIALS, () => library as unknown as MaterialsLibrary)],
      partners: [sawyer(opened)],
    },
  );
}

test('what somebody has leads to the tool, and videos that were chosen before go along', async () => {
  const opened: (readonly string[])[] = [];
  const page = await open(opened);
  const card = await page.until(() => page.byRole('link', HAVE));
  expect(card.getAttribute('href')).toBe('/saw');
  await page.click(await page.until(() => page.byRole('button', '先选视频')));
  await page.until(() => page.text.includes('已选 2 个视频'));
  await page.click(page.byRole('link', HAVE));
  expect(opened).toEqual([[idOf(1), idOf(2)]]);
  await page.click(page.byRole('button', '不选了'));
  expect(page.text).not.toContain('已选 2 个视频');
  await page.unmount();
});

test('runs of all tools are listed, each leading to its page', async () => {
  const page = await open([]);
  const run = await page.until(() => page.byRole('link', '长片'));
  expect(run.getAttribute('href')).toBe(`/saw/run/${buildRun().id}`);
  expect(page.http.callsOf(listToolRuns).map(({ query }) => query)).toEqual([{ tool: 'sawyer.saw', limit: 8 }]);
  await page.unmount();
  const fresh = await open([], []);
  await fresh.until(() => fresh.text.includes('还没有任务'));
  await fresh.unmount();
});
