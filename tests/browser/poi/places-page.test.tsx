import { expect, test } from '@rstest/core';

import { readImportRows } from '#core/web/import-rows.ts';
import { answer, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import { addPlace, importPlaces, listPlaces, removePlaces, type Place } from '#plugins/poi/calls.ts';
import manifest from '#plugins/poi/plugin.ts';
import { IMPORT_COLUMNS } from '#plugins/poi/web/ImportDialog.tsx';
import web from '#plugins/poi/web/index.ts';
import { idOf } from '#tests/browser/runs/press-run.tsx';
import { catchSaved, chooseFile } from '#tests/browser/table-files.ts';

const poi = { manifest, web };
const PATH = '/poiManage/list';

const buildPlace = (number: number, overrides: Partial<Place> = {}): Place => ({
  ...{ id: idOf(number), poiId: `66011${number}`, name: `门店-${number}`, address: '延安路 1 号', latitude: null },
  ...{ longitude: null, posts: 0, changedAt: '2027-01-04T01:00:00.000Z' },
  ...overrides,
});
const listed = (...items: Place[]): Answer => answer(listPlaces, { items, nextCursor: null, total: items.length });

test('stores are listed with a way to a map, and the address narrows what is asked for', async () => {
  const located = buildPlace(1, { latitude: 30.25, longitude: 120.125, posts: 3 });
  const page = await mountPlugin(poi, { path: `${PATH}?q=西湖&located=yes`, calls: [listed(located, buildPlace(2))] });
  await page.until(() => page.text.includes('30.25000, 120.12500'));
  expect(page.http.callsOf(listPlaces)[0]?.query).toMatchObject({ q: '西湖', located: 'yes' });
  const point = page.byRole('link', '30.25000, 120.12500：“门店-1”的地图（新窗口）');
  const search = page.byRole('link', '在地图上搜索：“门店-2”的地图（新窗口）');
  expect(point.getAttribute('href')).toContain('position=120.125%2C30.25');
  expect(search.getAttribute('href')).toContain('keyword=');
  await page.unmount();
});

test('stores are deleted together after a question that says how many posts name them', async () => {
  const all = [buildPlace(1, { posts: 2 }), buildPlace(2, { posts: 1 })];
  const page = await mountPlugin(poi, {
    path: PATH,
    calls: [listed(...all), answer(removePlaces, { removed: 2 }), listed()],
  });
  await page.click(await page.until(() => page.byRole('checkbox', '选择“门店-1”')));
  await page.click(page.byRole('checkbox', '选择“门店-2”'));
  page.dialogs.script(true);
  await page.click(page.byRole('button', '删除'));
  await page.until(() => page.http.callsOf(removePlaces).length === 1);
  expect(page.dialogs.opened[0]?.question?.params).toMatchObject({ count: 2, posts: 3 });
  expect(page.http.callsOf(removePlaces)[0]?.body).toEqual({ ids: [idOf(1), idOf(2)] });
  await page.until(() => page.toasts.shown.some(({ text }) => text.includes('已删除 2 个门店')));
  await page.unmount();
});

test('a store needs its three texts', async () => {
  const dialog = await mountPlugin(poi, {
    ...{ dialog: 'place', properties: { place: null }, path: PATH, calls: [answer(addPlace, buildPlace(1))] },
  });
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.text.includes('请填写这一项。'));
  for (const [label, text] of [
    ['POI_ID', '660111'],
    ['门店名称', '西湖店'],
    ['门店地址', '延安路'],
  ] as const) {
    await dialog.fill(dialog.byRole('textbox', label), text);
  }
  await dialog.click(dialog.byRole('button', '保存'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(addPlace).map(({ body }) => body)).toEqual([
    { poiId: '660111', name: '西湖店', address: '延安路', latitude: null, longitude: null },
  ]);
  await dialog.unmount();
});

async function importing(text: string, calls: Answer[]) {
  const dialog = await mountPlugin(poi, { dialog: 'import', path: PATH, calls });
  await chooseFile(dialog, new Blob([text]));
  return dialog;
}
const CSV = 'POI_ID,门店名称,门店地址\n1,甲,路 1 号\n2,,路 2 号\n';
const outcome = { faults: [], added: 1, changed: 1, same: 0 };

test('faults of a spreadsheet are listed by row, and nothing can be written', async () => {
  const faults = [{ row: 3, field: 'name' as const, text: '请填写这一项。' }];
  const dialog = await importing(CSV, [answer(importPlaces, { ...outcome, faults })]);
  await dialog.until(() => dialog.text.includes('第 3 行，门店名称：请填写这一项。'));
  expect(dialog.http.callsOf(importPlaces)[0]?.body).toMatchObject({ isTrial: true, rows: [{ row: 2 }, { row: 3 }] });
  expect((dialog.byRole('button', '导入') as HTMLButtonElement).disabled).toBe(true);
  await dialog.unmount();
});

test('a spreadsheet without faults is written once that was agreed to', async () => {
  const dialog = await importing(CSV, [answer(importPlaces, outcome), answer(importPlaces, outcome)]);
  await dialog.until(() => dialog.text.includes('将新增 1 个，更新 1 个'));
  await dialog.click(dialog.byRole('button', '导入 2 个门店'));
  await dialog.until(() => dialog.closedWith.length === 1);
  expect(dialog.http.callsOf(importPlaces).map(({ body }) => (body as { isTrial: boolean }).isTrial)).toEqual([
    true,
    false,
  ]);
  expect(dialog.closedWith).toEqual([{ added: 1, changed: 1 }]);
  await dialog.unmount();
});

test('a spreadsheet without the needed columns says which, and is not sent', async () => {
  const dialog = await importing('POI_ID,地区\n1,杭州\n', []);
  await dialog.until(() => dialog.text.includes('没有找到这些列：门店名称、门店地址'));
  expect(dialog.http.callsOf(importPlaces)).toEqual([]);
  await dialog.unmount();
});

for (const language of ['zh', 'en'] as const) {
  test(`what the list exports is what an import reads, coordinates as well, in ${language}`, async () => {
    const stores = [
      buildPlace(1, { latitude: -30.123_456_7, longitude: 120.000_01, name: '@西湖, "店"' }),
      buildPlace(2, { address: '=1+1' }),
    ];
    const saved = catchSaved();
    const page = await mountPlugin(poi, { path: `${PATH}?id=${idOf(1)}`, calls: [listed(...stores)], language });
    await page.click(await page.until(() => page.byRole('button', { zh: '导出 CSV', en: 'Export CSV' }[language])));
    await page.until(() => saved.files.length === 1);
    await page.unmount();
    saved.end();
    const calls = [answer(importPlaces, { ...outcome, added: 0, changed: 0, same: 2 })];
    const dialog = await mountPlugin(poi, { dialog: 'import', path: PATH, calls, language });
    await chooseFile(dialog, saved.files[0] ?? new Blob());
    await dialog.until(() => dialog.http.callsOf(importPlaces).length === 1);
    const [first, second] = stores.map(({ poiId, name, address }) => ({ poiId, name, address }));
    expect(dialog.http.callsOf(importPlaces)[0]?.body).toEqual({
      isTrial: true,
      rows: [
        { row: 2, ...first, latitude: '-30.1234567', longitude: '120.00001' },
        { row: 3, ...second, latitude: '', longitude: '' },
      ],
    });
    await dialog.unmount();
  });
}

test('columns are found in any order, in both languages, and rows keep their numbers', () => {
  const table = [['', ''], ['Store Address', 'poi_id', '名称', '经度', '纬度'], [], ['Road', "'=1", '甲', '120', '30']];
  expect(readImportRows(table, IMPORT_COLUMNS)).toEqual({
    rows: [{ row: 4, poiId: '=1', name: '甲', address: 'Road', latitude: '30', longitude: '120' }],
    missing: [],
  });
});
