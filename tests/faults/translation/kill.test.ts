import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Project } from '#plugins/translation/calls.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { batchKitOf } from '#tests/integration/translation/batch-kit.ts';
import { startDubKit, type LineToSay } from '#tests/integration/translation/dub-kit.ts';
import { assertTidy, filesMade, toolsOf } from '#tests/tools/kill-workers.ts';
import { isOver } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
let dubs: Awaited<ReturnType<typeof startDubKit>>;
let worker: ChildProcess;
before(async () => {
  dubs = await startDubKit(scope, { worker: 'own', seconds: 0.6 });
  worker = dubs.kit.startWorker();
});

/** Kills the worker in the middle of its work. */
async function kill(): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

const goOn = () => void (worker = dubs.kit.startWorker());

/** Milliseconds after the first tool has begun within which videos are written. */
const LATEST = 400;

test('a worker that is killed at any moment while it burns subtitles in: the export goes on with its lines, and each video is in the library once', async (t) => {
  const { kit, begin, addText, save, call } = dubs;
  const languages = ['en-US', 'de-DE'];
  const video = await kit.clip('clip.mp4', '320x180', {
    ...{ seconds: 4, options: ['-f', 'lavfi', '-i', 'sine=r=48000:d=4', '-c:a', 'aac'] },
  });
  const stateOf = async () => (await libraryOf(kit.ctx).find(kit.accountId, [video])).get(video)?.state;
  await until(async () => (await stateOf()) === 'ready' && toolsOf(kit).length === 0, 'the clip is ready', 30);
  const { id } = await begin((await addText('全场包邮', '明天见')).id, languages);
  await kit.ctx.db.pool.query('update translation_projects set material_id = $2 where id = $1', [id, video]);
  for (const language of languages) await save(id, 'c1', { text: `Free ${language}` }, language);

  const body = { languages, form: 'burned', folder: { name: 'Exports' } };
  const { status, data } = await call<ToolRun>('POST', `/projects/${id}/exports`, body);
  assert.equal(status, 200, JSON.stringify(data));
  for (const language of languages) await save(id, 'c1', { text: 'Too late', revision: 1 }, language);
  await until(() => toolsOf(kit).length > 0, 'a tool works', 30);
  const moment = Math.round(Math.random() * LATEST);
  await sleep(moment);
  const { state, made } = await kit.readRun(data.id);
  t.diagnostic(`killed after ${moment} ms: ${state}, ${made} made`);
  await kill();
  goOn();

  const run = await kit.reach(data.id, isOver, 120);
  assert.deepEqual([run.state, run.made, run.failed], ['done', languages.length, 0]);
  const { items } = await kit.items(run.id);
  for (const [at, { files }] of items.entries()) {
    const srt = files.find(({ name }) => name.endsWith('.srt'));
    const written = await (await fetch(kit.server.address + (srt?.url ?? ''))).text();
    assert.match(written, new RegExp(`Free ${languages[at]}`), 'the lines of when it began');
  }
  const named = items.flatMap(({ files }) => files.map((file) => file.id));
  assert.deepEqual((await filesMade(kit)).map((file) => file.id).toSorted(), named.toSorted(), 'nothing is left over');
  await assertTidy(kit);
  const { rows } = await kit.ctx.db.pool.query<{ count: number }>(
    `select count(*)::int from materials_items where account_id = $1 and id <> $2`,
    [kit.accountId, video],
  );
  assert.equal(rows[0]?.count, languages.length);
});

test('a worker that is killed while it translates loses nothing, and no line is paid for twice that was kept', async () => {
  const kit = dubs;
  await kit.connect({ atOnce: 1, patience: 60, lines: 2 });
  const words = Array.from({ length: 12 }, (_, at) => `第 ${at + 1} 句`);
  const { id } = await kit.begin((await kit.addText(...words)).id);
  const read = async () => (await kit.call<Project>('GET', `/projects/${id}`)).data.targets[0];
  // Four lines come, and then the service thinks for long.
  kit.service.whims.push({ late: 0 }, { late: 0 }, 'nothing');
  await kit.call('POST', `/projects/${id}/runs`, { languages: ['en-US'] });
  await until(async () => (await read())?.drafted === 4 && kit.service.requests.length === 3, 'it waits', 60);
  await kill();
  goOn();
  await until(async () => (await read())?.state === 'idle', 'it is done', 120);
  assert.equal((await read())?.drafted, 12);
  const asked = kit.service.requests.flatMap(({ lines }) => lines.map(({ text }) => text));
  for (const word of words.slice(0, 4)) assert.equal(asked.filter((each) => each === word).length, 1, word);
});

/** Lines that are spoken at once. */
const AT_ONCE = 4;
const LINES = Array.from({ length: 12 }, (_, at): LineToSay => [
  400 + at * 1_100,
  1_400 + at * 1_100,
  `Line ${at + 1}.`,
]);

test('a worker that is killed while it dubs goes on where it was: no line that was spoken is spoken again', async () => {
  const kit = dubs;
  const id = await kit.project(await kit.video(), LINES);
  assert.equal((await kit.start(id)).status, 200);
  await until(() => kit.said().length >= 6, 'some lines are spoken', 60);
  await kill();
  const before = kit.said().length;
  assert.ok(before < LINES.length, 'it was killed in the middle');
  goOn();
  const dub = await kit.ended(id, 'en-US', 120);
  assert.equal(dub.run?.state, 'done', JSON.stringify(dub.run));
  const again = kit
    .said()
    .slice(before)
    .filter((text) => kit.said().slice(0, before).includes(text));
  assert.ok(again.length <= AT_ONCE, `${again.length} lines are spoken twice, more than were under way`);
  assert.equal(dub.lines.length, LINES.length);
  for (const { cue, drift } of dub.lines) assert.ok(Math.abs(drift ?? 99) <= DUB_RULES.drift, `${cue}: ${drift}`);
  assert.notEqual(dub.materialId, null);

  // One at a time, and one that is cancelled leaves the way free for another.
  await kit.write(id, 'c1', 'Something else.');
  const second = await kit.start(id, { voice: 'female' });
  assert.equal((await kit.start(id)).failure.error, 'translation:dub.busy');
  await kit.kit.call('POST', `/api/tool-runs/${second.data.run?.id}/cancel`);
  assert.equal((await kit.ended(id)).run?.state, 'cancelled');
  const third = await kit.start(id);
  assert.equal(third.status, 200);
  assert.equal((await kit.ended(id, 'en-US', 120)).lines[0]?.text, 'Something else.');
});

test('a batch whose workers are killed goes on where it was: nothing is begun, asked for or put away twice', async () => {
  const kit = batchKitOf(dubs);
  const { pool } = kit.kit.ctx.db;
  const countOf = async (query: string) => (await pool.query<{ count: number }>(query)).rows[0]?.count ?? 0;
  const projects = () => countOf('select count(*)::int from translation_projects');
  const answers = () => countOf('select count(*)::int from translation_answers');
  const exports = () => countOf(`select count(*)::int from core_tool_runs where tool = 'translation.export'`);
  const known = {
    ...{ projects: await projects(), exports: await exports() },
    ...{ answers: await answers(), requests: kit.service.requests.length },
  };
  const videos = [await kit.video('first.mp4'), await kit.video('second.mp4')];
  await kit.connect({ atOnce: 2, patience: 60, lines: 3 });
  for (const [at, video] of videos.entries()) await kit.textOf(video, `第${at + 1}个视频的话`);
  await kit.ready(...videos);
  const id = await kit.start({ videos, languages: ['en-US', 'de-DE', 'zh-CN'], accept: true });
  // Once while languages are translated, and once more while videos are written.
  await kit.reach(id, ({ counts }) => counts.working > 0);
  await kill();
  goOn();
  await kit.reach(id, ({ counts }) => counts.done >= 1);
  await kill();
  goOn();
  const done = await kit.reach(id, ({ state }) => state === 'done', 120);
  assert.deepEqual([done.counts.done, done.causes], [6, []], JSON.stringify(done));

  assert.equal((await projects()) - known.projects, 2);
  assert.equal((await exports()) - known.exports, 6);
  const { items } = await kit.items(id);
  assert.equal(new Set(items.map(({ madeId }) => madeId)).size, 6, 'each is in the library once');
  const asked = kit.service.requests
    .slice(known.requests)
    .flatMap(({ system, lines }) => lines.map(({ text }) => `${system} ${text}`));
  // A request that was under way when its worker died is asked again; an answer that was kept is not.
  assert.equal((await answers()) - known.answers, 4);
  assert.ok(asked.length <= 8, `${asked.length} lines were asked for`);
});
