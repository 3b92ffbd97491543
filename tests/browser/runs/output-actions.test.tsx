import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { RUN_OUTPUTS, type ChosenOutputs, type RunOutputAction } from '#core/web/runs/run-outputs.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { answer, buildManifest, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';

import { ALONE, buildItem, buildRun, idOf, itemPage, LOOK, RUN } from './press-run.tsx';

const manifest = definePlugin({
  ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
  routes: [{ path: '/press/run/:id', page: 'Run' }],
});
const Page = () => <ToolRunView id={RUN} look={LOOK} missing={null} />;
const web = defineWeb({ pages: { Run: async () => ({ default: Page }) } });
const ITEMS = [buildItem(1), buildItem(2), buildItem(3, { state: 'planned' })];

/**
 * The page of a run of which two are made, with other plugins that do something with those.
 * @param ready when these plugins have started
 */
async function open(
  runs: Readonly<Record<string, RunOutputAction['run']>>,
  ready: Promise<void> = Promise.resolve(),
): Promise<MountedPlugin> {
  const page = await mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Run', path: `/press/run/${RUN}` },
      calls: [ALONE, answer(readToolRun, buildRun({ made: 2 })), answer(listToolItems, itemPage(ITEMS))],
      partners: Object.entries(runs).map(([id, run]) => ({
        manifest: buildManifest({ id, slots: [RUN_OUTPUTS.id] }),
        web: defineWeb({
          async activate(context) {
            await ready;
            // One of the run's own texts, with a number in it: 下载 n 个.
            context.contribute(RUN_OUTPUTS, { id: 'send', title: 'shell:runs.retry-some', icon: 'send', run });
          },
        }),
      })),
    },
  );
  return page;
}
const isDrawn = (page: MountedPlugin) => page.until(() => page.byRole('button', '下载全部 2 个'));
const offered = (page: MountedPlugin) => page.commands.list.filter(({ id }) => id.startsWith('press.output.'));

test('plugins do something with all that was made, or with what is chosen, by button and by command', async () => {
  const given: ChosenOutputs[] = [];
  const page = await open({ sender: async (outputs) => void given.push(outputs) });
  await isDrawn(page);
  await page.click(page.byRole('button', '重试 2 个'));
  await page.click(page.byRole('button', '全选'));
  await page.until(() => page.text.includes('已选'));
  await page.click(page.byRole('button', '重试 2 个'));
  expect(offered(page).map(({ title, params }) => [title, params])).toEqual([['shell:runs.retry-some', { count: 2 }]]);
  await page.doing(() => page.commands.run(offered(page)[0]?.id ?? ''));
  const chosen = { runId: RUN, items: [idOf(1), idOf(2)], count: 2 };
  expect(given).toEqual([{ runId: RUN, items: null, count: 2 }, chosen, chosen]);
  await page.unmount();
});

test('what fails in it is told as the fault of its plugin, and the run stays', async () => {
  const page = await open({ broken: () => Promise.reject(new Error('sunk')) });
  await isDrawn(page);
  await page.click(page.byRole('button', '重试 2 个'));
  await page.until(() => page.faults.length > 0);
  expect(page.faults.map(({ plugin, phase }) => `${plugin} ${phase}`)).toEqual(['broken promise']);
  expect(page.allByRole('button', '下载全部 2 个')).toHaveLength(1);
  await page.unmount();
});

test('the bar appears once all its buttons are there, and what is below it with it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const page = await open({ sender: async () => undefined }, promise);
  await page.until(
    () => page.byRole('heading', '港口日落') && page.byRole('grid').getAttribute('aria-busy') === 'false',
  );
  const rows = (): string | null => page.byRole('grid').getAttribute('aria-rowcount');
  expect([page.allByRole('toolbar'), rows()]).toEqual([[], '0']);
  resolve();
  await isDrawn(page);
  expect(page.allByRole('button', '重试 2 个')).toHaveLength(1);
  expect(rows()).not.toBe('0');
  await page.unmount();
});
