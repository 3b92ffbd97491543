import { expect, test } from '@rstest/core';

import { readToolPrice, startToolRun } from '#core/contract/tool-run-calls.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { answer, refuse } from '#core/web/testing/index.ts';
import { MATERIAL_FOLDER_ACTIONS } from '#plugins/materials/api.ts';
import { openText, READ_TEXT, readingOf, type VideoText } from '#plugins/eye/api.ts';

import { buildClip, idOf, RUN } from '../crop/crop-kit.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { openMask, type MaskPage } from './mask-kit.ts';

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
const READING: VideoText = { state: 'reading', progress: 0.2, cues: [], error: null };
const read = answer(openText, TEXT);

const started = (page: MaskPage) => page.http.callsOf(startToolRun).map(({ body }) => body);
const startAll = (page: MaskPage, count: number) => page.click(page.byRole('button', `给 ${count} 个视频加遮罩`));
const TIME = '2026-01-01T00:00:00.000Z';
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const FOLLOWING = { kind: 'text', area: WHOLE, padding: 0.3 };

test('videos that were only chosen are covered where their own text is, with one press', async () => {
  const page = await openMask([buildClip(1), buildClip(2)], [read]);
  await page.until(() => page.text.includes('找到 1 处文字'));
  expect(page.byRole('heading', '镜头-1.mp4').tagName).toBe('H2');
  await startAll(page, 2);
  const mask = { look: { kind: 'mosaic', cell: 0.03 }, feather: 0, from: 0, to: null, place: FOLLOWING };
  expect(started(page)).toEqual([
    {
      ...{ tool: 'mask.cover', name: '镜头-1 等 2 个', inputs: [idOf(1), idOf(2)], agreed: null },
      settings: { masks: [mask], language: 'zh', own: {} },
    },
  ]);
  expect(page.router.place.path).toBe(`/video/captions/mosaic/run/${RUN}`);
  await page.unmount();
});

test('the videos of a folder are covered with one press, where each has its own text', async () => {
  const page = await openMask([], [read]);
  const [action] = page.kernel.slots.items(MATERIAL_FOLDER_ACTIONS).map(({ item }) => item);
  await page.doing(() => action?.run({ id: idOf(9), name: '夏季' }, [buildClip(1), buildClip(2)]));
  expect(started(page)).toMatchObject([
    { tool: 'mask.cover', name: '夏季', inputs: [idOf(1), idOf(2)], settings: { masks: [{ place: FOLLOWING }] } },
  ]);
  await page.unmount();
});

test('more videos at once than the membership allows wait for an upgrade, which is said beside the button', async () => {
  const page = await openMask(
    [1, 2, 3].map((number) => buildClip(number)),
    [read, read, read],
  );
  const note = '当前会员一次最多处理 3 个视频';
  expect(page.text).not.toContain(note);
  await page.doing(() => page.draft.inputs.add([buildClip(4)]));
  expect(page.text).toContain(note);
  await startAll(page, 4);
  expect([started(page), page.features.offered]).toEqual([[], [51]]);
  const [action] = page.kernel.slots.items(MATERIAL_FOLDER_ACTIONS).map(({ item }) => item);
  const folder = [1, 2, 3, 4].map((number) => buildClip(number));
  await page.doing(() => action?.run({ id: idOf(9), name: '夏季' }, folder));
  expect([started(page), page.features.offered]).toEqual([[], [51, 51]]);
  await page.doing(() => page.draft.inputs.remove([idOf(4)]));
  await startAll(page, 3);
  expect(started(page)).toHaveLength(1);
  await page.unmount();
});

test('a press that costs something says so first', async () => {
  const price = { unit: 'seconds', amount: 1, per: 'second' } as const;
  const priced = answer(readToolPrice, { price, available: 100 });
  const page = await openMask([], [read, priced, priced]);
  const [action] = page.kernel.slots.items(MATERIAL_FOLDER_ACTIONS).map(({ item }) => item);
  const cover = () => page.doing(() => action?.run({ id: idOf(9), name: '夏季' }, [buildClip(1), buildClip(2)]));
  page.dialogs.script(false, true);
  await cover();
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question).toMatchObject({ text: 'shell:cost.uses-seconds', params: { needed: '20' } });
  expect(started(page)).toEqual([]);
  await cover();
  await page.until(() => started(page).length === 1);
  expect(started(page)).toMatchObject([{ agreed: { unit: 'seconds', amount: 20 } }]);
  await page.unmount();
});

test('boxes, looks and times are set for one video, given to others, and taken back', async () => {
  const page = await openMask([buildClip(1), buildClip(2)], [read]);
  await page.click(page.byRole('button', '删除“1 跟随文字”'));
  expect(page.text).toContain('这个视频还没有遮罩');
  await page.click(page.byRole('button', '加一个框'));
  await page.click(page.byRole('radio', '色块'));
  await page.press(page.byRole('slider', '1 色块'), 'ArrowRight');
  await page.press(page.byRole('slider', '1 色块：起点'), 'ArrowRight');
  await page.click(page.byRole('button', '用于全部'));
  const masks = () => page.draft.batch.items.map((video) => video.masks.map(({ mask }) => mask));
  const [first, second] = masks();
  expect(second).toEqual(first);
  const [own] = first ?? [];
  expect(own?.look).toEqual({ kind: 'solid', colour: '#000000' });
  expect(own?.from).toBeCloseTo(1 / 30, 6);
  expect(own?.place.kind === 'box' && own.place.keys[0]?.box.x).toBeCloseTo(0.1 + 1 / 1920, 6);
  await page.doing(() => page.toasts.shown.at(-1)?.action?.run());
  expect(masks()[1]?.[0]?.place.kind).toBe('text');
  await page.doing(() => page.draft.apply(idOf(1), [idOf(2)]));
  await startAll(page, 2);
  expect(started(page)[0]).toMatchObject({ settings: { masks: [own], own: {} } });
  await page.unmount();
});

test('a box that moves keeps a position for each frame at which it was moved', async () => {
  const page = await openMask([buildClip(1)], [read]);
  await page.click(page.byRole('button', '加一个框'));
  await page.click(page.byRole('switch', '位置随时间变化'));
  const keys = () => {
    const place = page.draft.batch.items[0]?.masks[1]?.mask.place;
    return place?.kind === 'box' ? place.keys.map(({ time, box }) => [time, Math.round(box.y * 1000)]) : [];
  };
  expect(keys()).toEqual([[0, 720]]);
  const edit = page.draft.batch.items[0]?.masks[1];
  expect(edit?.moves).toBe(true);
  await page.press(page.byRole('slider', '2 马赛克'), 'ArrowDown');
  expect(keys()).toEqual([[0, 721]]);
  expect(page.byRole('button', '删除这一帧的位置').hasAttribute('disabled')).toBe(true);
  await page.unmount();
});

test('what usually stands in a place is added with all its boxes', async () => {
  const page = await openMask([buildClip(1)], [read]);
  await page.click(page.byRole('button', '常用位置'));
  await page.click(await page.until(() => page.byRole('menuitem', '抖音水印')));
  expect(page.draft.batch.items[0]?.masks.map(({ mask }) => mask.place.kind)).toEqual(['text', 'box', 'box']);
  await page.unmount();
});

test('while text is read its progress is told, then what was found; a failure says why, and is tried again', async () => {
  let known = READING;
  const page = await openMask([buildClip(1)], [answer(openText, async () => known)]);
  await page.until(() => page.text.includes('正在识别画面中的文字'));
  const task = (state: 'running' | 'succeeded', progress: number) =>
    page.events.send(taskChanged, {
      ...{ id: RUN, job: READ_TEXT, subjectId: readingOf(idOf(1), 'zh'), state, progress, secondsLeft: null },
      ...{ attempt: 1, error: null, createdAt: TIME, updatedAt: TIME },
    });
  await page.doing(() => task('running', 0.6));
  expect(page.element.querySelector('progress')?.value).toBe(0.6);
  known = { ...READING, state: 'failed', error: '这个视频损坏了。' };
  await page.doing(() => task('succeeded', 1));
  await page.until(() => page.text.includes('这个视频损坏了。'));
  known = TEXT;
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('找到 1 处文字'));
  expect(page.http.callsOf(openText).at(-1)?.body).toMatchObject({ again: true });
  await page.unmount();
});

test('a server that reads no text at all is told, and boxes still work', async () => {
  const page = await openMask([buildClip(1)], [refuse(openText, '没有可以识别文字的服务。')]);
  await page.until(() => page.text.includes('没有可以识别文字的服务。'));
  await page.click(page.byRole('button', '加一个框'));
  await startAll(page, 1);
  expect(started(page)).toHaveLength(1);
  await page.unmount();
});

test('videos that cannot be masked say why and are shown instead of a run', async () => {
  const page = await openMask([buildClip(1), buildClip(2)], [read]);
  await page.doing(() => page.library.change(idOf(2), { state: 'preparing' }));
  await page.until(() => page.text.includes('有 1 个视频现在不能加遮罩'));
  await page.click(page.byRole('button', '查看问题'));
  expect(page.text).toContain('这个视频还在准备');
  expect(started(page)).toEqual([]);
  await page.unmount();
});

test('where the browser cannot show a video, its small pictures stand in for it', async () => {
  const sprite = { url: 'data:,', columns: 2, rows: 1, width: 90, height: 160, count: 2, secondsEach: 5 };
  const page = await openMask([buildClip(1, { sprite })], [read]);
  const video = await page.until(() => page.element.querySelector('video'));
  for (const [name, value] of Object.entries({ videoWidth: 0, duration: 10 })) {
    Object.defineProperty(video, name, { value, configurable: true });
  }
  await page.doing(() => void video?.dispatchEvent(new Event('loadedmetadata')));
  await page.until(() => page.element.querySelector('.rp-studio__still'));
  await page.unmount();
});
