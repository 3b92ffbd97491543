import { startWorkbench } from '@reelport/core/testing/server';
import { expect, test } from '@rstest/core';

import { createKit, deleteKit, extractPalette, listKits, type KitFields } from '../../calls.ts';
import { kitsChanged, paletteProgress } from '../../events.ts';

const workbench = await startWorkbench();

const FIELDS: KitFields = {
  ...{ name: 'Harbour', color: '#ffffff', outlineColor: '#000000' },
  ...{ size: 80, position: 0.25, watermark: '@harbour' },
};

test('kits belong to the account that made them, whose pages are told', async () => {
  const [one, other] = [await workbench.account(), await workbench.account()];
  const { id } = await one.call(createKit, { body: FIELDS });
  await one.events.next(kitsChanged);
  expect((await one.call(listKits)).items.map(({ name }) => name)).toEqual(['Harbour']);
  expect(await other.call(listKits)).toEqual({ items: [] });
  await expect(other.call(deleteKit, { params: { id } })).rejects.toMatchObject({
    ...{ status: 404, code: 'brand-kit:kit-missing' },
  });
});

test('operators say how many kits there may be', async () => {
  const account = await workbench.account();
  await workbench.set({ mostKits: 1 });
  await account.call(createKit, { body: FIELDS });
  const second = account.call(createKit, { body: { ...FIELDS, name: 'Quay' } });
  await expect(second).rejects.toMatchObject({ status: 409, code: 'brand-kit:too-many' });
  await workbench.set({ mostKits: null });
  await expect(workbench.set({ mostKits: 51 })).rejects.toThrow('mostKits');
});

test('fields that do not fit are named', async () => {
  const account = await workbench.account();
  const wrong = account.call(createKit, { body: { ...FIELDS, color: 'red' } });
  await expect(wrong).rejects.toMatchObject({ status: 422, fields: ['body.color'] });
});

test('a picture of the library gives a kit its colours', async () => {
  const account = await workbench.account();
  const kit = await account.call(createKit, { body: FIELDS });
  const materialId = await account.addMaterial(await workbench.picture({ color: '#ffb020' }), { kind: 'image' });
  const { taskId } = await account.call(extractPalette, { params: { id: kit.id }, body: { materialId } });
  expect(await workbench.runJobs()).toMatchObject([{ id: taskId, job: 'brand-kit.palette', state: 'succeeded' }]);
  const [{ color, paletteTask } = kit] = (await account.call(listKits)).items;
  expect(color).toMatch(/^#f[a-f][9a-f]/);
  expect(paletteTask).toBeNull();
  expect(account.events.of(paletteProgress).map(({ taskId: of }) => of)).toContain(taskId);
});

test('what is no picture of theirs is refused', async () => {
  const account = await workbench.account();
  const { id } = await account.call(createKit, { body: FIELDS });
  const materialId = await account.addMaterial(await workbench.clip());
  const asked = account.call(extractPalette, { params: { id }, body: { materialId } });
  await expect(asked).rejects.toMatchObject({ status: 404, code: 'brand-kit:picture-missing' });
  expect(await workbench.faults()).toEqual([]);
});
