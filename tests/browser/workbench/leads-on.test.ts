import { expect, test } from '@rstest/core';

import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { cancelTask } from '#core/contract/task-calls.ts';
import { WORKBENCH_CARDS, WORKBENCH_OUTPUTS, WORKBENCH_STARTS } from '#plugins/workbench/api.ts';

import { buildCard, buildJob, EMPTY, jobsAnswer, partner, QUIET, TASK, TIME, workbench } from './workbench-plugin.ts';

const START = { id: 'new', title: 'workbench:open', icon: 'plus', to: '/harbour/new' } as const;

test('the page says what to do next with what changed last, and how to begin something new', async () => {
  const next = { title: 'workbench:jobs.title', to: '/harbour/7' } as const;
  const ships = partner((context) => {
    context.contribute(WORKBENCH_CARDS, { events: [], load: () => Promise.resolve([buildCard({ next })]) });
    context.contribute(WORKBENCH_STARTS, START);
  });
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  const go = await page.until(() => page.byRole('button', '正在进行'));
  const primary = [...page.element.querySelectorAll('.rp-button--primary')];
  expect(primary).toEqual([go]);
  await page.click(go);
  expect(page.router.visited.at(-1)).toBe('/harbour/7');
  await page.click(page.byRole('button', '打开工作台'));
  expect(page.router.visited.at(-1)).toBe('/harbour/new');
  // It stands there only.
  expect(page.allByRole('heading', '港口日落')).toHaveLength(1);
  await page.unmount();
});

test('without anything to go on with, beginning something new is the primary button', async () => {
  const ships = partner((context) => {
    context.contribute(WORKBENCH_CARDS, { events: [], load: () => Promise.resolve([buildCard()]) });
    context.contribute(WORKBENCH_STARTS, START);
    context.contribute(WORKBENCH_STARTS, { ...START, id: 'nowhere', to: '/unknown' });
  });
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  await page.until(() => page.byRole('button', '打开工作台'));
  expect(page.element.querySelectorAll('.rp-button--primary')).toHaveLength(1);
  await page.unmount();
});

test('what is under way stands in one place, with one progress, and leads to its page', async () => {
  const next = { title: 'workbench:jobs.title', to: '/harbour/7' } as const;
  const cards = [buildCard({ subjectId: 'run', next }), buildCard({ id: '2', title: 'Other', to: '/harbour/2' })];
  const ships = partner((context) =>
    context.contribute(WORKBENCH_CARDS, { events: [], load: () => Promise.resolve(cards) }),
  );
  const cancelled = answer(cancelTask, {
    ...{ id: TASK, job: 'harbour.load', subjectId: 'run', state: 'cancelled', progress: 0, secondsLeft: null },
    ...{ attempt: 1, error: null, createdAt: TIME, updatedAt: TIME },
  });
  const job = buildJob({ id: 'run', subjectId: 'run' });
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, jobsAnswer([job]), jobsAnswer([]), cancelled],
    partners: [ships],
  });
  const link = await page.until(() => page.byRole('link', '港口日落'));
  expect([link.getAttribute('href'), link.closest('.rp-job') !== null]).toEqual(['/harbour/1', true]);
  expect(page.allByRole('progressbar')).toHaveLength(1);
  await page.doing(() => page.events.resync());
  await page.until(() => page.byRole('heading', '港口日落').closest('.rp-next') !== null);
  expect(page.text).not.toContain('没有在进行的任务');
  await page.unmount();
});

test('what was made last is shown, and nothing for none', async () => {
  const made = [{ id: '1', title: '日落-001.mp4', picture: '/files/1.jpg', to: '/harbour/9' }];
  const ships = partner((context) => {
    context.contribute(WORKBENCH_CARDS, { events: [], load: () => Promise.resolve([buildCard()]) });
    context.contribute(WORKBENCH_OUTPUTS, { events: [], load: () => Promise.resolve(made) });
    context.contribute(WORKBENCH_OUTPUTS, { events: [], load: () => Promise.resolve([]) });
  });
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  const link = await page.until(() => page.byRole('link', '日落-001.mp4'));
  expect(link.getAttribute('href')).toBe('/harbour/9');
  expect(page.allByRole('heading', '最近做好的')).toHaveLength(1);
  await page.unmount();
});
