import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIAL_COLUMNS, type MaterialCell, type MaterialColumn } from '#plugins/materials/api.ts';

import { buildMaterial, cell, FakeLibrary, HeldUploads, layOut, materials, uploadsOf } from './materials-plugin.ts';

layOut();

/** The library's table with other plugins, each of which adds a column. */
async function open(loads: Readonly<Record<string, MaterialColumn['load']>>): Promise<MountedPlugin> {
  const page = await mountPlugin(materials, {
    ...{
      page: 'Videos',
      path: '/material/list',
      calls: new FakeLibrary([buildMaterial(1, { publishCount: 2 }), buildMaterial(2)]).calls,
    },
    services: [uploadsOf(new HeldUploads())],
    partners: Object.entries(loads).map(([id, load]) => ({
      manifest: buildManifest({ id, uses: ['materials'], slots: [MATERIAL_COLUMNS.id] }),
      web: defineWeb({
        activate: (context) =>
          // Its heading is one of the library's own texts.
          context.contribute(MATERIAL_COLUMNS, {
            ...{ id: 'own', title: 'materials:restore', kinds: ['video'], events: [], load },
          }),
      }),
    })),
  });
  await page.until(() => cell(page, 2));
  await page.click(page.byRole('button', '表格'));
  await page.until(() => cell(page, 2));
  return page;
}
const toldOf = (page: MountedPlugin, number: number) =>
  [...cell(page, number).querySelectorAll('.rp-row__told')].map((told) => told.textContent);

test('plugins add columns to the table, beside those of the library itself', async () => {
  const page = await open({
    'shot-list': (found) =>
      Promise.resolve(
        new Map(
          found
            .filter(({ seconds }) => seconds === 2)
            .map(({ id }): [string, MaterialCell] => [id, { text: 'materials:chosen.count', params: { count: 7 } }]),
        ),
      ),
  });
  await page.until(() => toldOf(page, 2).includes('已选 7 个'));
  expect(toldOf(page, 2)).toEqual(['未拆分', '未发布', '已选 7 个']);
  expect(toldOf(page, 1)).toEqual(['未拆分', '2 次', '–']);
  expect(page.allByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['拆分', '发布', '恢复']),
  );
  await page.unmount();
});

test('a column that fails, or says what cannot be drawn, is its plugin’s fault, and the others stay', async () => {
  const page = await open({
    broken: () => Promise.reject(new Error('sunk')),
    nonsense: (found) => Promise.resolve(new Map(found.map(({ id }) => [id, { text: {} } as never]))),
  });
  await page.until(() => page.faults.length === 2 && toldOf(page, 1).includes('未拆分'));
  expect(page.faults.map(({ plugin }) => plugin).toSorted()).toEqual(['broken', 'nonsense']);
  expect(toldOf(page, 1).toSorted()).toEqual(['–', '–', '2 次', '未拆分'].toSorted());
  await page.unmount();
});
