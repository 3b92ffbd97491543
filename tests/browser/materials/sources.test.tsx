import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIAL_SOURCES, type MaterialSource } from '#plugins/materials/api.ts';
import { cameraSource } from '#plugins/materials/web/sources/camera-source.ts';

import { buildFolder, FakeLibrary, HeldUploads, layOut, materials, uploadsOf } from './materials-plugin.ts';

layOut();

const FOLDER = buildFolder(1, { name: '码头' });

/** The library at a folder, with other plugins that bring materials. */
async function open(
  choices: Readonly<Record<string, MaterialSource['choose']>>,
  kinds: MaterialSource['kinds'] = ['video'],
): Promise<{ page: MountedPlugin; held: HeldUploads }> {
  const held = new HeldUploads();
  const page = await mountPlugin(materials, {
    ...{ page: 'Videos', path: `/material/list?folder=${FOLDER.id}`, calls: new FakeLibrary([], [FOLDER]).calls },
    services: [uploadsOf(held)],
    partners: Object.entries(choices).map(([id, choose]) => ({
      manifest: buildManifest({ id, uses: ['materials'], slots: [MATERIAL_SOURCES.id] }),
      web: defineWeb({
        activate: (context) =>
          // One of the library's own texts.
          context.contribute(MATERIAL_SOURCES, {
            id: 'quay',
            title: 'materials:restore',
            icon: 'globe',
            kinds,
            choose,
          }),
      }),
    })),
  });
  await page.until(() => page.text.includes('码头'));
  return { page, held };
}
const press = async (page: MountedPlugin) => {
  await page.click(await page.until(() => page.byRole('button', '更多来源')));
  await page.click(await page.until(() => page.byRole('menuitem', '恢复')));
};

test('what a plugin brings is uploaded into the folder that is shown', async () => {
  const asked: unknown[] = [];
  const { page, held } = await open({
    harbour: (to) => {
      asked.push(to);
      return Promise.resolve([new File(['tide'], 'tide.mp4', { type: 'video/mp4' })]);
    },
  });
  await press(page);
  await page.until(() => held.added.length === 1);
  expect(asked).toEqual([{ kind: 'video', folderId: FOLDER.id }]);
  expect(held.added.map(({ files, target }) => [files.map(({ name }) => name), target.fields])).toEqual([
    [['tide.mp4'], { kind: 'video', folderId: FOLDER.id }],
  ]);
  await page.unmount();
});

test('a source that was dismissed uploads nothing; one that fails or answers nonsense is its plugin’s fault', async () => {
  for (const [choose, faults] of [
    [() => Promise.resolve(undefined), []],
    [() => Promise.reject(new Error('sunk')), ['harbour']],
    [() => Promise.resolve(['tide.mp4'] as never), ['harbour']],
  ] as const) {
    const { page, held } = await open({ harbour: choose });
    await press(page);
    await page.until(() => page.faults.length === faults.length);
    expect([page.faults.map(({ plugin }) => plugin), held.added]).toEqual([faults, []]);
    await page.unmount();
  }
});

test('without a source for what is shown there is no menu', async () => {
  const { page } = await open({ harbour: () => Promise.resolve(undefined) }, ['music']);
  expect(page.allByRole('button', '更多来源')).toEqual([]);
  await page.unmount();
});

test('the camera is opened for what is shown, and leaves nothing behind', async () => {
  const shot = new File(['quay'], 'quay.mov');
  const opened: string[] = [];
  const open = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    opened.push(`${field.accept} ${field.getAttribute('capture')}`);
    Object.defineProperty(field, 'files', { value: [shot] });
    field.dispatchEvent(new Event(opened.length === 1 ? 'change' : 'cancel'));
  };
  document.addEventListener('click', open);
  expect(await cameraSource.choose({ kind: 'video', folderId: null })).toEqual([shot]);
  expect(await cameraSource.choose({ kind: 'image', folderId: null })).toBe(undefined);
  document.removeEventListener('click', open);
  expect(opened).toEqual(['video/* environment', 'image/* environment']);
  expect(document.querySelector('input[capture]')).toBe(null);
});
