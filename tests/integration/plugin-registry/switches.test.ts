import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Level } from '#core/contract/tiers.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { needed, quay } from './quay-plugin.ts';
import { ask, entryOf, openEvents, startTwoNodes, until, type TwoNodes } from './two-nodes.ts';

const scope = lastFirst({ after });
let nodes: TwoNodes;
let operator: string;
before(async () => {
  nodes = await startTwoNodes(scope, [quay, needed]);
  operator = (await nodes.one.signIn({ operator: true, level: 'level4' })).accountId;
});

const SHIP = '/api/quay/ships/7';
const plugins = () => nodes.one.composed.ctx.plugins;
const signIn = async (level: Level = 'level0') => (await nodes.one.signIn({ level })).token;
/** Writing, which a tier may lock. */
const dock = (node: { address: string }, token: string) => ask(node, SHIP, { method: 'POST', token });
const pathsOf = async (token: string) => (await entryOf(nodes.other, 'quay', token))?.manifest.routes.length;

test('a tier that is locked on one node is refused on every node, with what unlocks it, and the index follows', async () => {
  const [free, silver] = [await signIn(), await signIn('level2')];
  assert.equal((await dock(nodes.other, free)).status, 200);
  await plugins().setTier('quay', 'level0', 'locked', operator);
  await plugins().setTier('quay', 'level1', 'hidden', operator);

  await until(async () => (await dock(nodes.other, free)).status === 403);
  for (const node of [nodes.one, nodes.other]) {
    const refused = await dock(node, free);
    assert.deepEqual([refused.status, refused.error, refused.params], [403, 'core:locked.level2', { level: 'level2' }]);
    assert.equal((await dock(node, silver)).status, 200);
    // What is locked may be looked at.
    assert.equal((await ask(node, SHIP, { token: free })).status, 200);
    const entry = await entryOf(node, 'quay', free);
    assert.deepEqual(entry?.state, { name: 'locked', feature: null, unlockedBy: 'level2' });
    assert.deepEqual(entry?.manifest.gate.tiers, { level0: 'locked', level1: 'hidden' });
    assert.deepEqual((await entryOf(node, 'quay', silver))?.state, { name: 'ready' });
  }

  const upload = { method: 'POST', token: free, headers: { 'tus-resumable': '1.0.0', 'upload-length': '9' } };
  assert.equal((await ask(nodes.other, '/api/uploads/quay/crate', upload)).error, 'core:locked.level2');

  await plugins().setTier('quay', 'level0', null, operator);
  await plugins().setTier('quay', 'level1', null, operator);
  await until(async () => (await dock(nodes.other, free)).status === 200);
});

test('a tier from which it is hidden knows nothing of it', async () => {
  const bronze = await signIn('level1');
  await plugins().setTier('quay', 'level1', 'hidden', operator);
  await until(async () => (await entryOf(nodes.other, 'quay', bronze)) === undefined);
  const refused = await ask(nodes.other, SHIP, { token: bronze });
  assert.deepEqual([refused.status, refused.error], [404, 'core:plugin.unavailable']);
  // Yet what it has stored in a browser stays; only what is installed no more is gone.
  const gone = await ask(nodes.other, '/api/plugins/gone?ids=quay,left-notes,extensions', { token: bronze });
  assert.deepEqual(gone.data, { ids: ['left-notes', 'extensions'] });
  assert.equal((await ask(nodes.other, '/api/plugins/gone?ids=quay')).status, 401);
  await plugins().setTier('quay', 'level1', null, operator);
});

test('what is locked for every tier above as well names nothing that unlocks it', async () => {
  const diamond = await signIn('level4');
  await plugins().setTier('quay', 'level4', 'locked', operator);
  assert.equal((await dock(nodes.one, diamond)).error, 'core:locked.tier');
  await plugins().setTier('quay', 'level4', null, operator);
});

test('what is switched off answers nobody on any node, and is in nobody’s index', async () => {
  const token = await signIn('level4');
  const boss = (await nodes.one.signIn({ operator: true })).token;
  assert.equal(await pathsOf(token), 1);
  await plugins().setDisabled('quay', true, operator);
  await until(async () => (await entryOf(nodes.other, 'quay', token)) === undefined);
  const upload = { method: 'POST', headers: { 'tus-resumable': '1.0.0', 'upload-length': '9' } };
  for (const node of [nodes.one, nodes.other]) {
    for (const [path, options] of [
      [SHIP, { token }],
      ['/api/quay/open', {}],
      ['/api/quay/crane', { token: boss }],
      ['/api/uploads/quay/crate', { ...upload, token }],
    ] as const) {
      const refused = await ask(node, path, options);
      assert.deepEqual([path, refused.status, refused.error], [path, 404, 'core:plugin.unavailable']);
    }
    assert.equal(await entryOf(node, 'quay', boss), undefined);
  }
  await plugins().setDisabled('quay', false, operator);
  await until(async () => (await pathsOf(token)) === 1);
  assert.equal((await ask(nodes.other, '/api/quay/open')).status, 200);
});

test('every open stream hears of a switch, whoever’s and on whatever node; one that was away hears of it later', async () => {
  const [mine, theirs] = [await signIn(), await signIn('level3')];
  const streams = [await openEvents(nodes.one, mine), await openEvents(nodes.other, theirs)];
  await plugins().setTier('quay', 'level2', 'locked', operator);
  const [first, second] = await Promise.all(streams.map((stream) => stream.next('plugins')));
  assert.equal(first, second);
  for (const stream of streams) stream.hangUp();
  await plugins().setTier('quay', 'level2', null, operator);
  const back = await openEvents(nodes.other, theirs, second);
  assert.ok(BigInt(await back.next('plugins')) > BigInt(second ?? 0));
  back.hangUp();
});

test('the index that is read after the event has the change in it', async () => {
  const token = await signIn('level3');
  const stream = await openEvents(nodes.other, token);
  for (const mode of ['locked', null, 'hidden', null] as const) {
    await plugins().setTier('quay', 'level3', mode, operator);
    await stream.next('plugins');
    const state = (await entryOf(nodes.other, 'quay', token))?.state.name;
    assert.equal(state, mode === 'hidden' ? undefined : mode === null ? 'ready' : 'locked');
  }
  stream.hangUp();
});

test('what the workbench needs is neither switched off nor kept from a tier', async () => {
  await assert.rejects(plugins().setDisabled('account', true, operator), { code: 'core:plugin.needed' });
  await assert.rejects(plugins().setTier('account', 'level0', 'hidden', operator), { code: 'core:plugin.needed' });
  await assert.rejects(plugins().setDisabled('nobody', true, operator), { code: 'core:plugin.unknown' });
});

test('an account’s open pages hear of another tier, and of the end of one that nobody ends', async () => {
  const { accountId, token } = await nodes.one.signIn();
  const stream = await openEvents(nodes.other, token);
  const { db, accounts } = nodes.one.composed.ctx;
  await plugins().setTier('quay', 'level0', 'locked', operator);
  const roleUntil = new Date(Date.now() + 1_500);
  await db.transaction((tx) => accounts.setRole(tx, accountId, { roleCode: 13, roleUntil }));
  assert.notEqual(await stream.next('account'), '');
  assert.equal((await dock(nodes.other, token)).status, 200);
  assert.equal(await stream.next('account'), '');
  assert.ok(Date.now() >= roleUntil.getTime());
  assert.equal((await dock(nodes.other, token)).error, 'core:locked.level1');
  assert.equal((await entryOf(nodes.other, 'quay', token))?.state.name, 'locked');
  await plugins().setTier('quay', 'level0', null, operator);
  stream.hangUp();
});

test('each switch is in the audit log', async () => {
  await plugins().setTier('quay', 'level2', 'locked', operator);
  await plugins().setTier('quay', 'level2', null, operator);
  await plugins().setDisabled('quay', true, operator);
  await plugins().setDisabled('quay', false, operator);
  const { rows } = await nodes.one.composed.ctx.db.pool.query<{ action: string; details: unknown }>(
    `select action, details from core_audit where target = 'quay' order by at desc, id desc limit 4`,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['plugin.enable', 'plugin.disable', 'plugin.tier', 'plugin.tier'],
  );
  assert.deepEqual(rows[3]?.details, { level: 'level2', mode: 'locked' });
});
