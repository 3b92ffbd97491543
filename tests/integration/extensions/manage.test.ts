import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { defineSettings } from '#core/contract/plugin-settings.ts';
import { fieldsOf } from '#core/contract/settings-fields.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import type { Extension, InspectionData, readExtension } from '#plugins/extensions/calls.ts';

import { dialogs, extensions, kit, startExtensionsServer, why } from './extensions-kit.ts';

const server = await startExtensionsServer({ after });
const { token } = server;

async function one(id: string) {
  const { envelope } = await server.call('GET', `/api/extensions/${id}`, { token });
  return envelope.data as CallData<typeof readExtension>;
}

test('nobody but operators reaches the manager', async () => {
  const member = await server.signIn();
  const calls = [
    ...['GET /api/extensions', 'GET /api/extensions/x1', 'GET /api/extensions/x1/why', 'DELETE /api/extensions/x1'],
    ...['POST /api/extensions/inspect-url', 'POST /api/extensions/install', 'POST /api/extensions/developer-keys'],
    ...['POST /api/extensions/x1/roll-back', 'PATCH /api/extensions/x1', 'POST /api/extensions/inspect'],
  ];
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    assert.equal((await server.call(method, path)).status, 401, call);
    assert.equal((await server.call(method, path, { token: member.token })).status, 403, call);
  }
});

test('settings of an installed plugin stand as their author wrote them', async () => {
  const { schemas } = defineSettings({
    account: z.object({ size: z.int().default(1), line: z.string().default(''), a: z.boolean().default(false) }),
  });
  const { id, packed } = kit({ manifest: { settings: schemas } });
  await server.install(packed);
  const { account } = (await one(id)).extension.manifest.settings;
  assert.deepEqual(
    fieldsOf(account ?? assert.fail()).map(({ key }) => key),
    ['size', 'line', 'a'],
  );
});

test('an upload is inspected and nothing of it installed', async () => {
  const { id, packed } = kit({ manifest: { uses: ['ghost'] } });
  const answer = await server.inspect(packed);
  assert.equal(answer.status, 200);
  const { change, findings, tiers, ticket } = answer.envelope.data as InspectionData;
  assert.equal(change, 'new');
  assert.deepEqual(findings, [
    {
      level: 'warning',
      text: 'The plugin works together with ghost, which is not here; what they do together is missing.',
    },
  ]);
  assert.equal(tiers.level0, 'ready');
  assert.ok(ticket.length > 30);
  assert.equal((await server.call('GET', `/api/extensions/${id}`, { token })).status, 404);
  const chinese = await server.inspect(packed, { headers: { 'accept-language': 'zh' } });
  assert.match((chinese.envelope.data as InspectionData).findings[0]?.text ?? '', /这里没有它/);
});

test('an upload that is no package is refused in words', async () => {
  const answer = await server.inspect(Buffer.from('hello'));
  assert.deepEqual([answer.status, answer.failure.error], [422, 'core:plugin.package-zip']);
  const large = await server.inspect(Buffer.alloc(5 * 1024 * 1024 + 1));
  assert.deepEqual([large.status, large.failure.error], [413, 'core:plugin.package-large']);
  const none = await server.call('POST', '/api/extensions/inspect', { token, body: new FormData() });
  assert.equal(none.status, 422);
});

test('what was inspected is installed by its ticket: by the operator who has it, once, for an hour', async () => {
  const { packed } = kit();
  const { ticket } = (await server.inspect(packed, { name: 'kit.zip' })).envelope.data as InspectionData;
  const body = { ticket, untrusted: true, grants: [] };
  const other = await server.signIn({ operator: true });
  const stolen = await server.call('POST', '/api/extensions/install', { token: other.token, body });
  assert.deepEqual([stolen.status, stolen.failure.error], [404, 'extensions:ticket-gone']);
  const answer = await server.call('POST', '/api/extensions/install', { token, body });
  const { origin, source, installed, texts, faults } = answer.envelope.data as Extension;
  assert.deepEqual([origin, source?.untrusted, faults], ['installed', true, 0]);
  assert.deepEqual([installed?.from, installed?.by, installed?.bytes], ['kit.zip', 'Olive', packed.length]);
  assert.ok(texts !== null);
  assert.equal((await server.call('POST', '/api/extensions/install', { token, body })).status, 404);

  const late = (await server.inspect(kit().packed)).envelope.data as InspectionData;
  await server.composed.ctx.db.pool.query(`update extensions_tickets set expires_at = now() - interval '1 second'`);
  const gone = await server.call('POST', '/api/extensions/install', { token, body: { ...body, ticket: late.ticket } });
  assert.equal(gone.status, 404);
  assert.ok(((await extensions.server?.sweep?.(server.composed.ctx)) ?? 0) > 0);
  const { rows } = await server.composed.ctx.db.pool.query('select 1 from extensions_tickets');
  assert.equal(rows.length, 0);
});

test('an installation is refused for its first error, and for a grant that it cannot do without', async () => {
  const bad = (await server.inspect(kit({ manifest: { provides: ['dialogs@1'] } }).packed)).envelope
    .data as InspectionData;
  assert.equal(bad.findings[0]?.level, 'error');
  const body = { untrusted: false, grants: [] };
  const refused = await server.call('POST', '/api/extensions/install', {
    token,
    body: { ...body, ticket: bad.ticket },
  });
  assert.deepEqual([refused.status, refused.envelope.message], [422, bad.findings[0]?.text]);

  const needs = kit({ manifest: { id: 'needs', grants: [dialogs('needs')] } });
  const { ticket, newGrants } = (await server.inspect(needs.packed)).envelope.data as InspectionData;
  assert.deepEqual(newGrants, ['dialogs@1']);
  assert.equal(
    (await server.call('POST', '/api/extensions/install', { token, body: { ...body, ticket } })).status,
    422,
  );
  const given = { ...body, ticket, grants: newGrants };
  assert.equal((await server.call('POST', '/api/extensions/install', { token, body: given })).status, 200);
});

test('the list has all plugins: those of the product and those from outside', async () => {
  const { id, packed } = kit();
  await server.install(packed);
  const { envelope } = await server.call('GET', '/api/extensions', { token });
  const { items } = envelope.data as { items: Extension[] };
  const origins = Object.fromEntries(items.map(({ manifest, origin }) => [manifest.id, origin]));
  assert.deepEqual([origins['extensions'], origins[id]], ['shipped', 'installed']);
  const own = items.find(({ manifest }) => manifest.id === 'extensions');
  assert.deepEqual([own?.source, own?.installed, own?.texts], [null, null, null]);
  assert.equal(own?.server?.state, 'running');
  assert.ok((own?.server?.parts?.routes ?? 0) > 10, 'what its server half brings is told as well');
});

test('an update keeps the version before, which a roll-back returns to; a removal leaves nothing', async () => {
  const { id, packed } = kit();
  await server.install(packed);
  const updated = await server.install(kit({ manifest: { id, version: '1.1.0' } }).packed);
  assert.deepEqual([updated.manifest.version, updated.installed?.earlier], ['1.1.0', ['1.0.0']]);
  const back = await server.call('POST', `/api/extensions/${id}/roll-back`, { token });
  assert.equal((back.envelope.data as Extension).manifest.version, '1.0.0');
  const { versions } = await one(id);
  assert.deepEqual(
    versions.map(({ version, current, by }) => [version, current, by]),
    [
      ['1.1.0', false, 'Olive'],
      ['1.0.0', true, 'Olive'],
    ],
  );
  const again = await server.call('POST', `/api/extensions/${id}/roll-back`, { token });
  assert.deepEqual([again.status, again.failure.error], [409, 'core:plugin.no-earlier']);
  assert.equal((await server.call('DELETE', `/api/extensions/${id}`, { token })).status, 200);
  assert.equal((await server.call('GET', `/api/extensions/${id}`, { token })).status, 404);
  const own = await server.call('DELETE', '/api/extensions/extensions', { token });
  assert.deepEqual([own.status, own.failure.error], [409, 'core:plugin.shipped']);
});

test('a plugin is switched for everybody and for tiers, and its grants are given and taken', async () => {
  const { id, packed } = kit({ manifest: { id: 'switched', grants: [dialogs('switched', true)] } });
  await server.install(packed);
  const change = async (body: object) =>
    (await server.call('PATCH', `/api/extensions/${id}`, { token, body })).envelope.data as Extension;
  assert.equal((await change({ disabled: true })).disabled, true);
  const { tiers, disabled } = await change({ disabled: false, tiers: { level0: 'locked', level1: 'hidden' } });
  assert.deepEqual([disabled, tiers], [false, { level0: 'locked', level1: 'hidden' }]);
  assert.deepEqual((await change({ tiers: { level0: null } })).tiers, { level1: 'hidden' });
  server.composed.ctx.plugins.used(id, 'dialogs@1');
  assert.equal((await change({})).used, 1);
  assert.deepEqual((await change({ grants: { 'dialogs@1': false } })).source?.grants, []);
  const { ledger } = await one(id);
  assert.deepEqual(
    ledger.map(({ key, given, uses }) => [key, given, uses]),
    [['dialogs@1', false, 1]],
  );
  const unknown = await server.call('PATCH', `/api/extensions/${id}`, {
    token,
    body: { grants: { 'events@1': true } },
  });
  assert.equal(unknown.status, 404);
  const wrong = await server.call('PATCH', `/api/extensions/${id}`, { token, body: { disabld: true } });
  assert.equal(wrong.status, 422);
  // Whoever switched this off could not switch anything on again.
  for (const body of [{ disabled: true }, { tiers: { level0: 'locked' } }]) {
    const own = await server.call('PATCH', '/api/extensions/extensions', { token, body });
    assert.deepEqual([own.status, own.failure.error], [409, 'core:plugin.needed']);
  }
  assert.deepEqual([(await one('extensions')).extension.needed, (await one(id)).extension.needed], [true, false]);
});

test('a fault that browsers tell is kept, without signs that no text has, six a minute of one session', async () => {
  const { id, packed } = kit();
  await server.install(packed);
  const account = await buildAccount(server.composed.ctx.db, { name: 'Mel' });
  const member = await server.signIn({ account });
  const report = async (body: object, who = member.token) =>
    await server.call('POST', `/api/plugins/${id}/faults`, {
      token: who,
      body: { version: '1.0.0', phase: 'render', message: 'x', ...body },
    });
  assert.equal((await report({ message: `torn \u001B[31m\u202Esail\nat deck` })).status, 200);
  const { faults, extension } = await one(id);
  assert.deepEqual(
    faults.map(({ message, phase, account, version }) => [message, phase, account, version]),
    [['torn [31msail\nat deck', 'render', 'Mel', '1.0.0']],
  );
  assert.equal(extension.faults, 1);
  assert.equal((await report({ version: '9.9.9' })).status, 404);
  assert.equal((await report({ phase: 'weather' })).status, 422);
  assert.equal((await report({}, '')).status, 401);
  for (let index = 0; index < 9; index += 1) assert.equal((await report({ message: 'y'.repeat(3_000) })).status, 200);
  const many = await one(id);
  assert.equal(many.faults.length, 6);
  assert.equal(many.faults[0]?.message.length, 1_000);
  const shipped = await server.call('POST', '/api/plugins/extensions/faults', {
    token,
    body: { version: '1.0.0', phase: 'render', message: 'x' },
  });
  assert.equal(shipped.status, 404);
});

test('whoever may not know of a plugin has no say about it', async () => {
  const { id, packed } = kit({ manifest: { gate: { tiers: { level0: 'hidden' } } } });
  await server.install(packed);
  const body = { version: '1.0.0' };
  const member = await server.signIn();
  const gold = await server.signIn({ level: 'level3' });
  assert.equal((await server.call('POST', `/api/plugins/${id}/proven`, { token: member.token, body })).status, 404);
  const told = async (who: string) =>
    (await server.call('POST', `/api/plugins/${id}/proven`, { token: who, body })).status;
  assert.equal(await told(gold.token), 200);
  assert.equal((await one(id)).versions[0]?.proven, false, 'one member of several decides for nobody else');
  const operator = await server.signIn({ operator: true, level: 'level3' });
  assert.equal(await told(operator.token), 200);
  assert.equal((await one(id)).versions[0]?.proven, true);
});

test('a version that was never proven and fails twice as it begins is left for the one before', async () => {
  const { id, packed } = kit();
  await server.install(packed);
  const { token: member } = await server.signIn();
  await server.call('POST', `/api/plugins/${id}/proven`, { token, body: { version: '1.0.0' } });
  await server.install(kit({ manifest: { id, version: '1.1.0' } }).packed);
  const body = { version: '1.1.0', phase: 'activate', message: 'torn' };
  await server.call('POST', `/api/plugins/${id}/faults`, { token: member, body });
  assert.equal((await one(id)).extension.manifest.version, '1.1.0');
  await server.call('POST', `/api/plugins/${id}/faults`, { token, body });
  const { extension, versions } = await one(id);
  assert.equal(extension.manifest.version, '1.0.0');
  assert.deepEqual(
    versions.map(({ version, rejected, rejection }) => [version, rejected, rejection?.phase, rejection?.message]),
    [
      ['1.1.0', true, 'activate', 'torn'],
      ['1.0.0', false, undefined, undefined],
    ],
  );
  const faults = (await why(server, id)).find(({ step }) => step === 'faults');
  assert.equal(faults?.ok, true, 'faults of the version that was left are none of the one that runs');
});
