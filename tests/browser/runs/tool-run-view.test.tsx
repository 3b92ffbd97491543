import { expect, test } from '@rstest/core';

import {
  archiveToolRun,
  cancelToolRun,
  pauseToolRun,
  readToolRun,
  removeToolRun,
  retryToolItems,
} from '#core/contract/tool-run-calls.ts';
import { answer, refuse } from '#core/web/testing/index.ts';

import { buildItem, buildRun, idOf, openRun } from './press-run.tsx';

const DONE = { state: 'done', made: 2, progress: 1, secondsLeft: null, expiresAt: '2026-02-01T00:00:00.000Z' } as const;

test('a run under way shows how far it is and is paused by its button', async () => {
  const page = await openRun(
    buildRun({ progress: 0.42, made: 1 }),
    [buildItem(1), buildItem(2, { state: 'planned' })],
    [answer(pauseToolRun, buildRun({ state: 'paused', progress: 0.42, made: 1, secondsLeft: null }))],
  );
  await page.until(() => page.text.includes('42%') && page.text.includes('已完成 1/3'));
  await page.click(page.byRole('button', '暂停'));
  await page.until(() => page.http.callsOf(pauseToolRun).length === 1);
  await page.unmount();
});

test('cancelling asks first and says what stays', async () => {
  const page = await openRun(
    buildRun({ made: 1 }),
    [buildItem(1)],
    [answer(cancelToolRun, buildRun({ state: 'cancelled', made: 1, planned: 1 }))],
  );
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '取消')));
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { count: 1, rest: 2 } });
  expect(page.http.callsOf(cancelToolRun)).toHaveLength(0);
  await page.click(page.byRole('button', '取消'));
  await page.until(() => page.http.callsOf(cancelToolRun).length === 1);
  await page.unmount();
});

test('what failed is counted and tried again', async () => {
  const failed = buildItem(2, { state: 'failed', error: '文件是空的' });
  const page = await openRun(
    buildRun({ ...DONE, made: 1, failed: 1 }),
    [buildItem(1), failed],
    [answer(retryToolItems, buildRun({ made: 1 }))],
  );
  await page.click(await page.until(() => page.byRole('button', '重试 1 个')));
  expect(page.text).toContain('完成 1 个，失败 1 个');
  expect(page.http.callsOf(retryToolItems)[0]?.body).toEqual({ items: [idOf(2)] });
  await page.unmount();
});

test('a run that has ended tells until when its results are kept, and is removed when asked for', async () => {
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [answer(removeToolRun, null)]);
  await page.until(() => page.text.includes('结果保留至'));
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.text.includes('没有这次运行'));
  await page.unmount();
});

test('all results are one zip', async () => {
  const archive = { url: '/zip', name: '港口日落.zip', size: 10, expiresAt: '2026-02-01T00:00:00.000Z' };
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [answer(archiveToolRun, archive)]);
  await page.click(await page.until(() => page.byRole('button', '下载 2 个')));
  await page.until(() => page.http.callsOf(archiveToolRun).length === 1);
  expect(page.http.callsOf(archiveToolRun)[0]?.body).toEqual({});
  await page.unmount();
});

test('a run of somebody else is not there', async () => {
  const page = await openRun(buildRun(), [], [refuse(readToolRun, '没有', { status: 404 })]);
  await page.until(() => page.text.includes('没有这次运行'));
  await page.unmount();
});
