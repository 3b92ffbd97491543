import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { certificateSchema } from '#plugins/mixing/certificate.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

import { mixClient, type MixClient } from './mix-client.ts';
import { drawHalfAlikeClip, drawSmallClips } from './small-clips.ts';

describe('a run of a mix project on the server', { timeout: 240_000 }, () => {
  let server: TestServer;
  let worker: Composed;
  let client: MixClient;
  let accountId: string;
  let folder: string;
  let clips: string[];
  const ends: (() => unknown)[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelport-run-test-'));
    clips = drawSmallClips(folder, 3, 3);
    const discovered = await discoverPlugins();
    server = await startTestServer({ after: (end) => void ends.push(end) }, { discovered, sharedRenders: true });
    const configuration = readConfiguration({
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.composed.ctx.db.connectionString,
      WORKER_SLOTS: '2',
    });
    worker = await compose(configuration, 'worker', { concurrency: 2, plugins: discovered, log: testLog });
    const member = await server.signIn({ level: 'level1' });
    accountId = member.accountId;
    client = mixClient(server.address, member.token);
  });

  after(async () => {
    await worker.close();
    for (const end of ends.reverse()) {
      await end();
    }
    await rm(folder, { recursive: true, force: true });
  });

  const groups = () => [clips.slice(0, 3), clips.slice(3, 6), clips.slice(6, 9)];

  test('makes as many distinct videos as were asked for and certifies them', async () => {
    const projectId = await client.createProject(groups());
    const run = await client.ended((await client.run(projectId, { count: 6 })).id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.equal(run.made, 6);
    const outputs = await client.outputs(run.id);
    assert.deepEqual(
      outputs.map(({ position }) => position),
      [0, 1, 2, 3, 4, 5],
    );
    const certificate = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
    assert.equal(certificate.pairs, 15);
    assert.equal(certificate.plan.maxShared, 1);
    assert.deepEqual(certificate.failures, []);
    const shared = await server.composed.ctx.toolRuns.sharedFootage(accountId, run.id);
    assert.deepEqual(
      shared?.items,
      outputs.map(({ id }) => id),
      'whoever takes the videos further is told how much they share',
    );
    assert.equal(Math.max(...(shared?.percent ?? [])), Math.round((certificate.worst?.sharedFootage ?? 0) * 100));
    const video = await client.download(outputs[0]?.fileId ?? '');
    assert.equal(video.subarray(4, 8).toString(), 'ftyp');

    const again = await client.ended((await client.run(projectId, { count: 3 })).id);
    assert.equal(again.made, 3);
    const word = (output: (typeof outputs)[number]) => output.shots.map(({ material }) => material).join();
    const words = [...outputs, ...(await client.outputs(again.id))].map(word);
    assert.equal(new Set(words).size, 9, 'a later run repeats no earlier video');
  });

  test('sets a damaged material aside and goes on without it', async () => {
    const broken = join(folder, 'broken.mp4');
    await writeFile(broken, Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(5000, 7)]));
    const projectId = await client.createProject([[clips[0] ?? '', clips[1] ?? '', broken], clips.slice(3, 6)]);
    const run = await client.ended((await client.run(projectId, { count: 6 })).id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.equal(run.made, 6);
    assert.equal(run.refused.length, 1);
    assert.match(run.refused[0]?.reason ?? '', /broken\.mp4/);
  });

  test('keeps to its limit, says what a looser one yields, and makes that when it is chosen', async () => {
    const projectId = await client.createProject(groups());
    const run = await client.ended((await client.run(projectId, { count: 5, share: 0 })).id);
    assert.deepEqual([run.state, run.made, run.share], ['done', 3, 0], run.error ?? '');
    assert.deepEqual([run.further, run.groups, run.loosenedFrom], [{ share: 1, count: 2 }, 3, null]);
    const before = await client.outputs(run.id);

    const path = `/api/mixing/runs/${run.id}`;
    await assert.rejects(client.call('POST', `${path}/further`, { share: 0 }));
    await client.call('POST', `${path}/further`, { share: 1 });
    const more = await client.ended(run.id);
    assert.deepEqual([more.state, more.made, more.loosenedFrom, more.further], ['done', 5, 0, null], more.error ?? '');
    const kept = new Set((await client.outputs(run.id)).map(({ fileId }) => fileId));
    assert.ok(
      before.every(({ fileId }) => kept.has(fileId)),
      'what was made stays',
    );
    const certificate = certificateSchema.parse(await client.call('GET', `${path}/certificate`));
    assert.deepEqual(certificate.limit, { share: 1, loosenedFrom: 0 });
    assert.match(certificate.settings, /^[0-9a-f]{32}$/);
    assert.ok(['all', 'reed-solomon', 'linear', 'greedy'].includes(certificate.plan.method ?? ''));
    await assert.rejects(client.call('POST', `${path}/further`, { share: 2 }), /409/);
  });

  test('refuses a project of which a group can show nothing, and says why', async () => {
    const broken = join(folder, 'only-broken.mp4');
    await writeFile(broken, Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(5000, 7)]));
    const projectId = await client.createProject([clips.slice(0, 2), [broken]]);
    const run = await client.ended((await client.run(projectId, { count: 2 })).id);
    assert.deepEqual([run.state, run.made], ['failed', 0]);
    assert.match(run.error ?? '', /Group 2/);
    assert.match(run.refused[0]?.reason ?? '', /only-broken\.mp4/);
  });

  test('makes as many as there can be when the material yields fewer', async () => {
    const projectId = await client.createProject([[clips[0] ?? ''], [clips[3] ?? '', clips[4] ?? '']]);
    const run = await client.ended((await client.run(projectId, { count: 5 })).id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.equal(run.planned, 2);
    assert.equal(run.made, 2);
  });

  test('makes the most videos of which no two are too much alike where clips look alike for a moment', async () => {
    const half = join(folder, 'half.mp4');
    drawHalfAlikeClip(half, 1, 50, 1.2);
    const projectId = await client.createProject([[clips[0] ?? '', half], clips.slice(3, 5), clips.slice(6, 8)]);
    const run = await client.ended((await client.run(projectId, { count: 8 })).id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.deepEqual([run.planned, run.made], [4, 4]);
    const certificate = certificateSchema.parse(await client.call('GET', `/api/mixing/runs/${run.id}/certificate`));
    assert.deepEqual([certificate.outputs.length, certificate.failures], [4, []]);
  });

  test('fails with a reason when nothing can be used', async () => {
    const projectId = await client.createProject([[clips[0] ?? '', clips[1] ?? '']]);
    const project = await client.call<{ document: Record<string, unknown> }>(
      'GET',
      `/api/mixing/projects/${projectId}`,
    );
    const missing = {
      ...project.document,
      groups: [{ id: '1', name: 'x', materials: [{ material: 'no-file' }, { material: 'none' }] }],
    };
    await client.call('PUT', `/api/mixing/projects/${projectId}`, { revision: 1, document: missing });
    const run = await client.ended((await client.run(projectId, { count: 2 })).id);
    assert.equal(run.state, 'failed');
    assert.match(run.error ?? '', /refused/);
  });

  test('stops when it is cancelled and keeps what is finished', async () => {
    const projectId = await client.createProject(groups());
    const started = await client.run(projectId, { count: 27 });
    for (let made = 0; made < 1; await sleep(100)) {
      made = (await client.read(started.id)).made;
    }
    const cancelled = await client.post(started.id, 'cancel');
    assert.equal(cancelled.state, 'cancelled');
    const run = await client.ended(started.id);
    assert.ok(run.made >= 1 && run.made < 27);
  });

  test('goes on with one video fewer when a single one is cancelled', async () => {
    const projectId = await client.createProject(groups());
    const started = await client.run(projectId, { count: 5 });
    const waiting = async () => {
      const path = `/api/tasks?subjectId=${started.id}&states=queued,running`;
      const { items } = await client.call<{ items: { id: string; job: string }[] }>('GET', path);
      return items.filter(({ job }) => job === 'mixing.render-output');
    };
    let tasks = await waiting();
    for (; tasks.length < 2; await sleep(30)) tasks = await waiting();
    await client.call('POST', `/api/tasks/${tasks[0]?.id ?? ''}/cancel`);
    const run = await client.ended(started.id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.deepEqual([run.planned, run.made], [4, 4]);
  });

  test('a batch of more than ten needs the feature that unlocks it', async () => {
    const free = mixClient(server.address, (await server.signIn()).token);
    const projectId = await free.createProject([[clips[0] ?? '', clips[1] ?? '']]);
    await assert.rejects(free.run(projectId, { count: 11 }), /403/);
  });

  test('every call refuses strangers, other accounts and wrong fields', async () => {
    const projectId = await client.createProject([[clips[0] ?? '', clips[1] ?? '']]);
    const run = await client.run(projectId, { count: 1 });
    await client.ended(run.id);
    const stranger = mixClient(server.address, (await server.signIn()).token);
    const paths: [string, string, unknown?][] = [
      ['GET', `/api/mixing/projects/${projectId}`],
      [
        'PUT',
        `/api/mixing/projects/${projectId}`,
        { revision: 1, document: { name: 'x', resolution: 720, groups: [] } },
      ],
      ['DELETE', `/api/mixing/projects/${projectId}`],
      ['POST', `/api/mixing/projects/${projectId}/runs`, { count: 1 }],
      ['GET', `/api/tool-runs/${run.id}`],
      ['GET', `/api/tool-runs/${run.id}/items`],
      ['POST', `/api/tool-runs/${run.id}/cancel`],
      ['POST', `/api/mixing/runs/${run.id}/further`, { share: 1 }],
      ['GET', `/api/mixing/runs/${run.id}/certificate`],
    ];
    for (const [method, path, body] of paths) {
      assert.equal((await server.call(method, path, { body })).status, 401, `${method} ${path} without a token`);
      await assert.rejects(stranger.call(method, path, body), /: 404 /, `${method} ${path} of somebody else`);
      await assert.rejects(
        client.call(method, path.replace(/[0-9a-f-]{36}/, 'nothing'), body),
        /: 404 /,
        `${method} ${path} with a wrong id`,
      );
    }
    for (const body of [
      {},
      { count: 0 },
      { count: 2701 },
      { count: 1, share: -1 },
      { count: 1, seed: 'x' },
      { count: 1, other: 1 },
    ]) {
      await assert.rejects(
        client.call('POST', `/api/mixing/projects/${projectId}/runs`, body),
        /: 422 /,
        JSON.stringify(body),
      );
    }
    await assert.rejects(
      client.call('POST', '/api/mixing/projects', { name: 'x', resolution: 999, groups: [] }),
      /: 422 /,
    );
  });

  test('a project saved over somebody else’s change is refused', async () => {
    const projectId = await client.createProject([[clips[0] ?? '', clips[1] ?? '']]);
    const document = { name: 'second', resolution: 720, groups: [] };
    await client.call('PUT', `/api/mixing/projects/${projectId}`, { revision: 1, document });
    await assert.rejects(client.call('PUT', `/api/mixing/projects/${projectId}`, { revision: 1, document }), /: 409 /);
    const list = await client.call<{ items: { id: string }[]; nextCursor: string | null; total: number }>(
      'GET',
      '/api/mixing/projects?limit=2',
    );
    assert.equal(list.items[0]?.id, projectId, 'the last changed one comes first');
    assert.ok(list.total > 2 && list.nextCursor !== null);
    const next = await client.call<{ items: { id: string }[] }>(
      'GET',
      `/api/mixing/projects?limit=2&cursor=${encodeURIComponent(list.nextCursor)}`,
    );
    assert.ok(next.items.every(({ id }) => !list.items.some((item) => item.id === id)));
    await client.call('DELETE', `/api/mixing/projects/${projectId}`);
    await assert.rejects(client.call('GET', `/api/mixing/projects/${projectId}`), /: 404 /);
  });

  test('a project that breaks a rule says which when it runs', async () => {
    const projectId = await client.createProject([[clips[0] ?? '']]);
    await assert.rejects(client.run(projectId, { count: 1 }), /at least 2 clips/);
  });
});
