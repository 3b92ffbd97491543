import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';

import sharp from 'sharp';

import { INSTALLATION } from '#core/server/services/jobs/jobs.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { BEACON, EAVESDROPPER, LOOKOUT, SLEEPER } from '#tests/fixtures/server-halves/hooked.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import type { Answer, TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

import { startHarbour } from './harbour.ts';

const scope = lastFirst({ after });
let server: TestServer;
let worker: Composed;
let token: string;
let accountId: string;
before(async () => {
  const discovered = (await discoverPlugins()).filter(({ manifest }) => manifest.id === 'materials');
  server = await startHarbour(scope, [BEACON, EAVESDROPPER, LOOKOUT, SLEEPER], { discovered });
  const { db } = server.composed.ctx;
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString });
  worker = await compose(configuration, 'worker', { concurrency: 2, plugins: discovered, log: testLog });
  scope.after(() => worker.close());
  ({ token, accountId } = await server.signIn());
});

const light = (name: string): Promise<Answer> => server.call('POST', `/api/p/beacon/lights/${name}`, { token });
async function seen(): Promise<string[]> {
  const { rows } = await server.composed.ctx.db.pool.query<{ what: string }>(
    'select what from lookout_seen where account_id = $1 order by what',
    [accountId],
  );
  return rows.map(({ what }) => what);
}
async function deliveries(plugin: string): Promise<string[]> {
  const { rows } = await server.composed.ctx.db.pool.query<{ state: string }>(
    'select state from core_tasks where job like $1 and account_id = $2 order by created_at',
    [`${plugin}.on.%`, INSTALLATION],
  );
  return rows.map(({ state }) => state);
}

test('a subscriber is told of what was committed, another one’s failures do not keep it waiting', async () => {
  assert.equal((await light('green')).status, 200);
  await until(async () => (await seen()).includes('green'));
  assert.equal((await light('out')).status, 404);
  assert.equal((await light('white')).status, 200);
  await until(async () => (await seen()).includes('white'));
  assert.deepEqual(await seen(), ['green', 'white'], 'what was rolled back is told to nobody');
  await until(async () => (await worker.ctx.plugins.faults('sleeper')).some(({ message }) => /asleep/.test(message)));
  assert.ok(!(await deliveries('sleeper')).includes('succeeded'));
});

test('what failed is told again, and written once', async () => {
  assert.equal((await light('red')).status, 200);
  await until(async () => (await seen()).includes('red'));
  assert.equal((await seen()).filter((what) => what === 'red').length, 1);
  assert.match((await worker.ctx.plugins.faults('lookout'))[0]?.message ?? '', /job: Error: fog/);
});

test('a material that was looked at is told of, and no member sees a delivery among their tasks', async () => {
  const { ctx } = server.composed;
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const { id } = await ctx.files.add(accountId, Readable.from([bytes]), { name: 'sea.png', maxSize: 1e6 });
  const name = 'sea.png';
  const material = await ctx.db.transaction((tx) =>
    libraryOf(ctx).adopt(tx, accountId, { id, name }, { kind: 'image' }),
  );
  await until(async () => (await seen()).includes(`image ${material}`));
  const { envelope } = await server.call('GET', '/api/tasks', { token });
  assert.doesNotMatch(JSON.stringify(envelope), /\.on\./);
});

test('what went out is told of, without the plugin that sent it being known to who is told', async () => {
  const { ctx } = server.composed;
  const post = { ...{ id: randomUUID(), fileId: randomUUID(), hash: 'a'.repeat(64) }, name: 'sea.mp4', link: null };
  const data = { ...post, service: 'publishing.folder' };
  await ctx.db.transaction((tx) => ctx.fire(tx, postPublished, { accountId, data }));
  await until(async () => (await seen()).includes('publishing.folder has sea.mp4'));
});

test('a payload of another shape, and a hook that is not its own or not listed, is the firing half’s mistake', async () => {
  for (const how of ['shape', 'foreign', 'unlisted']) assert.equal((await light(how)).status, 500);
  const told = async () =>
    (await server.composed.ctx.plugins.faults('beacon')).map(({ message }) => message).join('\n');
  await until(async () => (await told()).split('\n').length >= 3);
  assert.match(await told(), /fire\(beacon\.lit@1\): data\.light: /);
  assert.match(await told(), /beacon: only "materials" fires materials\.ready@1/);
  assert.match(await told(), /fire\(beacon\.dark@1\): list it under "fires" of the server half of "beacon"/);
  await server.composed.halves.retry('beacon');
});

test('a half is told only of what its manifest lists, which is shown to operators', () => {
  const states = server.composed.halves.states();
  const failed = states.get('eavesdropper');
  assert.equal(failed?.state, 'failed');
  assert.match(failed?.problem ?? '', /list "materials\.ready@1" under "hooks" in plugin\.ts/);
  assert.deepEqual(states.get('lookout')?.parts?.hooks, ['beacon.lit@1', 'materials.ready@1', 'posts.published@1']);
});

test('what is switched off is not told, and is told again when it is on', async () => {
  const { plugins } = server.composed.ctx;
  await plugins.setDisabled('lookout', true, 'test');
  const count = async () => (await deliveries('lookout')).length;
  await until(async () => {
    const earlier = await count();
    await light('blue');
    return (await count()) === earlier;
  });
  await plugins.setDisabled('lookout', false, 'test');
  await until(async () => {
    await light('amber');
    return (await seen()).includes('amber');
  });
});
