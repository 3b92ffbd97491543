import { expect, rs, test } from '@rstest/core';

import {
  archiveToolRun,
  cancelToolRun,
  listToolRuns,
  pauseToolRun,
  readToolRun,
  removeToolRun,
  renameToolItems,
  retryToolItems,
} from '#core/contract/tool-run-calls.ts';
import { keptRun } from '#core/web/runs/kept-run.ts';
import RenameDialog from '#core/web/runs/RenameDialog.tsx';
import { USUAL_NAMING } from '#core/web/runs/run-look.ts';
import { answer, refuse } from '#core/web/testing/index.ts';

import { buildItem, buildRun, drawPage, idOf, openRun, RUN } from './press-run.tsx';

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

test('stopping asks first and says what stays', async () => {
  const page = await openRun(
    buildRun({ made: 1 }),
    [buildItem(1)],
    [answer(cancelToolRun, buildRun({ state: 'cancelled', made: 1, planned: 1 }))],
  );
  page.dialogs.script(false);
  await page.click(await page.until(() => page.byRole('button', '停止')));
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { count: 1, rest: 2 } });
  expect(page.http.callsOf(cancelToolRun)).toHaveLength(0);
  await page.click(page.byRole('button', '停止'));
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
  const run = keptRun(page.context, RUN);
  await page.doing(() => run.selection.replace([idOf(2)]));
  const bar = page.byRole('toolbar');
  await page.click(await page.until(() => within(bar, '重试 1 个')));
  expect(page.http.callsOf(retryToolItems).map(({ body }) => body)).toEqual([{}, { items: [idOf(2)] }]);
  await page.unmount();
});

test('what failed is set up in another way where its tool can be opened with it', async () => {
  const opened: (readonly string[])[] = [];
  const failed = buildItem(2, { state: 'failed', error: '没有找到文字', sources: [idOf(7)] });
  const page = await openRun(buildRun({ ...DONE, made: 1, failed: 1 }), [buildItem(1), failed], [], {
    setUpAnew: async (ids) => void opened.push(ids),
  });
  await page.click(await page.until(() => page.byRole('button', '调整后再做')));
  expect(opened).toEqual([[idOf(7)]]);
  await page.unmount();
});

test('what was left out is named with its reason where the tool tells it, and set up in another way', async () => {
  const opened: (readonly string[])[] = [];
  const error = '没有找到文字，这个视频保持原样';
  const left = buildItem(2, { state: 'given-up', name: '无字', error, sources: [idOf(8)] });
  const cancelled = buildItem(3, { state: 'given-up', name: '取消的' });
  const setUpAnew = async (ids: readonly string[]) => void opened.push(ids);
  const page = await openRun(buildRun({ ...DONE, made: 1 }), [buildItem(1), left, cancelled], [], {
    ...{ tellsLeftOut: true, setUpAnew },
  });
  await page.until(() => page.text.includes('有 1 个没有处理'));
  expect(page.text).toContain(`无字${error}`);
  expect(page.text).not.toContain('取消的');
  await page.click(page.byRole('button', '调整后再做'));
  expect(opened).toEqual([[idOf(8)]]);
  await page.unmount();
});

/** The one button of an element with a name. */
function within(element: HTMLElement, name: string): Element {
  const found = [...element.querySelectorAll('button')].filter(({ textContent }) => textContent === name);
  expect(found).toHaveLength(1);
  return found[0] ?? element;
}

test('a run that has ended tells until when its results are kept, and is removed when asked for', async () => {
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [answer(removeToolRun, null)]);
  await page.until(() => page.text.includes('结果保留至'));
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.text.includes('没有这次运行'));
  await page.unmount();
});

test('results that the tool has put into the library by itself have no end', async () => {
  for (const [kept, isTold] of [
    [2, false],
    [1, true],
  ] as const) {
    const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [], { keptElsewhere: () => kept });
    await page.until(() => page.byRole('button', '下载全部 2 个'));
    expect(page.text.includes('结果保留至')).toBe(isTold);
    await page.unmount();
  }
});

test('all results are one zip, one alone is itself', async () => {
  const archive = { url: '/zip', name: '港口日落.zip', size: 10, expiresAt: '2026-02-01T00:00:00.000Z' };
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [answer(archiveToolRun, archive)]);
  const saved: string[] = [];
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function save() {
    saved.push(`${this.getAttribute('href')} ${this.download}`);
  };
  await page.click(await page.until(() => page.byRole('button', '下载全部 2 个')));
  await page.until(() => saved.length === 1);
  expect(page.http.callsOf(archiveToolRun)[0]?.body).toEqual({});
  await page.doing(() => keptRun(page.context, RUN).selection.replace([idOf(2)]));
  await page.click(page.byRole('button', '下载 1 个'));
  HTMLAnchorElement.prototype.click = click;
  expect(saved).toEqual(['/zip 港口日落.zip', '/files/2?s=2 stamp-2.mp4']);
  expect(page.http.callsOf(archiveToolRun)).toHaveLength(1);
  await page.unmount();
});

test('what is paused or stopped offline is done by itself once there is a network', async () => {
  const page = await openRun(
    buildRun({ made: 1 }),
    [buildItem(1)],
    [
      answer(pauseToolRun, buildRun({ state: 'paused', made: 1 })),
      answer(cancelToolRun, buildRun({ state: 'cancelled', made: 1 })),
    ],
  );
  const network = rs.spyOn(navigator, 'onLine', 'get');
  for (const [button, call] of [
    ['暂停', pauseToolRun],
    ['停止', cancelToolRun],
  ] as const) {
    network.mockReturnValue(false);
    await page.click(await page.until(() => page.byRole('button', button)));
    await page.until(() => page.toasts.shown.some(({ text }) => text.startsWith('您现在离线，服务器上的运行')));
    expect(page.http.callsOf(call)).toHaveLength(0);
    network.mockReturnValue(true);
    await page.doing(() => window.dispatchEvent(new Event('online')));
    await page.until(() => page.http.callsOf(call).length === 1);
  }
  network.mockRestore();
  await page.unmount();
});

test('results are named by a pattern, all or those that are chosen', async () => {
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)], [answer(renameToolItems, { renamed: 1 })]);
  page.dialogs.script('{run}-{nn}', '{date}-{n}');
  await page.click(await page.until(() => page.byRole('button', '重命名')));
  await page.until(() => page.toasts.shown.length === 1);
  await page.doing(() => keptRun(page.context, RUN).selection.replace([idOf(1)]));
  await page.click(page.byRole('button', '重命名'));
  await page.until(() => page.toasts.shown.length === 2);
  expect(page.toasts.shown[1]?.text).toBe('已重命名 1 个结果');
  const bodies = page.http.callsOf(renameToolItems).map(({ body }) => body);
  expect(bodies).toMatchObject([{ pattern: '{run}-{nn}' }, { pattern: '{date}-{n}', items: [idOf(1)] }]);
  expect(bodies[0]).not.toHaveProperty('items');
  await page.unmount();
});

test('the dialog of a pattern shows what comes of it, and puts fields in where the cursor is', async () => {
  const question = { run: buildRun(DONE), words: undefined, naming: USUAL_NAMING, example: buildItem(1), count: null };
  const page = await drawPage(() => <RenameDialog {...question} close={() => undefined} />);
  await page.until(() => page.text.includes('例如 港口日落-001.mp4'));
  const field = page.byRole('textbox', '命名规则');
  if (!(field instanceof HTMLInputElement)) throw new Error('it is a field');
  field.setSelectionRange(0, 5);
  await page.click(page.byRole('button', /现在的名称/));
  expect(field.value).toBe('{name}-{nnn}');
  expect(page.text).toContain('例如 stamp-1-001.mp4');
  await page.unmount();
});

test('what became of the last runs of the same tool is one press away', async () => {
  const others = [buildRun(), buildRun({ id: idOf(8), state: 'done', made: 3 })];
  const page = await openRun(
    buildRun(DONE),
    [buildItem(1)],
    [answer(listToolRuns, { items: others, nextCursor: null, total: 2 })],
  );
  await page.click(await page.until(() => page.byRole('button', '其他运行')));
  const link = await page.until(() => page.byRole('menuitem', /已完成 3 个/));
  expect(link.getAttribute('href')).toBe(`/press/run/${idOf(8)}`);
  expect(page.allByRole('menuitem')).toHaveLength(1);
  await page.unmount();
});

test('who comes back to a run finds what was chosen, and where it was', async () => {
  const page = await openRun(buildRun(DONE), [buildItem(1), buildItem(2)]);
  await page.until(() => page.byRole('button', '下载全部 2 个'));
  const run = keptRun(page.context, RUN);
  run.selection.replace([idOf(2)]);
  for (let other = 1; other < 8; other++) keptRun(page.context, idOf(other));
  expect(keptRun(page.context, RUN)).toBe(run);
  expect(keptRun(page.context, RUN).chosen.map(({ id }) => id)).toEqual([idOf(2)]);
  await page.unmount();
});

test('a run of somebody else is not there', async () => {
  const page = await openRun(buildRun(), [], [refuse(readToolRun, '没有', { status: 404 })]);
  await page.until(() => page.text.includes('没有这次运行'));
  await page.unmount();
});
