import { expect, test } from '@rstest/core';

import { answer, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  changeChannel,
  chooseChannels,
  connectChannel,
  dropChannelChoice,
  listChannelHosts,
  listChannels,
  listChannelServices,
  readChannelChoice,
  removeChannel,
  type ChannelService,
} from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { importChannels } from '#plugins/publishing/import-calls.ts';
import { listPosts } from '#plugins/publishing/post-calls.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { catchSaved, chooseFile } from '#tests/browser/table-files.ts';
import { buildChannel, buildPost, channelsAnswer, open, publishing } from './publishing-kit.ts';

const PATH = '/monitor/authorizationList';
const ONE = buildChannel(1, { group: '华南', phone: '13800000001' });
const EXPIRED = buildChannel(2, { state: 'expired' });
const SERVICE: ChannelService = {
  ...{ id: 'showcase.pages', platform: 'pages', title: '橱窗', about: null, isByHand: false },
  asks: [{ name: 'site', title: '站点地址', kind: 'address' }],
};

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
  const page = await open('Channels', PATH, [channelsAnswer([elsewhere, here])]);
  await page.until(() => page.text.includes('账号-2'));
  const sources = [...document.querySelectorAll('.rp-channel-picture')].map((one) => one.querySelector('img') !== null);
  expect(sources).toEqual([false, true]);
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

test('whoever comes back with several accounts is asked which of them to connect', async () => {
  const page = await open('Channels', `${PATH}?choose=${idOf(9)}`, [channelsAnswer([]), channelsAnswer([ONE])]);
  await page.until(() => page.text.includes('还没有选择要连接哪些账号'));
  page.dialogs.script(undefined, [ONE]);
  await page.click(page.byRole('button', '选择要连接的账号'));
  expect(page.dialogs.opened).toEqual([{ id: 'publishing/choose', properties: { choice: idOf(9) } }]);
  expect(page.text).toContain('还没有选择要连接哪些账号');
  await page.click(page.byRole('button', '选择要连接的账号'));
  await page.until(() => page.text.includes('账号-1') && !page.text.includes('还没有选择要连接哪些账号'));
  expect(page.toasts.shown.map(({ text }) => text)).toContain('“账号-1”已连接，可以发布视频了。');
  await page.unmount();
});

const CHOICE = {
  ...{ service: 'Facebook', room: 1, endsAt: '2027-01-04T01:00:00.000Z' },
  accounts: [1, 2, 3].map((number) => ({
    ...{ id: `page-${number}`, name: `主页-${number}`, picture: null, isConnected: number === 3 },
  })),
};

test('known accounts and as many as there is room for are chosen at first, and no more can be', async () => {
  const calls = [
    answer(readChannelChoice, CHOICE),
    refuse(chooseChannels, '这次授权已经过期'),
    answer(chooseChannels, { channels: [ONE] }),
  ];
  const dialog = await mountPlugin(publishing, {
    dialog: 'choose',
    properties: { choice: idOf(9) },
    path: PATH,
    calls,
  });
  const box = (number: number) => dialog.byRole('checkbox', `主页-${number}`) as HTMLInputElement;
  await dialog.until(() => dialog.byRole('button', '连接 2 个账号'));
  expect([1, 2, 3].map((number) => box(number).checked)).toEqual([true, false, true]);
  await dialog.click(box(2));
  expect(dialog.text).toContain('还能再连接 1 个账号');
  expect((dialog.byRole('button', '连接 3 个账号') as HTMLButtonElement).disabled).toBe(true);
  await dialog.click(box(1));
  await dialog.click(dialog.byRole('button', '连接 2 个账号'));
  await dialog.until(() => dialog.text.includes('这次授权已经过期'));
  await dialog.click(dialog.byRole('button', '连接 2 个账号'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(chooseChannels)[1]?.body).toEqual({ owners: ['page-3', 'page-2'] });
  expect(dialog.closedWith).toEqual([[ONE]]);
  await dialog.unmount();
});

test('none of them may be connected, and what has ended is said', async () => {
  const calls = [answer(readChannelChoice, CHOICE), answer(dropChannelChoice, {})];
  const dialog = await mountPlugin(publishing, {
    dialog: 'choose',
    properties: { choice: idOf(9) },
    path: PATH,
    calls,
  });
  await dialog.click(await dialog.until(() => dialog.byRole('button', '都不连接')));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.closedWith).toEqual([[]]);
  await dialog.unmount();
  const gone = await mountPlugin(publishing, {
    ...{ dialog: 'choose', properties: { choice: idOf(9) }, path: PATH },
    calls: [refuse(readChannelChoice, '这次授权已经过期', { status: 404 })],
  });
  await gone.until(() => gone.text.includes('可以选的账号没有读出来'));
  await gone.unmount();
});

test('imported accounts are authorised one after the other, until somebody stops', async () => {
  const [first, second] = [1, 2].map((number) => buildChannel(number, { state: 'pending' }));
  if (first === undefined || second === undefined) throw new Error('both are built');
  const page = await open('Channels', PATH, [channelsAnswer([first, second, buildChannel(3)])]);
  await page.until(() => page.text.includes('2 个账号等待授权'));
  page.dialogs.script(first, undefined);
  await page.click(page.byRole('button', '逐个授权'));
  await page.until(() => page.dialogs.opened.length === 2);
  expect(page.dialogs.opened.map(({ properties }) => properties)).toMatchObject([
    { adapter: first.adapter, pending: { id: first.id } },
    { adapter: second.adapter, pending: { id: second.id } },
  ]);
  page.dialogs.script(undefined);
  await page.click(page.byRole('button', '授权“账号-2”'));
  await page.until(() => page.dialogs.opened.length === 3);
  expect(page.dialogs.opened[2]?.properties).toMatchObject({ pending: { id: second.id } });
  await page.unmount();
});

test('whoever comes back from one of several imported accounts is led to the next', async () => {
  const next = buildChannel(2, { state: 'pending' });
  const page = await open('Channels', `${PATH}?connected=${ONE.id}`, [channelsAnswer([ONE, next])]);
  page.dialogs.script(undefined);
  await page.click(await page.until(() => page.byRole('button', '授权下一个（还有 1 个）')));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.properties).toMatchObject({ pending: { id: next.id } });
  await page.unmount();
});

test('a spreadsheet of accounts is checked, and says how many are to be authorised afterwards', async () => {
  const outcome = { faults: [], added: 2, changed: 0, same: 1, pending: 1 };
  const calls = [answer(importChannels, outcome), answer(importChannels, outcome)];
  const dialog = await mountPlugin(publishing, { dialog: 'import', path: PATH, calls });
  await chooseFile(dialog, new Blob(['账号名称,平台,节点\n甲,抖音,\n乙,小红书,上海一号\n丙,抖音,\n']));
  await dialog.until(() => dialog.text.includes('其中 1 个导入后需要逐个授权'));
  await dialog.click(dialog.byRole('button', '导入 2 个账号'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(importChannels)[1]?.body).toMatchObject({
    isTrial: false,
    rows: [{ row: 2, name: '甲', platform: '抖音' }, { row: 3, host: '上海一号' }, { row: 4 }],
  });
  await dialog.unmount();
});

for (const language of ['zh', 'en'] as const) {
  test(`what the list exports is what an import reads, in ${language}, also beside open details`, async () => {
    const notes = { group: '=华南', phone: '+86 138', host: '杭州, 一号', remark: '"甲"\n\'=乙' };
    const channels = [buildChannel(1, notes), buildChannel(2, { name: '@quay', state: 'pending' })];
    const saved = catchSaved();
    const opened = await open('Channels', `${PATH}?id=${idOf(501)}`, [channelsAnswer(channels)], { language });
    const button = { zh: '导出 CSV', en: 'Export CSV' }[language];
    await opened.click(await opened.until(() => opened.byRole('button', button)));
    await opened.until(() => saved.files.length === 1);
    await opened.unmount();
    const outcome = { faults: [], added: 0, changed: 0, same: 2, pending: 0 };
    const dialog = await mountPlugin(publishing, {
      ...{ dialog: 'import', path: PATH, calls: [answer(importChannels, outcome)], language },
    });
    await chooseFile(dialog, saved.files[0] ?? new Blob());
    await dialog.until(() => dialog.http.callsOf(importChannels).length === 1);
    const rows = channels.map(({ service: platform, name, phone, group, host, remark, id }, index) => ({
      ...{ row: index + 2, platform, name, phone: phone ?? '', group: group ?? '', host: host ?? '' },
      ...{ remark: remark ?? '', id },
    }));
    expect(dialog.http.callsOf(importChannels)[0]?.body).toEqual({ isTrial: true, rows });
    await dialog.unmount();
    saved.end();
  });
}

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

function connecting(calls: Answer[], properties: object = {}, operator = false) {
  return mountPlugin(publishing, {
    ...{ dialog: 'connect', properties: { adapter: null, ...properties }, calls, path: PATH },
    session: { account: { operator } },
  });
}

test('a service is asked what it needs, and the owner is led to the platform', async () => {
  const led: string[] = [];
  const page = await connecting(
    [
      answer(listChannelServices, { services: [SERVICE] }),
      refuse(connectChannel, '这个地址打不开'),
      answer(connectChannel, { url: 'https://pages.test/agree', channel: null, choice: null }),
    ],
    { leave: (url: string) => void led.push(url) },
  );
  const connect = await page.until(() => page.byRole('button', '连接'));
  await page.click(connect);
  await page.until(() => page.text.includes('请填写这一项'));
  await page.fill(page.byRole('textbox', '站点地址'), 'https://pages.test');
  await page.click(connect);
  await page.until(() => page.text.includes('这个地址打不开'));
  await page.click(connect);
  await page.until(() => led.length === 1);
  expect(led).toEqual(['https://pages.test/agree']);
  expect(page.http.callsOf(connectChannel)[1]?.body).toEqual({
    ...{ adapter: 'showcase.pages', answers: { site: 'https://pages.test' } },
  });
  await page.unmount();
});

test('an account that needs nobody is connected at once', async () => {
  const page = await connecting([
    answer(listChannelServices, { services: [{ ...SERVICE, asks: [] }] }),
    answer(connectChannel, { url: null, channel: ONE, choice: null }),
  ]);
  await page.click(await page.until(() => page.byRole('button', '连接')));
  await page.until(() => page.closedWith.length === 1);
  expect(page.closedWith).toEqual([ONE]);
  await page.unmount();
});

test('where no service is chosen, operators are led to where one is', async () => {
  const page = await connecting([answer(listChannelServices, { services: [] })], {}, true);
  const link = await page.until(() => page.byRole('link', '去选用发布渠道'));
  expect(link.getAttribute('href')).toBe('/operator/services/channels');
  await page.unmount();
  const member = await connecting([answer(listChannelServices, { services: [] })]);
  await member.until(() => member.text.includes('请管理员在“服务”的“发布渠道”里选用一个'));
  expect(member.allByRole('link')).toEqual([]);
  await member.unmount();
});
