import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ProjectRow, TemplateRow } from '#plugins/pieces/calls.ts';
import { overlaps } from '#plugins/pieces/choose-pieces.ts';
import { rulerOf } from '#plugins/pieces/footage.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { measureEnded } from '#plugins/pieces/server/projects/measure-job.ts';
import { piecesVideos } from '#plugins/pieces/server/tables.ts';
import { drawSpoiled } from '#tests/tools/awkward-clips.ts';
import { until } from '#tests/until.ts';

import { PAUSE, slotOf, startPiecesKit } from './pieces-kit.ts';

test('a video is measured once: its motion, its speech, its pauses, and text where that is wanted', async (t) => {
  const { film, template, create, chosen, ctx } = await startPiecesKit(t);
  const id = await film('film.mp4');
  const lively = await template([
    slotOf('moving', 1, 2, { motion: 'lively' }),
    slotOf('still', 1, 3, { motion: 'calm' }),
  ]);
  const [project] = await create({ template: lively.id, materials: [id] });
  const { project: made, videos } = await chosen(project?.id ?? '');
  const [video] = videos;
  assert.ok(video?.footage, JSON.stringify(videos));
  assert.equal(video.footage.texts, null);
  const ruler = rulerOf(video.footage);
  assert.deepEqual(
    ruler.cuts.map((seconds) => Math.round(seconds * 30)),
    [60, 150],
  );
  const [, second, still] = [ruler.measure(0, 2), ruler.measure(2, 5), ruler.measure(5, 7)];
  assert.ok(still.motion < 0.02 && second.motion > 5 * still.motion, JSON.stringify([second, still]));
  assert.ok(second.voice > 0.4, `speech ${second.voice}`);
  const [pause] = video.footage.pauses;
  assert.ok(pause !== undefined && Math.abs(pause.from - PAUSE[0]) < 0.15 && Math.abs(pause.to - PAUSE[1]) < 0.15);
  // Where somebody may cut, a frame begins.
  assert.ok(video.footage.quiet.length > 0);
  for (const at of video.footage.quiet) assert.ok(Math.abs(at * 30 - Math.round(at * 30)) < 0.01, `${at}`);
  const [moving, calm] = made.slots;
  assert.ok(calm?.piece !== null && (calm?.piece.from ?? 0) >= 5 - 1e-3, JSON.stringify(made.slots));
  assert.ok(moving?.piece !== null && (moving?.piece.to ?? 9) <= 5 + 1e-3, JSON.stringify(made.slots));

  const { builds } = ctx.media.graph.statistics;
  const again = await film('film.mp4');
  const written = await template([slotOf('written', 1, 3, { text: 'with' })], 'Written');
  const [other] = await create({ template: written.id, materials: [again] });
  const read = await chosen(other?.id ?? '');
  const texts = read.videos[0]?.footage?.texts;
  assert.ok(texts && texts.length > 0, 'its text is read');
  assert.deepEqual(read.videos[0]?.footage?.motion, video.footage.motion);
  assert.ok(ctx.media.graph.statistics.builds >= builds);
});

test('many projects of one video share no footage, and whoever takes what another has is refused', async (t) => {
  const { film, template, create, chosen, call, ask, open } = await startPiecesKit(t);
  const id = await film('film.mp4');
  const { id: one } = await template([slotOf('a', 1, 3)]);
  const made = await create({ template: one, materials: [id], count: 3 });
  assert.deepEqual(
    made.map(({ name }) => name),
    ['Project 1', 'Project 2', 'Project 3'],
  );
  const projects = await Promise.all(made.map(async (project) => (await chosen(project.id)).project));
  const pieces = projects.flatMap(({ slots }) => piecesOf(slots));
  assert.equal(pieces.length, 3, JSON.stringify(projects));
  for (const [at, piece] of pieces.entries()) {
    assert.ok(
      pieces.slice(at + 1).every((other) => !overlaps(piece, other)),
      JSON.stringify(pieces),
    );
  }
  const [first, second] = projects;
  const [theirs] = piecesOf(second?.slots ?? []);
  assert.ok(first !== undefined && theirs !== undefined);
  const save = (slots: unknown, revision: number) =>
    call('PUT', `/api/pieces/projects/${first.id}`, { name: 'Renamed', slots, revision });
  const withPiece = (piece: object) => first.slots.map((slot) => ({ ...slot, piece }));
  assert.equal((await save(withPiece(theirs), first.revision)).status, 409);
  assert.equal((await save(withPiece({ material: id, from: 5, to: 70 }), first.revision)).status, 422);
  const locked = first.slots.map((slot) => ({ ...slot, isLocked: true }));
  assert.equal((await save(locked, first.revision)).status, 200);
  assert.equal((await save(locked, first.revision)).status, 409, 'somebody saved it since');
  const { project, taken } = await open(first.id);
  assert.deepEqual([project.name, project.slots[0]?.isLocked, taken.length], ['Renamed', true, 2]);
  // What a deleted project had is free again.
  await ask('DELETE', `/api/pieces/projects/${second?.id}`);
  const [next] = await create({ template: one, materials: [id] });
  const [again] = piecesOf((await chosen(next?.id ?? '')).project.slots);
  assert.ok(
    again !== undefined && [...pieces.slice(0, 1), ...pieces.slice(2)].every((other) => !overlaps(again, other)),
  );
});

test('a video whose measuring is stopped is left out, and a project of such alone says why and can be tried again', async (t) => {
  const { film, adopt, folder, template, create, chosen, open, call, ask, ctx, accountId } = await startPiecesKit(t);
  const [stopped, sound] = [await film('film.mp4'), await film('other.mp4', 30)];
  const { id: one } = await template([slotOf('a', 1, 3)]);
  // Nobody works for this one, so that it is stopped before it is measured.
  const row = { id: stopped, state: 'measuring', hasText: false, format: '' } as const;
  await ctx.db.scope(accountId).insert(piecesVideos, row);
  const [alone] = await create({ template: one, materials: [stopped] });
  const [both] = await create({ template: one, materials: [stopped, sound] });
  assert.ok(alone !== undefined && both !== undefined);
  assert.deepEqual([alone.state, both.state], ['waiting', 'waiting']);
  const isMeasured = async () => (await open(both.id)).videos.some(({ state }) => state === 'measured');
  await until(isMeasured, 'the other video is measured', 60);
  const task = { accountId, error: null } as Parameters<ReturnType<typeof measureEnded>>[1];
  await ctx.db.transaction((tx) => measureEnded(ctx)(tx, task, { id: stopped, hasText: false }));
  const failed = (await open(alone.id)).project;
  assert.equal(failed.state, 'failed');
  assert.match(failed.error ?? '', /stopped/);
  const pieces = piecesOf((await open(both.id)).project.slots);
  assert.deepEqual(
    pieces.map(({ material }) => material),
    [sound],
  );
  await ask('POST', `/api/pieces/projects/${alone.id}/measuring`);
  assert.equal((await chosen(alone.id)).project.state, 'ready');
  // What the library could not prepare is not taken at all.
  const torn = (await drawSpoiled(folder)).find(({ path }) => path.endsWith('torn.mp4'));
  const broken = await adopt(torn?.path ?? '');
  const body = { name: 'No', template: one, materials: [broken] };
  assert.equal((await call('POST', '/api/pieces/projects', body)).status, 422);
});

test('templates are kept, and one that rests on an older one is refused; what is somebody else’s is not there', async (t) => {
  const { template, call, ask, server, film, create } = await startPiecesKit(t);
  const made = await template([slotOf('a', 1, 3)]);
  const change = (name: string, revision: number) =>
    call('PUT', `/api/pieces/templates/${made.id}`, { name, slots: [slotOf('a', 2, 4)], revision });
  assert.equal((await change('Changed', 1)).status, 200);
  assert.equal((await change('Too late', 1)).status, 409);
  const { items } = await ask<{ items: TemplateRow[] }>('GET', '/api/pieces/templates');
  assert.deepEqual(
    items.map(({ name, slots, revision }) => [name, slots[0]?.least, revision]),
    [['Changed', 2, 2]],
  );
  const bad = { name: 'Bad', slots: [slotOf('a', 5, 2)] };
  assert.equal((await call('POST', '/api/pieces/templates', bad)).status, 422);
  const twice = { name: 'Twice', slots: [slotOf('a', 1, 2), slotOf('a', 1, 2)] };
  assert.equal((await call('POST', '/api/pieces/templates', twice)).status, 422);

  const id = await film('film.mp4');
  const [project] = await create({ template: made.id, materials: [id] });
  const { token } = await server.signIn({ level: 'level0' });
  const theirs = (method: string, path: string, body?: unknown) => server.call(method, path, { token, body });
  assert.equal((await theirs('GET', `/api/pieces/projects/${project?.id}`)).status, 404);
  assert.equal((await theirs('DELETE', `/api/pieces/projects/${project?.id}`)).status, 404);
  assert.equal((await theirs('DELETE', `/api/pieces/templates/${made.id}`)).status, 404);
  const own = (await theirs('POST', '/api/pieces/templates', { name: 'Own', slots: [slotOf('a', 1, 3)] })).envelope;
  const body = { name: 'Theirs', template: (own.data as TemplateRow).id, materials: [id] };
  assert.equal((await theirs('POST', '/api/pieces/projects', body)).status, 422);
  assert.equal((await theirs('POST', '/api/pieces/projects', { ...body, template: made.id })).status, 422);
  const { items: none } = (await theirs('GET', '/api/pieces/projects')).envelope.data as { items: ProjectRow[] };
  assert.deepEqual(none, []);
  assert.equal((await call('DELETE', `/api/pieces/templates/${made.id}`)).status, 200);
});
