import { expect, test } from '@rstest/core';

import { answer, mountPlugin, refuse, type Answer, type MountedPlugin } from '#core/web/testing/index.ts';
import {
  createMixProject,
  listMixCards,
  readMixProject,
  updateMixProject,
  type MixCard,
} from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import web from '#plugins/mixing/web/index.ts';
import { makeProject } from '#plugins/mixing/web/editor/library/make-project.ts';
import { addToProject } from '#plugins/mixing/web/editor/library/add-to-project.ts';

import { buildProject } from './build-project.ts';
import { buildMaterial, buildRow, COPY, PROJECT } from './editor-kit.ts';

const NONE = { items: [], nextCursor: null, total: 0, made: false };
const CARD: MixCard = {
  ...{ id: PROJECT, name: '夏季', changedAt: '2026-01-01T00:00:00.000Z', run: null, picture: null },
  ...{ groups: 2, clips: 4, videos: 0, ranAt: null },
};
const LISTED = answer(listMixCards, { items: [CARD], nextCursor: null, total: 1, made: false });

async function open(calls: Answer[], dialog?: { clips: readonly string[] }): Promise<MountedPlugin> {
  const shown = dialog === undefined ? { page: 'Projects' } : { dialog: 'add-clips', properties: dialog };
  return await mountPlugin({ manifest, web }, { ...shown, path: '/mixedCutList/list', calls });
}

const groupsOf = ({ groups }: MixProject) => groups.map(({ materials }) => materials.map(({ material }) => material));

test('videos of the library become a project, dealt to its groups in their order', async () => {
  const made: MixProject[] = [];
  const page = await open([
    answer(listMixCards, NONE),
    answer(createMixProject, ({ body }) => {
      made.push(body as MixProject);
      return buildRow(body as MixProject, 1, COPY);
    }),
  ]);
  const videos = (count: number) => Array.from({ length: count }, (_, index) => buildMaterial(`m${index + 1}`));
  await page.doing(() => makeProject(page.context, videos(7)));
  expect(page.router.place.path).toBe(`/mixedCut/edit/${COPY}`);
  await page.doing(() => makeProject(page.context, videos(2)));
  expect(made.map(groupsOf)).toEqual([
    [
      ['m1', 'm2', 'm3'],
      ['m4', 'm5'],
      ['m6', 'm7'],
    ],
    [['m1'], ['m2']],
  ]);
  await page.unmount();
});

test('what cannot be mixed stays out, and the reason is told', async () => {
  const page = await open([answer(listMixCards, NONE), answer(createMixProject, buildRow())]);
  const short = buildMaterial('short', { seconds: 0.4 });
  await page.doing(() => makeProject(page.context, [short, buildMaterial('fine')]));
  const [{ body } = {}] = page.http.callsOf(createMixProject);
  expect(groupsOf(body as MixProject)).toEqual([['fine']]);
  expect(page.toasts.shown[0]?.text).toContain('“short.mp4”不足 1 秒');
  await page.doing(() => makeProject(page.context, [short]));
  expect(page.http.callsOf(createMixProject)).toHaveLength(1);
  await page.unmount();
});

test('a project and a group of it are chosen, and the clips are put there', async () => {
  const saved: MixProject[] = [];
  const page = await open(
    [
      LISTED,
      answer(readMixProject, buildRow()),
      answer(updateMixProject, ({ body }) => {
        const { document } = body as { document: MixProject };
        saved.push(document);
        return buildRow(document, 2);
      }),
    ],
    { clips: ['n1', 'm3'] },
  );
  await page.click(await page.until(() => page.byRole('radio', /夏季/)));
  await page.click(await page.until(() => page.byRole('radio', /^b/)));
  await page.click(page.byRole('button', '加入 2 个'));
  await page.until(() => page.closedWith.length === 1);
  expect(saved.map(groupsOf)).toEqual([
    [
      ['m1', 'm2'],
      ['m3', 'm4', 'n1'],
    ],
  ]);
  expect(page.closedWith[0]).toMatchObject({ placed: 1 });
  await page.unmount();
});

test('a project that somebody saved meanwhile keeps what they saved', async () => {
  const theirs = buildProject({ name: 'theirs' });
  const saved: unknown[] = [];
  const page = await open([LISTED, answer(readMixProject, buildRow())], { clips: ['n1', 'n2'] });
  await page.click(await page.until(() => page.byRole('radio', /夏季/)));
  await page.until(() => page.byRole('radio', '平均分到各组'));
  page.http.script(
    refuse(updateMixProject, '', { status: 409 }),
    answer(readMixProject, buildRow(theirs, 5)),
    answer(updateMixProject, ({ body }) => {
      saved.push(body);
      return buildRow((body as { document: MixProject }).document, 6);
    }),
    LISTED,
  );
  await page.click(page.byRole('button', '加入 2 个'));
  await page.until(() => page.closedWith.length === 1);
  expect(saved).toMatchObject([{ revision: 5, document: { name: 'theirs' } }]);
  expect(groupsOf((saved[0] as { document: MixProject }).document)).toEqual([
    ['m1', 'm2', 'n1'],
    ['m3', 'm4', 'n2'],
  ]);
  await page.unmount();
});

test('what was added is told, and leads to the project', async () => {
  const page = await open([answer(listMixCards, NONE)]);
  page.dialogs.script({ project: buildRow(), placed: 1 });
  await page.doing(() => addToProject(page.context, [buildMaterial('n1'), buildMaterial('m1')]));
  expect(page.dialogs.opened[0]).toMatchObject({ id: 'mixing/add-clips', properties: { clips: ['n1', 'm1'] } });
  const [note] = page.toasts.shown;
  expect(note?.text).toBe('已把 1 个素材加到“Summer”，另外 1 个组里已经有了，或者组满了');
  await page.doing(() => note?.action?.run());
  expect(page.router.place.path).toBe(`/mixedCut/edit/${PROJECT}`);
  await page.unmount();
});
