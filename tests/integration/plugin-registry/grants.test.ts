import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';

import { grantKey, PLUGIN_HEADER, type Grant } from '#core/contract/grants.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';

import { laterQuay, quay } from './quay-plugin.ts';
import { ask, entryOf, sourceOf, startTwoNodes, until, type TwoNodes } from './two-nodes.ts';

const scope = lastFirst({ after });
let nodes: TwoNodes;
let operator: string;
let token: string;
before(async () => {
  nodes = await startTwoNodes(scope, [quay]);
  operator = (await nodes.one.signIn({ operator: true })).accountId;
  token = (await nodes.one.signIn({ level: 'level2' })).token;
  await install('watermark', [READ, WRITE]);
});

const SHIP = '/api/quay/ships/7';
const READ = 'GET /api/quay/ships/:id';
const WRITE = 'POST /api/quay/ships/:id';

const plugins = () => nodes.one.composed.ctx.plugins;
const asPlugin = (header: string) => ({ [PLUGIN_HEADER]: header });

function http(method: 'GET' | 'POST', optional = false, path = '/api/quay/ships/:id') {
  return { kind: 'http' as const, methods: [method], path, why: 'watermark:title', optional };
}

async function install(id: string, grants: string[], asked: Grant[] = [http('GET'), http('POST', true)]) {
  const why = `${id}:title`;
  const packed = buildPackage({ manifest: { id, grants: asked.map((grant) => ({ ...grant, why })) } });
  return await plugins().install(packed, { actor: operator, source: 'x', untrusted: true, grants });
}

const usesOf = async (id: string) =>
  Object.fromEntries(
    (await plugins().ledger(id)).map(({ grant, given, uses }): [string, unknown] => [
      grant.kind === 'http' ? grant.methods.join(',') : grant.token,
      [given, uses],
    ]),
  );

test('a plugin is let through where it was granted a call, and refused anywhere else by name', async () => {
  for (const node of [nodes.one, nodes.other]) {
    await until(async () => (await ask(node, SHIP, { token, headers: asPlugin('watermark') })).status === 200);
    for (const [method, path] of [
      ['GET', '/api/quay/open'],
      ['GET', '/api/plugins'],
      ['GET', '/api/tasks'],
      ['GET', '/api/settings/shell'],
      ['GET', '/health/live'],
      ['GET', '/plugin-files/watermark/1.0.0/web.mjs'],
      ['POST', '/api/uploads/quay/crate'],
    ] as const) {
      const refused = await ask(node, path, { method, token, headers: asPlugin('watermark') });
      assert.deepEqual(
        [refused.status, refused.error, refused.params],
        [403, 'core:plugin.not-granted', { plugin: 'watermark', method, path }],
      );
    }
  }
});

/** The status of a request whose target is sent as it is written. */
function statusOfTarget(target: string): Promise<number | undefined> {
  const { hostname, port } = new URL(nodes.one.address);
  const headers = { authorization: `Bearer ${token}`, ...asPlugin('watermark') };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end();
  });
}

test('addresses that are written to look like a granted one are refused', async () => {
  for (const target of [
    '/api/quay/ships/..%2f..%2fopen',
    '/api/quay/ships/%2e%2e',
    '/api/quay/ships/../open',
    '/api/quay/ships//7',
    '/api/quay//ships/7',
    '/api/quay%2fships/7',
    '/api/quay/ships/7\\..',
    '/api/quay/open#/ships/7',
    '/api/tasks#/../quay/ships/7',
    '/api/quay/open?/api/quay/ships/7',
  ]) {
    const status = await statusOfTarget(target);
    assert.ok(status !== undefined && status >= 400, `${target} answered ${status}`);
  }
  assert.equal(await statusOfTarget(`${SHIP}?of=%2f`), 200);
});

test('a name that is no installed plugin, and a header that is none, open nothing', async () => {
  for (const header of [
    'nobody',
    'quay',
    'core',
    'watermark, watermark',
    'watermark;x',
    '../watermark',
    ' ',
    '__proto__',
  ]) {
    const refused = await ask(nodes.one, SHIP, { token, headers: asPlugin(header) });
    assert.deepEqual([header, refused.status, refused.error], [header, 403, 'core:plugin.not-granted']);
  }
});

test('uses of a grant are counted over all nodes, refusals are not', async () => {
  await install('counted', [READ]);
  const headers = asPlugin('counted');
  await until(async () => (await ask(nodes.other, '/api/plugins/counted/proven', report('counted'))).status === 200);
  const before = await plugins().ledger('counted');
  assert.deepEqual(await usesOf('counted'), { GET: [true, 0], POST: [false, 0] });
  assert.equal(before[0]?.lastUsedAt, null);
  await ask(nodes.one, SHIP, { token, headers });
  await ask(nodes.other, `${SHIP}?limit=3`, { token, headers });
  await ask(nodes.other, '/api/quay/ships/8', { token, headers });
  await ask(nodes.other, SHIP, { method: 'POST', token, headers });
  await nodes.other.composed.ctx.plugins.ledger('counted');
  assert.deepEqual(await usesOf('counted'), { GET: [true, 3], POST: [false, 0] });
  const [read] = await plugins().ledger('counted');
  assert.ok(Math.abs(Date.now() - Number(read?.lastUsedAt)) < 60_000);
});

test('uses of services are counted as browsers tell them, for what was granted only', async () => {
  const service = (name: string): Grant => ({ kind: 'service', token: name, why: 'served:title', optional: true });
  await install('served', ['dialogs@1'], [service('dialogs@1'), service('events@1')]);
  const tell = async (id: string, uses: unknown) =>
    await ask(nodes.other, `/api/plugins/${id}/uses`, { method: 'POST', token, body: { uses } });
  await until(async () => (await tell('served', { 'dialogs@1': 2 })).status === 200);
  assert.equal((await tell('served', { 'dialogs@1': 3, 'events@1': 9, 'session@1': 1 })).status, 200);
  await nodes.other.composed.ctx.plugins.ledger('served');
  assert.deepEqual(await usesOf('served'), { 'dialogs@1': [true, 5], 'events@1': [false, 0] });

  for (const uses of [{ 'dialogs@1': 0 }, { 'dialogs@1': 1_000_000 }, { 'dialogs@1': 1.5 }, ['dialogs@1']]) {
    assert.equal((await tell('served', uses)).status, 422, JSON.stringify(uses));
  }
  assert.equal((await tell('unheard', { 'dialogs@1': 1 })).status, 404);
  const anonymous = { method: 'POST', body: { uses: { 'dialogs@1': 1 } } };
  assert.equal((await ask(nodes.one, '/api/plugins/served/uses', anonymous)).status, 401);
  await nodes.other.composed.ctx.plugins.ledger('served');
  assert.deepEqual((await usesOf('served'))['dialogs@1'], [true, 5]);
});

test('what was counted is written down when the node closes', async () => {
  await install('closing', [READ]);
  const late = await nodes.start();
  await ask(late, SHIP, { token, headers: asPlugin('closing') });
  await late.close();
  assert.deepEqual((await usesOf('closing'))['GET'], [true, 1]);
});

test('a grant that is taken or given holds on every node at once, and in the index', async () => {
  const headers = asPlugin('watermark');
  const dock = async (method: string) => (await ask(nodes.other, SHIP, { method, token, headers })).status;
  assert.equal(await dock('POST'), 200);
  const revision = async () => (await entryOf(nodes.other, 'watermark', token))?.source?.revision;
  const before = await revision();
  await plugins().setGrant('watermark', WRITE, false, operator);
  await until(async () => (await dock('POST')) === 403);
  assert.equal(await dock('GET'), 200);
  const source = await sourceOf(nodes.other, 'watermark', token);
  assert.deepEqual(
    source?.grants.map((grant) => (grant.kind === 'http' ? grant.methods : [])),
    [['GET']],
  );
  assert.notEqual(source?.revision, before);
  assert.equal(await revision(), source?.revision);
  await plugins().setGrant('watermark', WRITE, true, operator);
  await until(async () => (await dock('POST')) === 200);
  await assert.rejects(plugins().setGrant('watermark', 'GET /api/else', true, operator), {
    code: 'core:plugin.grant-unknown',
  });
});

test('without a grant that it cannot do without, a plugin is not installed', async () => {
  await assert.rejects(install('needy', [WRITE]), { code: 'core:plugin.grants-needed' });
  assert.equal(await plugins().find('needy'), undefined);
});

test('a plugin that is off, hidden or locked for the caller makes no call', async () => {
  await install('guest', [READ]);
  const headers = asPlugin('guest');
  const statusOf = async (method = 'GET') => (await ask(nodes.one, SHIP, { method, token, headers })).error;
  assert.equal(await statusOf(), undefined);
  await plugins().setDisabled('guest', true, operator);
  assert.equal(await statusOf(), 'core:plugin.unavailable');
  await plugins().setDisabled('guest', false, operator);
  await plugins().setTier('guest', 'level2', 'hidden', operator);
  assert.equal(await statusOf(), 'core:plugin.unavailable');
  await plugins().setTier('guest', 'level2', 'locked', operator);
  assert.equal(await statusOf('POST'), 'core:locked.level3');
  await plugins().setTier('guest', 'level2', null, operator);
  assert.equal((await ask(nodes.one, '/api/quay/open', { headers })).error, 'core:unauthenticated');
  assert.equal((await ask(nodes.one, SHIP, { headers })).error, 'core:unauthenticated');
  await plugins().remove('guest', operator);
  assert.equal(await statusOf(), 'core:plugin.not-granted');
});

test('a call without the header is nobody’s but the caller’s', async () => {
  assert.equal((await ask(nodes.one, SHIP, { token })).status, 200);
});

const report = (id: string) => ({
  method: 'POST',
  token,
  headers: asPlugin(id),
  body: { version: '1.0.0' },
});

test('a plugin’s own faults need no grant, those of others cannot be told in its name', async () => {
  await install('teller', [READ]);
  assert.equal((await ask(nodes.one, '/api/plugins/teller/proven', report('teller'))).status, 200);
  const foreign = await ask(nodes.one, '/api/plugins/watermark/proven', report('teller'));
  assert.deepEqual([foreign.status, foreign.error], [403, 'core:plugin.not-granted']);
});

test('a browser half whose calls are others than the server half’s is told to update', async () => {
  const half = {
    ...{ state: 'running' as const, resting: false, problem: null },
    callsHash: 'new',
    calls: null,
    parts: null,
  };
  const node = await nodes.start({ serverHalves: () => new Map([['paired', half]]) });
  try {
    const installed = node.composed.ctx.plugins;
    const options = { actor: operator, source: 'x', untrusted: false, grants: [READ] };
    const put = (calls: string, version: string) =>
      installed.install(
        buildPackage({ manifest: { id: 'paired', version, grants: [{ ...http('GET'), why: 'paired:title' }] }, calls }),
        options,
      );
    const errorOf = async (header: string) => (await ask(node, SHIP, { token, headers: asPlugin(header) })).error;

    assert.deepEqual((await put('old', '1.0.0')).blocked, { reason: 'update', details: ['old', 'new'] });
    assert.equal((await entryOf(node, 'paired', token))?.state.name, 'blocked');
    assert.equal(await errorOf('paired;calls=old'), 'core:plugin.update');
    assert.equal(await errorOf('paired'), 'core:plugin.update');

    assert.equal((await put('new', '1.1.0')).blocked, null);
    assert.equal(await errorOf('paired;calls=new'), undefined);
    // A page that was opened before the update.
    assert.equal(await errorOf('paired;calls=old'), 'core:plugin.update');
  } finally {
    await node.close();
  }
});

test('after an update of the workbench grants wait whose own call has changed, until they are given again', async () => {
  const dialogs: Grant = { kind: 'service', token: 'dialogs@1', why: 'updated:title', optional: true };
  await install('updated', [READ, WRITE, 'dialogs@1'], [http('GET'), http('POST', true), dialogs]);
  const later = await nodes.start({ plugins: [laterQuay] });
  const known = later.composed.ctx.plugins;
  const read = async () => await ask(later, SHIP, { token, headers: asPlugin('updated') });
  const write = async () => await ask(later, SHIP, { method: 'POST', token, headers: asPlugin('updated') });
  try {
    const found = await known.find('updated');
    assert.deepEqual(found?.waiting?.grants, [READ]);
    assert.deepEqual((await sourceOf(later, 'updated', token))?.grants.map(grantKey), [WRITE, 'dialogs@1']);
    assert.equal((await read()).error, 'core:plugin.not-granted');
    assert.equal((await write()).status, 200);
    const entry = (await known.ledger('updated')).find(({ changed: isChanged }) => isChanged);
    assert.deepEqual([entry?.grant.kind === 'http' && entry.grant.methods, entry?.given], [['GET'], false]);
    const packed = buildPackage({
      manifest: { id: 'updated', version: '1.1.0', grants: [{ ...http('GET'), why: 'updated:title' }] },
    });
    assert.deepEqual((await known.inspect(packed)).newGrants, [READ]);

    await known.setGrant('updated', READ, true, operator);
    assert.deepEqual((await known.find('updated'))?.waiting?.grants, []);
    assert.equal((await read()).status, 200);
  } finally {
    await later.close();
  }
});

test('grants that were given before hashes were kept are for what their calls are now', async () => {
  await install('earlier', [READ]);
  await nodes.one.composed.ctx.db.pool.query(`update core_plugin_grants set call = null where plugin = 'earlier'`);
  const later = await nodes.start();
  try {
    assert.deepEqual((await later.composed.ctx.plugins.find('earlier'))?.waiting?.grants, []);
    const { rows } = await nodes.one.composed.ctx.db.pool.query<{ call: string | null }>(
      `select call from core_plugin_grants where plugin = 'earlier' and given`,
    );
    assert.match(rows[0]?.call ?? '', /^[0-9a-f]{20}$/);
  } finally {
    await later.close();
  }
});
