import { expect, test } from '@rstest/core';

import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { importChannels } from '#plugins/publishing/import-calls.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { catchSaved, chooseFile } from '#tests/browser/table-files.ts';
import { buildChannel, channelsAnswer, open, publishing } from './publishing-kit.ts';

const PATH = '/monitor/authorizationList';
const ONE = buildChannel(1);

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
  await page.click(page.byRole('button', '去授权“账号-2”'));
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
