import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import { grantKey } from '#core/contract/grants.ts';
import type { PluginIndex, PluginSource } from '#core/contract/plugin-index.ts';
import { createPluginSwitches } from '#core/server/plugins/plugin-switches.ts';
import { standingOf } from '#core/server/services/providers/registry/plugin-standing.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import type { Extension, makeDeveloperKey, pushBuild } from '#plugins/extensions/calls.ts';
import { buildPackage } from '#tests/fixtures/plugin-package.ts';
import { halfSource, packHalf } from '#tests/fixtures/server-halves/write-half.ts';

import { packageForm, startExtensionsServer } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const { ctx } = server.composed;

async function makeKey(token = server.token, trusted?: boolean) {
  const answer = await server.call('POST', '/api/extensions/developer-keys', {
    token,
    body: { name: 'laptop', trusted },
  });
  assert.equal(answer.status, 200, answer.envelope.message);
  return answer.envelope.data as CallData<typeof makeDeveloperKey>;
}

async function push(key: string | undefined, packed: Buffer) {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-reelport-developer-key': key };
  const answer = await server.call('POST', '/api/extensions/push', { headers, body: packageForm(packed) });
  return { ...answer, data: answer.envelope.data as CallData<typeof pushBuild> };
}

const build = (web: string, more: object = {}) => buildPackage({ manifest: { id: 'draft', ...more }, web });

async function entryOf(id: string, token: string) {
  const { envelope } = await server.call('GET', '/api/plugins', { token });
  return (envelope.data as PluginIndex).plugins.find(({ manifest }) => manifest.id === id);
}

async function sourceOf(id: string, token: string) {
  return await server.call('GET', `/api/plugins/${id}/source`, { token });
}

const DIALOGS = { kind: 'service', token: 'dialogs@1', why: 'draft:title', optional: false } as const;

test('a key pushes builds without a login, each with an address of its own, and tells what it waits for', async () => {
  const { key, expiresAt } = await makeKey();
  const days = (new Date(expiresAt).getTime() - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30);
  const one = await push(key, build('export default 1;', { grants: [DIALOGS], uses: ['ghost'] }));
  assert.equal(one.status, 200, one.envelope.message);
  assert.equal(one.data.id, 'draft');
  assert.equal(one.data.problems.length, 2);
  assert.match(one.data.problems[1] ?? '', /dialogs@1/);
  const two = await push(key, build('export default 2;', { grants: [DIALOGS] }));
  assert.notEqual(one.data.revision, two.data.revision);
  const entry = await entryOf('draft', server.token);
  assert.deepEqual([entry?.source?.dev, entry?.source?.revision], [true, two.data.revision]);
  const source = (await sourceOf('draft', server.token)).envelope.data as PluginSource;
  const file = await server.http.app.inject({ url: source.web?.url ?? '' });
  assert.equal(file.body, 'export default 2;');
  const listed = await server.call('GET', '/api/extensions/draft', { token: server.token });
  assert.equal((listed.envelope.data as { extension: Extension }).extension.origin, 'developer');
});

test('a build reaches the sessions of who made its key, and nobody else', async () => {
  const { key } = await makeKey();
  await push(key, build('export default 1;'));
  const bronze = await server.signIn({ level: 'level1' });
  const other = await server.signIn({ operator: true });
  for (const { token } of [bronze, other]) {
    assert.equal(await entryOf('draft', token), undefined);
    assert.equal((await sourceOf('draft', token)).status, 404);
    const asked = { token, headers: { 'x-reelport-plugin': 'draft' } };
    assert.equal((await server.call('GET', '/api/p/draft/things', asked)).status, 403);
  }
  const { envelope } = await server.call('GET', '/api/plugins');
  assert.ok(!(envelope.data as PluginIndex).plugins.some(({ manifest }) => manifest.id === 'draft'));
  // Another operator sees it in the manager, and may remove it.
  const listed = await server.call('GET', '/api/extensions', { token: other.token });
  const { items } = listed.envelope.data as { items: Extension[] };
  assert.equal(items.find(({ manifest }) => manifest.id === 'draft')?.origin, 'developer');
});

test('what everybody has stays when its developer pushes a build; that can be ended, and is by the next version', async () => {
  const member = await server.signIn({ level: 'level1' });
  const packed = (version: string, web: string) => buildPackage({ manifest: { id: 'both', version }, web });
  const options = { actor: server.accountId, source: 'test', untrusted: true, grants: [] };
  await ctx.plugins.install(packed('1.0.0', 'export default 1;'), options);
  const { key } = await makeKey();
  await push(key, packed('1.1.0', 'export default 2;'));
  const versions = async () => [
    (await entryOf('both', server.token))?.manifest.version,
    (await entryOf('both', member.token))?.manifest.version,
  ];
  assert.deepEqual(await versions(), ['1.1.0', '1.0.0']);
  // Its faults in its developer's browser do not count against the version of the others.
  for (const version of ['1.0.0', '1.0.0', '1.1.0', '1.1.0']) {
    const fault = { plugin: 'both', version, phase: 'import', message: 'no' };
    await ctx.plugins.fault({ ...fault, accountId: server.accountId });
  }
  assert.deepEqual(await versions(), ['1.1.0', '1.0.0']);
  assert.equal(await ctx.plugins.rollBack('both', server.accountId), '1.0.0');
  assert.deepEqual(await versions(), ['1.0.0', '1.0.0']);
  await push(key, packed('1.1.0', 'export default 3;'));
  await ctx.plugins.install(packed('1.2.0', 'export default 4;'), options);
  assert.deepEqual(await versions(), ['1.2.0', '1.2.0']);
});

test('a key gives no grants: a build has those that an operator gave, whether it is the first or a later one', async () => {
  const { key } = await makeKey();
  const asking = (...grants: object[]) => build('export default 1;', { id: 'asking', grants });
  const dialogs = { ...DIALOGS, why: 'asking:title' };
  const events = { kind: 'service', token: 'events@1', why: 'asking:title', optional: true };
  const given = async () =>
    ((await sourceOf('asking', server.token)).envelope.data as PluginSource).grants.map(grantKey);
  await push(key, asking(dialogs));
  assert.deepEqual(await given(), []);
  const body = { grants: { 'dialogs@1': true } };
  const answer = await server.call('PATCH', '/api/extensions/asking', { token: server.token, body });
  assert.equal(answer.status, 200, answer.envelope.message);
  assert.deepEqual(await given(), ['dialogs@1']);
  const later = await push(key, asking(dialogs, events));
  assert.deepEqual(await given(), ['dialogs@1']);
  assert.match(later.data.problems.join(), /events@1/);
  assert.doesNotMatch(later.data.problems.join(), /dialogs@1/);
});

test('a build runs in a frame of its own, unless its key was made for the page', async () => {
  const { key } = await makeKey();
  await push(key, build('export default 1;', { id: 'walled' }));
  assert.equal((await entryOf('walled', server.token))?.source?.untrusted, true);
  await ctx.plugins.install(build('export default 1;', { id: 'walled' }), {
    ...{ actor: server.accountId, source: 'test', untrusted: false, grants: [] },
  });
  await push(key, build('export default 2;', { id: 'walled' }));
  assert.equal((await entryOf('walled', server.token))?.source?.untrusted, true);
  const { key: trusted } = await makeKey(server.token, true);
  await push(trusted, build('export default 3;', { id: 'walled' }));
  assert.equal((await entryOf('walled', server.token))?.source?.untrusted, false);
});

test('of a build with a server half only what browsers load is used: its server half is nowhere, and does not run', async () => {
  const { key } = await makeKey(server.token, true);
  const module = halfSource('stowaway', { body: 'globalThis.stowawayRuns = true;' });
  const pushed = await push(key, packHalf({ id: 'stowaway', module }));
  assert.equal(pushed.status, 200, pushed.envelope.message);
  assert.equal(existsSync(join(server.dataDir, 'plugins/stowaway')), false);
  assert.equal(server.composed.halves.states().has('stowaway'), false);
  assert.equal(Reflect.get(globalThis, 'stowawayRuns'), undefined);
  const { envelope } = await server.call('GET', '/api/plugins', { token: server.token });
  const entry = (envelope.data as PluginIndex).plugins.find(({ manifest }) => manifest.id === 'stowaway');
  assert.equal(entry?.state.name, 'blocked');
});

test('a plugin of which there are only builds is on for the server half that somebody has put into the data folder', async () => {
  const switches = await createPluginSwitches({ plugins: ctx.plugins, db: ctx.db, log: testLog });
  assert.equal(await switches.isOn('half-made'), false);
  assert.equal(await standingOf(ctx.plugins, 'half-made'), 'gone');
  const { key } = await makeKey();
  await push(key, build('export default 1;', { id: 'half-made' }));
  assert.equal(await switches.isOn('half-made'), true);
  assert.equal(await standingOf(ctx.plugins, 'half-made'), 'serving');
  const options = { actor: server.accountId, source: 'test', untrusted: true, grants: [] };
  await ctx.plugins.install(buildPackage({ manifest: { id: 'half-made' }, web: 'export default 2;' }), options);
  await ctx.plugins.setDisabled('half-made', true, server.accountId);
  await push(key, build('export default 3;', { id: 'half-made' }));
  assert.equal(await switches.isOn('half-made'), false);
  assert.equal(await standingOf(ctx.plugins, 'half-made'), 'disabled');
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
