import { expect, test } from '@rstest/core';

import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { postsChanged } from '#plugins/publishing/events.ts';
import { makePhoneLink } from '#plugins/publishing/phone-calls.ts';
import { listPosts, readPublishTask } from '#plugins/publishing/post-calls.ts';
import {
  buildChannel,
  buildPost,
  buildTask,
  channelsAnswer,
  open,
  pageOf,
  publishing,
  TASK,
} from './publishing-kit.ts';

const ENDS = '2027-01-11T01:00:00.000Z';
const linkOf = (key: string, waiting = 2) => ({
  url: `https://port.test/douyinPublishH5-temp/${TASK}?key=${key}`,
  endsAt: ENDS,
  waiting,
});

test('a post that waits for a phone leads to its code, as does its task with how many wait', async () => {
  const waiting = buildPost(1, { state: 'handover' });
  const page = await open('Task', `/material/published-task-list/${TASK}`, [
    answer(readPublishTask, buildTask({ handover: 2 })),
    answer(listPosts, pageOf(waiting)),
  ]);
  await page.click(await page.until(() => page.byRole('button', '用手机发布“镜头-1.mp4”')));
  await page.click(page.byRole('button', '用手机发布 2 条'));
  expect(page.dialogs.opened).toEqual([
    { id: 'publishing/phone', properties: { kind: 'post', id: waiting.id, name: waiting.name } },
    { id: 'publishing/phone', properties: { kind: 'task', id: TASK, name: '新年第一批' } },
  ]);
  await page.unmount();
});

test('an account by hand leads to all that wait there', async () => {
  const channel = buildChannel(1, { isByHand: true });
  const page = await open('Channels', `/monitor/authorizationList?id=${channel.id}`, [channelsAnswer([channel])]);
  await page.click(await page.until(() => page.byRole('button', '手机发布队列')));
  expect(page.dialogs.opened[0]?.properties).toEqual({ kind: 'channel', id: channel.id, name: channel.name });
  await page.unmount();
});

test('the code says until when it is good and how many wait, follows what is done, and gives way to a new one', async () => {
  const page = await mountPlugin(publishing, {
    ...{ dialog: 'phone', properties: { kind: 'task', id: TASK, name: '新年第一批' } },
    path: `/material/published-task-list/${TASK}`,
    calls: [
      answer(makePhoneLink, linkOf('old')),
      answer(makePhoneLink, linkOf('old', 1)),
      answer(makePhoneLink, linkOf('new', 1)),
    ],
  });
  await page.until(() => page.byRole('img', '发布页的二维码'));
  expect(page.text).toContain('现在有 2 条等待发布');
  expect(page.text).toMatch(/链接在 .*11.* 前有效/);
  await page.doing(() => page.events.send(postsChanged, { taskId: TASK }));
  await page.until(() => page.text.includes('现在有 1 条等待发布'));
  await page.click(page.byRole('button', '换一个新链接'));
  await page.until(() => page.text.includes('key=new'));
  expect(page.http.callsOf(makePhoneLink).map(({ body }) => body)).toEqual([
    { kind: 'task', id: TASK },
    { kind: 'task', id: TASK },
    { kind: 'task', id: TASK, isNew: true },
  ]);
  await page.click(page.byRole('button', '关闭'));
  expect(page.closedWith).toHaveLength(1);
  await page.unmount();
});
