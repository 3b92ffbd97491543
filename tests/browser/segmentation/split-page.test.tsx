import { expect, test } from '@rstest/core';

import type { FoundShots } from '#core/contract/shots.ts';
import {
  listToolItems,
  listToolRuns,
  readToolPrice,
  readToolRun,
  toolRunSchema,
} from '#core/contract/tool-run-calls.ts';
import {
  answer,
  cycle,
  expectNoLeaks,
  mountPlugin,
  partnerService,
  refuse,
  type Answer,
  type MountOptions,
} from '#core/web/testing/index.ts';
import { MATERIAL_FOLDER_ACTIONS, MATERIALS, type Material, type MaterialsLibrary } from '#plugins/materials/api.ts';
import { openVideos, saveEdit, startSplit, type SplitVideo } from '#plugins/segmentation/calls.ts';
import { shotsChanged } from '#plugins/segmentation/events.ts';
import manifest from '#plugins/segmentation/plugin.ts';
import { UNCHANGED } from '#plugins/segmentation/shots.ts';
import { SplitDraft } from '#plugins/segmentation/web/draft/SplitDraft.ts';
import web from '#plugins/segmentation/web/index.ts';

import { buildClip, buildRun, HandedLibrary, idOf, RUN } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { ALONE, buildItem, itemPage } from '../runs/press-run.tsx';

layOut();

const cut = (seconds: number, strength: number) =>
  ({ kind: 'cut', seconds, frame: seconds * 30, from: seconds, to: seconds, strength }) as const;
const FOUND: FoundShots = { frames: 300, seconds: 10, boundaries: [cut(2, 0.9), cut(5, 0.7), cut(8, 0.3)] };
const video = (number: number, more: Partial<SplitVideo> = {}): SplitVideo => ({
  ...{ id: idOf(number), state: 'found', found: FOUND, error: null, edit: UNCHANGED, revision: 0 },
  ...more,
});

function options(library: HandedLibrary, videos: readonly SplitVideo[]): MountOptions {
  const service = partnerService(MATERIALS, () => library as unknown as MaterialsLibrary);
  const run = toolRunSchema.parse(buildRun({ tool: 'segmentation.split' }));
  const calls: Answer[] = [
    answer(openVideos, { items: [...videos] }),
    answer(saveEdit, { revision: 1 }),
    answer(startSplit, run),
    answer(listToolRuns, { items: [], nextCursor: null, total: 0 }),
    answer(readToolPrice, { price: null, available: 0 }),
  ];
  return { calls, tokens: [service] };
}

async function openPage(clips: Material[], videos: readonly SplitVideo[]) {
  const library = new HandedLibrary();
  library.hand(...clips);
  const page = await mountPlugin(
    { manifest, web },
    { page: 'Split', path: '/video/segmentation', ...options(library, videos) },
  );
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.until(() => page.element.querySelector('.rp-video-editor__stage'));
  return Object.assign(page, { library, draft: page.context.store(SplitDraft) });
}

const press = (page: Awaited<ReturnType<typeof openPage>>, key: KeyboardEventInit) =>
  page.doing(() =>
    page.element
      .querySelector('.rp-video-editor__stage')
      ?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })),
  );

test('found shots are listed, and sensitivity changes them without another question', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  await page.until(() => page.text.includes('已选 3 / 3 个镜头'));
  const asked = page.http.callsOf(openVideos).length;
  await page.doing(() => page.draft.setRule({ sensitivity: 0.8 }));
  expect(page.text).toContain('已选 4 / 4 个镜头');
  await page.doing(() => page.draft.setRule({ sensitivity: 0.5, shortest: 4 }));
  expect(page.text).toContain('已选 2 / 2 个镜头');
  expect(page.http.callsOf(openVideos)).toHaveLength(asked);
  await page.unmount();
});

test('keys leave a shot out and undo that, and join nothing to the first shot', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  await page.until(() => page.text.includes('已选 3 / 3 个镜头'));
  await press(page, { key: 'e' });
  expect(page.text).toContain('已选 2 / 3 个镜头');
  await press(page, { key: 'z', ctrlKey: true });
  expect(page.text).toContain('已选 3 / 3 个镜头');
  await press(page, { key: 'Delete' });
  expect(page.text).toContain('已选 3 / 3 个镜头');
  await page.unmount();
});

test('where somebody else has changed the cuts meanwhile, theirs are shown', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  await page.until(() => page.text.includes('已选 3 / 3 个镜头'));
  const theirs = video(1, { edit: { ...UNCHANGED, added: [1, 3] }, revision: 4 });
  page.http.script(refuse(saveEdit, '切点刚在别处改过', { status: 409 }), answer(openVideos, { items: [theirs] }));
  await press(page, { key: 'e' });
  await page.until(() => page.text.includes('已选 5 / 5 个镜头'));
  page.http.script(answer(saveEdit, { revision: 5 }));
  await press(page, { key: 'e' });
  await page.until(() => page.http.callsOf(saveEdit).length === 2);
  expect(page.http.callsOf(saveEdit)[1]?.body).toMatchObject({ revision: 4, edit: { added: [1, 3] } });
  await page.unmount();
});

test('what could not be kept is kept before a run begins, and without that none does', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  await page.until(() => page.text.includes('已选 3 / 3 个镜头'));
  const lost = refuse(saveEdit, '网络不通', { status: 0, kind: 'network' });
  page.http.script(lost, lost, answer(saveEdit, { revision: 1 }));
  await press(page, { key: 'e' });
  await page.until(() => page.http.callsOf(saveEdit).length === 1);
  await page.click(page.byRole('button', '导出 2 个镜头'));
  await page.until(() => page.http.callsOf(saveEdit).length === 2 && page.http.underWay === 0);
  expect(page.http.callsOf(startSplit)).toHaveLength(0);
  await page.click(page.byRole('button', '导出 2 个镜头'));
  await page.until(() => page.http.callsOf(startSplit).length === 1);
  await page.unmount();
});

test('the timeline shows shots without their dissolve; an edge that is dragged makes a cut, and put back there is none', async () => {
  const dissolve = { ...cut(5, 0.9), kind: 'dissolve', from: 4, to: 6 } as const;
  const page = await openPage([buildClip(1)], [video(1, { found: { ...FOUND, boundaries: [dissolve] } })]);
  const edge = (name: string) => page.byRole('slider', name);
  const at = (name: string) => Number(edge(name).getAttribute('aria-valuenow'));
  const edges = () => [at('镜头 1：终点'), at('镜头 2：起点')];
  await page.until(() => page.text.includes('已选 2 / 2 个镜头'));
  expect(edges()).toEqual([4, 6]);
  const end = edge('镜头 1：终点');
  const point = (type: string, clientX: number) =>
    page.doing(() => end.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, button: 0, bubbles: true })));
  await point('pointerdown', 0);
  await point('pointermove', 50);
  expect(edges()).toEqual([4.5, 4.5]);
  await page.doing(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(edges()).toEqual([4, 6]);
  expect(page.http.callsOf(saveEdit)).toHaveLength(0);
  await page.unmount();
});

test('the chosen shots go out with their names, and where they go is said', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  await page.until(() => page.text.includes('已选 3 / 3 个镜头'));
  await page.fill(page.byRole('textbox', '镜头 2 的名称'), '海港');
  await page.click(page.byRole('checkbox', '导出“镜头 1”'));
  await page.click(page.byRole('button', '导出 2 个镜头'));
  await page.until(() => page.http.callsOf(startSplit).length === 1);
  const body = page.http.callsOf(startSplit)[0]?.body as { videos: unknown; folder: unknown };
  expect(body.videos).toEqual([
    {
      id: idOf(1),
      shots: [
        { from: 2, to: 5, name: '海港', tags: [] },
        { from: 5, to: 10, name: '', tags: [] },
      ],
    },
  ]);
  expect(body.folder).toEqual({ name: '镜头-1 的镜头' });
  expect(page.http.callsOf(saveEdit)).toHaveLength(1);
  await page.unmount();
});

test('all videos of the list are split with one press', async () => {
  const page = await openPage([buildClip(1), buildClip(2)], [video(1), video(2)]);
  await page.click(await page.until(() => page.byRole('button', '拆分全部 2 个视频')));
  await page.until(() => page.http.callsOf(startSplit).length === 1);
  const body = page.http.callsOf(startSplit)[0]?.body as { videos: unknown };
  expect(body.videos).toEqual([{ id: idOf(1) }, { id: idOf(2) }]);
  await page.unmount();
});

test('all videos of a folder are split with one press, and what waits on the page stays there', async () => {
  const page = await openPage([buildClip(1)], [video(1)]);
  const [action] = page.kernel.slots.items(MATERIAL_FOLDER_ACTIONS).map(({ item }) => item);
  await page.doing(() => action?.run({ id: idOf(7), name: '外景' }, [buildClip(2), buildClip(3)]));
  const [body] = page.http.callsOf(startSplit).map((call) => call.body);
  expect(body).toMatchObject({
    name: '外景',
    videos: [{ id: idOf(2) }, { id: idOf(3) }],
    folder: { name: '外景 的镜头' },
  });
  expect(page.router.place.path).toBe(`/video/segmentation/run/${RUN}`);
  expect([page.draft.batch.items.length, page.draft.batch.isUnsaved]).toEqual([1, true]);
  await page.unmount();
});

test('a video that is being looked at says so, and one that cannot be read says why', async () => {
  const failed = video(1, { state: 'failed', found: null, error: '文件损坏，请重新上传。' });
  const page = await openPage([buildClip(1)], [failed]);
  await page.until(() => page.text.includes('文件损坏，请重新上传。'));
  await page.click(page.byRole('button', '再试一次'));
  expect(page.http.callsOf(openVideos).at(-1)?.body).toEqual({ ids: [idOf(1)], again: true });
  await page.unmount();
  const waiting = await openPage([buildClip(1)], [video(1, { state: 'finding', found: null })]);
  await waiting.until(() => waiting.text.includes('正在找镜头'));
  await waiting.unmount();
});

test('a run leads to the folder of the library that its shots are in', async () => {
  const facts = { folderId: idOf(9), kept: 2, materials: [] };
  const page = await mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Run', path: `/video/segmentation/run/${RUN}` },
      calls: [
        ALONE,
        answer(readToolRun, buildRun({ tool: 'segmentation.split', state: 'done', made: 2, facts })),
        answer(listToolItems, itemPage([buildItem(1), buildItem(2)])),
      ],
    },
  );
  await page.until(() => page.text.includes('2 个结果已存入素材库。'));
  await page.click(page.byRole('button', '在素材库中查看'));
  expect(page.router.place.path).toBe('/material/list');
  expect(page.router.place.query.get('folder')).toBe(idOf(9));
  await page.unmount();
});

test('nothing is left of it, however often it is switched on and off', async () => {
  expect(shotsChanged.topic).toBe('segmentation.shots');
  const made = options(new HandedLibrary(), []);
  expectNoLeaks(await cycle({ manifest, web }, { ...made, times: TIMES, pages: ['Split'] }));
});
