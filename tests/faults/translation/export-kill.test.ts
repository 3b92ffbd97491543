import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';
import { assertTidy, filesMade, toolsOf } from '#tests/tools/kill-workers.ts';
import { isOver } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

const LANGUAGES = ['en-US', 'de-DE'];
/** Milliseconds after the first tool has begun within which videos are written. */
const LATEST = 400;

test('kill -9 at any moment while subtitles are burned: the export goes on with its lines, and each video is in the library once', async (t) => {
  const translation = await startTranslationKit(t, { worker: 'own' });
  const { kit } = translation;
  const worker = kit.startWorker();
  const video = await kit.clip('clip.mp4', '320x180', {
    ...{ seconds: 4, options: ['-f', 'lavfi', '-i', 'sine=r=48000:d=4', '-c:a', 'aac'] },
  });
  const stateOf = async () => (await libraryOf(kit.ctx).find(kit.accountId, [video])).get(video)?.state;
  await until(async () => (await stateOf()) === 'ready' && toolsOf(kit).length === 0, 'the clip is ready', 30);
  const { id } = await translation.begin((await translation.addText('全场包邮', '明天见')).id, LANGUAGES);
  await kit.ctx.db.pool.query('update translation_projects set material_id = $2 where id = $1', [id, video]);
  for (const language of LANGUAGES) await translation.save(id, 'c1', { text: `Free ${language}` }, language);

  const body = { languages: LANGUAGES, form: 'burned', folder: { name: 'Exports' } };
  const { status, data } = await translation.call<ToolRun>('POST', `/projects/${id}/exports`, body);
  assert.equal(status, 200, JSON.stringify(data));
  for (const language of LANGUAGES) await translation.save(id, 'c1', { text: 'Too late', revision: 1 }, language);
  await until(() => toolsOf(kit).length > 0, 'a tool works', 30);
  const moment = Math.round(Math.random() * LATEST);
  await sleep(moment);
  const { state, made } = await kit.readRun(data.id);
  t.diagnostic(`killed after ${moment} ms: ${state}, ${made} made`);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  kit.startWorker();

  const run = await kit.reach(data.id, isOver, 120);
  assert.deepEqual([run.state, run.made, run.failed], ['done', LANGUAGES.length, 0]);
  const { items } = await kit.items(run.id);
  for (const [at, { files }] of items.entries()) {
    const srt = files.find(({ name }) => name.endsWith('.srt'));
    const written = await (await fetch(kit.server.address + (srt?.url ?? ''))).text();
    assert.match(written, new RegExp(`Free ${LANGUAGES[at]}`), 'the lines of when it began');
  }
  const named = items.flatMap(({ files }) => files.map((file) => file.id));
  assert.deepEqual((await filesMade(kit)).map((file) => file.id).toSorted(), named.toSorted(), 'nothing is left over');
  await assertTidy(kit);
  const { rows } = await kit.ctx.db.pool.query<{ count: number }>(
    `select count(*)::int from materials_items where account_id = $1 and id <> $2`,
    [kit.accountId, video],
  );
  assert.equal(rows[0]?.count, LANGUAGES.length);
});
