import { expect, test } from '@rstest/core';

import { cancelTask, listJobs, listTasks, type Job } from '#core/contract/task-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { TASK_WORK, type TaskWork } from '#core/web/tasks/task-work.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';
import { answer, buildManifest, fakeKernel, openBench } from '#core/web/testing/index.ts';
import { TaskList } from '#host/web/tasks/TaskList.tsx';

const TIME = '2026-11-21T10:00:00.000Z';
const TASK = '01890000-0000-7000-8000-0000000000a1';

const run: Job = {
  ...{ id: 'run', subjectId: 'run', job: 'harbour.load', state: 'running', total: 50, ended: 18 },
  ...{ running: [{ id: TASK, progress: 0.5 }], secondsLeft: 600, error: null, startedAt: TIME, updatedAt: TIME },
};

/** The list as the tray shows it, and a plugin that says what its tasks do. */
async function open(listed: Job[], work: TaskWork = { stages: { 'harbour.load': 'shell:name' } }) {
  const manifest = buildManifest({ id: 'harbour', title: 'shell:section.library', slots: ['tasks.work'] });
  const web = defineWeb({ activate: (context) => context.contribute(TASK_WORK, work) });
  const fake = await fakeKernel(
    { manifest, web },
    { calls: [answer(listJobs, { items: listed, total: listed.length })] },
  );
  const stop = fake.kernel.get(TASKS).follow();
  const bench = await openBench(
    <KernelProvider kernel={fake.kernel}>
      <TaskList />
    </KernelProvider>,
  );
  async function close(): Promise<void> {
    await stop();
    await bench.remove();
    await fake.kernel.dispose();
  }
  return { ...fake, bench, close };
}

test('a run of many tasks is one row, with its stage, its count, the time left and the progress of the whole', async () => {
  const { bench, close } = await open([run]);
  await bench.until(() => bench.text.includes('映港'));
  expect(bench.element.querySelectorAll('li')).toHaveLength(1);
  expect(bench.text).toContain('素材');
  expect(bench.text).toContain('18 / 50');
  expect(bench.text).toContain('还要约 10 分钟');
  expect(bench.element.querySelector('progress')?.value).toBeCloseTo(0.37);
  await close();
});

test('a run is cancelled by its plugin after asking, and not task by task', async () => {
  const stopped: string[] = [];
  const work: TaskWork = { stages: {}, cancel: (id) => Promise.resolve(void stopped.push(id)) };
  const { bench, dialogs, http, close } = await open([run], work);
  await bench.click(await bench.until(() => bench.byRole('button', '取消“素材”')));
  await bench.until(() => stopped.length === 1);
  expect([stopped, dialogs.opened.length]).toEqual([['run'], 1]);
  expect([...http.callsOf(cancelTask), ...http.callsOf(listTasks)]).toEqual([]);
  await close();
});

test('a failure says why and can be taken away; without any job it is said what would be here', async () => {
  const failed: Job = { ...run, state: 'failed', running: [], error: { taskId: TASK, message: '“a.mp4” 是空文件。' } };
  const { bench, close } = await open([failed]);
  await bench.until(() => bench.text.includes('“a.mp4” 是空文件。'));
  expect(bench.element.querySelector('progress')).toBeNull();
  await bench.click(bench.byRole('button', '不再显示“素材”'));
  await bench.until(() => bench.text.includes('没有在进行的任务'));
  await close();
});
