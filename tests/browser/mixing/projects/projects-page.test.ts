import { expect, test } from '@rstest/core';

import { runChanged } from '#plugins/mixing/events.ts';
import { answer, mountPlugin, type Answer, type MadeCall, type MountedPlugin } from '#core/web/testing/index.ts';
import {
  copyMixProject,
  createSampleProject,
  deleteMixProject,
  listMixCards,
  readMixProject,
  restoreMixProject,
  updateMixProject,
  type MixCard,
} from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import web from '#plugins/mixing/web/index.ts';
import { ProjectsStore } from '#plugins/mixing/web/projects/ProjectsStore.ts';
import { stateOf } from '#plugins/mixing/web/parts/card-of.ts';

import { buildProject } from '../editor/build-project.ts';
import { buildRun, idOf } from '../run/build-run.ts';

const TIME = '2026-01-01T00:00:00.000Z';

function buildCard(number: number, overrides: Partial<MixCard> = {}): MixCard {
  return {
    ...{ id: idOf(number), name: `项目 ${number}`, changedAt: TIME, run: null, picture: null },
    ...{ groups: 3, clips: 9, videos: 0, ranAt: null },
    ...overrides,
  };
}

function listed(items: MixCard[], nextCursor: string | null = null, total = items.length) {
  return { items, nextCursor, total, made: false };
}

function row(id: string, revision = 1) {
  return { id, revision, document: buildProject(), createdAt: TIME, updatedAt: TIME };
}

async function openList(...calls: Answer[]): Promise<MountedPlugin> {
  return await mountPlugin({ manifest, web }, { page: 'Projects', path: '/mixedCutList/list', calls });
}

test('an account without projects is shown what will be here, and may try it with our clips', async () => {
  const page = await openList(answer(listMixCards, listed([])), answer(createSampleProject, row(idOf(5))));
  await page.click(await page.until(() => page.byRole('button', '用我们的素材试试')));
  await page.until(() => page.router.place.path === `/mixedCut/edit/${idOf(5)}`);
  await page.unmount();
});

test('cards say what is in a project and how far its last run is', async () => {
  const { id, state, made, error, facts } = buildRun({ made: 2 });
  const { count, planned } = facts;
  const running = buildCard(1, { run: { id, state, count, planned, made, error }, videos: 12, ranAt: TIME });
  const page = await openList(answer(listMixCards, listed([running, buildCard(2)])));
  await page.until(() => page.text.includes('正在生成，2 / 4 条'));
  expect(page.text).toContain('3 组 · 9 个素材');
  expect(page.byRole('link', '正在生成，2 / 4 条').getAttribute('href')).toBe(`/mixedCut/run/${id}`);
  expect(page.byRole('link', '项目 2').getAttribute('href')).toBe(`/mixedCut/edit/${idOf(2)}`);
  expect(stateOf({ ...running.run!, state: 'paused' }).text).toBe('mixing:card.paused');
  await page.unmount();
});

test('a deleted project is gone at once, and comes back by its note', async () => {
  const both = listed([buildCard(1), buildCard(2)]);
  const page = await openList(
    answer(listMixCards, both),
    answer(deleteMixProject, null),
    answer(restoreMixProject, row(idOf(1))),
  );
  const store = await page.until(() => page.allByRole('listitem').length === 2 && page.context.store(ProjectsStore));
  await page.doing(() => (store as ProjectsStore).remove(both.items[0]!));
  expect(page.allByRole('listitem')).toHaveLength(1);
  expect(page.http.callsOf(deleteMixProject)[0]?.params).toEqual({ id: idOf(1) });
  const [note] = page.toasts.shown;
  await page.doing(() => note?.action?.run());
  await page.until(() => page.allByRole('listitem').length === 2);
  expect(page.http.callsOf(restoreMixProject)).toHaveLength(1);
  await page.unmount();
});

test('search waits for the last letter, and the state narrows it further', async () => {
  const asked: unknown[] = [];
  const page = await openList(
    answer(listMixCards, ({ query }: MadeCall) => {
      asked.push(query);
      return listed([buildCard(1)]);
    }),
  );
  const field = await page.until(() => page.byRole('searchbox'));
  await page.fill(field, '夏');
  await page.fill(field, '夏季');
  await page.until(() => asked.length === 2);
  expect(asked[1]).toMatchObject({ q: '夏季' });
  await page.click(page.byRole('button', '已完成'));
  await page.until(() => asked.length === 3);
  expect(asked[2]).toMatchObject({ q: '夏季', state: 'done' });
  await page.unmount();
});

test('the list goes on where it ended, and is read again as far as it is shown', async () => {
  const first = Array.from({ length: 30 }, (_, index) => buildCard(index + 1));
  const page = await openList(answer(listMixCards, listed(first, 'next', 31)));
  const store = page.context.store(ProjectsStore);
  await page.until(() => store.projects.isLoaded);
  page.http.script(answer(listMixCards, listed([buildCard(30), buildCard(31)], null, 31)));
  await page.doing(() => store.projects.more());
  expect(page.http.callsOf(listMixCards).at(-1)?.query).toMatchObject({ cursor: 'next' });
  // What came in between is not shown twice.
  expect(store.projects.ids).toEqual(Array.from({ length: 31 }, (_, index) => idOf(index + 1)));
  expect(store.projects.hasMore).toBe(false);
  page.events.send(runChanged, { runId: idOf(1), projectId: idOf(2) });
  await page.until(() => page.http.callsOf(listMixCards).length >= 3);
  expect(page.http.callsOf(listMixCards)[2]?.query).toMatchObject({ limit: 31 });
  await page.unmount();
});

test('a project is renamed over its present revision, and duplicated under a name of its own', async () => {
  const page = await openList(
    answer(listMixCards, listed([buildCard(1)])),
    answer(readMixProject, row(idOf(1), 7)),
    answer(updateMixProject, row(idOf(1), 8)),
    answer(copyMixProject, row(idOf(2))),
  );
  const store = page.context.store(ProjectsStore);
  await page.until(() => store.projects.isLoaded);
  await page.doing(() => store.rename(idOf(1), '新名字'));
  expect(page.http.callsOf(updateMixProject)[0]?.body).toMatchObject({ revision: 7, document: { name: '新名字' } });
  await page.doing(() => store.duplicate(buildCard(1)));
  expect(page.http.callsOf(copyMixProject)[0]?.body).toEqual({ name: '项目 1 副本' });
  await page.unmount();
});
