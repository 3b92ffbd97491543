import { expect, test } from '@rstest/core';

import { listToolItems, readToolRun } from '#core/contract/tool-run-calls.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse } from '#core/web/testing/index.ts';
import {
  createProjects,
  createTemplate,
  openProject,
  retryProject,
  saveProject,
  startExport,
  type ProjectRow,
} from '#plugins/pieces/calls.ts';

import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { ALONE, buildItem, buildRun, itemPage, RUN } from '../runs/press-run.tsx';
import {
  buildClip,
  buildProject,
  buildVideo,
  HandedLibrary,
  idOf,
  openPreview,
  pieceOf,
  pieces,
  piecesOptions,
  PROJECT,
  TEMPLATE,
} from './pieces-kit.ts';

layOut();

type Page = Awaited<ReturnType<typeof mountPlugin>>;
const press = (page: Page, key: KeyboardEventInit) =>
  page.doing(() =>
    page.element
      .querySelector('.rp-pieces-strip')
      ?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })),
  );
const saved = (page: Page) => page.http.callsOf(saveProject).at(-1)?.body as Pick<ProjectRow, 'slots'> | undefined;
const order = (page: Page) =>
  [...page.element.querySelectorAll('.rp-pieces-card strong')].map(({ textContent }) => textContent);

test('a template is written from an example, and leads to the videos that are cut along it', async () => {
  const page = await mountPlugin(pieces, {
    ...{ page: 'Template', path: '/cutIntoPieces/template/new' },
    ...piecesOptions(new HandedLibrary(), { templates: [] }),
  });
  await page.click(await page.until(() => page.byRole('button', '口播讲解')));
  await page.fill(page.byRole('textbox', '位置 1 的名称'), '钩子');
  await page.click(page.byRole('button', '位置 2 上移'));
  await page.click(page.byRole('button', '删除位置 5'));
  await page.click(page.byRole('button', '保存并去拆条'));
  await page.until(() => page.router.place.path === '/cutIntoPieces/project/new');
  const body = page.http.callsOf(createTemplate)[0]?.body as { name: string; slots: { name: string }[] };
  expect(body.name).toBe('口播讲解');
  expect(body.slots.map(({ name }) => name)).toEqual(['讲解', '钩子', '细节', '讲解']);
  await page.unmount();
});

test('projects are made of the chosen videos by the chosen template, and the first is shown', async () => {
  const library = new HandedLibrary();
  library.hand(buildClip(1), buildClip(2));
  const page = await mountPlugin(pieces, {
    ...{ page: 'NewProject', path: '/cutIntoPieces/project/new' },
    ...piecesOptions(library),
  });
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.until(() => page.text.includes('按“产品 20 秒”挑选 2 个位置的片段。'));
  await page.click(page.byRole('radio', '每个视频各建项目'));
  await page.click(page.byRole('button', '建 2 个项目'));
  await page.until(() => page.router.place.path === '/cutIntoPieces/project/preview');
  expect(page.http.callsOf(createProjects)[0]?.body).toMatchObject({
    ...{ template: TEMPLATE.id, materials: [idOf(1), idOf(2)], each: 'video', count: 1 },
  });
  expect(page.router.place.query.get('id')).toBe(PROJECT);
  await page.unmount();
});

test('a video that is too long says how long it is and may be, in its row and beside the button', async () => {
  const error = '“港口.mp4”长达 240 分钟，上限是 120 分钟。请先剪短。';
  const library = new HandedLibrary();
  library.hand(buildClip(1, { state: 'failed', seconds: null, error }), buildClip(2, { state: 'preparing' }));
  const page = await mountPlugin(pieces, {
    ...{ page: 'NewProject', path: '/cutIntoPieces/project/new' },
    ...piecesOptions(library),
  });
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.until(() => page.text.split(error).length === 3);
  expect((page.byRole('button', '建 1 个项目') as HTMLButtonElement).disabled).toBe(true);
  await page.unmount();
});

test('projects that are ticked are exported together, into one mix project', async () => {
  const projects = [buildProject(), buildProject({ id: idOf(71), name: '码头' })];
  const page = await mountPlugin(pieces, {
    ...{ page: 'NewProject', path: '/cutIntoPieces/project/new' },
    ...piecesOptions(new HandedLibrary(), { projects }),
  });
  await page.click(await page.until(() => page.byRole('checkbox', '选择“海港”')));
  await page.click(page.byRole('checkbox', '选择“码头”'));
  await page.click(page.byRole('button', '把 2 个项目做成一个混剪项目'));
  await page.until(() => page.router.place.path === `/cutIntoPieces/run/${RUN}`);
  expect(page.http.callsOf(startExport)[0]?.body).toEqual({
    ...{ projects: [PROJECT, idOf(71)], into: 'mix', folder: { name: '海港 的片段' }, agreed: null },
  });
  await page.unmount();
});

test('keys swap, lock, reorder and empty, and undo all of it; what is locked stays', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  await press(page, { key: 's' });
  await page.until(() => saved(page)?.slots[0]?.piece?.from === 2);
  await press(page, { key: 'q' });
  await press(page, { key: 's' });
  await press(page, { key: 'Delete' });
  await page.until(() => saved(page)?.slots[0]?.isLocked === true);
  expect(saved(page)?.slots[0]?.piece).toEqual(pieceOf(2, 4));
  await press(page, { key: 'ArrowRight', altKey: true });
  expect(order(page)).toEqual(['细节', '开场']);
  await press(page, { key: '[' });
  await press(page, { key: 'Delete' });
  expect(page.text).toContain('没有合适的片段');
  for (const _ of [1, 2, 3, 4]) await press(page, { key: 'z', ctrlKey: true });
  expect(order(page)).toEqual(['开场', '细节']);
  await page.until(() => saved(page)?.slots[0]?.piece?.from === 0);
  await page.unmount();
});

test('choosing again leaves what is locked, and uses nothing twice', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  await page.click(page.byRole('button', '锁定“细节”'));
  await page.click(page.byRole('button', '重新挑选'));
  await page.until(() => saved(page) !== undefined);
  const [first, second] = saved(page)?.slots ?? [];
  expect(second?.piece).toEqual(pieceOf(4, 6));
  expect(first?.piece).not.toEqual(pieceOf(4, 6));
  await page.unmount();
});

test('an alternative is looked at before it is swapped in', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  await page.click(page.byRole('button', '预览 0:02.0 开始的片段'));
  expect(page.byRole('button', '预览 0:02.0 开始的片段').getAttribute('aria-pressed')).toBe('true');
  expect(page.http.callsOf(saveProject)).toHaveLength(0);
  await page.click(page.byRole('button', '换上 0:02.0 开始的片段'));
  await page.until(() => saved(page)?.slots[0]?.piece?.from === 2);
  await page.unmount();
});

test('footage that another project has taken meanwhile is given back, and what the server knows is shown', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  const theirs = buildProject({ revision: 5, name: '改过' });
  page.http.script(
    refuse(saveProject, '这段画面已被另一个项目用了', { status: 409 }),
    answer(openProject, { project: theirs, videos: [buildVideo()], taken: [pieceOf(2, 4)] }),
  );
  await press(page, { key: 's' });
  await page.until(() => page.text.includes('改过'));
  expect(page.text).not.toContain('0:02.0');
  await page.unmount();
});

test('the export waits until changes are kept, and goes to its run', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  await press(page, { key: 's' });
  await page.click(page.byRole('button', '存入素材库（2 段）'));
  await page.until(() => page.router.place.path === `/cutIntoPieces/run/${RUN}`);
  expect(page.http.callsOf(saveProject)).toHaveLength(1);
  expect(page.http.callsOf(startExport)[0]?.body).toMatchObject({ projects: [PROJECT], into: 'library' });
  await page.unmount();
});

test('all pieces play one after the other, and the piece that plays is the one that is shown', async () => {
  const page = await openPreview();
  await page.until(() => order(page).length === 2);
  await page.click(page.byRole('button', '连续播放全部'));
  const [first, second] = page.element.querySelectorAll('video');
  expect([first?.currentTime, second?.currentTime].map((time) => Math.round(time ?? -1))).toEqual([0, 4]);
  await page.click(page.byRole('button', '细节'));
  await page.until(() => page.element.querySelector('.rp-pieces-card[data-shown]')?.textContent?.includes('细节'));
  expect(second?.dataset['front']).toBe('true');
  await page.unmount();
});

test('while videos are measured it says how far, and what failed can be tried again', async () => {
  const waiting = buildProject({ state: 'waiting' });
  const video = buildVideo({ state: 'measuring', progress: 0.4, footage: null });
  const page = await openPreview([answer(openProject, { project: waiting, videos: [video], taken: [] })]);
  await page.until(() => page.element.querySelector<HTMLProgressElement>('progress')?.value === 0.4);
  await page.unmount();
  const failed = buildProject({ state: 'failed', error: '视频损坏' });
  const other = await openPreview([
    answer(openProject, { project: failed, videos: [], taken: [] }),
    answer(retryProject, waiting),
  ]);
  await other.until(() => other.text.includes('视频损坏'));
  await other.click(other.byRole('button', '重新分析'));
  expect(other.http.callsOf(retryProject)).toHaveLength(1);
  await other.unmount();
});

test('a project that is not there says so', async () => {
  const page = await openPreview([refuse(openProject, '找不到', { status: 404 })]);
  await page.until(() => page.text.includes('找不到这个拆条项目'));
  await page.unmount();
});

test('a run leads to the mix project that was made of its pieces', async () => {
  const facts = { folderId: idOf(9), kept: 2, mixProject: idOf(8) };
  const page = await mountPlugin(pieces, {
    ...{ page: 'Run', path: `/cutIntoPieces/run/${RUN}` },
    calls: [
      ALONE,
      answer(readToolRun, buildRun({ tool: 'pieces.export', state: 'done', made: 2, facts })),
      answer(listToolItems, itemPage([buildItem(1), buildItem(2)])),
    ],
  });
  await page.until(() => page.text.includes('2 个结果已存入素材库。'));
  await page.click(page.byRole('button', '打开混剪项目'));
  expect(page.router.place.path).toBe(`/mixedCut/edit/${idOf(8)}`);
  await page.unmount();
});

test('nothing is left of it, however often it is switched on and off', async () => {
  const made = piecesOptions(new HandedLibrary());
  expectNoLeaks(await cycle(pieces, { ...made, times: TIMES, pages: ['NewProject', 'Template', 'Preview'] }));
});
