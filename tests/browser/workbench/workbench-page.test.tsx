import { expect, test } from '@rstest/core';

import { readFileCapacity } from '#core/contract/account-calls.ts';
import { cancelTask, retryTask } from '#core/contract/task-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { FIRST_STEPS, WORKBENCH_CARDS, WORKBENCH_CLIPS, WORKBENCH_JOBS } from '#plugins/workbench/api.ts';
import { listWorkbenchJobs, readFirstSteps } from '#plugins/workbench/calls.ts';

import {
  buildCard,
  buildJob,
  EMPTY,
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

function withCards(...cards: ReturnType<typeof buildCard>[]) {
  return partner((context) =>
    context.contribute(WORKBENCH_CARDS, { topics: ['harbour.ship'], load: () => Promise.resolve(cards) }),
  );
}

test('the plugin leaves nothing behind when it is opened and stopped fifty times', async () => {
  const full = partner((context) => {
    context.contribute(WORKBENCH_CARDS, { topics: ['harbour.ship'], load: () => Promise.resolve([buildCard()]) });
    context.contribute(WORKBENCH_JOBS, { stages: {} });
    context.contribute(FIRST_STEPS, {
      ...{ id: 'sail', order: 30, title: 'workbench:open', text: 'workbench:open', to: null },
      isDone: () => Promise.resolve(false),
    });
  });
  expectNoLeaks(await cycle(workbench, { calls: [...QUIET, jobsAnswer([buildJob()])], partners: [full] }));
});

test('an empty account without a library is told what works, with the command to copy', async () => {
  const page = await mountPlugin(workbench, { calls: EMPTY });
  await page.until(() => page.text.includes('npm run mix -- 素材 --count 50 --out 成品'));
  expect(page.allByRole('button', /^复制命令“npm run mix/)).toHaveLength(2);
  expect(page.text).not.toContain('把素材拖到这里');
  await page.unmount();
});

test('with a library an empty account has a place to drop clips', async () => {
  const taken: string[] = [];
  const library = partner((context) =>
    context.contribute(WORKBENCH_CLIPS, {
      accept: 'video/mp4',
      take: (files) => void taken.push(...files.map(({ name }) => name)),
    }),
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [library] });
  const heading = await page.until(() => page.byRole('heading', '把素材拖到这里'));
  expect(page.text).not.toContain('从一堆素材开始');
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Reflect.set(drop, 'dataTransfer', { types: ['Files'], files: [new File(['x'], 'a.mp4')] });
  await page.doing(() => heading.dispatchEvent(drop));
  await page.until(() => taken.length === 1);
  expect([taken, drop.defaultPrevented]).toEqual([['a.mp4'], true]);
  await page.unmount();
});

test('clips that the library does not take are told beside the place, with the reason', async () => {
  const library = partner((context) =>
    context.contribute(WORKBENCH_CLIPS, { accept: 'video/mp4', take: () => Promise.reject(new Error('full')) }),
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [library] });
  const heading = await page.until(() => page.byRole('heading', '把素材拖到这里'));
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Reflect.set(drop, 'dataTransfer', { types: ['Files'], files: [new File(['x'], 'a.mp4')] });
  await page.doing(() => heading.dispatchEvent(drop));
  await page.until(() => page.byRole('alert', '没有放进去：原因不明'));
  await page.unmount();
});

test('cards of all plugins stand in one row, the last changed first', async () => {
  const ships = withCards(buildCard({ id: 'a', title: 'Older', changedAt: '2026-01-01T00:00:00.000Z' }));
  const trucks = partner(
    (context) =>
      context.contribute(WORKBENCH_CARDS, {
        topics: [],
        load: () => Promise.resolve([buildCard({ id: 'a', title: 'Newer', changedAt: '2026-01-02T00:00:00.000Z' })]),
      }),
    'trucks',
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships, trucks] });
  await page.until(() => page.text.includes('Newer') && page.text.includes('Older'));
  expect(page.text.indexOf('Newer')).toBeLessThan(page.text.indexOf('Older'));
  await page.unmount();
});

test('a card leads to its page only when a plugin has that page', async () => {
  const ships = withCards(buildCard(), buildCard({ id: '2', title: 'Nowhere', to: '/unknown/2' }));
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  await page.click(await page.until(() => page.byRole('link', '港口日落')));
  expect(page.router.visited.at(-1)).toBe('/harbour/1');
  expect(page.text).toContain('Nowhere');
  expect(page.allByRole('link', 'Nowhere')).toHaveLength(0);
  await page.unmount();
});

test('cards that cannot be read are told with the plugin’s name and tried again; the others stand', async () => {
  let fails = true;
  const ships = partner((context) =>
    context.contribute(WORKBENCH_CARDS, {
      topics: [],
      load: () => (fails ? Promise.reject(new Error('down')) : Promise.resolve([buildCard()])),
    }),
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  await page.until(() => page.text.includes('的内容没有读出来。 原因不明'));
  expect(page.text).not.toContain('从一堆素材开始');
  fails = false;
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('港口日落'));
  expect(page.text).not.toContain('没有读出来');
  await page.unmount();
});

test('cards are read anew when their topic tells something', async () => {
  let title = 'Before';
  const ships = partner((context) =>
    context.contribute(WORKBENCH_CARDS, {
      topics: ['harbour.ship'],
      load: () => Promise.resolve([buildCard({ title })]),
    }),
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  await page.until(() => page.text.includes('Before'));
  title = 'After';
  await page.doing(() => page.events.send('harbour.ship', {}));
  await page.until(() => page.text.includes('After'));
  await page.unmount();
});

test('progress of a running job is live and never jumps back', async () => {
  const page = await mountPlugin(workbench, { calls: [...QUIET, jobsAnswer([buildJob()])] });
  await page.until(() => page.text.includes('25 %'));
  expect(page.text).toContain('还要约 40 秒');
  await page.doing(() => page.events.send('task', taskEvent({ progress: 0.5, secondsLeft: 200 })));
  expect(page.text).toContain('50 %');
  expect(page.text).toContain('还要约 3 分钟');
  await page.doing(() => page.events.send('task', taskEvent({ progress: 0.4 })));
  expect(page.text).toContain('50 %');
  await page.doing(() => page.events.send('task', { nonsense: true }));
  expect(page.text).toContain('50 %');
  await page.unmount();
});

test('a job of many tasks counts those that ended, and is read anew when one ends', async () => {
  const ship = buildJob({ id: 'run', subjectId: 'run', total: 10, ended: 4 });
  const page = await mountPlugin(workbench, {
    calls: [...QUIET, jobsAnswer([ship]), jobsAnswer([{ ...ship, ended: 5, running: [] }])],
  });
  await page.until(() => page.text.includes('4 / 10'));
  await page.doing(() => page.events.send('task', taskEvent({ subjectId: 'run', state: 'succeeded', progress: 1 })));
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
      topics: [],
      load: () => Promise.resolve([buildCard({ subjectId: 'run' })]),
    });
    context.contribute(WORKBENCH_JOBS, {
      stages: { 'harbour.load': 'workbench:job.paused' },
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
    calls: [...QUIET, refuse(listWorkbenchJobs, '服务器忙', { status: 500 }), jobsAnswer([buildJob()])],
  });
  await page.until(() => page.text.includes('任务没有读出来。 服务器忙'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('25 %'));
  expect(page.text).not.toContain('服务器忙');
  await page.unmount();
});

test('first steps are ticked as they happen', async () => {
  let sailed = false;
  const ships = partner((context) =>
    context.contribute(FIRST_STEPS, {
      ...{ id: 'sail', order: 30, title: 'workbench:open', text: 'workbench:title', to: '/harbour/new' },
      isDone: () => Promise.resolve(sailed),
    }),
  );
  const page = await mountPlugin(workbench, {
    session: { account: { fdMobile: null } },
    calls: [answer(readFirstSteps, { material: false }), answer(readFirstSteps, { material: true }), ...EMPTY.slice(1)],
    partners: [ships],
  });
  await page.until(() => page.text.includes('0 / 3'));
  expect(page.byRole('link', '打开工作台').getAttribute('href')).toBe('/harbour/new');
  await page.doing(() => page.session.logIn({ fdMobile: '13800000001' }));
  expect(page.text).toContain('1 / 3');
  sailed = true;
  await page.doing(() => page.events.send('task', taskEvent({ state: 'succeeded' })));
  await page.until(() => page.text.includes('3 / 3'));
  await page.unmount();
});

test('steps that cannot be read are not called undone, and can be asked for again', async () => {
  const page = await mountPlugin(workbench, {
    calls: [
      refuse(readFirstSteps, '服务器忙', { status: 500 }),
      answer(readFirstSteps, { material: false }),
      ...EMPTY.slice(1),
    ],
  });
  await page.until(() => page.text.includes('没有读出哪些已经完成。 服务器忙'));
  expect(page.text).not.toContain('未完成');
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('1 / 2'));
  await page.unmount();
});

test('first steps are hidden for good on every device', async () => {
  const page = await mountPlugin(workbench, { calls: EMPTY });
  await page.click(await page.until(() => page.byRole('button', '不再显示开始使用')));
  await page.until(() => !page.text.includes('绑定手机号'));
  expect(page.settings.read('first-steps-hidden')).toBe(true);
  await page.unmount();
});

test('whoever has done the first steps before is not shown them', async () => {
  const page = await mountPlugin(workbench, { calls: [answer(readFirstSteps, { material: true }), ...EMPTY.slice(1)] });
  await page.until(() => page.text.includes('1000 B'));
  expect(page.text).not.toContain('绑定手机号');
  await page.unmount();
});

test('space says how much is used, of how much, and when it is nearly full', async () => {
  const page = await mountPlugin(workbench, { calls: EMPTY });
  await page.until(() => page.text.includes('已用 100 B，共 1000 B'));
  expect(page.text).not.toContain('还剩');
  await page.unmount();

  const capacity = (fdTotalSize: number, fdUsedSize: number) => [
    answer(readFirstSteps, { material: false }),
    answer(readFileCapacity, { fdTotalSize, fdUsedSize }),
    jobsAnswer([]),
  ];
  const full = await mountPlugin(workbench, { calls: capacity(1000, 950) });
  await full.until(() => full.text.includes('快满了，还剩 50 B。'));
  await full.unmount();

  const unlimited = await mountPlugin(workbench, { calls: capacity(0, 950), language: 'en' });
  await unlimited.until(() => unlimited.text.includes('950 B used, without a limit'));
  await unlimited.unmount();
});

test('what is new is told in the reader’s language', async () => {
  const page = await mountPlugin(workbench, { calls: EMPTY });
  await page.until(() => page.text.includes('差异证书'));
  await page.doing(() => page.i18n.setLanguage('en'));
  await page.until(() => page.text.includes('Certificates of distinctness'));
  await page.unmount();
});

test('the command opens the workbench', async () => {
  const page = await mountPlugin(workbench, { calls: EMPTY, path: '/elsewhere' });
  const active = await page.kernel.plugins.ensure('workbench', 'command:open');
  await active.web.commands?.open?.(active.context);
  expect(page.router.place.path).toBe('/workbench');
  await page.unmount();
});
