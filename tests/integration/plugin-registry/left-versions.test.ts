import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const scope = lastFirst({ after });
let server: TestServer;
before(async () => {
  server = await startTestServer(scope);
});

const plugins = () => server.composed.ctx.plugins;
const tell = (plugin: string, accountId: string | null) =>
  plugins().fault({ plugin, version: '2.0.0', phase: 'activate', message: 'it broke', accountId });
/** The account of somebody who works for a member. */
function buildSubAccount(parentId: string) {
  const { db, accounts } = server.composed.ctx;
  return db.transaction((tx) => accounts.create(tx, { name: 'Mate', parentId }));
}
const runs = async (id: string) => (await plugins().find(id))?.manifest.version;

/** A plugin whose second version nobody has seen work. */
async function update(id: string): Promise<void> {
  for (const version of ['1.0.0', '2.0.0']) {
    const packed = buildPackage({ manifest: { id, version } });
    await plugins().install(packed, { actor: 'test', source: 'test', untrusted: false, grants: [] });
    if (version === '1.0.0') await plugins().proven(id, version, null);
  }
}

test('the only member who is logged in has it left by two faults of one browser, sub-accounts and operators or not', async () => {
  const { accountId } = await server.signIn();
  await server.signIn({ operator: true });
  const account = await buildSubAccount(accountId);
  await server.signIn({ account });
  await update('lonely');
  await tell('lonely', accountId);
  assert.equal(await runs('lonely'), '2.0.0');
  await tell('lonely', account.id);
  assert.equal(await runs('lonely'), '1.0.0');
});

test('among others a member has one word, whatever the sub-accounts say; two of six decide nothing, a third is believed', async () => {
  const { accountId } = await server.signIn();
  const [second, third] = [await server.signIn(), await server.signIn()];
  await server.signIn();
  await server.signIn();
  const sub = await buildSubAccount(accountId);
  await update('common');
  for (const id of [accountId, accountId, sub.id, accountId, second.accountId, second.accountId]) {
    await tell('common', id);
  }
  assert.equal(await runs('common'), '2.0.0');
  await tell('common', third.accountId);
  assert.equal(await runs('common'), '1.0.0');
});

test('of many members it takes a fifth, to abandon a version and to prove it', async () => {
  const members = await Promise.all(Array.from({ length: 18 }, () => server.signIn()));
  const active = members.length + 6;
  const needed = Math.ceil(active / 5);
  await update('watched');
  for (const { accountId } of members.slice(0, needed - 1)) await tell('watched', accountId);
  assert.equal(await runs('watched'), '2.0.0');
  await tell('watched', members[needed - 1]?.accountId ?? '');
  assert.equal(await runs('watched'), '1.0.0');

  await update('used');
  const isProven = async () => (await plugins().versions('used')).find(({ version }) => version === '2.0.0')?.proven;
  for (const { accountId } of members.slice(0, needed - 1)) await plugins().proven('used', '2.0.0', accountId);
  await plugins().proven('used', '2.0.0', members[0]?.accountId ?? '');
  assert.equal(await isProven(), false);
  await plugins().proven('used', '2.0.0', members[needed]?.accountId ?? '');
  assert.equal(await isProven(), true);
});

test('one operator proves a version', async () => {
  const { accountId } = await server.signIn({ operator: true });
  await update('looked-at');
  await plugins().proven('looked-at', '2.0.0', accountId);
  assert.equal((await plugins().versions('looked-at')).find(({ version }) => version === '2.0.0')?.proven, true);
});

test('an operator who tries a version twice is believed among any number of members', async () => {
  const { accountId } = await server.signIn({ operator: true });
  await server.signIn();
  await update('tried');
  await tell('tried', accountId);
  assert.equal(await runs('tried'), '2.0.0');
  await tell('tried', accountId);
  assert.equal(await runs('tried'), '1.0.0');
});

test('what was left by itself says so, when and for what; what an operator left does not', async () => {
  await update('told');
  await tell('told', null);
  await tell('told', null);
  const [left, current] = await plugins().versions('told');
  assert.deepEqual(
    [left?.version, left?.rejected, current?.rejected, current?.rejection],
    ['2.0.0', true, false, null],
  );
  assert.deepEqual([left?.rejection?.phase, left?.rejection?.message], ['activate', 'it broke']);
  assert.ok(Math.abs(Date.now() - new Date(left?.rejection?.at ?? 0).getTime()) < 60_000);
  await update('by-hand');
  const { accountId } = await server.signIn({ operator: true });
  await plugins().rollBack('by-hand', accountId);
  assert.deepEqual(
    (await plugins().versions('by-hand')).map(({ rejected }) => rejected),
    [false, false],
  );
});
