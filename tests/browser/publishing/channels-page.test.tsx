import { expect, test } from '@rstest/core';

import { answer, refuse } from '#core/web/testing/index.ts';
import { changeChannel, listChannelHosts, listChannels, removeChannel } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { listPosts } from '#plugins/publishing/post-calls.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { buildChannel, buildPost, channelsAnswer, open } from './publishing-kit.ts';

const PATH = '/monitor/authorizationList';
const ONE = buildChannel(1, { group: '华南', phone: '13800000001' });
const EXPIRED = buildChannel(2, { state: 'expired' });
test('accounts are listed with their state, and follow what changes elsewhere', async () => {
  const page = await open('Channels', PATH, [channelsAnswer([ONE]), channelsAnswer([ONE, EXPIRED])]);
  await page.until(() => page.text.includes('已连接 1/10 个账号'));
  expect(page.text).toContain('13800000001');
  await page.doing(() => page.events.send(channelsChanged, { id: EXPIRED.id }));
  await page.until(() => page.text.includes('已连接 2/10 个账号'));
  await page.click(page.byRole('button', '重新授权“账号-2”'));
  expect(page.dialogs.opened).toEqual([{ id: 'publishing/connect', properties: { adapter: 'showcase.pages' } }]);
  await page.unmount();
});

test('the picture of an account is shown from here, and asked for at no other host', async () => {
  const elsewhere = buildChannel(1, { picture: 'https://pictures.quay.example/1.jpg' });
  const here = buildChannel(2, { picture: '/pictures/2.jpg' });
  const none = buildChannel(3, { picture: '' });
  const page = await open('Channels', PATH, [channelsAnswer([elsewhere, here, none])]);
  await page.until(() => page.text.includes('账号-2'));
  const sources = [...document.querySelectorAll('.rp-channel-picture')].map((one) => one.querySelector('img') !== null);
  expect(sources).toEqual([false, true, false]);
  await page.unmount();
});

test('whoever has any page open is told when a platform takes a permission back', async () => {
  const page = await open('Channels', PATH, [channelsAnswer([ONE]), channelsAnswer([EXPIRED])]);
  await page.until(() => page.text.includes('账号-1'));
  await page.doing(() => page.events.send(channelsChanged, { id: ONE.id, expired: '账号-1' }));
  expect(page.toasts.shown.map(({ text }) => text)).toContain('“账号-1”的授权已失效，请重新授权。');
  await page.unmount();
});

test('a filter of the address narrows the list', async () => {
  const page = await open('Channels', `${PATH}?group=华南`, [channelsAnswer([ONE, EXPIRED])]);
  await page.until(() => page.text.includes('账号-1'));
  expect(page.text).not.toContain('账号-2');
  await page.click(page.byRole('button', '清除筛选'));
  await page.until(() => page.text.includes('账号-2'));
  await page.unmount();
});

test('without room for another account an upgrade is offered instead', async () => {
  const page = await open('Channels', PATH, [channelsAnswer([ONE], 1)]);
  await page.until(() => page.text.includes('已连接 1/1 个账号'));
  await page.click(page.byRole('button', '连接账号'));
  expect(page.features.offered).toHaveLength(1);
  expect(page.dialogs.opened).toEqual([]);
  await page.unmount();
});

test('whoever comes back from a platform is told in words how it ended', async () => {
  const failed = await open('Channels', `${PATH}?failed=publishing:channel.gone`, [channelsAnswer([])]);
  await failed.until(() => failed.text.includes('账号没有连接上'));
  expect(failed.text).toContain('请重新连接');
  await failed.unmount();
  const unknown = await open('Channels', `${PATH}?failed=something`, [channelsAnswer([])]);
  await unknown.until(() => unknown.text.includes('平台那边没有完成授权'));
  await unknown.unmount();
  const done = await open('Channels', `${PATH}?connected=${ONE.id}`, [channelsAnswer([ONE])]);
  await done.until(() => done.text.includes('“账号-1”已连接'));
  await done.unmount();
});

test('group, phone, remark and times of the week are kept from the details', async () => {
  const calls = [channelsAnswer([ONE]), answer(changeChannel, { ...ONE, group: '华东' })];
  const page = await open('Channels', `${PATH}?id=${ONE.id}`, calls);
  const group = await page.until(() => page.byRole('textbox', '分组'));
  await page.fill(group, '华东');
  await page.click(page.byRole('button', '周二'));
  await page.click(page.byRole('button', '保存'));
  await page.until(() => page.http.callsOf(changeChannel).length === 1);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(page.http.callsOf(changeChannel)[0]?.body).toEqual({
    ...{ group: '华东', phone: '13800000001', remark: null, overdue: 'now', hostId: null, delivery: 'direct' },
    slots: { minutes: [1440 + 9 * 60, 1440 + 18 * 60], zone },
  });
  await page.unmount();
});

test('an account that can have drafts is set to them, and says what does not arrive with these', async () => {
  const free = { ...ONE, deliveries: ['direct' as const, 'inbox' as const] };
  const calls = [channelsAnswer([free]), answer(changeChannel, { ...free, delivery: 'inbox' })];
  const page = await open('Channels', `${PATH}?id=${ONE.id}`, calls);
  await page.click(await page.until(() => page.byRole('combobox', '发布方式')));
  await page.click(await page.until(() => page.byRole('option', '发到收件箱')));
  expect(page.text).toContain('发到收件箱的只有视频');
  await page.click(page.byRole('button', '保存'));
  await page.until(() => page.http.callsOf(changeChannel).length === 1);
  expect(page.http.callsOf(changeChannel)[0]?.body).toMatchObject({ delivery: 'inbox' });
  await page.unmount();
});

test('the host of an account is named, and said to be gone when it is', async () => {
  const routed = { ...ONE, hostId: idOf(1) };
  const hosts = (...all: { id: string; name: string; isUp: boolean }[]) => answer(listChannelHosts, { hosts: all });
  const path = `${PATH}?id=${ONE.id}`;
  const page = await open('Channels', path, [
    channelsAnswer([routed]),
    hosts({ id: idOf(1), name: '杭州一号', isUp: false }),
  ]);
  await page.until(() => page.text.includes('杭州一号（连不上）'));
  await page.unmount();
  const untrusted = await open('Channels', path, [channelsAnswer([routed]), hosts()]);
  await untrusted.until(() => untrusted.text.includes('这个节点的指纹没有确认'));
  await untrusted.unmount();
  const gone = await open('Channels', path, [channelsAnswer([{ ...routed, isHostGone: true }]), hosts()]);
  await gone.until(() => gone.text.includes('原来的节点已被删除'));
  expect(gone.text).toContain('节点已删除');
  await gone.unmount();
});

test('an account is removed only after a question that says how many posts are cancelled', async () => {
  const waiting = { items: [buildPost(1)], nextCursor: 'more', total: 7 };
  const calls = [
    channelsAnswer([ONE]),
    answer(listPosts, waiting),
    answer(removeChannel, { cancelled: 7, permission: 'at-platform' }),
  ];
  const page = await open('Channels', `${PATH}?id=${ONE.id}`, calls);
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '移除')));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question?.params).toMatchObject({ name: '账号-1', posts: 7 });
  expect(page.http.callsOf(removeChannel)).toEqual([]);
  await page.click(page.byRole('button', '移除'));
  await page.until(() => page.http.callsOf(removeChannel).length === 1);
  await page.until(() => page.toasts.shown.some(({ text }) => text.includes('取消了 7 条')));
  expect(page.toasts.shown[0]?.text).toContain('没有交还授权的接口：请到橱窗的设置里');
  await page.unmount();
});

test('what could not be read is said, and read again', async () => {
  const page = await open('Channels', PATH, [refuse(listChannels, '服务器忙', { status: 500 }), channelsAnswer([ONE])]);
  await page.until(() => page.text.includes('创作者账号没有读出来'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('账号-1'));
  await page.unmount();
});
