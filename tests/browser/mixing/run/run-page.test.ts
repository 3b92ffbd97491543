import { expect, test } from '@rstest/core';

import {
  cancelToolRun,
  listToolItems,
  listToolRuns,
  readToolRun,
  renameToolItems,
} from '#core/contract/tool-run-calls.ts';
import { keptRun } from '#core/web/runs/kept-run.ts';
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
import { createMixRun, loosenMixRun, measureMixProject, readMixProject } from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';

import { buildMeasured, buildRow } from '../editor/editor-kit.ts';
import { buildOutput, buildRun, idOf, itemPage, PROJECT, RUN } from './build-run.ts';

const DONE = { state: 'done', made: 2, distance: { least: 4, mean: 5.14, of: 6 } } as const;

async function openRun(calls: Answer[]): Promise<MountedPlugin> {
  const library: MaterialsLibrary = {
    pick: () => Promise.resolve(undefined),
    pickFolder: () => Promise.resolve(undefined),
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
      calls: [answer(listToolRuns, { items: [buildRun()], nextCursor: null, total: 1 }), ...calls],
    },
  );
}

test('a run that is done leads to its certificate by one line', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun(DONE)),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
  ]);
  const line = await page.until(() => page.byRole('link', /最小差异 4\/6，平均 5.1\/6/));
  expect(line.getAttribute('href')).toBe(`/mixedCut/certificate/${RUN}`);
  page.byRole('button', '下载全部 2 条');
  await page.unmount();
});

test('characters that come out as boxes are told with the package that brings a font', async () => {
  const glyphs = [{ character: '😀', package: 'fonts-symbola' }];
  const page = await openRun([answer(readToolRun, buildRun({ glyphs })), answer(listToolItems, itemPage([]))]);
  await page.until(() =>
    page.text.includes('服务器上没有 😀 的字体，成片里会变成方框。请管理员安装 Debian 软件包 fonts-symbola。'),
  );
  await page.unmount();
});

test('stopping asks first, and says what stays', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun({ made: 1 })),
    answer(listToolItems, itemPage([buildOutput(1)])),
    answer(cancelToolRun, buildRun({ state: 'cancelled', made: 1 })),
  ]);
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '停止')));
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { count: 1, rest: 3 } });
  expect(page.http.callsOf(cancelToolRun)).toHaveLength(0);
  page.http.script(answer(readToolRun, buildRun({ state: 'cancelled', made: 1 })));
  await page.click(page.byRole('button', '停止'));
  await page.until(() => page.text.includes('已停止，留下 1 条'));
  await page.unmount();
});

test('further videos are another run, and large ones need their feature', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun({ ...DONE, share: 2 })),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
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
    answer(readToolRun, buildRun({ ...DONE, share: 0 })),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
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
  expect(page.http.callsOf(createMixRun)[0]?.body).toEqual({ count: 14, share: 1, agreed: null });
  await page.unmount();
});

test('names are by the project and the title too, of those that are chosen', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun(DONE)),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
    answer(renameToolItems, { renamed: 1 }),
  ]);
  const run = keptRun(page.context, RUN);
  await page.until(() => run.isRead);
  await page.doing(() => run.selection.replace([idOf(1)]));
  page.dialogs.script('{title}-{nn}');
  await page.click(page.byRole('button', '重命名'));
  await page.until(() => page.toasts.shown.some(({ text }) => text === '已重命名 1 条视频'));
  expect(page.dialogs.opened[0]?.properties).toMatchObject({ naming: { pattern: '{project}-{nnn}' }, count: 1 });
  expect(page.http.callsOf(renameToolItems)[0]?.body).toMatchObject({ pattern: '{title}-{nn}', items: [idOf(1)] });
  await page.unmount();
});

test('other runs of the same project are listed, and there is no way to remove one', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun(DONE)),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
  ]);
  await page.until(() => page.byRole('button', '下载全部 2 条'));
  expect(page.http.callsOf(listToolRuns)[0]?.query).toMatchObject({ tool: 'mixing.mix', of: PROJECT });
  expect(page.allByRole('button', '删除')).toEqual([]);
  await page.unmount();
});

test('while a run is planned the wall has a cell for each video that was asked for', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun({ state: 'planning', planned: null, count: 50 })),
    answer(listToolItems, itemPage([])),
  ]);
  await page.until(() => page.text.includes('正在为 50 条视频规划组合'));
  const wall = page.byRole('grid');
  const columns = Number(wall.getAttribute('aria-colcount'));
  expect(wall.getAttribute('aria-rowcount')).toBe(String(Math.ceil(50 / columns)));
  await page.unmount();
});

test('the keyboard chooses and plays', async () => {
  const page = await openRun([
    answer(readToolRun, buildRun(DONE)),
    answer(listToolItems, itemPage([buildOutput(1), buildOutput(2)])),
  ]);
  const wall = await page.until(() => page.byRole('grid'));
  const run = keptRun(page.context, RUN);
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
    answer(readToolRun, buildRun(short)),
    answer(listToolItems, itemPage([buildOutput(1)])),
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
    answer(readToolRun, buildRun({ refused: [{ material: idOf(30), reason: '“码头”不足 1 秒。' }] })),
    answer(listToolItems, itemPage([])),
  ]);
  await page.until(() => page.text.includes('“码头”不足 1 秒。'));
  await page.unmount();
  const missing = await openRun([refuse(readToolRun, '找不到', { status: 404 })]);
  await missing.until(() => missing.text.includes('找不到这次生成任务。'));
  await missing.unmount();
});

test('what took the place of a video that was too much like another one is told by its clips', async () => {
  const shot = (material: string) => ({ group: '1', material, window: { start: 0, end: 2 } });
  const page = await openRun([
    answer(readToolRun, buildRun(DONE)),
    answer(
      listToolItems,
      itemPage([
        buildOutput(1, { shots: [shot('m1')] }),
        buildOutput(2, { shots: [shot('m2')] }),
        buildOutput(12, { position: 1, state: 'replaced', shots: [shot('m3')], like: '港口-001.mp4' }),
        buildOutput(13, { position: 4, state: 'replaced', shots: [shot('m4')], like: '港口-002.mp4' }),
      ]),
    ),
  ]);
  await page.until(() => page.text.includes('第 2 条：– 与 港口-001.mp4 太像，已换成 –。'));
  expect(page.text).toContain('第 5 条：– 与 港口-002.mp4 太像，也没有别的组合可换。');
  await page.unmount();
});
