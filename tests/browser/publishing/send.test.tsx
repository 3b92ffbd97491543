import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { answer, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import { listTargets, sendFiles, type Target } from '#plugins/publishing/calls.ts';
import manifest from '#plugins/publishing/plugin.ts';
import web from '#plugins/publishing/web/index.ts';
import { listFile } from '#plugins/publishing/web/list-file.ts';
import SendDialog from '#plugins/publishing/web/SendDialog.tsx';
import { ALONE, buildItem, buildRun, idOf, itemPage, LOOK, RUN } from '#tests/browser/runs/press-run.tsx';

const ITEMS = [buildItem(1, { sources: [idOf(7)] }), buildItem(2)];
const TARGETS: Target[] = [
  { id: 'publishing.folder', title: '服务器上的文件夹', about: null },
  { id: 'dockyard.pier', title: '码头', about: '送到码头。' },
];
const RunPage = () => <ToolRunView id={RUN} look={LOOK} missing={null} />;
const press = {
  manifest: definePlugin({
    ...{ id: 'press', version: '1.0.0', title: 'shell:runs.bar' },
    routes: [{ path: '/press/run/:id', page: 'Run' }],
  }),
  web: defineWeb({ pages: { Run: async () => ({ default: RunPage }) } }),
};

/** A run's page, with this plugin beside it. */
async function openRun(more: Answer[] = []) {
  const run = buildRun({ state: 'done', made: 2, planned: 2, progress: 1 });
  const page = await mountPlugin(press, {
    ...{ page: 'Run', path: `/press/run/${RUN}` },
    calls: [...more, ALONE, answer(readToolRun, run), answer(listToolItems, itemPage(ITEMS))],
    partners: [{ manifest, web }],
  });
  await page.until(() => page.byRole('button', '发送到…'));
  return page;
}

test('what a run has made is sent where somebody chooses', async () => {
  const page = await openRun([answer(sendFiles, { sent: 2 })]);
  page.dialogs.script('dockyard.pier');
  await page.click(page.byRole('button', '发送到…'));
  await page.until(() => page.http.callsOf(sendFiles).length === 1);
  expect(page.http.callsOf(sendFiles)[0]?.body).toEqual({ target: 'dockyard.pier', what: { runId: RUN } });
  await page.until(() => page.toasts.shown.length === 1);
  await page.unmount();
});

test('nothing is sent when the question is dismissed', async () => {
  const page = await openRun();
  page.dialogs.script(undefined);
  await page.click(page.byRole('button', '发送到…'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.http.callsOf(sendFiles)).toEqual([]);
  await page.unmount();
});

/** The dialog alone, as a page. */
function openDialog(calls: Answer[], close: (target?: string) => void = () => undefined) {
  const Page = () => <SendDialog count={3} close={close} />;
  const shown = {
    manifest: definePlugin({
      ...{ id: 'publishing', version: '1.0.0', title: 'publishing:title' },
      routes: [{ path: '/send', page: 'Send' }],
    }),
    web: defineWeb({ pages: { Send: async () => ({ default: Page }) } }),
  };
  return mountPlugin(shown, { page: 'Send', path: '/send', calls });
}

test('the dialog offers what there is, and has nothing chosen unless there is one alone', async () => {
  const chosen: (string | undefined)[] = [];
  const page = await openDialog([answer(listTargets, { targets: TARGETS })], (target) => void chosen.push(target));
  await page.until(() => page.text.includes('送到码头。'));
  expect((page.byRole('button', '发送') as HTMLButtonElement).disabled).toBe(true);
  await page.click(page.byRole('radio', /码头/));
  await page.click(page.byRole('button', '发送'));
  expect(chosen).toEqual(['dockyard.pier']);
  await page.unmount();
  const single = await openDialog([answer(listTargets, { targets: TARGETS.slice(0, 1) })]);
  await single.until(() => single.text.includes('服务器上的文件夹'));
  expect((single.byRole('button', '发送') as HTMLButtonElement).disabled).toBe(false);
  await single.unmount();
});

test('the dialog says what to do where there is nothing, and offers to read again what could not be read', async () => {
  const none = await openDialog([answer(listTargets, { targets: [] })]);
  await none.until(() => none.text.includes('请管理员在“服务”里选用'));
  await none.unmount();
  const unread = await openDialog([refuse(listTargets, '服务器忙', { status: 500 })]);
  await unread.until(() => unread.text.includes('可以发到哪里没有读出来。'));
  await unread.unmount();
});

test('the list of what was made is a table with a line for each file', async () => {
  const page = await openRun();
  await page.click(page.byRole('button', '其他格式'));
  expect((await page.until(() => page.byRole('menuitem', '文件清单（CSV）'))) !== null).toBe(true);
  await page.unmount();
  const http = { call: () => Promise.resolve(itemPage(ITEMS)) };
  const context = {
    t: (key: string) => key,
    get: () => http,
    tryGet: () => undefined,
    signal: new AbortController().signal,
  };
  const file = await listFile(context as never, { runId: RUN, items: [idOf(1)], count: 1 });
  const [head, ...lines] = (await file.text()).trim().split('\r\n');
  expect(head).toContain('publishing:list.number,publishing:list.name,publishing:list.file-name');
  expect(lines).toEqual(['1,stamp-1,stamp-1.mp4,video/mp4,1000,publishing:list.gone']);
});
