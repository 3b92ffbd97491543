import { expect, test } from '@rstest/core';

import { answer, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  chooseChannels,
  connectChannel,
  dropChannelChoice,
  listChannelServices,
  readChannelChoice,
  type ChannelService,
} from '#plugins/publishing/channel-calls.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { buildChannel, channelsAnswer, open, publishing } from './publishing-kit.ts';

const PATH = '/monitor/authorizationList';
const ONE = buildChannel(1);
const SERVICE: ChannelService = {
  ...{ id: 'showcase.pages', platform: 'pages', title: '橱窗', about: null, isByHand: false },
  asks: [{ name: 'site', title: '站点地址', kind: 'address' }],
};

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
