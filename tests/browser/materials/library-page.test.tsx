import { expect, test } from '@rstest/core';

import { taskChanged, type TaskEvent } from '#core/contract/kernel-events.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { mountPlugin, refuse, type MountedPlugin } from '#core/web/testing/index.ts';
import {
  findMaterials,
  listMaterials,
  moveMaterials,
  purgeMaterials,
  renameMaterial,
  restoreMaterials,
  trashMaterials,
} from '#plugins/materials/calls.ts';
import { Libraries } from '#plugins/materials/web/list/Libraries.ts';

import { holdTouch } from '#tests/browser/hold-touch.ts';
import {
  buildFolder,
  buildMaterial,
  cell,
  FakeLibrary,
  idOf,
  layOut,
  many,
  materials,
  REMOVAL,
  uploadsOf,
} from './materials-plugin.ts';

layOut();

async function open(library: FakeLibrary, path = '/material/list'): Promise<MountedPlugin> {
  return await mountPlugin(materials, {
    ...{ page: 'Videos', path, calls: library.calls, services: [uploadsOf()] },
  });
}

/** Presses a key where the list has the focus. */
async function key(page: MountedPlugin, name: string, more: KeyboardEventInit = {}): Promise<void> {
  const grid = page.byRole('grid');
  await page.doing(() =>
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })),
  );
}

test('of ten thousand only what is seen is in the document', async () => {
  const library = new FakeLibrary(many(10_000));
  const page = await open(library);
  await page.until(() => cell(page, 10_000));
  expect(page.text).toContain('视频10000');
  const drawn = page.allByRole('gridcell').length;
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThan(80);
  expect(page.byRole('grid').getAttribute('aria-rowcount')).toBe('-1');
  await page.unmount();
});

test('keys walk, choose, open and give up', async () => {
  const page = await open(new FakeLibrary(many(12)));
  await page.until(() => cell(page, 12));
  await page.doing(() => page.byRole('grid').focus());
  await key(page, 'ArrowRight');
  await key(page, ' ');
  expect(cell(page, 11).getAttribute('aria-selected')).toBe('true');
  await key(page, 'ArrowRight', { shiftKey: true });
  await key(page, 'ArrowRight', { shiftKey: true });
  expect(page.text).toContain('已选 3 个');
  expect(page.byRole('grid').getAttribute('aria-activedescendant')).toBe(cell(page, 9).id);
  await key(page, 'Escape');
  expect(page.text).not.toContain('已选');
  await key(page, 'a', { ctrlKey: true });
  expect(page.text).toContain('已选 12 个');
  await key(page, 'Escape');
  await key(page, 'Enter');
  expect(page.router.visited.at(-1)).toBe(`/material/list?id=${idOf(9)}`);
  await page.until(() => page.element.querySelector('aside')?.textContent.includes('镜头-9.mp4'));
  await key(page, 'ArrowLeft');
  expect(page.router.place.query.get('id')).toBe(idOf(10));
  await key(page, 'Escape');
  expect(page.router.place.query.get('id')).toBe(null);
  await page.unmount();
});

test('a press opens; with ctrl, shift or a choice it chooses', async () => {
  const page = await open(new FakeLibrary(many(6)));
  await page.until(() => cell(page, 6));
  const press = (number: number, init: MouseEventInit = {}) =>
    page.doing(() => cell(page, number).dispatchEvent(new MouseEvent('click', { bubbles: true, ...init })));
  await press(6);
  expect(page.router.place.query.get('id')).toBe(idOf(6));
  await press(5, { ctrlKey: true });
  await press(3, { shiftKey: true });
  expect(page.text).toContain('已选 3 个');
  await press(1);
  expect(page.text).toContain('已选 4 个');
  await press(1);
  expect(page.text).toContain('已选 3 个');
  await page.unmount();
});

test('Delete moves to the trash at once, and the note takes it back', async () => {
  const library = new FakeLibrary(many(4));
  const page = await open(library);
  await page.until(() => cell(page, 4));
  await page.doing(() => page.byRole('grid').focus());
  await key(page, ' ');
  await key(page, 'ArrowRight', { shiftKey: true });
  await key(page, 'Delete');
  await page.until(() => page.toasts.shown.length === 1);
  expect(page.http.callsOf(trashMaterials)[0]?.body).toEqual({ ids: [idOf(4), idOf(3)], folderIds: [] });
  expect([page.element.querySelectorAll('.rp-tile').length, page.text.includes('视频2')]).toEqual([2, true]);
  const [note] = page.toasts.shown;
  expect(note).toMatchObject({ text: '2 个素材已移到回收站', action: { label: '撤销' } });
  await page.doing(() => note?.action?.run());
  expect(page.http.callsOf(restoreMaterials)[0]?.body).toEqual({ removal: REMOVAL });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(4), idOf(3)] }));
  await page.until(() => cell(page, 4));
  expect(page.element.querySelectorAll('.rp-tile')).toHaveLength(4);
  await page.unmount();
});

test('what the server refuses to remove comes back', async () => {
  const library = new FakeLibrary(many(2));
  const page = await open(library);
  await page.until(() => cell(page, 2));
  page.http.script(refuse(trashMaterials, '服务器忙', { status: 500 }), ...library.calls);
  await page.doing(() => page.byRole('grid').focus());
  await key(page, 'Delete');
  await page.until(() => cell(page, 2));
  expect(page.toasts.shown.map(({ text }) => text)).toEqual(['服务器忙']);
  await page.unmount();
});

test('F2 writes the name in its place; what is wrong with it stands beside it', async () => {
  const library = new FakeLibrary(many(2));
  const page = await open(library);
  await page.until(() => cell(page, 2));
  page.http.script(refuse(renameMaterial, '名称太长。', { status: 422 }), ...library.calls);
  await page.doing(() => page.byRole('grid').focus());
  await key(page, 'F2');
  const field = page.byRole('textbox', '名称');
  await page.fill(field, '海边.mp4');
  await page.press(field, 'Enter');
  await page.until(() => page.byRole('alert', '名称太长。'));
  await page.press(field, 'Enter');
  await page.until(() => page.allByRole('textbox', '名称').length === 0);
  expect(cell(page, 2).textContent).toContain('海边.mp4');
  await page.unmount();
});

test('in the trash things are restored, or deleted for good after saying how many', async () => {
  const gone = { deletedAt: new Date(Date.now() - 86_400_000).toISOString() };
  const page = await open(new FakeLibrary([buildMaterial(1, gone), buildMaterial(2, gone), buildMaterial(3)]));
  await page.until(() => cell(page, 3));
  await page.click(page.byRole('button', '回收站'));
  await page.until(() => cell(page, 2));
  expect(page.text).toContain('还剩 29 天');
  await page.doing(() => page.byRole('grid').focus());
  await key(page, 'a', { ctrlKey: true });
  page.dialogs.script(false);
  await key(page, 'Delete');
  expect(page.dialogs.opened[0]?.question).toMatchObject({ destructive: true, params: { count: 2 } });
  expect(page.http.callsOf(purgeMaterials)).toEqual([]);
  await key(page, 'Delete');
  await page.until(() => page.http.callsOf(purgeMaterials).length === 1);
  await page.until(() => page.text.includes('回收站是空的'));
  await page.unmount();
});

test('events make it read only what they name', async () => {
  const library = new FakeLibrary([buildMaterial(1, { state: 'preparing', poster: null }), buildMaterial(2)]);
  const page = await open(library);
  await page.until(() => page.text.includes('处理中'));
  const task: TaskEvent = {
    ...{ id: idOf(9), job: 'materials.prepare', subjectId: idOf(1), state: 'running', progress: 0.4 },
    ...{ secondsLeft: null, attempt: 1, createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:00.000Z' },
  };
  await page.doing(() => page.events.send(taskChanged, task));
  expect(page.element.querySelector('.rp-tile-state__bar span')?.getAttribute('style')).toContain('40%');
  library.change([idOf(1)], { state: 'failed', error: '这个文件不完整。' });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(1)] }));
  await page.click(await page.until(() => page.byRole('button', '1 个文件不能用')));
  expect(page.text).toContain('这个文件不完整。');
  expect(page.element.querySelector('h1')?.textContent, 'as its folder counts').toMatch(/2$/);
  expect(page.http.callsOf(findMaterials).map(({ body }) => body)).toEqual([{ ids: [idOf(1)] }]);
  const lists = page.http.callsOf(listMaterials).filter(({ query }) => (query as { limit: number }).limit > 1);
  expect(lists.map(({ query }) => (query as { state?: string }).state)).toEqual(['usable', 'failed']);
  expect(page.byRole('button', '重新处理')).toBeTruthy();
  await page.unmount();
});

test('what changed while the server was away is read once it answers', async () => {
  const library = new FakeLibrary([buildMaterial(1, { state: 'preparing', poster: null })]);
  const page = await open(library);
  await page.until(() => page.text.includes('处理中'));
  page.http.script(refuse(findMaterials, '', { status: 503 }), ...library.calls);
  library.change([idOf(1)], { state: 'failed', error: '这个文件不完整。' });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(1)] }));
  await page.until(() => page.http.callsOf(findMaterials).length === 1);
  page.http.script(...library.calls);
  for (let tries = 0; tries < 60 && !page.text.includes('1 个文件不能用'); tries += 1) {
    await page.doing(() => new Promise((done) => setTimeout(done, 50)));
  }
  expect(page.text).toContain('1 个文件不能用');
  await page.unmount();
});

test('one comes back to the folder, the choice and the place that were left', async () => {
  const folder = buildFolder(1, { name: '夏季' });
  const library = new FakeLibrary(
    many(200).map((item) => ({ ...item, folderId: folder.id })),
    [folder],
  );
  const page = await open(library);
  await page.click(await page.until(() => page.byRole('treeitem', /夏季/)));
  await page.until(() => cell(page, 200));
  const own = page.context.store(Libraries).of('video');
  await page.doing(() => {
    own.selection.toggle(idOf(150));
    own.setPlace({ id: idOf(150), past: 12 });
  });
  await page.draw(null);
  const { drawPage } = await import('#core/web/testing/mount-plugin.tsx');
  const { KernelProvider } = await import('#core/web/react/KernelProvider.tsx');
  await page.doing(() => page.router.go('/material/list'));
  await page.draw(<KernelProvider kernel={page.kernel}>{drawPage(materials, 'Videos')}</KernelProvider>);
  await page.until(() => page.text.includes('已选 1 个'));
  expect(page.router.place.query.get('folder')).toBe(folder.id);
  expect([own.place.id, own.selection.ids]).toEqual([idOf(150), [idOf(150)]]);
  await page.unmount();
});

test('chosen ones are moved by dragging any of them onto a folder', async () => {
  const folder = buildFolder(1, { name: '夏季' });
  const page = await open(new FakeLibrary(many(3), [folder]));
  await page.until(() => cell(page, 3));
  const own = page.context.store(Libraries).of('video');
  await page.doing(() => own.selection.replace([idOf(1), idOf(2)]));
  const carried = new Map<string, string>();
  const transfer = {
    get types() {
      return [...carried.keys()];
    },
    setData: (type: string, data: string) => void carried.set(type, data),
    setDragImage: () => undefined,
  };
  const drag = (element: Element, type: string) =>
    page.doing(() => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: transfer });
      element.dispatchEvent(event);
    });
  await drag(cell(page, 1), 'dragstart');
  const target = page.byRole('treeitem', /夏季/);
  await drag(target, 'dragover');
  expect(target.dataset['over']).toBe('true');
  await drag(target, 'drop');
  await page.until(() => page.http.callsOf(moveMaterials).length === 1);
  expect(page.http.callsOf(moveMaterials)[0]?.body).toEqual({
    ...{ ids: [idOf(1), idOf(2)], folderIds: [], to: folder.id },
  });
  await page.unmount();
});

test('nothing to show says what to do: at the beginning, in a folder, with filters, after a failure', async () => {
  const folder = buildFolder(1, { name: '夏季' });
  const library = new FakeLibrary([], [folder]);
  const page = await open(library);
  await page.until(() => page.text.includes('把视频拖到这里'));
  await page.click(await page.until(() => page.byRole('treeitem', /夏季/)));
  await page.until(() => page.text.includes('这个文件夹是空的'));
  await page.click(page.byRole('button', '竖屏'));
  await page.until(() => page.text.includes('没有符合条件的素材'));
  page.http.script(refuse(listMaterials, '服务器忙', { status: 500 }), ...library.calls);
  await page.click(page.byRole('button', '横屏'));
  await page.until(() => page.text.includes('素材没有读出来。 服务器忙'));
  await page.click(page.byRole('button', '重试'));
  await page.until(() => page.text.includes('没有符合条件的素材'));
  await page.unmount();
});

test('where the screen is touched nothing is said of dragging', async () => {
  const dragged = await open(new FakeLibrary());
  await dragged.until(() => dragged.text.includes('把视频拖到这里'));
  await dragged.unmount();
  holdTouch();
  const page = await open(new FakeLibrary());
  await page.until(() => page.text.includes('选择视频'));
  expect(page.text).not.toContain('拖到这里');
  await page.unmount();
});

test('a long touch begins choosing, short ones go on with it, and a touch that moves scrolls', async () => {
  const page = await open(new FakeLibrary(many(4)));
  await page.until(() => cell(page, 4));
  const touch = (type: string, number: number, x = 0) =>
    page.doing(() =>
      cell(page, number).dispatchEvent(
        new PointerEvent(type, { pointerType: 'touch', isPrimary: true, clientX: x, clientY: 0, bubbles: true }),
      ),
    );
  const tap = async (number: number, held = 0) => {
    await touch('pointerdown', number);
    await new Promise((resolve) => setTimeout(resolve, held));
    await touch('pointerup', number);
    await page.doing(() => cell(page, number).dispatchEvent(new MouseEvent('click', { bubbles: true })));
  };
  // Scrolling begins like this, and chooses nothing.
  await touch('pointerdown', 4);
  await touch('pointermove', 4, 30);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await touch('pointerup', 4, 30);
  expect(page.text).not.toContain('已选');
  await tap(4, 500);
  expect(page.text).toContain('已选 1 个');
  // The finger that lets go opens nothing, and takes nothing back.
  expect(page.router.place.query.get('id')).toBe(null);
  await tap(2);
  expect(page.text).toContain('已选 2 个');
  await tap(4);
  expect(page.text).toContain('已选 1 个');
  await page.unmount();
});

test('folders are found by pinyin and its initials', async () => {
  const folders = Array.from({ length: 9 }, (_, index) => buildFolder(index + 1));
  const sunset = buildFolder(20, { name: '港口日落', search: '港口日落\ngangkouriluo\ngkrl' });
  const library = new FakeLibrary([], [...folders, sunset]);
  const page = await open(library);
  const names = () => [...page.element.querySelectorAll('.rp-folders .rp-folder__name')].map((one) => one.textContent);
  const field = await page.until(() => page.byRole('searchbox', '搜索文件夹'));
  for (const words of ['gkrl', 'RILUO', 'gang kou', '日落']) {
    await page.fill(field, words);
    await page.until(() => names().length === 1);
    expect(names()).toEqual(['港口日落']);
  }
  await page.press(field, 'Enter');
  await page.until(() => page.router.place.query.get('folder') === sunset.id);
  await page.unmount();
});
