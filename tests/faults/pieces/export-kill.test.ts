import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { slotOf, startPiecesKit } from '#tests/integration/pieces/pieces-kit.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { assertKept, assertStandsKills, STRUCK_VIDEOS } from '#tests/tools/kill-workers.ts';

test('kill -9 at any moment while pieces are cut, kept and grouped: each is in the library once, and in one mix project', async (t) => {
  const kit = await startPiecesKit(t, { worker: 'own' });
  const worker = kit.startWorker();
  const films: string[] = [];
  // No two give the same bytes; with one key frame, all of a piece that does not begin there is encoded.
  for (let film = 0; film < STRUCK_VIDEOS; film++)
    films.push(await kit.film(`film-${film}.mp4`, 250, `640x${360 + 2 * film}`));
  const { id: template } = await kit.template([slotOf('open', 1, 2), slotOf('middle', 1, 2), slotOf('close', 1, 2)]);
  const made = await kit.create({ template, materials: films, count: STRUCK_VIDEOS });
  const projects = [];
  for (const { id } of made) projects.push((await kit.chosen(id)).project);
  const pieces = projects.flatMap(({ slots }) => piecesOf(slots));
  const body = { projects: projects.map(({ id }) => id), into: 'mix', folder: { name: 'Pieces' } };
  const { run, items } = await assertStandsKills(t, kit, {
    ...{ worker, latest: 600 },
    begin: () => kit.ask<ToolRun>('POST', '/api/pieces/runs', body),
  });
  assert.equal(run.made, pieces.length);
  const { folderId, mixProject } = run.facts as { folderId: string; mixProject: string };
  const { items: kept } = await libraryOf(kit.ctx).list(kit.accountId, { folder: folderId });
  const materials = kept.map(({ id }) => id);
  await assertKept(kit, items, materials);
  const { document } = await kit.ask<{ document: { groups: { materials: { material: string }[] }[] } }>(
    'GET',
    `/api/mixing/projects/${mixProject}`,
  );
  const grouped = document.groups.flatMap((group) => group.materials.map((clip) => clip.material));
  assert.deepEqual(grouped.toSorted(), materials.toSorted());
});
