import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';

import type { z } from 'zod';

import type { measureMixProject, MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';

import { mixClient } from './mix-client.ts';
import { projectOf, startMixSite } from './mix-site.ts';
import { drawSmallClips } from './small-clips.ts';

type Measurement = z.output<(typeof measureMixProject)['data']>;

describe('what a project yields', { timeout: 240_000 }, async () => {
  const site = await startMixSite({ after });
  const { server } = site;
  const clips = drawSmallClips(site.folder, 3, 3);

  async function account() {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const post = (path: string) => async (body: object) => server.call('POST', `/api/mixing/${path}`, { token, body });
    const data = async <T>(path: string, body: object): Promise<T> => {
      const { envelope } = await post(path)(body);
      assert.equal(envelope.code, 1, envelope.message);
      return envelope.data as T;
    };
    return {
      token,
      accountId,
      measure: (document: MixProjectInput, body: object = {}) =>
        data<Measurement>('measurements', { document, count: 9, ...body }),
      preview: (document: MixProjectInput, body: object = {}) => data<MixPreview>('previews', { document, ...body }),
      refused: (path: string, body: object) => post(path)(body),
    };
  }

  /** Three groups of three clips, known to be so many seconds long. */
  async function threeGroups(accountId: string, seconds = 1.2) {
    const ids = [];
    for (const clip of clips) {
      const id = await site.adopt(accountId, clip);
      await site.prepared(id, { seconds });
      ids.push(id);
    }
    return [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6, 9)];
  }

  test('is told by level, with what the videos take', async () => {
    const { measure, accountId } = await account();
    const groups = await threeGroups(accountId);
    const found = await measure(projectOf(groups));
    assert.deepEqual(
      found.rows.map(({ share, reachable, bound }) => [share, reachable, bound]),
      [
        [0, 3, 3],
        [1, 9, 9],
        [2, 27, 27],
      ],
    );
    assert.equal(found.level, 1);
    assert.deepEqual(found.shots, { 1: 3, 2: 3, 3: 3 });
    assert.deepEqual(found.seconds, { least: 3, most: 3 });
    assert.deepEqual(found.waiting, []);
    const { seconds, bytes } = found.estimate;
    assert.ok(seconds.least > 0 && bytes.least > 0);
    assert.ok(
      seconds.most >= seconds.least * 4 && bytes.most >= bytes.least * 4,
      'a wide range before there was a run',
    );
    assert.ok((found.estimate.left ?? 0) > 1e9);
    assert.equal((await measure(projectOf(groups), { count: 28 })).level, null);
    const [advice] = (await measure(projectOf(groups), { count: 9, share: 0 })).advice;
    assert.deepEqual([advice?.share, advice?.from], [0, 3]);
  });

  test('characters of any text that no font has are told with the package that brings one', async () => {
    const { measure, accountId } = await account();
    const document = projectOf(await threeGroups(accountId));
    assert.deepEqual((await measure(document)).glyphs, []);
    const [first] = document.groups;
    if (first !== undefined) first.text = '夏 \ue123';
    // No distribution has a font for private characters.
    assert.deepEqual((await measure(document)).glyphs, [{ character: '\ue123', package: 'fonts-noto-core' }]);
  });

  test('a longer material has several shots, and a faster group fewer', async () => {
    const { measure, accountId } = await account();
    const groups = await threeGroups(accountId, 4.1);
    assert.deepEqual((await measure(projectOf(groups))).shots, { 1: 12, 2: 12, 3: 12 });
    const document = projectOf(groups);
    const [first] = document.groups;
    if (first !== undefined) first.speed = 2;
    assert.deepEqual((await measure(document)).shots, { 1: 6, 2: 12, 3: 12 });
  });

  test('the same bytes in two groups are the same shot', async () => {
    const { measure, accountId } = await account();
    const [a = [], b = []] = await threeGroups(accountId);
    const found = await measure(projectOf([a, [...a, ...b]]));
    assert.deepEqual(found.shots, { 1: 3, 2: 6 });
    // Of the eighteen pairs those of one shot twice are none, and of the others each has its mirror.
    const whole = await measure(projectOf([a, a]), { count: 1 });
    assert.equal(whole.rows.at(-1)?.reachable, 3);
  });

  test('what cannot be used yet is named with its reason, and yields nothing', async () => {
    const { measure, preview, refused, accountId } = await account();
    const [a = [], b = [], c = []] = await threeGroups(accountId);
    const { pool } = server.composed.ctx.db;
    await pool.query("update materials_items set state = 'preparing', seconds = null where id = $1", [a[0]]);
    await pool.query("update materials_items set state = 'failed' where id = $1", [a[1]]);
    await pool.query('update materials_items set seconds = 0.5 where id = $1', [a[2]]);
    await pool.query('update materials_items set deleted_at = now() where id = $1', [b[0]]);
    await pool.query("update materials_items set kind = 'music' where id = $1", [b[1]]);
    await pool.query('update materials_items set size = 60000000 where id = $1', [b[2]]);
    const document = projectOf([[...a, 'gone'], b, c]);
    const { waiting, rows, level, shots } = await measure(document);
    assert.deepEqual(
      waiting.map(({ material, reason }) => [
        material,
        /prepared|fail|used|shorter|trash|video|50 MB|library/.test(reason),
      ]),
      [...a, 'gone', ...b].map((id) => [id, true]),
    );
    assert.equal(new Set(waiting.map(({ reason }) => reason.replace(/“.*”/, ''))).size, 7);
    assert.deepEqual([rows, level, shots], [[], null, { 1: 0, 2: 0, 3: 3 }]);
    assert.deepEqual(new Set((await preview(document)).shots.map(({ group }) => group)), new Set(['3']));
    const empty = await refused('previews', { document: projectOf([a]) });
    assert.deepEqual([empty.status, /nothing to preview/.test(empty.envelope.message)], [422, true]);
  });

  test('a project too large to be searched is reckoned, and its preview says what to do', async () => {
    const { measure, refused, accountId } = await account();
    const groups = await threeGroups(accountId, 7200);
    const document = projectOf([...groups, ...groups, ...groups]);
    const found = await measure(document);
    assert.deepEqual([found.rows.length, found.shots['1']], [9, 21_600]);
    assert.ok(found.rows.every(({ atLeast, reachable }, level) => level === 8 || (atLeast && reachable === 0)));
    const answer = await refused('previews', { document });
    assert.deepEqual([answer.status, /too many to plan/.test(answer.envelope.message)], [422, true]);
  });

  test('materials of somebody else are not in the library', async () => {
    const mine = await account();
    const theirs = await account();
    const groups = await threeGroups(theirs.accountId);
    assert.equal((await mine.measure(projectOf(groups))).waiting.length, 9);
  });

  test('previews come in turn, each another combination, and the same again for the same seed', async () => {
    const { preview, accountId } = await account();
    const document = projectOf(await threeGroups(accountId), { titles: { texts: ['One', 'Two'] } });
    const [first] = document.groups;
    if (first !== undefined) first.transition = { kind: 'fade', seconds: 0.3 };
    const shown = [];
    for (let position = 0; position < 9; position++) shown.push(await preview(document, { count: 9, position }));
    assert.equal(new Set(shown.map(({ shots }) => shots.map(({ material }) => material).join())).size, 9);
    const [one] = shown;
    assert.deepEqual(shown.map(({ title }) => title).slice(0, 3), ['One', 'Two', 'One']);
    assert.deepEqual([one?.total, one?.position, one?.fps], [9, 0, 30]);
    assert.deepEqual(
      one?.shots.map(({ frames, blendAfter }) => [frames, blendAfter]),
      [
        [30, 9],
        [30, 0],
        [30, 0],
      ],
    );
    assert.equal(one?.frames, 81);
    assert.deepEqual(await preview(document, { count: 9, position: 9 }), one);
    assert.deepEqual(await preview(document, { count: 9, seed: 1 }), one);
    assert.notDeepEqual((await preview(document, { count: 9, seed: 2 })).shots, one?.shots);
  });

  test('a run makes as many as were told, and afterwards they count', async () => {
    const { measure, preview, accountId, token } = await account();
    const client = mixClient(server.address, token);
    await site.work();
    const ids: string[] = [];
    for (const clip of clips) ids.push(await site.adopt(accountId, clip));
    await site.allPrepared(accountId);
    const document = projectOf([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6, 9)]);
    const before = await measure(document, { count: 9 });
    assert.deepEqual([before.level, before.waiting], [1, []]);
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', document);

    const run = await client.ended((await client.run(id, { count: 9, share: 1 })).id);
    assert.deepEqual([run.state, run.made], ['done', 9], run.error ?? '');
    const { pool } = server.composed.ctx.db;
    const stored = await pool.query("select plan -> 'estimate' as estimate from mixing_runs where id = $1", [run.id]);
    const { left: _, ...told } = before.estimate;
    assert.deepEqual((stored.rows[0] as { estimate: unknown }).estimate, told, 'run and editor tell the same');
    const outputs = await client.outputs(run.id);
    for (const { facts } of outputs) {
      const seconds = facts?.seconds ?? 0;
      assert.ok(seconds >= before.seconds.least && seconds <= before.seconds.most);
    }
    const planned = new Set<string>();
    for (let position = 0; position < 9; position++) {
      const { shots } = await preview(document, { count: 9, share: 1, position });
      planned.add(shots.map(({ material }) => material).join());
    }
    assert.deepEqual(new Set(outputs.map(({ shots }) => shots.map(({ material }) => material).join())), planned);

    const afterwards = await measure(document, { projectId: id, count: 9 });
    assert.deepEqual(
      afterwards.rows.map(({ reachable }) => reachable),
      [0, 0, 18],
    );
    assert.equal(afterwards.level, 2);
    assert.equal((await preview(document, { projectId: id, count: 20 })).total, 18);
    const { seconds: learned } = (await measure(document, { count: 9 })).estimate;
    assert.ok(learned.most / learned.least < told.seconds.most / told.seconds.least / 2, 'it is learned from the run');
    const paces = await server.composed.ctx.db.pool.query('select name from mixing_paces order by name');
    assert.deepEqual(
      paces.rows.map(({ name }) => name as string),
      ['space', 'time'],
    );
  });

  test('clips that were prepared say why they are not copied, and what is done with them hinders it, too', async () => {
    const { measure, accountId } = await account();
    const [clip = ''] = clips;
    const id = await site.adopt(accountId, clip);
    await site.work();
    await site.allPrepared(accountId);
    const document = projectOf([[id]], { resolution: 720 });
    const kindsOf = async () => (await measure(document)).copying.map(({ hindrances }) => hindrances);
    const stated = [
      { kind: 'size', is: '180 × 240' },
      { kind: 'colours', is: '' },
    ];
    assert.deepEqual(await kindsOf(), [stated]);
    const [first] = document.groups;
    if (first !== undefined) first.speed = 2;
    assert.deepEqual(await kindsOf(), [[{ kind: 'edited', is: '' }, ...stated]]);
  });
});
