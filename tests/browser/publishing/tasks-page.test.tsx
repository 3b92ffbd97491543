import { expect, test } from '@rstest/core';

import { fieldOfDay } from '#core/web/live/period.ts';
import { answer, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { postsChanged } from '#plugins/publishing/events.ts';
import {
  listPosts,
  listPublishTasks,
  listTaskCauses,
  movePost,
  readPublishTask,
  retryCause,
  steerPost,
  steerTask,
  type TaskCause,
} from '#plugins/publishing/post-calls.ts';
import { listDayQuotas, type DayQuota } from '#plugins/publishing/quota-calls.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { buildPost, buildTask, open, pageOf, publishing, TASK } from './publishing-kit.ts';

const PATH = '/material/published-task-list';
const openTask = (calls: Parameters<typeof open>[2], causes: TaskCause[] = []) =>
  open('Task', `${PATH}/${TASK}`, [answer(listTaskCauses, { causes }), ...calls]);

test('tasks are listed with how far they are, and follow what changes', async () => {
  const page = await open('Tasks', PATH, [
    answer(listPublishTasks, pageOf(buildTask())),
    answer(listPublishTasks, pageOf(buildTask({ published: 5 }))),
  ]);
  await page.until(() => page.text.includes('已发布 2/6'));
  expect(page.text).toContain('1 条失败');
  expect(page.byRole('link', /新年第一批/).getAttribute('href')).toBe(`${PATH}/${TASK}`);
  await page.doing(() => page.events.send(postsChanged, { taskId: TASK }));
  await page.until(() => page.text.includes('已发布 5/6'));
  await page.unmount();
});

test('a task whose owner is asked something says so before anything else', async () => {
  const page = await open('Tasks', PATH, [
    answer(listPublishTasks, pageOf(buildTask({ state: 'unpublished', asked: 3, nextAt: null }))),
  ]);
  await page.until(() => page.text.includes('3 条等您决定'));
  expect([...document.querySelectorAll('.rp-tag')].map(({ textContent }) => textContent)).toEqual(['等您决定']);
  await page.unmount();
});

test('what a run has made is shown with its picture, which the library is not asked for', async () => {
  const made = buildTask({ picture: 'https://files.test/made.jpg' });
  const page = await open('Tasks', PATH, [answer(listPublishTasks, pageOf(made, buildTask({ id: idOf(901) })))]);
  const pictures = await page.until(() => {
    const found = [...document.querySelectorAll('.rp-post-picture')];
    return found.length === 2 ? found : undefined;
  });
  expect(pictures?.map((picture) => picture.querySelector('svg') === null)).toEqual([true, false]);
  await page.unmount();
});

test('a task that is over says whether all, some or none of it is out', async () => {
  const over = (number: number, published: number) =>
    buildTask({ id: idOf(number), state: 'published', posts: 6, published, failed: 6 - published, waiting: 0 });
  const page = await open('Tasks', PATH, [answer(listPublishTasks, pageOf(over(901, 6), over(902, 5), over(903, 0)))]);
  await page.until(() => page.text.includes('部分已发布'));
  expect(page.text).toContain('全部未发出');
  await page.unmount();
});

test('an empty list leads to what fills it', async () => {
  const page = await open('Tasks', PATH, [answer(listPublishTasks, pageOf())]);
  const link = await page.until(() => page.byRole('link', '去发布视频'));
  expect(link.getAttribute('href')).toBe('/material/video-publishing');
  await page.unmount();
});

test('a post in the inbox says where it waits, and has its text copied, which is not sent along', async () => {
  const post = buildPost(1, { state: 'inbox', caption: '潮水\n\n#海' });
  const task = buildTask({ inbox: 1, waiting: 0 });
  const page = await openTask([answer(readPublishTask, task), answer(listPosts, pageOf(post))]);
  await page.until(() => page.text.includes('已发到收件箱'));
  expect(page.text).not.toContain('取消剩下的');
  expect(page.text).toContain('1 条在收件箱');
  expect(page.text).toContain('文案没有带过去');
  await page.click(page.byRole('button', '复制文案：镜头-1.mp4'));
  await page.until(() => page.toasts.shown.length === 1);
  await page.unmount();
});

test('a link that was pasted back says whether its platform has confirmed it', async () => {
  const posts = (['platform', 'shape', 'twice', null] as const).map((linkProof, at) =>
    buildPost(at + 1, { state: 'published', link: 'https://quay.example/1', linkProof }),
  );
  const page = await openTask([answer(readPublishTask, buildTask()), answer(listPosts, pageOf(...posts))]);
  await page.until(() => page.text.includes('作品链接已向平台核实'));
  expect(page.text.split('只确认了链接的网址和格式')).toHaveLength(2);
  expect(page.text).toContain('同一个链接也用在另一条视频上');
  await page.unmount();
});

test('what is left of a task is cancelled after a question, and paused without one', async () => {
  const page = await openTask([
    answer(readPublishTask, buildTask()),
    answer(listPosts, pageOf(buildPost(1))),
    answer(steerTask, buildTask({ isPaused: true })),
  ]);
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '取消剩下的 3 条')));
  expect(page.http.callsOf(steerTask)).toEqual([]);
  await page.click(page.byRole('button', '暂停'));
  await page.until(() => page.byRole('button', '继续'));
  expect(page.http.callsOf(steerTask)[0]?.path).toBe(`/api/publishing/tasks/${TASK}/pause`);
  await page.unmount();
});

test('a post that failed says why, and what to do about it', async () => {
  const broken = { state: 'failed', cause: { text: '平台一直连不上。', until: null, next: 'retry' } } as const;
  const expired = { state: 'failed', cause: { text: '授权已经失效。', until: null, next: 'authorise' } } as const;
  const out = { state: 'published', link: 'https://pages.test/7' } as const;
  const figures = { views: 12_000, likes: 3, comments: null, shares: null, at: '2027-01-05T01:00:00.000Z' };
  const page = await openTask([
    answer(readPublishTask, buildTask()),
    answer(listPosts, pageOf(buildPost(1, broken), buildPost(2, expired), buildPost(3, { ...out, figures }))),
    answer(steerPost, buildPost(1)),
  ]);
  await page.until(() => page.text.includes('平台一直连不上。'));
  expect(page.byRole('link', '去重新授权').getAttribute('href')).toContain('/monitor/authorizationList?id=');
  expect(page.byRole('link', '查看“镜头-3.mp4”').getAttribute('href')).toBe('https://pages.test/7');
  expect(page.text).toContain('12000 播放 · 3 赞');
  await page.click(page.byRole('button', '重试'));
  await page.until(() => !page.text.includes('平台一直连不上。'));
  await page.unmount();
});

test('all posts of one cause are tried again by one press, unless they may be out', async () => {
  const page = await openTask(
    [
      answer(readPublishTask, buildTask()),
      answer(listPosts, pageOf(buildPost(1))),
      answer(retryCause, buildTask({ failed: 0 })),
    ],
    [
      { code: 'refused', reason: '太长', text: '平台没有接受：太长。', next: 'change', count: 4 },
      { code: 'unclear', reason: '', text: '可能已经发出。', next: 'look', count: 2 },
    ],
  );
  await page.until(() => page.text.includes('可能已经发出。'));
  expect(page.text).toContain('4 条没有发出');
  expect(page.text).not.toContain('重试 2 条');
  await page.click(page.byRole('button', '重试 4 条'));
  await page.until(() => !page.text.includes('可能已经发出。'));
  expect(page.http.callsOf(retryCause)[0]?.body).toEqual({ code: 'refused', reason: '太长' });
  await page.unmount();
});

test('what has failed for one cause alone is tried again beside that cause, and nowhere else', async () => {
  const refused = { code: 'refused', reason: '', text: '平台没有接受。', next: 'change', count: 2 } as const;
  const failed = [answer(listPosts, pageOf(buildPost(1, { state: 'failed' })))];
  const one = await openTask([answer(readPublishTask, buildTask({ waiting: 0, failed: 2 })), ...failed], [refused]);
  await one.until(() => one.text.includes('平台没有接受。'));
  expect(one.allByRole('button', '重试 2 条')).toHaveLength(1);
  await one.unmount();

  const more = buildTask({ waiting: 0, failed: 2, cancelled: 1 });
  const some = await openTask([answer(readPublishTask, more), ...failed], [refused]);
  await some.until(() => some.text.includes('平台没有接受。'));
  expect(some.allByRole('button', '重试 3 条')).toHaveLength(1);
  expect(some.allByRole('button', '重试 2 条')).toHaveLength(1);
  await some.unmount();
});

test('a post that its platform limits says until when', async () => {
  const cause = { text: '平台限制了发布。', until: '2027-01-05T16:00:00.000Z', next: 'retry' } as const;
  const page = await openTask([
    answer(readPublishTask, buildTask()),
    answer(listPosts, pageOf(buildPost(1, { state: 'planned', cause }))),
  ]);
  await page.until(() => page.text.includes('平台限制了发布。'));
  expect(page.text).toMatch(/平台限制到 .*1月[56]日|平台限制到 .*\d+:00/);
  await page.unmount();
});

test('whoever has looked says whether a post is there, and what an operator has to know is copied', async () => {
  const unclear = {
    state: 'failed',
    platform: 'douyin',
    cause: { text: '可能已经发出。', until: null, next: 'look' },
  } as const;
  const unset = { state: 'failed', cause: { text: '没有设置好。', until: null, next: 'operator' } } as const;
  const page = await openTask([
    answer(readPublishTask, buildTask()),
    answer(listPosts, pageOf(buildPost(1, unclear), buildPost(2, unset))),
    answer(steerPost, buildPost(1, { state: 'published' })),
  ]);
  const link = await page.until(() => page.byRole('link', '去平台上看看'));
  expect(link.getAttribute('href')).toContain('creator.douyin.com');
  expect(page.byRole('button', '没有，重试：镜头-1.mp4')).not.toBe(null);
  await page.click(page.byRole('button', '复制给管理员的话'));
  await page.until(() => page.toasts.shown.length === 1);
  await page.click(page.byRole('button', '“镜头-1.mp4”已经发出来了'));
  await page.until(() => !page.text.includes('可能已经发出。'));
  expect(page.http.callsOf(steerPost).at(-1)?.path).toMatch(/\/there$/);
  await page.unmount();
});

test('a task that is none says so in words', async () => {
  const page = await openTask([refuse(readPublishTask, '没有', { status: 404 })]);
  await page.until(() => page.text.includes('没有这个发布任务'));
  await page.unmount();
});

/** Noon of the next Monday and of the days after it. */
function noon(days: number): Date {
  const now = new Date();
  const toMonday = 7 - ((now.getDay() + 6) % 7);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + toMonday + days, 12);
}

test('a planned post is dragged to another day of the week, and moved by its menu', async () => {
  const [post, target] = [buildPost(1, { at: noon(0).toISOString() }), noon(1)];
  const page = await open('Tasks', `${PATH}?view=week&day=${fieldOfDay(noon(0))}`, [
    answer(listPosts, pageOf(post)),
    answer(movePost, buildPost(1, { at: target.toISOString() })),
  ]);
  const chip = await page.until(() => page.byRole('button', /镜头-1.mp4/));
  const cell = document.querySelector(`[data-day="${fieldOfDay(target)}"]`);
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  const drag = (element: Element | null, type: string) =>
    page.doing(() =>
      element?.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer })),
    );
  await drag(chip, 'dragstart');
  await drag(cell, 'dragover');
  await drag(cell, 'drop');
  await page.until(() => page.http.callsOf(movePost).length === 1);
  expect(page.http.callsOf(movePost)[0]?.body).toEqual({ at: target.toISOString() });
  await page.until(() => cell?.textContent?.includes('镜头-1.mp4') === true);
  page.dialogs.script(noon(9).toISOString());
  await page.click(page.byRole('button', /镜头-1.mp4/));
  await page.click(await page.until(() => page.byRole('menuitem', '改时间…')));
  await page.until(() => page.http.callsOf(movePost).length === 2);
  expect(page.http.callsOf(movePost)[1]?.body).toEqual({ at: noon(9).toISOString() });
  await page.unmount();
});

test('a day says which accounts have as many posts as they take, in short and in a sentence', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const quota = (number: number, state: DayQuota['state'], planned: number): DayQuota => ({
    ...{ channelId: idOf(500 + number), channel: `账号-${number}`, day: '2027-01-15', zone },
    ...{ planned, most: 15, counts: 'day' as const, state },
  });
  const quotas = [quota(1, 'near', 13), quota(2, 'full', 15), quota(3, 'over', 17), quota(4, 'near', 14)];
  const page = await open('Tasks', `${PATH}?view=month&day=2027-01-15`, [
    answer(listPosts, pageOf()),
    answer(listDayQuotas, { quotas }),
  ]);
  await page.until(() => document.querySelector('[data-day="2027-01-15"] .rp-day-quotas'));
  const rows = [...document.querySelectorAll('[data-day="2027-01-15"] .rp-day-quotas li')];
  expect(rows.map((row) => row.getAttribute('title') ?? row.textContent)).toEqual([
    '账号-3：排了 17 条，一天最多 15 条，超出 2 条',
    '账号-2：排了 15 条，一天最多 15 条，已满',
    '还有 2 项',
  ]);
  expect(rows[0]?.textContent).toContain('17/15 超出 2 条');
  expect(page.http.callsOf(listDayQuotas)[0]?.query).toMatchObject({ from: '2026-12-28', to: '2027-01-31' });
  await page.unmount();
});

test('a month asks for whole weeks, and its list for the month alone', async () => {
  const page = await open('Tasks', `${PATH}?view=month&day=2027-01-15`, [answer(listPosts, pageOf())]);
  await page.until(() => page.http.callsOf(listPosts).length === 1);
  const at = (month: number, date: number) => new Date(2027, month, date).toISOString();
  expect(page.http.callsOf(listPosts)[0]?.query).toMatchObject({ from: at(-1, 28), until: at(1, 1) });
  await page.click(page.byRole('radio', '列表'));
  await page.until(() => page.http.callsOf(listPosts).length === 2);
  expect(page.http.callsOf(listPosts)[1]?.query).toMatchObject({ from: at(0, 1), until: at(1, 1) });
  await page.until(() => page.text.includes('这段时间没有要发布的视频'));
  await page.unmount();
});

test('a post is not moved to a time that has passed', async () => {
  const page = await mountPlugin(publishing, {
    ...{ dialog: 'move', properties: { name: '镜头-1.mp4', at: '2027-01-04T01:00:00.000Z' }, path: PATH },
  });
  const field = document.querySelector('input[type="datetime-local"]');
  await page.fill(field as Element, '2020-01-01T08:00');
  await page.click(page.byRole('button', '改时间'));
  await page.until(() => page.text.includes('这个时间已经过了'));
  expect(page.closedWith).toEqual([]);
  await page.fill(field as Element, '2127-01-01T08:30');
  await page.click(page.byRole('button', '改时间'));
  expect(page.closedWith).toEqual([new Date(2127, 0, 1, 8, 30).toISOString()]);
  await page.unmount();
});
