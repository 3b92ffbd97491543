import { expect, test } from '@rstest/core';

import { eventOfTopic } from '#core/contract/event.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { cancelTask, listJobs, retryTask } from '#core/contract/task-calls.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { answer, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { WORKBENCH_CARDS } from '#plugins/workbench/api.ts';

import {
  buildCard,
  buildJob,
  jobsAnswer,
  partner,
  QUIET,
  TASK,
  taskEvent,
  TIME,
  workbench,
} from './workbench-plugin.ts';

const CANCELLED = answer(cancelTask, {
  ...{ id: TASK, job: 'harbour.load', subjectId: null, state: 'cancelled', progress: 0, secondsLeft: null },
  ...{ attempt: 1, error: null, createdAt: TIME, updatedAt: TIME },
});

test('progress of a running job is live and never jumps back', async () => {
  const page = await mountPlugin(workbench, { calls: [...QUIET, jobsAnswer([buildJob()])] });
  await page.until(() => page.text.includes('25 %'));
  expect(page.text).toContain('还要约 40 秒');
  await page.doing(() => page.events.send(taskChanged, taskEvent({ progress: 0.5, secondsLeft: 200 })));
  expect(page.text).toContain('50 %');
  expect(page.text).toContain('还要约 3 分钟');
  await page.doing(() => page.events.send(taskChanged, taskEvent({ progress: 0.4 })));
  expect(page.text).toContain('50 %');
  await page.doing(() => page.events.send(eventOfTopic(taskChanged.topic), { nonsense: true }));
  expect(page.text).toContain('50 %');
  await page.unmount();
});

test('a job of many tasks counts those that ended, and is read anew when one ends', async () => {
  const ship = buildJob({ id: 'run', subjectId: 'run', total: 10, ended: 4 });
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, jobsAnswer([ship]), jobsAnswer([{ ...ship, ended: 5, running: [] }])],
  });
  await page.until(() => page.text.includes('4 / 10'));
  await page.doing(() =>
    page.events.send(taskChanged, taskEvent({ subjectId: 'run', state: 'succeeded', progress: 1 })),
  );
  await page.until(() => page.text.includes('5 / 10'));
  await page.unmount();
});

test('after a lost connection the jobs are read anew', async () => {
  const page = await mountPlugin(workbench, { calls: [...QUIET, jobsAnswer([buildJob()]), jobsAnswer([])] });
  await page.until(() => page.text.includes('25 %'));
  await page.doing(() => page.events.resync());
  await page.until(() => !page.text.includes('25 %'));
  await page.unmount();
});

test('a task is cancelled by one press', async () => {
  const page = await mountPlugin(workbench, { calls: [...QUIET, jobsAnswer([buildJob()]), jobsAnswer([]), CANCELLED] });
  await page.click(await page.until(() => page.byRole('button', /^取消“/)));
  await page.until(() => page.http.callsOf(cancelTask).length === 1);
  expect(page.dialogs.opened).toEqual([]);
  await page.until(() => page.text.includes('从一堆素材开始'));
  await page.unmount();
});

test('work for a subject is cancelled by its plugin, after asking', async () => {
  const stopped: string[] = [];
  const ships = partner((context) => {
    context.contribute(WORKBENCH_CARDS, {
      events: [],
      load: () => Promise.resolve([buildCard({ subjectId: 'run' })]),
    });
    context.contribute(TASK_WORK, {
      stages: { 'harbour.load': 'workbench:jobs.title' },
      cancel: (id) => Promise.resolve(void stopped.push(id)),
    });
  });
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, jobsAnswer([buildJob({ id: 'run', subjectId: 'run', total: 3 })])],
    partners: [ships],
  });
  const button = await page.until(() => page.byRole('button', '取消“港口日落”'));
  page.dialogs.script(false);
  await page.click(button);
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { job: '港口日落' } });
  expect(stopped).toEqual([]);
  await page.click(button);
  await page.until(() => stopped.length === 1);
  expect(stopped).toEqual(['run']);
  await page.unmount();
});

test('why a job could not be cancelled stands beside it', async () => {
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, jobsAnswer([buildJob()]), refuse(cancelTask, '任务已经结束', { status: 409 })],
  });
  await page.click(await page.until(() => page.byRole('button', /^取消“/)));
  await page.until(() => page.byRole('alert', '任务已经结束'));
  expect(page.toasts.shown).toEqual([]);
  await page.unmount();
});

test('a failed job says why, and is run again or hidden', async () => {
  const failed = buildJob({ state: 'failed', running: [], error: { taskId: TASK, message: '“a.mp4” 是空文件。' } });
  const page = await mountPlugin(workbench, {
    calls: [
      ...[...QUIET, jobsAnswer([failed])],
      answer(retryTask, {
        ...{ id: TASK, job: 'harbour.load', subjectId: null, state: 'queued', progress: 0, secondsLeft: null },
        ...{ attempt: 0, error: null, createdAt: TIME, updatedAt: TIME },
      }),
    ],
  });
  await page.until(() => page.text.includes('“a.mp4” 是空文件。'));
  await page.click(page.byRole('button', /^重新运行“/));
  await page.until(() => page.http.callsOf(retryTask).length === 1);
  await page.click(await page.until(() => page.byRole('button', /^不再显示“/)));
  await page.until(() => !page.text.includes('是空文件'));
  expect(page.storage.read('hidden-jobs')).toEqual([`${TASK} ${TASK}`]);
  await page.unmount();
});

test('of a thousand jobs a few are shown, more on demand, and the rest is counted', async () => {
  const many = Array.from({ length: 200 }, (_, number) =>
    buildJob({ id: `run-${number}`, subjectId: `run-${number}` }),
  );
  const page = await mountPlugin(workbench, { calls: [...QUIET, jobsAnswer(many, 1000)] });
  const more = await page.until(() => page.byRole('button', '再显示 194 个'));
  expect(page.element.querySelectorAll('.rp-job')).toHaveLength(6);
  await page.click(more);
  expect(page.element.querySelectorAll('.rp-job')).toHaveLength(200);
  expect(page.text).toContain('还有 800 个没有列出。');
  await page.unmount();
});

test('jobs that cannot be read say why and can be asked for again', async () => {
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, refuse(listJobs, '服务器忙', { status: 500 }), jobsAnswer([buildJob()])],
  });
  await page.until(() => page.text.includes('任务没有读出来。 服务器忙'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('25 %'));
  expect(page.text).not.toContain('服务器忙');
  await page.unmount();
});
