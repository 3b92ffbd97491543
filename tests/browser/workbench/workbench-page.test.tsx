import { expect, test } from '@rstest/core';

import { defineEvent } from '#core/contract/event.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { readFileCapacity } from '#core/contract/account-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { FIRST_STEPS, WORKBENCH_CARDS, WORKBENCH_CLIPS } from '#plugins/workbench/api.ts';
import { readFirstSteps } from '#plugins/workbench/calls.ts';

import { buildCard, buildJob, EMPTY, jobsAnswer, partner, QUIET, taskEvent, workbench } from './workbench-plugin.ts';
import { TIMES } from '#tests/browser/cycle-times.ts';

const shipMoved = defineEvent({ topic: 'harbour.ship', to: 'account' });

function withCards(...cards: ReturnType<typeof buildCard>[]) {
  return partner((context) =>
    context.contribute(WORKBENCH_CARDS, { events: [shipMoved], load: () => Promise.resolve(cards) }),
  );
}

test('the plugin leaves nothing behind when it is opened and stopped again and again', async () => {
  const full = partner((context) => {
    context.contribute(WORKBENCH_CARDS, { events: [shipMoved], load: () => Promise.resolve([buildCard()]) });
    context.contribute(TASK_WORK, { stages: {} });
    context.contribute(FIRST_STEPS, {
      ...{ id: 'sail', order: 30, title: 'workbench:open', text: 'workbench:open', to: null },
      isDone: () => Promise.resolve(false),
    });
  });
  expectNoLeaks(
    await cycle(workbench, { calls: [...QUIET, jobsAnswer([buildJob()])], partners: [full], times: TIMES }),
  );
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
  Reflect.set(drop, 'dataTransfer', {
    types: ['Files'],
    items: [{ kind: 'file' }],
    files: [Object.assign(new File(['x'], 'a.mp4'), { webkitRelativePath: '' })],
  });
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
  Reflect.set(drop, 'dataTransfer', {
    types: ['Files'],
    items: [{ kind: 'file' }],
    files: [Object.assign(new File(['x'], 'a.mp4'), { webkitRelativePath: '' })],
  });
  await page.doing(() => heading.dispatchEvent(drop));
  await page.until(() => page.byRole('alert', '没有放进去：原因不明'));
  await page.unmount();
});

test('until it is known whether there is anything, what stands for it is held back', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const ships = partner((context) => context.contribute(WORKBENCH_CARDS, { events: [shipMoved], load: () => promise }));
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  const isUnread = (): boolean => document.querySelector('.rp-workbench [data-unread]') !== null;
  await page.until(() => page.text.includes('没有在进行的任务'));
  expect(isUnread()).toBe(true);
  await page.doing(() => resolve([]));
  await page.until(() => page.text.includes('npm run mix') && !isUnread());
  await page.unmount();
});

test('cards of all plugins stand in one row, the last changed first', async () => {
  const ships = withCards(buildCard({ id: 'a', title: 'Older', changedAt: '2026-01-01T00:00:00.000Z' }));
  const trucks = partner(
    (context) =>
      context.contribute(WORKBENCH_CARDS, {
        events: [],
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
      events: [],
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
      events: [shipMoved],
      load: () => Promise.resolve([buildCard({ title })]),
    }),
  );
  const page = await mountPlugin(workbench, { calls: EMPTY, partners: [ships] });
  await page.until(() => page.text.includes('Before'));
  title = 'After';
  await page.doing(() => page.events.send(shipMoved));
  await page.until(() => page.text.includes('After'));
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
  await page.doing(() => page.events.send(taskChanged, taskEvent({ state: 'succeeded' })));
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
  await unlimited.until(() => unlimited.text.includes('950 B used, no limit'));
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
