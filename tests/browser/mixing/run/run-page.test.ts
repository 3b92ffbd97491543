import { expect, rs, test } from '@rstest/core';

import {
  answer,
  buildAccount,
  mountPlugin,
  partnerService,
  refuse,
  type Answer,
  type MountedPlugin,
} from '#core/web/testing/index.ts';
import { MATERIALS, type MaterialsLibrary } from '#plugins/materials/api.ts';
import {
  archiveMixRun,
  cancelMixRun,
  createMixRun,
  keepMixOutputs,
  listMixOutputs,
  loosenMixRun,
  measureMixProject,
  pauseMixRun,
  listMixRuns,
  readMixProject,
  readMixRun,
  renameMixOutputs,
  retryMixOutputs,
} from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';
import { RunActions } from '#plugins/mixing/web/run/RunActions.ts';
import { Runs } from '#plugins/mixing/web/run/Runs.ts';

import { buildMeasured, buildRow } from '../editor/editor-kit.ts';
import { buildOutput, buildRun, idOf, outputPage, PROJECT, RUN } from './build-run.ts';

const DONE = { state: 'done', made: 2, progress: 1, distance: { least: 4, mean: 5.14, of: 6 } } as const;

async function openRun(calls: Answer[], folderId: string | null = null): Promise<MountedPlugin> {
  const library: MaterialsLibrary = {
    pick: () => Promise.resolve(undefined),
    pickFolder: () => Promise.resolve({ folderId }),
    find: () => Promise.resolve(new Map()),
    upload: () => [],
    restore: () => Promise.resolve(),
    watch: () => () => undefined,
  };
  return await mountPlugin(
    { manifest, web },
    {
      page: 'Run',
      path: `/mixedCut/run/${RUN}`,
      session: { account: buildAccount({ features: [12] }) },
      tokens: [partnerService(MATERIALS, () => library)],
      calls: [answer(listMixRuns, { items: [buildRun()], nextCursor: null, total: 1 }), ...calls],
    },
  );
}

/** What the browser was told to save. */
function watchSaving(): { saved: string[]; stop(): void } {
  const saved: string[] = [];
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function save() {
    saved.push(`${this.getAttribute('href')} ${this.download}`);
  };
  return { saved, stop: () => void (HTMLAnchorElement.prototype.click = click) };
}

test('a run that is done leads to its certificate by one line', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun(DONE)),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
  ]);
  const line = await page.until(() => page.byRole('link', /最小差异 4\/6，平均 5.1\/6/));
  expect(line.getAttribute('href')).toBe(`/mixedCut/certificate/${RUN}`);
  page.byRole('button', '下载全部 2 条');
  await page.unmount();
});

test('characters that come out as boxes are told with the package that brings a font', async () => {
  const glyphs = [{ character: '😀', package: 'fonts-symbola' }];
  const page = await openRun([answer(readMixRun, buildRun({ glyphs })), answer(listMixOutputs, outputPage([]))]);
  await page.until(() =>
    page.text.includes('服务器上没有 😀 的字体，成片里会变成方框。请管理员安装 Debian 软件包 fonts-symbola。'),
  );
  await page.unmount();
});

test('all videos are one zip, one alone is itself', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun(DONE)),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
    answer(archiveMixRun, {
      url: '/api/tool-run-archives/1?s=x',
      name: '港口.zip',
      size: 9,
      expiresAt: '2026-01-02T00:00:00.000Z',
    }),
  ]);
  const saving = watchSaving();
  await page.click(await page.until(() => page.byRole('button', '下载全部 2 条')));
  await page.until(() => saving.saved.length === 1);
  expect(saving.saved).toEqual(['/api/tool-run-archives/1?s=x 港口.zip']);
  expect(page.http.callsOf(archiveMixRun)[0]?.body).toEqual({});
  const run = page.context.store(Runs).of(RUN);
  await page.doing(() => run.selection.replace([idOf(2)]));
  await page.click(page.byRole('button', '下载 1 条'));
  expect(saving.saved[1]).toBe('/files/2?s=2 港口日落-002.mp4');
  expect(page.http.callsOf(archiveMixRun)).toHaveLength(1);
  saving.stop();
  await page.unmount();
});

test('failed videos are tried again, all or one', async () => {
  const failed = buildOutput(2, { state: 'failed', error: '磁盘满了' });
  const page = await openRun([
    answer(readMixRun, buildRun({ made: 1, failed: 1 })),
    answer(listMixOutputs, outputPage([buildOutput(1), failed])),
    answer(retryMixOutputs, buildRun({ made: 1 })),
  ]);
  await page.click(await page.until(() => page.byRole('button', '重做 1 条')));
  const actions = page.context.store(RunActions);
  const run = page.context.store(Runs).of(RUN);
  await page.doing(() => actions.retry(run, [idOf(2)]));
  expect(page.http.callsOf(retryMixOutputs).map(({ body }) => body)).toEqual([{}, { outputs: [idOf(2)] }]);
  await page.unmount();
});

test('stopping asks first, and says what stays', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun({ made: 1 })),
    answer(listMixOutputs, outputPage([buildOutput(1)])),
    answer(cancelMixRun, buildRun({ state: 'cancelled', made: 1 })),
  ]);
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '停止')));
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { count: 1, rest: 3 } });
  expect(page.http.callsOf(cancelMixRun)).toHaveLength(0);
  page.http.script(answer(readMixRun, buildRun({ state: 'cancelled', made: 1 })));
  await page.click(page.byRole('button', '停止'));
  await page.until(() => page.text.includes('已停止，留下 1 条'));
  await page.unmount();
});

test('what is paused or stopped offline is done by itself once there is a network', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun({ made: 1 })),
    answer(listMixOutputs, outputPage([buildOutput(1)])),
    answer(pauseMixRun, buildRun({ state: 'paused', made: 1 })),
    answer(cancelMixRun, buildRun({ state: 'cancelled', made: 1 })),
  ]);
  const network = rs.spyOn(navigator, 'onLine', 'get');
  for (const [button, call] of [
    ['暂停', pauseMixRun],
    ['停止', cancelMixRun],
  ] as const) {
    network.mockReturnValue(false);
    await page.click(await page.until(() => page.byRole('button', button)));
    await page.until(() => page.toasts.shown.some(({ text }) => text.startsWith('你现在离线，服务器上的这一批')));
    expect(page.http.callsOf(call)).toHaveLength(0);
    network.mockReturnValue(true);
    await page.doing(() => window.dispatchEvent(new Event('online')));
    await page.until(() => page.http.callsOf(call).length === 1);
  }
  network.mockRestore();
  await page.unmount();
});

test('names and a folder of the library are for those that are chosen', async () => {
  const page = await openRun(
    [
      answer(readMixRun, buildRun(DONE)),
      answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
      answer(renameMixOutputs, { renamed: 1 }),
      answer(keepMixOutputs, { kept: 1 }),
    ],
    idOf(50),
  );
  const run = page.context.store(Runs).of(RUN);
  await page.until(() => run.isRead);
  await page.doing(() => run.selection.replace([idOf(1)]));
  page.dialogs.script('{date}-{nn}');
  await page.click(page.byRole('button', '重命名'));
  await page.until(() => page.toasts.shown.some(({ text }) => text === '已重命名 1 条视频'));
  expect(page.http.callsOf(renameMixOutputs)[0]?.body).toMatchObject({ pattern: '{date}-{nn}', outputs: [idOf(1)] });
  await page.click(page.byRole('button', '放入素材库'));
  await page.until(() => page.http.callsOf(keepMixOutputs).length === 1);
  expect(page.http.callsOf(keepMixOutputs)[0]?.body).toEqual({ folderId: idOf(50), outputs: [idOf(1)] });
  await page.unmount();
});

test('further videos are another run, and large ones need their feature', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun({ ...DONE, share: 2 })),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
    answer(createMixRun, buildRun({ id: idOf(77) })),
  ]);
  await page.click(await page.until(() => page.byRole('button', '再生成一些')));
  await page.click(page.byRole('button', '再生成 20 条'));
  await page.until(() => page.router.place.path === `/mixedCut/run/${idOf(77)}`);
  const [made] = page.http.callsOf(createMixRun);
  expect(made).toMatchObject({ params: { id: PROJECT }, body: { count: 20, share: 2 } });
  await page.unmount();
});

test('where the limit of a run yields nothing more, further videos are made by a looser one only when that is chosen', async () => {
  const row = (share: number, reachable: number) => ({ share, bound: reachable, reachable, atLeast: false });
  const page = await openRun([
    answer(readMixRun, buildRun({ ...DONE, share: 0 })),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
    answer(readMixProject, buildRow()),
    answer(measureMixProject, buildMeasured({ rows: [row(0, 0), row(1, 14)] })),
    answer(createMixRun, buildRun({ id: idOf(77) })),
  ]);
  await page.click(await page.until(() => page.byRole('button', '再生成一些')));
  page.dialogs.script(false, true);
  await page.click(page.byRole('button', '再生成 20 条'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question).toMatchObject({ params: { share: 0, next: 1, more: 14, of: 2 } });
  expect(page.http.callsOf(createMixRun)).toEqual([]);
  await page.click(await page.until(() => page.byRole('button', '再生成 20 条')));
  await page.until(() => page.router.place.path === `/mixedCut/run/${idOf(77)}`);
  expect(page.http.callsOf(createMixRun)[0]?.body).toEqual({ count: 14, share: 1 });
  await page.unmount();
});

test('the keyboard chooses and plays', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun(DONE)),
    answer(listMixOutputs, outputPage([buildOutput(1), buildOutput(2)])),
  ]);
  const wall = await page.until(() => page.byRole('grid'));
  const run = page.context.store(Runs).of(RUN);
  await page.press(wall, 'Home');
  await page.press(wall, ' ');
  expect(run.selection.ids).toEqual([idOf(1)]);
  await page.press(wall, 'ArrowRight');
  await page.press(wall, 'Enter');
  expect(page.dialogs.opened.at(-1)?.properties).toMatchObject({ id: idOf(2) });
  await page.press(wall, 'Escape');
  expect(run.selection.size).toBe(0);
  await page.unmount();
});

test('what a limit does not yield is said, and made by a looser one only when that is chosen', async () => {
  const short = { state: 'done', count: 20, planned: 16, share: 1, further: { share: 2, count: 4 } } as const;
  const page = await openRun([
    answer(readMixRun, buildRun(short)),
    answer(listMixOutputs, outputPage([buildOutput(1)])),
    answer(loosenMixRun, buildRun({ ...short, state: 'planning', share: 2, further: null, loosenedFrom: 1 })),
  ]);
  await page.until(() => page.text.includes('20 条里有 16 条符合最多共用 1/3 个镜头；另外 4 条要放宽到 2/3。'));
  await page.click(page.byRole('button', '放宽到 2/3，再做 4 条'));
  await page.until(() => page.http.callsOf(loosenMixRun).length === 1);
  expect(page.http.callsOf(loosenMixRun)[0]?.body).toEqual({ share: 2 });
  await page.unmount();
});

test('what was refused is named with its reason, and a run that is not there says so', async () => {
  const page = await openRun([
    answer(readMixRun, buildRun({ refused: [{ material: idOf(30), reason: '“码头”不足 1 秒。' }] })),
    answer(listMixOutputs, outputPage([])),
  ]);
  await page.until(() => page.text.includes('“码头”不足 1 秒。'));
  await page.unmount();
  const missing = await openRun([refuse(readMixRun, '找不到', { status: 404 })]);
  await missing.until(() => missing.text.includes('找不到这次生成任务。'));
  await missing.unmount();
});

test('what took the place of a video that was too much like another one is told by its clips', async () => {
  const shot = (material: string) => ({ group: '1', material, window: { start: 0, end: 2 } });
  const page = await openRun([
    answer(readMixRun, buildRun(DONE)),
    answer(
      listMixOutputs,
      outputPage([
        buildOutput(1, { shots: [shot('m1')] }),
        buildOutput(2, { shots: [shot('m2')] }),
        buildOutput(12, { position: 1, state: 'replaced', size: 900, shots: [shot('m3')], like: '港口-001.mp4' }),
        buildOutput(13, { position: 4, state: 'replaced', size: 900, shots: [shot('m4')], like: '港口-002.mp4' }),
      ]),
    ),
  ]);
  await page.until(() => page.text.includes('第 2 条：– 与 港口-001.mp4 太像，已换成 –。'));
  expect(page.text).toContain('第 5 条：– 与 港口-002.mp4 太像，也没有别的组合可换。');
  await page.unmount();
});
