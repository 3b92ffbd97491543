import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun, startToolRun, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { openText, type VideoText } from '#plugins/eye/api.ts';
import { MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';
import { RemovalDraft } from '#plugins/removal/web/draft/RemovalDraft.ts';
import { DRAW_STILL, openStill, type Still } from '#plugins/removal/calls.ts';

import { buildClip, buildRun, HandedLibrary, idOf, RUN } from '../crop/crop-kit.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { ALONE, buildItem, itemPage } from '../runs/press-run.tsx';
import { openRemoval, removal, removalOptions, type RemovalPage } from './removal-kit.ts';

layOut();

const TEXT: VideoText = {
  ...{ state: 'read', progress: 1, error: null },
  cues: [
    {
      ...{ from: 1, to: 3, text: '限时包邮', confidence: 0.9, moves: [] },
      boxes: [{ x: 0.2, y: 0.8, width: 0.6, height: 0.1 }],
    },
  ],
};
const read = answer(openText, TEXT);
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const FOUND = { removes: 'strokes', from: 0, to: null, place: { kind: 'text', area: WHOLE, padding: 0.3 } };
const TIME = '2026-01-01T00:00:00.000Z';
const DRAWING: Still = { state: 'drawing', subject: 'this-frame', picture: null, error: null };

const started = (page: RemovalPage) => page.http.callsOf(startToolRun).map(({ body }) => body);
const startAll = (page: RemovalPage, count: number) => page.click(page.byRole('button', `去除 ${count} 个视频的字幕`));

test('of videos that were only chosen the text that is found is removed, with one press', async () => {
  const page = await openRemoval([buildClip(1), buildClip(2)], [read]);
  await page.until(() => page.text.includes('找到 1 处文字'));
  await startAll(page, 2);
  expect(started(page)).toEqual([
    {
      ...{ tool: 'removal.remove', name: '镜头-1 等 2 个', inputs: [idOf(1), idOf(2)], agreed: null },
      settings: { removals: [FOUND], language: 'zh', own: {} },
    },
  ]);
  expect(page.router.place.path).toBe(`/subtitle/removal/${RUN}`);
  await page.unmount();
});

test('the text of all videos of a folder is removed with one press', async () => {
  const page = await openRemoval([], [read]);
  const [action] = page.kernel.slots.items(MATERIAL_FOLDER_ACTIONS).map(({ item }) => item);
  await page.doing(() => action?.run({ id: idOf(9), name: '夏季' }, [buildClip(1), buildClip(2)]));
  expect(started(page)).toMatchObject([{ name: '夏季', inputs: [idOf(1), idOf(2)], settings: { removals: [FOUND] } }]);
  await page.unmount();
});

test('boxes, what is removed there and when are set for one video, given to others, and taken back', async () => {
  const page = await openRemoval([buildClip(1), buildClip(2)], [read]);
  await page.click(page.byRole('button', '删除“1 自动找到的文字”'));
  expect(page.text).toContain('还没有选定去除的位置');
  await page.click(page.byRole('button', '加一个框'));
  await page.click(page.byRole('radio', '整个框'));
  await page.press(page.byRole('slider', '1 整个框'), 'ArrowRight');
  await page.press(page.byRole('slider', '1 整个框：起点'), 'ArrowRight');
  await page.click(page.byRole('button', '用于全部'));
  const removals = () => page.draft.batch.items.map((video) => video.edits.map((edit) => edit.removal));
  const [first, second] = removals();
  expect(second).toEqual(first);
  const [own] = first ?? [];
  expect(own?.removes).toBe('all');
  expect(own?.from).toBeCloseTo(1 / 30, 6);
  expect(own?.place.kind === 'box' && own.place.keys[0]?.box.x).toBeCloseTo(0.1 + 1 / 1920, 6);
  await page.doing(() => page.toasts.shown.at(-1)?.action?.run());
  expect(removals()[1]).toEqual([FOUND]);
  await startAll(page, 2);
  expect(started(page)[0]).toMatchObject({ settings: { removals: [own], own: { [idOf(2)]: { removals: [FOUND] } } } });
  await page.unmount();
});

test('the shown frame is drawn without its text before anything is made, and gives way to the player’s', async () => {
  let known = DRAWING;
  const page = await openRemoval([buildClip(1)], [read, answer(openStill, async () => known)]);
  await page.click(page.byRole('switch', '预览去除效果'));
  await page.until(() => page.text.includes('正在处理这一帧'));
  expect(page.http.callsOf(openStill)[0]?.body).toMatchObject({ id: idOf(1), at: 0, removals: [FOUND] });
  known = { ...DRAWING, state: 'drawn', picture: 'data:image/jpeg;base64,' };
  const task = { id: RUN, job: DRAW_STILL, progress: 1, secondsLeft: null, attempt: 1, error: null };
  await page.doing(() =>
    page.events.send(taskChanged, {
      ...{ ...task, subjectId: 'this-frame', state: 'succeeded', createdAt: TIME, updatedAt: TIME },
    }),
  );
  await page.until(() => page.element.querySelector('.rp-removal-still'));
  expect(page.text).toContain('画面上是去除后的样子');
  await page.click(page.byRole('radio', '整个框'));
  expect(page.element.querySelector('.rp-removal-still')).toBe(null);
  await page.unmount();
});

test('a frame that could not be drawn says why, and is tried again', async () => {
  let known: Still = { ...DRAWING, state: 'failed', error: '这个视频损坏了。' };
  const page = await openRemoval([buildClip(1)], [read, answer(openStill, async () => known)]);
  await page.click(page.byRole('switch', '预览去除效果'));
  await page.until(() => page.text.includes('这个视频损坏了。'));
  known = { ...DRAWING, state: 'drawn', picture: 'data:image/jpeg;base64,' };
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.element.querySelector('.rp-removal-still'));
  expect(page.http.callsOf(openStill).map(({ body }) => body)).toMatchObject([{ again: false }, { again: true }]);
  await page.unmount();
});

test('videos that cannot be used say why and are shown instead of a run', async () => {
  const page = await openRemoval([buildClip(1), buildClip(2)], [read]);
  await page.doing(() => page.library.change(idOf(2), { state: 'preparing' }));
  await page.until(() => page.text.includes('有 1 个视频现在不能处理'));
  await page.click(page.byRole('button', '查看问题'));
  expect(page.text).toContain('这个视频还在准备');
  expect(started(page)).toEqual([]);
  await page.unmount();
});

test('each video of a run tells its size and length', async () => {
  const library = new HandedLibrary();
  library.hand(buildClip(1));
  const facts = {
    ...{ first: 0, last: 120, seconds: 4, width: 1920, height: 1080, changed: 30, copied: 80, copiedFrom: 0 },
    ...{ picturesEncoded: null, sound: 'copied', soundEncoded: null },
    left: { seconds: [{ second: 2, characters: 4 }] },
    filledBy: 'stand-in',
  };
  const options = removalOptions(library, [
    ALONE,
    answer(readToolRun, buildRun({ tool: 'removal.remove', state: 'done', made: 1, progress: 1, secondsLeft: null })),
    answer(listToolItems, itemPage([buildItem(1, { facts, sources: [idOf(1)] })])),
  ]);
  const page = await mountPlugin(removal, { page: 'Run', path: `/subtitle/removal/${RUN}`, ...options });
  await page.until(() => page.element.querySelectorAll('.rp-output').length === 1);
  expect(page.text).toContain('1920 × 1080 · 4.0 s');
  await page.unmount();
});

test('a video that was left out goes back to the tool alone', async () => {
  const library = new HandedLibrary();
  library.hand(buildClip(1), buildClip(2));
  const left: Partial<ToolItem> = { state: 'given-up', error: '没有找到文字', sources: [idOf(2)] };
  const options = removalOptions(library, [
    ALONE,
    answer(readToolRun, buildRun({ tool: 'removal.remove', state: 'done', made: 1, progress: 1, secondsLeft: null })),
    answer(listToolItems, itemPage([buildItem(1, { sources: [idOf(1)] }), buildItem(2, left)])),
  ]);
  const page = await mountPlugin(removal, { page: 'Run', path: `/subtitle/removal/${RUN}`, ...options });
  const { inputs } = page.context.store(RemovalDraft);
  await page.doing(() => inputs.add([buildClip(1), buildClip(2)]));
  await page.click(await page.until(() => page.byRole('button', '调整后再做')));
  expect(inputs.ids).toEqual([idOf(2)]);
  expect(page.router.place.path).toBe('/subtitle/removal');
  await page.unmount();
});
