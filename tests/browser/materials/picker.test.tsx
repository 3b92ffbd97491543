import { expect, test } from '@rstest/core';

import { materialsChanged } from '#plugins/materials/events.ts';
import { cycle, expectNoLeaks, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIALS, type PickOptions } from '#plugins/materials/api.ts';
import { findMaterials } from '#plugins/materials/calls.ts';

import { TIMES } from '#tests/browser/cycle-times.ts';
import {
  buildFolder,
  buildMaterial,
  cell,
  FakeLibrary,
  idOf,
  layOut,
  many,
  materials,
  uploadsOf,
} from './materials-plugin.ts';

layOut();

async function open(options: Partial<PickOptions> = {}, library = new FakeLibrary(many(5))): Promise<MountedPlugin> {
  const page = await mountPlugin(materials, {
    ...{ dialog: 'picker', properties: { kind: 'video', ...options }, calls: library.calls, services: [uploadsOf()] },
  });
  await page.until(() => page.element.querySelector('.rp-tile'));
  return page;
}

test('several are answered in the order in which they were chosen, and numbered so', async () => {
  const page = await open({ multiple: true, chosen: [idOf(4)] });
  await page.until(() => page.text.includes('已选 1 个'));
  for (const number of [2, 5]) await page.click(cell(page, number));
  expect([4, 2, 5].map((number) => cell(page, number).querySelector('.rp-tick')?.textContent)).toEqual(['1', '2', '3']);
  await page.click(cell(page, 4));
  expect(cell(page, 2).querySelector('.rp-tick')?.textContent).toBe('1');
  await page.click(page.byRole('button', '确定'));
  expect((page.closedWith[0] as { id: string }[]).map(({ id }) => id)).toEqual([idOf(2), idOf(5)]);
  await page.unmount();
});

test('what is refused says why on its tile and cannot be chosen', async () => {
  const page = await open({
    multiple: true,
    refuse: ({ seconds }) => ((seconds ?? 0) < 3 ? '不足 3 秒。' : null),
  });
  expect(cell(page, 2).textContent).toContain('不足 3 秒。');
  expect(cell(page, 2).getAttribute('aria-disabled')).toBe('true');
  await page.click(cell(page, 2));
  expect(page.text).toContain('还没有选择');
  await page.doing(() =>
    page.byRole('grid').dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true })),
  );
  expect(page.text).toContain('已选 3 个');
  await page.unmount();
});

test('of one a new choice takes the place of the old, and Enter ends it', async () => {
  const page = await open();
  await page.click(cell(page, 2));
  await page.click(cell(page, 3));
  expect(page.text).toContain('已选 1 个');
  await page.press(page.byRole('grid'), 'Enter');
  expect((page.closedWith[0] as { id: string }[]).map(({ id }) => id)).toEqual([idOf(3)]);
  await page.unmount();
});

test('it is dismissed without an answer', async () => {
  const page = await open();
  await page.click(page.byRole('button', '取消'));
  expect(page.closedWith).toEqual([undefined]);
  await page.unmount();
});

test('other plugins read materials in few calls, and hear of changes', async () => {
  const library = new FakeLibrary(many(5));
  const page = await open({}, library);
  const service = page.context.get(MATERIALS);
  const [first, second] = await Promise.all([
    service.find([idOf(1), idOf(2), 'nonsense']),
    service.find([idOf(2), idOf(99)]),
  ]);
  expect([...first.keys(), ...second.keys()]).toEqual([idOf(1), idOf(2), idOf(2)]);
  expect((await service.find([idOf(1), idOf(99)])).size).toBe(1);
  expect(page.http.callsOf(findMaterials)).toHaveLength(1);
  const heard: string[] = [];
  const stop = service.watch((ids) => heard.push(...ids));
  library.change([idOf(1)], { name: '新.mp4' });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(1)] }));
  expect(heard).toEqual([idOf(1)]);
  expect((await service.find([idOf(1)])).get(idOf(1))?.name).toBe('新.mp4');
  stop();
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(2)] }));
  expect(heard).not.toContain(idOf(2));
  await page.unmount();
});

test('the plugin leaves nothing behind when it is opened and stopped again and again', async () => {
  const library = new FakeLibrary(
    [...many(3), buildMaterial(9, { kind: 'music', peaks: btoa('abc') })],
    [buildFolder(1)],
  );
  const report = await cycle(materials, {
    calls: library.calls,
    path: '/material/list',
    services: [uploadsOf()],
    dialogs: { picker: { kind: 'video', multiple: true } },
    times: TIMES,
  });
  expectNoLeaks(report);
});

test('it opens in its search', async () => {
  const page = await open();
  expect(document.activeElement).toBe(page.element.querySelector('input[type="search"]'));
  await page.unmount();
});
