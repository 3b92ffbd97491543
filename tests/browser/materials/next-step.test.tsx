import { expect, test } from '@rstest/core';
import { observable, runInAction } from 'mobx';

import { mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import type { UploadItem, UploadTarget } from '#core/web/uploads/uploads.ts';
import { MATERIAL_ACTIONS, MATERIAL_USES } from '#plugins/materials/api.ts';
import { trashMaterials } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { FreshUploads } from '#plugins/materials/web/upload/FreshUploads.ts';
import { MaterialUploads } from '#plugins/materials/web/upload/MaterialUploads.ts';

import {
  buildFile,
  buildFolder,
  buildMaterial,
  cell,
  FakeLibrary,
  HeldUploads,
  idOf,
  layOut,
  many,
  materials,
  uploadsOf,
} from './materials-plugin.ts';

layOut();

/** Uploads whose items the test moves on. */
class MovedUploads extends HeldUploads {
  readonly made: UploadItem[] = [];
  /** Which were refused after they had arrived, and why. */
  readonly refused: string[] = [];

  override add(files: readonly File[], target: UploadTarget): UploadItem[] {
    super.add(files, target);
    const items = files.map((file) =>
      observable.object(
        {
          ...{ id: file.name, name: file.name, size: file.size, file, target, state: 'uploading' },
          result: null,
          refuse: (reason: string) => void this.refused.push(`${file.name}: ${reason}`),
        },
        {},
        { deep: false },
      ),
    );
    this.made.push(...(items as unknown as UploadItem[]));
    return items as unknown as UploadItem[];
  }

  finish(index: number, result: unknown): void {
    const item = this.made[index];
    if (item === undefined) throw new Error(`there is no upload ${index}`);
    runInAction(() => Object.assign(item, { state: 'done', result }));
    item.target.done?.(result, item);
  }
}

/** Here the library's own plugin adds to its slots, as others do. */
const CONTRIBUTED = {
  ...materials,
  manifest: {
    ...materials.manifest,
    slots: [...materials.manifest.slots, MATERIAL_ACTIONS.id, MATERIAL_USES.id],
  },
};

async function open(library: FakeLibrary, uploads = new HeldUploads()): Promise<MountedPlugin & { ran: string[][] }> {
  const page = await mountPlugin(CONTRIBUTED, {
    ...{ page: 'Videos', path: '/material/list', calls: library.calls, services: [uploadsOf(uploads)] },
  });
  const ran: string[][] = [];
  await page.doing(() =>
    page.context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'make', title: 'materials:chosen.count', icon: 'scissors', kinds: ['video'], isNext: true },
      run: (chosen) => void ran.push(chosen.map(({ name }) => name)),
    }),
  );
  return Object.assign(page, { ran });
}

const press = (page: MountedPlugin, number: number, type: string, init: MouseEventInit = {}) =>
  page.doing(() =>
    cell(page, number).dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init })),
  );

test('a name stands below its picture, whether anybody points at it or not', async () => {
  const page = await open(new FakeLibrary(many(2)));
  await page.until(() => cell(page, 2));
  const name = cell(page, 2).lastElementChild;
  expect([name?.textContent, name?.closest('.rp-tile__frame')]).toEqual(['镜头-2.mp4', null]);
  await page.unmount();
});

test('what other plugins do with materials stands beside a selection, and the next step is its one primary button', async () => {
  const page = await open(new FakeLibrary(many(4)));
  await page.until(() => cell(page, 4));
  const primary = () => [...page.element.querySelectorAll('.rp-button--primary')].map(({ textContent }) => textContent);
  expect(primary()).toEqual(['上传']);
  await press(page, 4, 'click', { ctrlKey: true });
  await press(page, 2, 'click', { ctrlKey: true });
  expect(primary()).toEqual(['已选 2 个']);
  await page.click(page.byRole('button', '已选 2 个'));
  expect(page.ran).toEqual([['镜头-4.mp4', '镜头-2.mp4']]);
  await page.unmount();
});

test('they stand in the details of a material and in its menu, which is about the selection where it is asked for there', async () => {
  const page = await open(new FakeLibrary(many(4)));
  await page.until(() => cell(page, 4));
  await press(page, 3, 'contextmenu');
  await page.until(() => page.byRole('menu', '对素材的操作'));
  await page.click(page.byRole('menuitem', '已选 1 个'));
  await press(page, 4, 'click', { ctrlKey: true });
  await press(page, 2, 'click', { ctrlKey: true });
  await press(page, 2, 'contextmenu');
  await page.click(await page.until(() => page.byRole('menuitem', '已选 2 个')));
  await press(page, 1, 'contextmenu');
  await page.click(await page.until(() => page.byRole('menuitem', '查看详情')));
  await page.until(() => page.element.querySelector('aside'));
  const inDetails = [...(page.element.querySelectorAll('aside button') ?? [])].find(
    ({ textContent }) => textContent === '已选 1 个',
  );
  await page.click(inDetails as Element);
  expect(page.ran).toEqual([['镜头-3.mp4'], ['镜头-4.mp4', '镜头-2.mp4'], ['镜头-1.mp4']]);
  await page.unmount();
});

test('several chosen videos are played one after the other or on three screens', async () => {
  const page = await open(new FakeLibrary(many(5)));
  await page.until(() => cell(page, 5));
  for (const number of [5, 4, 3, 2]) await press(page, number, 'click', { ctrlKey: true });
  for (const look of ['一段接一段播放', '三屏同时播放']) {
    await page.click(page.byRole('button', '一起看'));
    await page.click(await page.until(() => page.byRole('menuitem', look)));
  }
  const played = page.player.opened.map(({ data }) => data as { type: number; list: { url: string }[] });
  expect(played.map(({ type, list }) => [type, list.length, list[0]?.url])).toEqual([
    [1, 4, '/files/5?signature=1'],
    [2, 3, '/files/5?signature=1'],
  ]);
  await page.unmount();
});

test('once an upload is over the next step is offered with all of it, until it is taken or declined', async () => {
  const uploads = new MovedUploads();
  const page = await open(new FakeLibrary(many(3)), uploads);
  await page.until(() => cell(page, 3));
  const send = (...names: string[]) =>
    page.doing(async () => {
      const files = names.map((name) => ({ file: buildFile(name), folders: [] }));
      const items = await page.context.store(MaterialUploads).take(files, { kind: 'video', folderId: null });
      page.context.store(FreshUploads).expect(items);
    });
  await send('镜头-1.mp4', '镜头-2.mp4');
  await page.doing(() => uploads.finish(0, buildMaterial(1)));
  expect(page.text).not.toContain('刚上传了');
  await page.doing(() => uploads.finish(1, buildMaterial(2)));
  expect(page.text).toContain('刚上传了 2 个视频');
  const lit = [...page.element.querySelectorAll('.rp-button--primary')];
  expect(lit.map(({ textContent }) => textContent)).toEqual(['已选 2 个']);
  await page.click(lit[0] as Element);
  expect([page.ran, page.text.includes('刚上传了')]).toEqual([[['镜头-1.mp4', '镜头-2.mp4']], false]);
  await send('镜头-3.mp4');
  await page.doing(() => uploads.finish(2, buildMaterial(3)));
  await page.click(page.byRole('button', '不用了'));
  expect(page.text).not.toContain('刚上传了');
  await page.unmount();
});

test('a file whose content is there under another name is told where that lies, and leads there', async () => {
  const uploads = new MovedUploads();
  const folder = buildFolder(1, { name: '夏季' });
  const library = new FakeLibrary([buildMaterial(1, { folderId: folder.id })], [folder]);
  const page = await open(library, uploads);
  await page.until(() => cell(page, 1));
  const files = [{ file: buildFile('新名称.mp4'), folders: [] }];
  await page.doing(() => page.context.store(MaterialUploads).take(files, { kind: 'video', folderId: null }));
  await page.doing(() => uploads.finish(0, library.items[0]));
  await page.until(() => page.toasts.shown.length === 1);
  const [note] = page.toasts.shown;
  expect(note?.text).toBe('“新名称.mp4”和素材库里的“镜头-1.mp4”内容相同，没有再存一份。它在“夏季”里。');
  await page.doing(() => note?.action?.run());
  expect(page.router.visited.at(-1)).toBe(`/material/list?folder=${folder.id}&id=${idOf(1)}`);
  await page.unmount();
});

test('an upload whose preparation refuses the file is told so with the reason, however late that is known', async () => {
  const uploads = new MovedUploads();
  const library = new FakeLibrary();
  const page = await open(library, uploads);
  const files = ['镜头-1.mp4', '镜头-2.mp4', '镜头-3.mp4'].map((name) => ({ file: buildFile(name), folders: [] }));
  await page.doing(() => page.context.store(MaterialUploads).take(files, { kind: 'video', folderId: null }));
  for (const number of [1, 2]) {
    const material = buildMaterial(number, { state: 'preparing' });
    library.items.push(material);
    await page.doing(() => uploads.finish(number - 1, material));
  }
  expect(uploads.refused).toEqual([]);
  library.items[0] = buildMaterial(1);
  library.items[1] = buildMaterial(2, { state: 'failed', error: '文件已损坏，请换一个文件。' });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(1), idOf(2)] }));
  await page.until(() => uploads.refused.length > 0);
  expect(uploads.refused).toEqual(['镜头-2.mp4: 文件已损坏，请换一个文件。']);
  // The answer to an upload may come after what is heard of it.
  library.items[2] = buildMaterial(3, { state: 'failed', error: null });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(3)] }));
  await page.until(() => page.text.includes('2 个文件不能用'));
  await page.doing(() => uploads.finish(2, buildMaterial(3, { state: 'preparing' })));
  await page.until(() => uploads.refused.length > 1);
  expect(uploads.refused[1]).toBe('镜头-3.mp4: 不能使用');
  await page.unmount();
});

test('a file that is new is not told of', async () => {
  const uploads = new MovedUploads();
  const page = await open(new FakeLibrary(many(1)), uploads);
  await page.until(() => cell(page, 1));
  const files = [{ file: buildFile('镜头-1.mp4'), folders: [] }];
  await page.doing(() => page.context.store(MaterialUploads).take(files, { kind: 'video', folderId: null }));
  await page.doing(() => uploads.finish(0, buildMaterial(1)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(page.toasts.shown).toEqual([]);
  await page.unmount();
});

test('deleting what something uses says so and where, and is done only then', async () => {
  const library = new FakeLibrary(many(4));
  const page = await open(library);
  await page.until(() => cell(page, 4));
  const asked: (readonly string[])[] = [];
  await page.doing(() =>
    page.context.contribute(MATERIAL_USES, {
      find(ids) {
        asked.push(ids);
        return Promise.resolve(ids.includes(idOf(4)) ? ['春季', '夏季'].map((title) => ({ id: title, title })) : []);
      },
    }),
  );
  await press(page, 4, 'click', { ctrlKey: true });
  page.dialogs.script(false);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.dialogs.opened[0]?.question).toMatchObject({
    ...{ title: 'materials:used.title-several', destructive: true },
    params: { count: 2, names: '“春季”、“夏季”' },
  });
  expect([page.http.callsOf(trashMaterials).length, cell(page, 4) !== null]).toEqual([0, true]);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.http.callsOf(trashMaterials).length === 1);
  await press(page, 3, 'click', { ctrlKey: true });
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.http.callsOf(trashMaterials).length === 2);
  expect([page.dialogs.opened.length, asked.at(-1)]).toEqual([2, [idOf(3)]]);
  await page.unmount();
});

test('files that cannot be used stand last and folded together, each with its whole reason', async () => {
  const broken = [5, 6].map((number) => buildMaterial(number, { state: 'failed', error: `第 ${number} 个不完整。` }));
  const library = new FakeLibrary([...many(3), ...broken]);
  const page = await open(library);
  await page.until(() => cell(page, 3));
  const toggle = await page.until(() => page.byRole('button', '2 个文件不能用'));
  expect([cell(page, 5), page.text.includes('不完整')]).toEqual([null, false]);
  await page.click(toggle);
  expect(page.text).toContain('镜头-6.mp4第 6 个不完整。');
  await page.click(page.byRole('button', '全部删除（2 个）'));
  await page.until(() => page.http.callsOf(trashMaterials).length === 1);
  await page.until(() => page.allByRole('button', /不能用/).length === 0);
  await page.unmount();
});

test('many folders are searched, in the tree and where something is moved', async () => {
  const folders = Array.from({ length: 12 }, (_, index) => buildFolder(index + 1));
  const inner = buildFolder(20, { name: '海边近景', parentId: folders[4]?.id ?? null });
  const page = await open(new FakeLibrary(many(1), [...folders, inner]));
  await page.until(() => page.allByRole('treeitem').length === 14);
  await page.fill(page.byRole('searchbox', '搜索文件夹'), '近景');
  expect(page.allByRole('treeitem').map(({ dataset }) => dataset['folder'])).toEqual([folders[4]?.id, inner.id]);
  await page.press(page.byRole('searchbox', '搜索文件夹'), 'Enter');
  expect(page.router.visited.at(-1)).toBe(`/material/list?folder=${inner.id}`);
  await page.fill(page.byRole('searchbox', '搜索文件夹'), '没有的');
  expect(page.text).toContain('没有叫这个名称的文件夹');
  await page.unmount();
});
