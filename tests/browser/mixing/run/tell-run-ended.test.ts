import { expect, test } from '@rstest/core';

import { eventOfTopic, type EventData } from '#core/contract/event.ts';
import { runEnded } from '#plugins/mixing/events.ts';
import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { fakeKernel } from '#core/web/testing/index.ts';
import manifest from '#plugins/mixing/plugin.ts';
import { RunNotices } from '#plugins/mixing/web/run/RunNotices.ts';
import web from '#plugins/mixing/web/index.ts';

import { PROJECT, RUN, until } from './build-run.ts';

const ENDED: EventData<typeof runEnded> = {
  runId: RUN,
  projectId: PROJECT,
  name: '港口日落',
  state: 'done',
  made: 20,
  failed: 0,
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
  expect(page.kernel.plugins.find('mixing')?.state.name).toBe('ready');
  page.events.send(runEnded, ENDED);
  await until(() => page.toasts.shown.length === 1);
  const [toast] = page.toasts.shown;
  expect(toast).toMatchObject({ kind: 'success', text: '“港口日落”的 20 条视频已生成' });
  toast?.action?.run();
  await until(() => page.router.place.path === `/mixedCut/run/${RUN}`);
  page.events.send(runEnded, { ...ENDED, failed: 2, runId: PROJECT });
  await until(() => page.toasts.shown.length === 2);
  expect(page.toasts.shown[1]).toMatchObject({ kind: 'warning' });
  await page.stop();
  await page.kernel.dispose();
});

test('whoever looks at the run, or has stopped it, is not told', async () => {
  const page = await anyPage(`/mixedCut/run/${RUN}`);
  page.events.send(runEnded, ENDED);
  page.events.send(runEnded, { ...ENDED, state: 'cancelled', runId: PROJECT });
  page.events.send(eventOfTopic(runEnded.topic), 'nonsense');
  await until(() => page.kernel.plugins.find('mixing')?.state.name === 'active');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.toasts.shown).toEqual([]);
  await page.stop();
  expect(page.events.listening).toBe(0);
  await page.kernel.dispose();
});

test('whoever works in another window is told by the browser', async () => {
  const page = await anyPage(`/mixedCut/run/${RUN}`);
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
  const { context } = await page.kernel.plugins.ensure('mixing', 'route:test');
  await context.store(RunNotices).toggle();
  for (const hasFocus of [true, false]) {
    document.hasFocus = () => hasFocus;
    page.events.send(runEnded, { ...ENDED, name: hasFocus ? 'seen' : 'unseen' });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await until(() => told.length > 0);
  expect(told).toEqual([expect.stringContaining('unseen')]);
  expect(page.toasts.shown).toEqual([]);
  [globalThis.Notification, document.hasFocus] = before;
  await page.stop();
  await page.kernel.dispose();
});
