import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { listToolItems, readToolRun, type ToolRun } from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { RUN_STEPS, type RunStep } from '#core/web/runs/run-steps.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { answer, buildManifest, mountPlugin } from '#core/web/testing/index.ts';

import { ALONE, buildItem, buildRun, itemPage, LOOK, RUN } from './press-run.tsx';

const manifest = definePlugin({
  ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
  routes: [{ path: '/press/run/:id', page: 'Run' }],
});
const Page = () => <ToolRunView id={RUN} look={LOOK} missing={null} />;
const web = defineWeb({ pages: { Run: async () => ({ default: Page }) } });

function open(run: ToolRun, steps: Readonly<Record<string, Pick<RunStep, 'read' | 'choose'>>>) {
  return mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Run', path: `/press/run/${RUN}` },
      calls: [ALONE, answer(readToolRun, run), answer(listToolItems, itemPage([buildItem(1)]))],
      partners: Object.entries(steps).map(([id, step]) => ({
        manifest: buildManifest({ id, slots: [RUN_STEPS.id] }),
        web: defineWeb({
          activate: (context) =>
            // One of the run's own texts.
            context.contribute(RUN_STEPS, { ...step, id: 'then', title: 'shell:runs.clear', icon: 'send' }),
        }),
      })),
    },
  );
}
const LABEL = '取消选择';

test('what is done after a run is chosen while it is under way, and told from then on', async () => {
  let chosen: string | null = null;
  const asked: string[] = [];
  const page = await open(buildRun({ made: 1 }), {
    sender: {
      read: () => Promise.resolve(chosen),
      choose: async (runId) => {
        asked.push(runId);
        chosen = '完成后发到码头';
      },
    },
  });
  await page.click(await page.until(() => page.byRole('button', LABEL)));
  await page.until(() => page.byRole('button', '完成后发到码头'));
  expect(asked).toEqual([RUN]);
  await page.unmount();
});

test('a run that has ended offers none, and one that fails leaves the others whole', async () => {
  const whole = { read: () => Promise.resolve('发到码头'), choose: () => Promise.resolve() };
  const over = await open(buildRun({ state: 'done', made: 1, progress: 1 }), { whole });
  await over.until(() => over.text.includes('完成 1 个'));
  expect(over.allByRole('button', '发到码头')).toEqual([]);
  await over.unmount();
  const page = await open(buildRun({ made: 1 }), {
    broken: { read: () => Promise.resolve(null), choose: () => Promise.reject(new Error('sunk')) },
    whole,
  });
  await page.until(() => page.byRole('button', '发到码头'));
  await page.click(await page.until(() => page.byRole('button', LABEL)));
  await page.until(() => page.faults.length > 0);
  expect(page.faults.map(({ plugin }) => plugin)).toEqual(['broken']);
  await page.unmount();
});
