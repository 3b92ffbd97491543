import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { ffmpeg } from '#tests/tools/awkward-clips.ts';
import { isOver } from '#tests/tools/tool-kit.ts';

import { slotOf, startPiecesKit } from './pieces-kit.ts';

/** Hashes of the pictures of a file, frame by frame. */
const hashes = (path: string): string[] =>
  ffmpeg('ffmpeg', ['-i', path, '-map', '0:v', '-f', 'framemd5', '-'])
    .split('\n')
    .flatMap((line) => (line.startsWith('#') || line === '' ? [] : [line.split(',').at(-1)?.trim() ?? '']));

test('pieces of two projects become materials, exact to the frame and linked to their video, and shot groups of a mix project', async (t) => {
  const kit = await startPiecesKit(t);
  const { film, template, create, chosen, ask, reach, items, download, path, ctx, accountId } = kit;
  const id = await film('film.mp4');
  const fade = { kind: 'fade', seconds: 0.4 };
  const { id: one } = await template([{ ...slotOf('open', 1, 2), transition: fade }, slotOf('close', 1, 2)]);
  const made = await create({ template: one, materials: [id], count: 2 });
  const projects = await Promise.all(made.map(async (project) => (await chosen(project.id)).project));
  const pieces = projects.flatMap(({ slots }) => piecesOf(slots));
  assert.ok(pieces.length >= 3, JSON.stringify(pieces));

  const body = { projects: projects.map((project) => project.id), into: 'mix', folder: { name: 'Pieces' } };
  const started = await ask<ToolRun>('POST', '/api/pieces/runs', body);
  const run = await reach(started.id, isOver);
  assert.deepEqual([run.state, run.made, run.failed], ['done', pieces.length, 0], JSON.stringify(run));
  const source = hashes(path('film.mp4'));
  const outputs = (await items(run.id)).items;
  for (const [at, item] of outputs.entries()) {
    const { first, last, copied, copiedFrom } = item.facts as Record<
      'first' | 'last' | 'copied' | 'copiedFrom',
      number
    >;
    const piece = pieces[at];
    assert.deepEqual(
      [first, last],
      [piece?.from, piece?.to].map((seconds) => Math.round((seconds ?? -1) * 30)),
    );
    const pictures = hashes(await download(item));
    assert.equal(pictures.length, last - first);
    if (copied === 0) continue;
    const inside = source.slice(copiedFrom, copiedFrom + copied);
    assert.deepEqual(pictures.slice(copiedFrom - first, copiedFrom - first + copied), inside);
  }

  const facts = run.facts as { folderId: string; kept: number; mixProject: string };
  assert.equal(facts.kept, pieces.length);
  const { items: kept } = await libraryOf(ctx).list(accountId, { folder: facts.folderId });
  assert.equal(kept.length, pieces.length);
  const origins = await ask<{ from: { id: string }[] }>('GET', `/api/materials/${kept[0]?.id}/origins`);
  assert.deepEqual(
    origins.from.map((origin) => origin.id),
    [id],
  );
  interface Mix {
    document: {
      groups: { name: string; transition: unknown; materials: { material: string; windows: { end: number }[] }[] }[];
    };
  }
  const { document } = await ask<Mix>('GET', `/api/mixing/projects/${facts.mixProject}`);
  assert.deepEqual(
    document.groups.map(({ name, transition }) => [name, transition]),
    [
      ['open', fade],
      ['close', null],
    ],
  );
  const grouped = document.groups.flatMap(({ materials }) => materials.map(({ material }) => material));
  assert.deepEqual(grouped.toSorted(), kept.map((material) => material.id).toSorted());
  // Those of one slot are one group, whichever project they are of.
  const [first, third] = [projects[0]?.slots[0]?.piece, projects[1]?.slots[0]?.piece];
  const windows = document.groups[0]?.materials.map((clip) => clip.windows[0]?.end) ?? [];
  const lengths = [first, third].flatMap((piece) => (piece ? [piece.to - piece.from] : []));
  assert.equal(windows.length, lengths.length);
  for (const [at, length] of lengths.entries()) assert.ok(Math.abs((windows[at] ?? 0) - length) < 0.01);
});

test('an empty project, and one of somebody else, is not exported', async (t) => {
  const { film, template, create, chosen, call, server } = await startPiecesKit(t);
  const id = await film('film.mp4');
  const { id: long } = await template([slotOf('long', 30, 60)]);
  const [project] = await create({ template: long, materials: [id] });
  const { project: empty } = await chosen(project?.id ?? '');
  assert.deepEqual(piecesOf(empty.slots), []);
  const body = { projects: [empty.id], into: 'library', folder: null };
  assert.equal((await call('POST', '/api/pieces/runs', body)).status, 422);
  const { token } = await server.signIn({ level: 'level0' });
  assert.equal((await server.call('POST', '/api/pieces/runs', { token, body })).status, 404);
});
