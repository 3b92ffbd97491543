import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { certificateSchema } from '#plugins/mixing/certificate.ts';

import { flatRun, type MixClient, type MixOutput, type MixRun } from './mix-client.ts';
import { startRunKit, type RunKit } from './run-kit.ts';

describe('controlling a run', { timeout: 280_000 }, () => {
  let kit: RunKit;
  let client: MixClient;
  let accountId: string;

  before(async () => {
    kit = await startRunKit();
    ({ client, accountId } = await kit.signIn());
    await kit.startWorker();
  });
  after(() => kit.end());

  const outputs = (runId: string, query?: string) => client.outputPage(runId, query);
  const holds = async () =>
    (await kit.server.composed.ctx.db.pool.query('select distinct holder from core_file_holds')).rowCount;

  test('a page follows it by reading little, and what it shows never goes back', async () => {
    const heard = kit.hear(accountId);
    const projectId = await client.createProject(kit.groups, { name: '夏季新品' });
    const { id, name, state, progress } = await client.run(projectId, { count: 5 });
    assert.deepEqual([name, state, progress], ['夏季新品', 'planning', 0]);

    const shown = new Map<string, MixOutput>();
    let [revision, highest] = [0, 0];
    let run: MixRun;
    do {
      await sleep(100);
      run = await client.read(id);
      assert.ok(run.progress >= highest, `${run.progress} after ${highest}`);
      highest = run.progress;
      const changed = await outputs(id, `&since=${revision}`);
      ({ revision } = changed);
      for (const output of changed.items) shown.set(output.id, output);
    } while (!['done', 'failed'].includes(run.state));
    assert.equal(run.state, 'done', run.error ?? '');
    assert.deepEqual([run.progress, run.made, run.failed, run.secondsLeft], [1, 5, 0, null]);
    assert.ok(run.distance !== null && run.distance.least >= 1 && run.distance.of === 3);

    const all = await outputs(id);
    assert.equal((await outputs(id, `&since=${all.revision}`)).items.length, 0);
    assert.deepEqual(
      [...shown.values()].map((output) => [output.id, output.state]).toSorted(),
      all.items.map((output) => [output.id, 'made']).toSorted(),
      'what changed adds up to the whole',
    );
    assert.deepEqual(
      all.items.map((output) => output.name),
      [1, 2, 3, 4, 5].map((number) => `夏季新品-00${number}.mp4`),
    );

    const [first] = all.items;
    const get = (url: string | null | undefined) => fetch(new URL(url ?? '', kit.server.address));
    const played = await get(first?.url);
    assert.equal(played.headers.get('content-type'), 'video/mp4');
    assert.match(played.headers.get('content-disposition') ?? '', /^inline/);
    assert.equal((await played.arrayBuffer()).byteLength, first?.size);
    const saved = await get(first?.downloadUrl);
    assert.equal(
      saved.headers.get('content-disposition'),
      `attachment; filename="____-001.mp4"; filename*=UTF-8''${encodeURIComponent('夏季新品-001.mp4')}`,
    );
    await saved.arrayBuffer();
    const still = Buffer.from(await (await get(first?.poster)).arrayBuffer());
    assert.deepEqual([...still.subarray(0, 3)], [0xff, 0xd8, 0xff]);

    const list = async (of: string) => {
      const path = `/api/tool-runs?tool=mixing.mix&of=${of}`;
      const { items, total } = await client.call<{ items: ToolRun[]; total: number }>('GET', path);
      return [total, items.map(flatRun)];
    };
    assert.deepEqual(await list(projectId), [1, [run]]);
    assert.deepEqual(await list(id), [0, []]);
    const mine = heard.filter(({ data }) => (data as { runId?: string } | null)?.runId === id);
    assert.ok(mine.some(({ topic }) => topic === 'mixing.run'));
    assert.deepEqual(
      mine.filter(({ topic }) => topic === 'tool-runs.ended').map(({ data }) => data),
      [{ runId: id, tool: 'mixing.mix', name: '夏季新品', state: 'done', made: 5, failed: 0 }],
    );
    assert.equal(await holds(), 0, 'nothing is held any more');
  });

  test('it is a run of a tool like all others, but its own page alone starts and removes it', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1.16 });
    const { id } = await client.ended((await client.run(projectId, { count: 1 })).id);
    const { tool, name, state, made, expiresAt } = await client.read(id);
    assert.deepEqual([tool, name, state, made, expiresAt], ['mixing.mix', 'Port', 'done', 1, null]);
    const [item] = (await client.call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${id}/items`)).items;
    assert.deepEqual(Object.keys(item?.facts ?? {}).toSorted(), ['like', 'loudnessRange', 'seconds']);
    await assert.rejects(client.call('DELETE', `/api/tool-runs/${id}`), /: 409 .*page of its own/);
    const body = { tool, name, settings: { project: projectId }, inputs: [] };
    await assert.rejects(client.call('POST', '/api/tool-runs', body), /: 409 .*page of its own/);
  });

  test('a paused run begins no further video, outlives its worker, and goes on where it was', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1.12 });
    const { id } = await client.run(projectId, { count: 6 });
    // Planning may be over before the call arrives.
    await client.post(id, 'pause').then(
      () => client.post(id, 'resume'),
      (refusal: unknown) => assert.match(String(refusal), /: 409 This run is being planned or finished/),
    );
    await kit.until(client, id, ({ made }) => made >= 1);
    const paused = await client.post(id, 'pause');
    assert.equal(paused.state, 'paused');
    assert.equal((await client.post(id, 'pause')).state, 'paused', 'a second time is the same');
    assert.equal(paused.secondsLeft, null);
    assert.equal(await holds(), 1);

    const settled = async () => {
      const { working } = await outputs(id);
      return working.length === 0;
    };
    while (!(await settled())) await sleep(50);
    const { made } = await client.read(id);
    assert.ok(made < 6, 'some wait');
    const second = await kit.startWorker();
    await sleep(1500);
    assert.equal((await client.read(id)).made, made);
    await second.close();

    assert.equal((await client.post(id, 'resume')).state, 'working');
    await client.post(id, 'resume');
    const done = await client.ended(id);
    assert.deepEqual([done.state, done.made, done.failed], ['done', 6, 0], done.error ?? '');
    for (const action of ['pause', 'resume']) {
      await assert.rejects(client.post(id, action), /: 409 This run has ended/);
    }
    await assert.rejects(client.post(id, 'retry', {}), /: 409 Nothing in this run has failed/);
  });

  test('a paused run can be cancelled; what is made stays, and a later run may make the rest', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1.1 });
    const { id } = await client.run(projectId, { count: 9, share: 1 });
    await kit.until(client, id, ({ made }) => made >= 1);
    await client.post(id, 'pause');
    const cancelled = await client.post(id, 'cancel');
    assert.equal(cancelled.state, 'cancelled');
    await assert.rejects(client.post(id, 'retry', {}), /: 409 This run has ended/);
    const { items } = await outputs(id);
    const made = items.filter(({ state }) => state === 'made');
    assert.ok(made.length >= 1 && items.every(({ state }) => state === 'made' || state === 'given-up'));
    assert.equal(await holds(), 0);
    const next = await client.ended((await client.run(projectId, { count: 2, share: 1 })).id);
    assert.deepEqual([next.state, next.made], ['done', 2], next.error ?? '');
  });

  test('videos for which there is no room fail with the reason, the others go on, and a retry makes them', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1.05 });
    const space = await kit.server.composed.ctx.files.space(accountId);
    const [sample] = (await outputs((await client.ended((await client.run(projectId, { count: 1 })).id)).id)).items;
    await kit.limitSpace(space.used + Math.round((sample?.size ?? 0) * 3.6));
    const run = await client.ended((await client.run(projectId, { count: 6 })).id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.ok(run.made >= 1 && run.failed >= 3 && run.made + run.failed === 6, JSON.stringify(run));
    const before = (await outputs(run.id)).items;
    const failed = before.filter(({ state }) => state === 'failed');
    assert.match(failed[0]?.error ?? '', /space/i);
    const certificate = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
    assert.equal(certificate.outputs.length, run.made, 'what is made is certified');
    assert.equal(await holds(), 0, 'a run that ended holds nothing');

    await kit.limitSpace(null);
    const again = await client.post(run.id, 'retry', { items: [failed[0]?.id] });
    assert.equal(again.state, 'working');
    assert.equal((await client.ended(run.id)).made, run.made + 1, 'one was asked for');
    const whole = await (await client.post(run.id, 'retry', {}), client.ended(run.id));
    assert.deepEqual([whole.state, whole.made, whole.failed], ['done', 6, 0]);
    const after = new Map((await outputs(run.id)).items.map((output) => [output.id, output]));
    for (const { id, state, fileId, shots } of before) {
      assert.deepEqual(after.get(id)?.shots, shots, 'a retry makes what was planned');
      if (state === 'made') assert.equal(after.get(id)?.fileId, fileId, 'what was made stays as it was');
    }
    const last = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
    assert.deepEqual([last.outputs.length, last.failures.length], [6, 0]);
    const tasks = await client.call<{ total: number }>('GET', `/api/tasks?subjectId=${run.id}&states=failed`);
    assert.equal(tasks.total, 0, 'nobody sees a failure that is over');
  });

  test('a run without a single video has failed, and a retry makes all of them', async () => {
    const projectId = await client.createProject(kit.groups.slice(0, 2), { shotSeconds: 1.15 });
    const { used } = await kit.server.composed.ctx.files.space(accountId);
    await kit.limitSpace(used);
    const run = await client.ended((await client.run(projectId, { count: 2 })).id);
    assert.deepEqual([run.state, run.made, run.failed], ['failed', 0, 2]);
    assert.match(run.error ?? '', /space/i);
    await kit.limitSpace(null);
    await client.post(run.id, 'retry', {});
    const done = await client.ended(run.id);
    assert.deepEqual([done.state, done.made, done.error], ['done', 2, null]);
  });
});
