import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { listToolRuns } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { ToolRunHistory } from '#core/web/runs/ToolRunHistory.tsx';
import { answer, mountPlugin, type Answer } from '#core/web/testing/index.ts';

import { buildRun, idOf, RUN } from './press-run.tsx';

const manifest = definePlugin({
  ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
  routes: [{ path: '/press', page: 'Press' }],
});
const web = defineWeb({
  pages: {
    Press: async () => ({
      default: () => <ToolRunHistory tool="press.stamp" to={(id) => `/press/run/${id}`} shown={1} />,
    }),
  },
});
const open = (...calls: Answer[]) => mountPlugin({ manifest, web }, { page: 'Press', path: '/press', calls });
const listed = (runs: ReturnType<typeof buildRun>[], nextCursor: string | null = null) =>
  answer(listToolRuns, { items: runs, nextCursor, total: runs.length });

test('the runs of a tool lead to their pages, and are read anew when one of them changes', async () => {
  const page = await open(listed([buildRun()], 'next'));
  const link = await page.until(() => page.byRole('link', '港口日落'));
  expect(link.getAttribute('href')).toBe(`/press/run/${RUN}`);
  expect(page.http.callsOf(listToolRuns)[0]?.query).toMatchObject({ tool: 'press.stamp', limit: 1 });
  page.http.script(listed([buildRun({ id: idOf(7), name: '第二次', state: 'done', made: 3 })]));
  await page.doing(() => page.events.send(toolRunChanged, { runId: idOf(7), tool: 'other.tool' }));
  expect(page.text).not.toContain('第二次');
  await page.doing(() => page.events.send(toolRunChanged, { runId: idOf(7), tool: 'press.stamp' }));
  await page.until(() => page.text.includes('第二次') && page.text.includes('完成 3 个'));
  await page.unmount();
});

test('before the first run there is nothing', async () => {
  const page = await open(listed([]));
  await page.until(() => page.http.callsOf(listToolRuns).length === 1);
  expect(page.text).toBe('');
  await page.unmount();
});
