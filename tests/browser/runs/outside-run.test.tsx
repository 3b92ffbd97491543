import { expect, test } from '@rstest/core';

import { askRunPage } from '#core/contract/asked-by-parts.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { cancelToolRun, listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { markFramed } from '#core/web/is-framed.ts';
import { RUN_EXPORTS } from '#core/web/runs/run-exports.ts';
import { RUN_OUTPUTS, type ChosenOutputs } from '#core/web/runs/run-outputs.ts';
import { RUN_STEPS } from '#core/web/runs/run-steps.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { answer, buildManifest, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';

import { ALONE, buildItem, buildRun, itemPage, LOOK, RUN } from './press-run.tsx';

const Page = () => <ToolRunView id={RUN} look={LOOK} missing={null} />;
const given: ChosenOutputs[] = [];

/** The page of a run in a plugin from outside, beside one that does something with runs. */
async function open(grants: ReturnType<typeof askRunPage>): Promise<MountedPlugin> {
  const manifest = definePlugin({
    ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar', grants },
    routes: [{ path: '/press/run/:id', page: 'Run' }],
  });
  return await mountPlugin(
    { manifest, web: defineWeb({ pages: { Run: async () => ({ default: Page }) } }) },
    {
      ...{ page: 'Run', path: `/press/run/${RUN}`, outside: true },
      calls: [
        ...[ALONE, answer(readToolRun, buildRun({ made: 2 }))],
        ...[answer(listToolItems, itemPage([buildItem(1), buildItem(2)])), answer(cancelToolRun, buildRun())],
      ],
      partners: [
        {
          manifest: buildManifest({ id: 'sender', slots: [RUN_OUTPUTS.id, RUN_EXPORTS.id, RUN_STEPS.id] }),
          web: defineWeb({
            activate(context) {
              const look = { id: 'send', title: 'shell:runs.retry-some', icon: 'send' } as const;
              context.contribute(RUN_OUTPUTS, { ...look, run: async (outputs) => void given.push(outputs) });
              context.contribute(RUN_EXPORTS, { ...look, make: () => Promise.resolve(undefined) });
              context.contribute(RUN_STEPS, {
                ...look,
                read: () => Promise.resolve('发到码头'),
                choose: () => Promise.resolve(),
              });
            },
          }),
        },
      ],
    },
  );
}

test('a plugin from outside shows its run with all that is offered there, and learns nothing of who offers it', async () => {
  const page = await open(askRunPage('shell:runs.bar'));
  await page.until(() => page.byRole('button', '下载全部 2 个'));
  await page.click(page.byRole('button', '重试 2 个'));
  expect(given).toEqual([{ runId: RUN, items: null, count: 2 }]);
  expect(page.allByRole('button', '其他格式')).toHaveLength(1);
  await page.until(() => page.byRole('button', '发到码头'));
  const [command] = page.commands.list.filter(({ id }) => id.startsWith('press.output.'));
  await page.doing(() => page.commands.run(command?.id ?? ''));
  expect(given).toHaveLength(2);
  expect(page.faults).toEqual([]);
  await page.unmount();
});

test('one that did not ask for it is told what to add', async () => {
  const calls = askRunPage('shell:runs.bar').filter(({ kind }) => kind !== 'service');
  await expect(open(calls)).rejects.toThrow(/not granted "dialogs@1".*ask\(DIALOGS/);
});

test('in the frame of an isolated plugin it shows and steers, and offers nothing that cannot leave the frame', async () => {
  markFramed();
  try {
    const page = await open(askRunPage('shell:runs.bar'));
    await page.until(() => page.text.includes('已完成 2 个'));
    expect(page.allByRole('button', '停止')).toHaveLength(1);
    for (const name of ['重命名', '下载全部 2 个']) expect(page.allByRole('button', name)).toEqual([]);
    expect(page.faults).toEqual([]);
    await page.unmount();
  } finally {
    delete document.documentElement.dataset['framed'];
  }
});
