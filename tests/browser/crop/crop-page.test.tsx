import { expect, test } from '@rstest/core';

import { readToolPrice, startToolRun } from '#core/contract/tool-run-calls.ts';
import { toolPricesChanged } from '#core/contract/tool-run-events.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';
import { CropDraft } from '#plugins/crop/web/draft/CropDraft.ts';

import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import {
  buildClip,
  buildRun,
  crop,
  cropOptions,
  HandedLibrary,
  idOf,
  openCrop,
  RUN,
  type CropPage,
} from './crop-kit.ts';

layOut();

const started = (page: CropPage) => page.http.callsOf(startToolRun).map(({ body }) => body);
const cutAll = (page: CropPage, count: number) => page.click(page.byRole('button', `裁剪 ${count} 个视频`));

test('an empty page says what to do next, and shows what was cut before', async () => {
  const page = await openCrop([], [], [buildRun({ state: 'done', made: 3, planned: 3, name: '三个镜头' })]);
  expect(page.byRole('button', '选择视频')).toBeTruthy();
  await page.until(() => page.text.includes('三个镜头') && page.text.includes('完成 3 个'));
  await page.unmount();
});

test('clips of the library are cut as they are set, each for itself, and the run is shown', async () => {
  const page = await openCrop([buildClip(1), buildClip(2)]);
  await page.click(page.byRole('radio', '9:16'));
  await page.doing(() => {
    page.draft.set(idOf(1), (edit) => ({ ...edit, window: { start: 1, end: 4 } }));
    page.draft.set(idOf(2), (edit) => ({ ...edit, window: { start: 2, end: 10 } }));
  });
  expect(page.text).toContain('共 0:11.0');
  await cutAll(page, 2);
  const still = { part: null, turn: 0, flipAcross: false, flipDown: false, shortSide: null };
  const part = { kind: 'ratio', width: 9, height: 16, path: [] };
  expect(started(page)).toEqual([
    {
      ...{ tool: 'crop.cut', name: '镜头-1 等 2 个', inputs: [idOf(1), idOf(2)], agreed: null },
      settings: {
        own: {
          [idOf(1)]: { window: { from: 1, to: 4 }, reframe: { ...still, part } },
          [idOf(2)]: { window: { from: 2, to: null }, reframe: still },
        },
      },
    },
  ]);
  expect(page.router.place.path).toBe(`/videoCrop/run/${RUN}`);
  await page.unmount();
});

test('what a run costs is shown before it is started, and is what is agreed to', async () => {
  const price = { unit: 'uses', amount: 1, per: 'output' } as const;
  const page = await openCrop([buildClip(1), buildClip(2)], [answer(readToolPrice, { price, available: 3 })]);
  await page.until(() => page.text.includes('用掉 2 次，剩余 3 次'));
  page.http.script(answer(readToolPrice, { price, available: 1 }));
  await page.doing(() => page.events.send(toolPricesChanged));
  await page.until(() => page.text.includes('需要 2 次，只剩 1 次'));
  await cutAll(page, 2);
  expect(started(page)).toMatchObject([{ agreed: { unit: 'uses', amount: 2 } }]);
  await page.unmount();
});

test('settings go to all others, only what was meant, and a note takes it back', async () => {
  const page = await openCrop([buildClip(1), buildClip(2, { seconds: 3 }), buildClip(3)]);
  const edits = () => page.draft.batch.items.map(({ edit }) => [edit.shape, edit.window]);
  await page.click(page.byRole('radio', '1:1'));
  await page.doing(() => {
    page.draft.set(idOf(1), (edit) => ({ ...edit, window: { start: 1, end: 4 } }));
    page.draft.set(idOf(3), (edit) => ({ ...edit, window: { start: 0, end: 1 } }));
  });
  const [picture, window] = page.allByRole('button', '用于全部');
  await page.click(picture as HTMLElement);
  expect(edits()).toEqual([
    ['1:1', { start: 1, end: 4 }],
    ['1:1', null],
    ['1:1', { start: 0, end: 1 }],
  ]);
  await page.doing(() => page.toasts.shown.at(-1)?.action?.run());
  expect(edits().map(([shape]) => shape)).toEqual(['1:1', 'whole', 'whole']);
  await page.click(window as HTMLElement);
  expect(edits().map(([, range]) => range)).toEqual([
    { start: 1, end: 4 },
    { start: 1, end: 3 },
    { start: 1, end: 4 },
  ]);
  await page.unmount();
});

test('in and out that are set in the player are those of the clip, and stay when another is shown', async () => {
  const page = await openCrop([buildClip(1), buildClip(2)]);
  const edge = await page.until(() => page.byRole('slider', '保留的部分：起点'));
  await page.press(edge, 'ArrowRight');
  const window = page.draft.batch.get(idOf(1))?.edit.window;
  expect(window?.start).toBeCloseTo(1 / 30, 6);
  await page.doing(() => page.draft.batch.show(idOf(2)));
  expect(page.draft.batch.get(idOf(2))?.edit.window).toBeNull();
  await page.doing(() => page.draft.batch.show(idOf(1)));
  expect(page.draft.batch.get(idOf(1))?.edit.window).toBe(window);
  await page.unmount();
});

test('a box is moved by keys, and following a point sets one where it is dragged to', async () => {
  const page = await openCrop([buildClip(1)]);
  await page.click(page.byRole('radio', '9:16'));
  await page.press(page.byRole('slider', '9:16'), 'ArrowRight');
  const edit = () => page.draft.batch.items[0]?.edit;
  expect(edit()?.path[0]?.x).toBeCloseTo(0.5 + 1 / 1920, 6);
  await page.click(page.byRole('radio', '跟随主体'));
  await page.press(page.byRole('slider', '跟随点'), 'ArrowDown');
  expect(edit()?.path).toHaveLength(1);
  expect(edit()?.path[0]?.y).toBeCloseTo(0.5 + 1 / 1080, 6);
  await page.click(page.byRole('button', '删除这一帧的点'));
  expect(edit()?.path).toEqual([]);
  await page.unmount();
});

test('clips that cannot be cut say why and are shown instead of a run', async () => {
  const page = await openCrop([buildClip(1), buildClip(2), buildClip(3)]);
  await page.doing(() => page.library.change(idOf(2), { state: 'preparing' }));
  await page.doing(() => page.library.change(idOf(3), null));
  await page.until(() => page.text.includes('有 2 个视频现在不能裁剪'));
  await page.click(page.byRole('button', '查看问题'));
  expect(page.text).toContain('这个视频还在准备');
  await page.doing(() => page.library.change(idOf(2), { state: 'ready' }));
  await page.until(() => page.text.includes('有 1 个视频现在不能裁剪'));
  await page.click(page.byRole('button', '查看问题'));
  expect(page.text).toContain('已不在素材库中');
  await page.doing(() => page.draft.inputs.remove([idOf(3)]));
  const tiny = { x: 0.5, y: 0.5, width: 0.005, height: 0.5 };
  await page.doing(() => page.draft.set(idOf(1), (edit) => ({ ...edit, shape: 'free', box: tiny })));
  await page.click(page.byRole('button', '查看问题'));
  expect(page.text).toContain('不足 16 像素');
  await page.doing(() => page.draft.set(idOf(1), (edit) => ({ ...edit, box: null, window: { start: 8, end: 3 } })));
  expect(page.text).toContain('入点在视频结束之后');
  expect(started(page)).toEqual([]);
  await page.unmount();
});

test('what is chosen in the library waits on the page, a hundred at most, each once', async () => {
  const page = await openCrop([buildClip(1)]);
  const [action] = page.kernel.slots.items(MATERIAL_ACTIONS).map(({ item }) => item);
  const more = Array.from({ length: 105 }, (_, index) => buildClip(index + 1));
  await page.doing(() => action?.run(more));
  expect(page.draft.batch.items).toHaveLength(100);
  expect(page.toasts.shown.at(-1)?.text).toContain('有 5 个没有加进来');
  expect(page.router.place.path).toBe('/videoCrop');
  await page.unmount();
});

test('whoever closes the window is asked while something is not cut; a run that was not started changes nothing', async () => {
  const page = await openCrop([buildClip(1)], [refuse(startToolRun, '空间不足')]);
  const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closes()).toBe(false);
  await cutAll(page, 1);
  expect(page.router.place.path).toBe('/videoCrop');
  expect(page.draft.batch.items).toHaveLength(1);
  expect(closes()).toBe(false);
  page.http.script(answer(startToolRun, buildRun()));
  await cutAll(page, 1);
  await page.until(() => page.router.place.path !== '/videoCrop');
  expect(page.draft.batch.isUnsaved).toBe(false);
  await page.unmount();
});

test('without a library the page says so', async () => {
  const page = await mountPlugin(crop, {
    page: 'Crop',
    path: '/videoCrop',
    calls: cropOptions(new HandedLibrary()).calls,
  });
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  expect(page.context.store(CropDraft).batch.items).toEqual([]);
  expect(page.toasts.shown).toHaveLength(1);
  await page.unmount();
});

test('it leaves nothing behind', async () => {
  const library = new HandedLibrary();
  expectNoLeaks(await cycle(crop, { times: TIMES, pages: ['Crop'], ...cropOptions(library) }));
});
