import { expect, test } from '@rstest/core';

import { answer, MemoryStorage, mountPlugin, partnerService } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { measureMixProject } from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';
import {
  clipsAt,
  movePlaced,
  pasteClips,
  setWindows,
  spreadClips,
} from '#plugins/mixing/web/editor/store/edit-project.ts';
import { until } from '#tests/until.ts';

import { buildProject } from './build-project.ts';
import { buildMaterial, buildMeasured, fakeLibrary, openEditor, OPENED, PROJECT } from './editor-kit.ts';
import { SAVED } from './open-editor.ts';

const PAGE = { page: 'Editor', path: `/mixedCut/edit/${PROJECT}` };

async function openPage(library = fakeLibrary(), calls = [SAVED]) {
  const page = await mountPlugin(
    { manifest, web },
    {
      ...{ ...PAGE, calls: [...calls, ...OPENED], session: { account: { features: [12] } } },
      tokens: [partnerService(MATERIALS, () => library)],
    },
  );
  await page.until(() => page.byRole('button', /^生成|^已做完|^一条/));
  await page.until(() => page.text.includes('m4.mp4'));
  return page;
}

type Page = Awaited<ReturnType<typeof openPage>>;
const groupsOf = (page: Page) =>
  [...page.element.querySelectorAll('.rp-ed-bay')].map((bay) =>
    [...bay.querySelectorAll<HTMLElement>('[data-clip]')].map(({ dataset }) => dataset['clip']),
  );
const face = (page: Page, clip: string) =>
  page.element.querySelector<HTMLElement>(`[data-clip="${clip}"] .rp-ed-clip__face`) as HTMLElement;
const press = (page: Page, clip: string, init: MouseEventInit = {}) =>
  page.doing(() => face(page, clip).dispatchEvent(new MouseEvent('click', { bubbles: true, ...init })));
const key = (page: Page, name: string, init: KeyboardEventInit = {}) =>
  page.doing(() =>
    face(page, 'm1').dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init }),
    ),
  );

test('clips that are chosen with Shift and Ctrl move together, in one step', async () => {
  const page = await openPage();
  await press(page, 'm1');
  await press(page, 'm3', { shiftKey: true });
  expect(page.text).toContain('已选 3 个');
  await press(page, 'm2', { ctrlKey: true });
  expect(page.text).toContain('已选 2 个');
  await page.click(page.byRole('button', '移到组'));
  await page.click(await page.until(() => page.byRole('menuitem', 'b')));
  expect(groupsOf(page)).toEqual([['m2'], ['m4', 'm1', 'm3']]);
  await page.click(page.byRole('button', /^撤销/));
  expect(groupsOf(page)).toEqual([
    ['m1', 'm2'],
    ['m3', 'm4'],
  ]);
  await page.unmount();
});

test('they are duplicated, copied by keys and taken out together', async () => {
  const page = await openPage();
  await press(page, 'm3', { ctrlKey: true });
  await press(page, 'm4', { ctrlKey: true });
  await page.click(page.byRole('button', '复制到组'));
  await page.click(await page.until(() => page.byRole('menuitem', '放进新的一组')));
  expect(groupsOf(page)).toEqual([
    ['m1', 'm2'],
    ['m3', 'm4'],
    ['m3', 'm4'],
  ]);
  await key(page, 'c', { ctrlKey: true });
  await key(page, 'v', { ctrlKey: true });
  expect(groupsOf(page)[0]).toEqual(['m1', 'm2', 'm3', 'm4']);
  await key(page, 'a', { ctrlKey: true });
  await key(page, 'Delete');
  expect(groupsOf(page)[0]).toEqual([]);
  await page.unmount();
});

test('what was copied is there in the next project, with its ranges', () => {
  const window = { start: 1, end: 4 };
  const from = setWindows('a', 'm2', [window])(buildProject());
  const copied = clipsAt(from, [{ group: 'a', material: 'm2' }]).map(({ clip }) => clip);
  const [, second] = pasteClips('b', copied)(buildProject()).groups;
  expect(second?.materials).toEqual([{ material: 'm3' }, { material: 'm4' }, { material: 'm2', windows: [window] }]);
});

test('clips that find no room in a full group stay where they were', () => {
  const many = Array.from({ length: 199 }, (_, index) => ({ material: `x${index}` }));
  const [first, second] = buildProject().groups;
  const project = buildProject({ groups: [first!, { ...second!, materials: many }] });
  const placed = ['m1', 'm2'].map((material) => ({ group: 'a', material }));
  const moved = movePlaced(placed, { group: 'b' })(project);
  expect(moved.groups.map(({ materials }) => materials.length)).toEqual([1, 200]);
  expect(moved.groups[0]?.materials).toEqual([{ material: 'm2' }]);
});

test('clips are dealt evenly, fewer than groups to those that have the fewest', () => {
  const lengths = (project: ReturnType<typeof buildProject>) => project.groups.map(({ materials }) => materials.length);
  expect(lengths(spreadClips(['n1', 'n2', 'n3'])(buildProject()))).toEqual([4, 3]);
  const [first, second] = buildProject().groups;
  expect(lengths(spreadClips(['n1'])(buildProject({ groups: [first!, { ...second!, materials: [] }] })))).toEqual([
    2, 1,
  ]);
});

test('so many videos as were wanted are wanted again when the project is opened anew', async () => {
  const storage = new MemoryStorage();
  const first = openEditor({ storage });
  await until(() => first.store.state === 'ready');
  first.store.run.setCount(20);
  first.store.dispose();
  const again = openEditor({ storage });
  await until(() => again.store.state === 'ready');
  expect(again.store.run.count).toBe(20);
  again.store.dispose();
});

test('a number that cannot be made is told and keeps the button from being pressed', async () => {
  const { store } = openEditor();
  await until(() => store.state === 'ready');
  store.run.setCount(20);
  for (const impossible of [null, 0, 2701, 1.5]) {
    store.run.setCount(impossible);
    expect([store.run.isImpossible, store.run.count]).toEqual([true, 20]);
  }
  store.run.setCount(2700);
  expect([store.run.isImpossible, store.run.count]).toEqual([false, 2700]);
  store.dispose();
});

test('a group without any usable clip keeps the button from being pressed, and says so', async () => {
  const none = answer(measureMixProject, buildMeasured({ rows: [], shots: { a: 0, b: 2 } }));
  const page = await mountPlugin(
    { manifest, web },
    { ...PAGE, calls: [none, ...OPENED], tokens: [partnerService(MATERIALS, () => fakeLibrary())] },
  );
  await page.until(() => page.byRole('button', '“a”里没有能用的素材，先换一个或恢复。'));
  expect(page.byRole('button', /^生成/).hasAttribute('disabled')).toBe(true);
  await page.unmount();
});

test('a clip whose material is in the trash says so whole, and comes back from there', async () => {
  const restored: (readonly string[])[] = [];
  const gone = buildMaterial('m2', { deletedAt: '2026-01-02T00:00:00.000Z' });
  const page = await openPage(
    fakeLibrary({
      find: (ids) => Promise.resolve(new Map(ids.map((id) => [id, id === 'm2' ? gone : buildMaterial(id)]))),
      restore: (ids) => Promise.resolve(void restored.push(ids)),
    }),
  );
  expect(page.text).toContain('“m2.mp4”在回收站里。请恢复它，或从镜头组里移除。');
  await page.click(page.byRole('button', '从回收站恢复'));
  expect(restored).toEqual([['m2']]);
  await page.unmount();
});
