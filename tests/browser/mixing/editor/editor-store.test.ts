import { expect, test } from '@rstest/core';

import { projectChanged, projectOpened } from '#plugins/mixing/events.ts';
import { DEFAULT_CAPTION_STYLE } from '#plugins/mixing/captions.ts';
import { lockOf } from '#core/web/lock.ts';
import { answer, refuse } from '#core/web/testing/index.ts';
import {
  announcePresence,
  createMixProject,
  createMixRun,
  readMixProject,
  restoreMixProject,
  updateMixProject,
} from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { change, changeGroup } from '#plugins/mixing/web/editor/store/edit-project.ts';
import { until } from '#tests/until.ts';

import { buildRun } from '../run/build-run.ts';
import { buildProject } from './build-project.ts';
import { buildRow, COPY, openEditor, PROJECT, RUN, texts } from './editor-kit.ts';

const name = (text: string) => change({ name: text });
const saves = (http: ReturnType<typeof openEditor>['http']) =>
  http.callsOf(updateMixProject).map(({ body }) => body as { revision: number; document: { name: string } });

test('a new project is created with its first edit, and gets its address then', async () => {
  const { store, http, settled } = openEditor({
    id: null,
    calls: [
      answer(createMixProject, buildRow(buildProject(), 1)),
      answer(updateMixProject, buildRow(buildProject(), 2)),
    ],
  });
  expect([store.state, store.project.groups.length, http.callsOf(createMixProject).length]).toEqual(['ready', 3, 0]);
  store.edit(name('夏'), 'name');
  await until(() => store.saving.state === 'saved');
  expect([store.id, settled, http.callsOf(createMixProject).length]).toEqual([PROJECT, [PROJECT], 1]);
  store.edit(name('夏季'), 'name');
  await store.saving.flush();
  expect(saves(http).map(({ revision }) => revision)).toEqual([1]);
  store.dispose();
});

test('a new project takes the number that its name got, also into what is taken back, unless it was named', async () => {
  const create = answer(createMixProject, ({ body, query }) => {
    const document = body as MixProject;
    return buildRow(
      (query as { numbered: string }).numbered === 'true' ? { ...document, name: `${document.name} 2` } : document,
    );
  });
  const update = answer(updateMixProject, ({ body }) => buildRow((body as { document: MixProject }).document, 2));
  const { store, http } = openEditor({ id: null, calls: [create, update] });
  const given = store.project.name;
  store.edit(change({ shotSeconds: 5 }));
  await store.saving.flush();
  expect(store.project).toMatchObject({ name: `${given} 2`, shotSeconds: 5 });
  store.undo();
  await store.saving.flush();
  expect(saves(http)).toMatchObject([{ document: { name: `${given} 2` } }]);
  store.dispose();
  const own = openEditor({ id: null, calls: [create] });
  own.store.edit(name('typed'), 'name');
  await own.store.saving.flush();
  expect(own.store.project.name).toBe('typed');
  own.store.dispose();
});

test('what is locked is not edited, and whoever tries is told what locks it', async () => {
  const lock = lockOf(null, null, ['level1']);
  const { store, gate } = openEditor({ lock });
  await until(() => store.state === 'ready');
  store.edit(name('A'));
  expect([store.project.name, store.history.canUndo, store.saving.state]).toEqual(['Summer', false, 'saved']);
  expect(gate.offered).toEqual([lock]);
  store.dispose();
});

test('what is taken back and brought again is saved like any edit', async () => {
  const { store, http } = openEditor({ calls: [answer(updateMixProject, buildRow(buildProject(), 2))] });
  await until(() => store.state === 'ready');
  store.edit(name('A'));
  store.undo();
  expect(store.project.name).toBe('Summer');
  store.redo();
  await store.saving.flush();
  expect(saves(http).at(-1)?.document.name).toBe('A');
  store.dispose();
});

test('what another window saves is followed while nothing of ours is unsaved', async () => {
  const { store, events, http } = openEditor();
  await until(() => store.state === 'ready');
  http.script(answer(readMixProject, buildRow({ ...buildProject(), name: 'theirs' }, 5)));
  events.send(projectChanged, { projectId: PROJECT, revision: 5, deleted: false });
  await until(() => store.project.name === 'theirs');
  expect([store.saving.state, store.saving.revision, store.history.canUndo]).toEqual(['saved', 5, false]);
  store.dispose();
});

test('what two windows changed in different places is put together, and taking mine back leaves theirs', async () => {
  const { store, http, events } = openEditor({
    calls: [
      refuse(updateMixProject, 'changed', { status: 409 }),
      answer(updateMixProject, ({ body }) => buildRow((body as { document: MixProject }).document, 6)),
    ],
  });
  await until(() => store.state === 'ready');
  http.script(answer(readMixProject, buildRow({ ...buildProject(), shotSeconds: 7 }, 5)));
  store.edit(name('mine'));
  await store.saving.flush();
  expect([store.saving.state, store.saving.revision]).toEqual(['saved', 6]);
  expect(saves(http).map(({ revision }) => revision)).toEqual([1, 5]);
  expect(saves(http)[1]?.document).toMatchObject({ name: 'mine', shotSeconds: 7 });
  expect([store.project.name, store.project.shotSeconds]).toEqual(['mine', 7]);
  store.undo();
  expect([store.project.name, store.project.shotSeconds]).toEqual(['Summer', 7]);
  store.redo();
  // What another window saves later is followed without losing what can be taken back.
  await store.saving.flush();
  const later = { ...store.project, fit: 'crop' as const };
  http.script(answer(readMixProject, buildRow(later, 9)));
  events.send(projectChanged, { projectId: PROJECT, revision: 9, deleted: false });
  await until(() => store.project.fit === 'crop');
  expect([store.project.name, store.history.canUndo]).toEqual(['mine', true]);
  store.dispose();
});

test('another window that saves the same field is told of at once', async () => {
  const { store, events, http } = openEditor({ calls: [refuse(updateMixProject, 'changed', { status: 409 })] });
  await until(() => store.state === 'ready');
  store.edit(name('mine'));
  http.script(answer(readMixProject, buildRow({ ...buildProject(), name: 'theirs' }, 5)));
  events.send(projectChanged, { projectId: PROJECT, revision: 5, deleted: false });
  await until(() => store.saving.state === 'conflict');
  expect(store.project.name).toBe('mine');
  store.dispose();
});

test('each window sees the browsers of the others, until they close', async () => {
  const { store, events, http } = openEditor();
  await until(() => store.state === 'ready');
  const said = () => http.callsOf(announcePresence).map(({ body }) => (body as { says: string }).says);
  expect(said()).toEqual(['here-who-else']);
  const window = '01890000-0000-7000-8000-0000000000f1';
  const other = { projectId: PROJECT, window, browser: 'Firefox · Linux' };
  events.send(projectOpened, { ...other, says: 'here-who-else' });
  expect(store.others.browsers).toEqual(['Firefox · Linux']);
  expect(said()).toEqual(['here-who-else', 'here']);
  events.send(projectOpened, { ...other, projectId: COPY, window: COPY, says: 'here' });
  expect(store.others.browsers.length).toBe(1);
  events.send(projectOpened, { ...other, says: 'gone' });
  expect(store.others.browsers).toEqual([]);
  // What was said before may overtake what was said last.
  events.send(projectOpened, { ...other, says: 'here' });
  expect(store.others.browsers).toEqual([]);
  store.dispose();
  expect(said().at(-1)).toBe('gone');
});

test('a window whose page goes away says so at once, and comes back when the page is shown again as it was', async () => {
  const { store, http } = openEditor();
  await until(() => store.state === 'ready');
  const said = () => http.callsOf(announcePresence).map(({ body }) => (body as { says: string }).says);
  window.dispatchEvent(new Event('pagehide'));
  expect(said()).toEqual(['here-who-else', 'gone']);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(said().length).toBe(2);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(said().at(-1)).toBe('here-who-else');
  const [before, gone, after] = http.callsOf(announcePresence).map(({ body }) => (body as { window: string }).window);
  expect(gone).toBe(before);
  expect(after, 'to those who heard that it was gone it is another one').not.toBe(gone);
  store.dispose();
  window.dispatchEvent(new Event('pagehide'));
  expect(said().length).toBe(4);
});

test('lines of subtitles that two windows changed are put together, also in a project whose lines have no ids', async () => {
  const style = DEFAULT_CAPTION_STYLE;
  const cue = (text: string, id?: string) => ({ ...{ start: 1, end: 2, text }, ...(id === undefined ? {} : { id }) });
  const old = { ...buildProject(), subtitles: { style, cues: [cue('one'), cue('two')] } };
  const { store, http, events } = openEditor({
    calls: [
      answer(readMixProject, buildRow(old)),
      refuse(updateMixProject, 'changed', { status: 409 }),
      answer(updateMixProject, ({ body }) => buildRow((body as { document: MixProject }).document, 6)),
    ],
  });
  await until(() => store.state === 'ready');
  const [one, two] = store.project.subtitles?.cues ?? [];
  const theirs = { style, cues: [{ ...one!, text: 'theirs' }, two!] };
  http.script(answer(readMixProject, buildRow({ ...old, subtitles: theirs }, 5)));
  store.edit(change({ subtitles: { style, cues: [one!, { ...two!, text: 'mine' }] } }));
  await store.saving.flush();
  const lines = () => store.project.subtitles?.cues.map(({ text }) => text);
  expect([store.saving.state, lines()]).toEqual(['saved', ['theirs', 'mine']]);
  // What they say later comes beside a line that is still empty here.
  store.edit(change({ subtitles: { style, cues: [...store.project.subtitles!.cues, cue('', 'new')] } }));
  await store.saving.flush();
  const later = [
    { ...one!, text: 'later' },
    { ...two!, text: 'mine' },
  ];
  http.script(answer(readMixProject, buildRow({ ...old, subtitles: { style, cues: later } }, 9)));
  events.send(projectChanged, { projectId: PROJECT, revision: 9, deleted: false });
  await until(() => lines()?.[0] === 'later');
  expect(lines()).toEqual(['later', 'mine', '']);
  store.dispose();
});

test('with two who changed it neither is overwritten: mine becomes a copy', async () => {
  const { store, http, settled } = openEditor({
    calls: [
      refuse(updateMixProject, 'changed', { status: 409 }),
      answer(createMixProject, ({ body }) => buildRow(body as never, 1, COPY)),
    ],
  });
  await until(() => store.state === 'ready');
  store.edit(name('mine'));
  await store.saving.flush();
  expect(store.saving.state).toBe('conflict');
  await texts.load('mixing');
  await store.stored.keepAsCopy();
  expect([store.id, settled, store.project.name]).toEqual([COPY, [COPY], 'mine 副本']);
  expect([store.saving.state, http.callsOf(updateMixProject).length]).toEqual(['saved', 1]);
  store.dispose();
});

test('with two who changed it theirs can be loaded in place of mine', async () => {
  const { store, http } = openEditor({ calls: [refuse(updateMixProject, 'changed', { status: 409 })] });
  await until(() => store.state === 'ready');
  store.edit(name('mine'));
  await store.saving.flush();
  http.script(answer(readMixProject, buildRow({ ...buildProject(), name: 'theirs' }, 7)));
  await store.stored.loadTheirs();
  expect([store.project.name, store.saving.state, store.saving.revision]).toEqual(['theirs', 'saved', 7]);
  store.dispose();
});

test('a project that was deleted elsewhere is brought back with what was edited since', async () => {
  const { store, events, http } = openEditor({
    calls: [
      answer(restoreMixProject, buildRow(buildProject(), 3)),
      answer(updateMixProject, buildRow(buildProject(), 4)),
    ],
  });
  await until(() => store.state === 'ready');
  events.send(projectChanged, { projectId: PROJECT, revision: 2, deleted: true });
  expect(store.stored.isDeleted).toBe(true);
  await store.stored.restore();
  expect(store.stored.isDeleted).toBe(false);
  store.edit(name('again'));
  await store.saving.flush();
  expect(saves(http)[0]?.revision).toBe(3);
  store.dispose();
});

test('a run begins with what is seen saved, and tells how many', async () => {
  const { store, http } = openEditor({
    calls: [
      answer(updateMixProject, buildRow(buildProject(), 2)),
      answer(createMixRun, buildRun({ id: RUN, state: 'planning' })),
    ],
  });
  await until(() => store.state === 'ready');
  store.edit(changeGroup('a', { mirror: true }));
  store.run.setCount(10);
  store.run.setShare(9);
  expect(await store.make()).toBe(RUN);
  expect(saves(http)).toHaveLength(1);
  // Two groups can share one shot at most.
  expect(http.callsOf(createMixRun)[0]?.body).toEqual({ count: 10, share: 1, agreed: null });
  store.dispose();
});

test('a broken rule is led to instead of running', async () => {
  const { store, http } = openEditor();
  await until(() => store.state === 'ready');
  store.edit(changeGroup('b', { name: '' }));
  expect(await store.make()).toBe(null);
  expect([store.work.wanted, store.work.selected, store.isAlarmed]).toEqual([
    'groups.1.name',
    { kind: 'group', group: 'b' },
    true,
  ]);
  expect(http.callsOf(createMixRun)).toEqual([]);
  store.dispose();
});

test('more than ten at once are offered to be unlocked, not run', async () => {
  const { store, http, gate } = openEditor({ features: [] });
  await until(() => store.state === 'ready');
  expect([store.run.count, store.run.isLocked]).toEqual([10, false]);
  store.run.setCount(11);
  expect(await store.make()).toBe(null);
  expect([gate.offered, http.callsOf(createMixRun).length]).toEqual([[12], 0]);
  store.dispose();
});

test('what is selected and gone is not shown any more', async () => {
  const { store } = openEditor({ calls: [answer(updateMixProject, buildRow(buildProject(), 2))] });
  await until(() => store.state === 'ready');
  store.work.select({ kind: 'clip', group: 'a', material: 'm1' });
  store.edit((project) => ({ ...project, groups: project.groups.map((group) => ({ ...group, materials: [] })) }));
  expect(store.work.selected).toEqual({ kind: 'group', group: 'a' });
  store.edit((project) => ({ ...project, groups: [] }));
  expect(store.work.selected).toEqual({ kind: 'project' });
  store.dispose();
});

test('the preview follows texts at once and asks for a new plan only when shots change', async () => {
  const { store, http } = openEditor({ calls: [answer(updateMixProject, buildRow(buildProject(), 2))] });
  await until(() => store.preview.composition !== null);
  const planned = http.made.filter(({ path }) => path === '/api/mixing/previews').length;
  store.edit(changeGroup('a', { text: '你好' }));
  expect(store.preview.composition?.shots[0]?.text).toBe('你好');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(http.made.filter(({ path }) => path === '/api/mixing/previews')).toHaveLength(planned);
  store.edit(changeGroup('a', { speed: 2 }));
  await until(() => http.made.filter(({ path }) => path === '/api/mixing/previews').length > planned);
  store.dispose();
});
