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
    if (version === '1.0.0') await plugins().proven(id, version);
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

test('among others a member has one word, whatever the sub-accounts say; a second member is believed', async () => {
  const { accountId } = await server.signIn();
  const other = await server.signIn();
  const sub = await buildSubAccount(accountId);
  await update('shared');
  for (const id of [accountId, accountId, sub.id, accountId]) await tell('shared', id);
  assert.equal(await runs('shared'), '2.0.0');
  await tell('shared', other.accountId);
  assert.equal(await runs('shared'), '1.0.0');
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
  await plugins().rollBack('by-hand', 'test');
  assert.deepEqual(
    (await plugins().versions('by-hand')).map(({ rejected }) => rejected),
    [false, false],
  );
});
