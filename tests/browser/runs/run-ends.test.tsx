import { expect, test } from '@rstest/core';

import { eventOfTopic, type EventData } from '#core/contract/event.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { tellsRunsEnded } from '#core/web/runs/run-ends.ts';
import { runNotices } from '#core/web/runs/RunNotices.ts';
import { fakeKernel } from '#core/web/testing/index.ts';
import { until } from '#tests/until.ts';

import { idOf, RUN } from './press-run.tsx';

const manifest = definePlugin({
  ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
  routes: [{ path: '/press/run/:id', page: 'Run' }],
  subscriptions: [toolRunEnded.topic],
});
const web = defineWeb({
  pages: { Run: async () => ({ default: () => null }) },
  subscriptions: [tellsRunsEnded({ to: (id) => `/press/run/${id}` })],
});

const ENDED: EventData<typeof toolRunEnded> = {
  ...{ runId: RUN, tool: 'press.stamp', name: '港口日落', state: 'done', made: 20, failed: 0 },
};

async function anyPage(path = '/workbench') {
  const fake = await fakeKernel({ manifest, web }, { path });
  const faults: unknown[] = [];
  const { plugins } = fake.kernel;
  const stop = wakePlugins({ plugins, events: fake.events, report: (error) => void faults.push(error) });
  return { ...fake, stop, wakingFaults: faults };
}

test('a run that has ended is told on any page, with a way to it', async () => {
  const page = await anyPage();
  expect(page.kernel.plugins.find('press')?.state.name).toBe('ready');
  page.events.send(toolRunEnded, ENDED);
  await until(() => page.toasts.shown.length === 1);
  const [toast] = page.toasts.shown;
  expect(toast).toMatchObject({ kind: 'success', text: '“港口日落”已完成 20 个' });
  toast?.action?.run();
  await until(() => page.router.place.path === `/press/run/${RUN}`);
  page.events.send(toolRunEnded, { ...ENDED, failed: 2, runId: idOf(2) });
  await until(() => page.toasts.shown.length === 2);
  expect(page.toasts.shown[1]).toMatchObject({ kind: 'warning' });
  await page.stop();
  await page.kernel.dispose();
});

test('whoever looks at the run, or has stopped it, is not told', async () => {
  const page = await anyPage(`/press/run/${RUN}`);
  page.events.send(toolRunEnded, ENDED);
  page.events.send(toolRunEnded, { ...ENDED, state: 'cancelled', runId: idOf(2) });
  page.events.send(eventOfTopic(toolRunEnded.topic), 'nonsense');
  await until(() => page.kernel.plugins.find('press')?.state.name === 'active');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.toasts.shown).toEqual([]);
  await page.stop();
  expect(page.events.listening).toBe(0);
  await page.kernel.dispose();
});

test('the run of another tool neither wakes the plugin nor is told by it', async () => {
  const page = await anyPage();
  page.events.send(toolRunEnded, { ...ENDED, tool: 'pressure.stamp' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.kernel.plugins.find('press')?.state.name).toBe('ready');
  expect(page.toasts.shown).toEqual([]);
  await page.stop();
  await page.kernel.dispose();
});

test('whoever works in another window is told by the browser', async () => {
  const page = await anyPage(`/press/run/${RUN}`);
  const told: string[] = [];
  class FakeNotification extends EventTarget {
    static permission = 'granted';
    constructor(title: string) {
      super();
      told.push(title);
    }
  }
  const before = [globalThis.Notification, document.hasFocus] as const;
  globalThis.Notification = FakeNotification as never;
  const { context } = await page.kernel.plugins.ensure('press', 'route:test');
  await runNotices(context).toggle();
  for (const hasFocus of [true, false]) {
    document.hasFocus = () => hasFocus;
    page.events.send(toolRunEnded, { ...ENDED, name: hasFocus ? 'seen' : 'unseen' });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await until(() => told.length > 0);
  expect(told).toEqual(['unseen']);
  expect(page.toasts.shown).toEqual([]);
  [globalThis.Notification, document.hasFocus] = before;
  await page.stop();
  await page.kernel.dispose();
});
