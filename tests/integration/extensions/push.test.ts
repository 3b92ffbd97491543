import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import type { PluginIndex, PluginSource } from '#core/contract/plugin-index.ts';
import type { Extension, makeDeveloperKey, pushBuild } from '#plugins/extensions/calls.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';

import { packageForm, startExtensionsServer } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const { ctx } = server.composed;

async function makeKey(token = server.token) {
  const answer = await server.call('POST', '/api/extensions/developer-keys', { token, body: { name: 'laptop' } });
  assert.equal(answer.status, 200, answer.envelope.message);
  return answer.envelope.data as CallData<typeof makeDeveloperKey>;
}

async function push(key: string | undefined, packed: Buffer) {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-reelport-developer-key': key };
  const answer = await server.call('POST', '/api/extensions/push', { headers, body: packageForm(packed) });
  return { ...answer, data: answer.envelope.data as CallData<typeof pushBuild> };
}

const build = (web: string, more: object = {}) => buildPackage({ manifest: { id: 'draft', ...more }, web });

test('a key pushes builds without a login, each with an address of its own and every grant that it asks for', async () => {
  const { key, expiresAt } = await makeKey();
  const days = (new Date(expiresAt).getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30);
  const grants = [{ kind: 'service', token: 'dialogs@1', why: 'draft:title', optional: true }] as const;
  const one = await push(key, build('export default 1;', { grants, uses: ['ghost'] }));
  assert.equal(one.status, 200, one.envelope.message);
  assert.equal(one.data.id, 'draft');
  assert.deepEqual(one.data.problems.length, 1);
  const two = await push(key, build('export default 2;', { grants }));
  assert.notEqual(one.data.revision, two.data.revision);
  const { envelope } = await server.call('GET', '/api/plugins', { token: server.token });
  const entry = (envelope.data as PluginIndex).plugins.find(({ manifest }) => manifest.id === 'draft');
  assert.deepEqual([entry?.source?.dev, entry?.source?.revision], [true, two.data.revision]);
  const answer = await server.call('GET', '/api/plugins/draft/source', { token: server.token });
  const source = answer.envelope.data as PluginSource;
  assert.equal(source.grants.length, 1);
  const file = await server.http.app.inject({ url: source.web?.url ?? '' });
  assert.equal(file.body, 'export default 2;');
  const listed = await server.call('GET', '/api/extensions/draft', { token: server.token });
  assert.equal((listed.envelope.data as { extension: Extension }).extension.origin, 'developer');
});

test('a build that cannot be installed is refused in words', async () => {
  const { key } = await makeKey();
  const shipped = await push(key, buildPackage({ manifest: { id: 'extensions' } }));
  assert.deepEqual([shipped.status, shipped.failure.error], [422, 'core:plugin.finding-shipped']);
  const broken = await push(key, Buffer.from('no zip'));
  assert.equal(broken.failure.error, 'core:plugin.package-zip');
});

test('without a key, with a wrong or an old one, and once its maker is no operator any more, nothing is taken', async () => {
  for (const key of [undefined, '', 'rpd_wrong', 'x'.repeat(3_000)]) {
    const answer = await push(key, build('export default 3;'));
    assert.deepEqual([answer.status, answer.failure.error], [401, 'extensions:key-wrong']);
  }
  const other = await server.signIn({ operator: true });
  const { key } = await makeKey(other.token);
  await ctx.accounts.setOperator(ctx.db, other.accountId, false);
  assert.equal((await push(key, build('export default 4;'))).status, 401);
  await ctx.accounts.setOperator(ctx.db, other.accountId, true);
  assert.equal((await push(key, build('export default 4;'))).status, 200);
  await ctx.accounts.disable(ctx.db, other.accountId);
  assert.equal((await push(key, build('export default 5;'))).status, 401);
  const { key: old } = await makeKey();
  await ctx.db.pool.query(`update extensions_developer_keys set expires_at = now() - interval '1 second'`);
  assert.equal((await push(old, build('export default 6;'))).status, 401);
});

test('only what it is known by is kept of a key, and an address cannot try many', async () => {
  const { key } = await makeKey();
  const { rows } = await ctx.db.pool.query('select * from extensions_developer_keys');
  assert.ok(!JSON.stringify(rows).includes(key));
  const audited = await ctx.db.pool.query(`select details from core_audit where action = 'extensions.developer-key'`);
  assert.ok(audited.rows.length > 0 && !JSON.stringify(audited.rows).includes(key));
  let status = 401;
  for (let tries = 0; tries < 25 && status === 401; tries += 1) status = (await push('rpd_guess', build('1;'))).status;
  assert.equal(status, 429);
  assert.equal((await push(key, build('export default 7;'))).status, 429);
});
