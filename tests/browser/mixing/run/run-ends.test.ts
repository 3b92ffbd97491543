import { expect, test } from '@rstest/core';

import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { fakeKernel } from '#core/web/testing/index.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';
import { until } from '#tests/until.ts';

import { RUN } from './build-run.ts';

test('that a run of a project has ended is told by its videos, with a way to its page', async () => {
  const fake = await fakeKernel({ manifest, web }, { path: '/workbench' });
  const { plugins } = fake.kernel;
  const stop = wakePlugins({ plugins, events: fake.events, report: () => undefined });
  const ended = { runId: RUN, tool: 'mixing.mix', name: '港口日落', state: 'done', made: 20, failed: 0 } as const;
  fake.events.send(toolRunEnded, ended);
  await until(() => fake.toasts.shown.length > 0);
  const [toast] = fake.toasts.shown;
  expect(toast).toMatchObject({ kind: 'success', text: '“港口日落”的 20 条视频已生成' });
  toast?.action?.run();
  await until(() => fake.router.place.path === `/mixedCut/run/${RUN}`);
  await stop();
  await fake.kernel.dispose();
});
