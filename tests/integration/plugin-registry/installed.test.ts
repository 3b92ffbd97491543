import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { InstallOptions } from '#core/server/services/plugin-registry/plugins.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { buildPackage, type PackageParts } from '#tests/fixtures/plugin-package.ts';

import { quay } from './quay-plugin.ts';
import { ask, entryOf, openEvents, sourceOf, startTwoNodes, until, type TwoNodes } from './two-nodes.ts';

const scope = lastFirst({ after });
let nodes: TwoNodes;
let operator: { accountId: string; token: string };
let member: string;
before(async () => {
  nodes = await startTwoNodes(scope, [quay]);
  operator = await nodes.one.signIn({ operator: true });
  member = (await nodes.one.signIn()).token;
});

const plugins = () => nodes.one.composed.ctx.plugins;
const others = () => nodes.other.composed.ctx.plugins;
const pool = () => nodes.one.composed.ctx.db.pool;

function install(parts: PackageParts, options: Partial<InstallOptions> = {}) {
  return plugins().install(buildPackage(parts), {
    ...{ actor: operator.accountId, source: 'test.zip', untrusted: false, grants: [] },
    ...options,
  });
}
const push = (parts: PackageParts) =>
  plugins().push(buildPackage(parts), { owner: operator.accountId, isolated: true });
const version = (id: string, number: string, web = `export default { of: '${number}' };`): PackageParts => ({
  manifest: { id, version: number },
  web,
});
const runs = async (id: string) => (await plugins().find(id))?.manifest.version;
const fault = (plugin: string, number: string, phase = 'activate') =>
  plugins().fault({ plugin, version: number, phase, message: `it broke\0`, accountId: null });

test('what is installed on one node is in the index of every node, with its address, hashes and texts', async () => {
  const stream = await openEvents(nodes.other, member);
  const installed = await install({
    manifest: { id: 'brand-kit', routes: [{ path: '/brand-kit', page: 'Kit' }], uses: ['quay'] },
    styles: '.kit { color: red }',
    texts: { zh: { title: '品牌' }, en: { title: 'Brand', more: 'More' } },
  });
  await stream.next('plugins');
  stream.hangUp();
  const entry = await entryOf(nodes.other, 'brand-kit', member);
  assert.deepEqual(entry?.state, { name: 'ready' });
  assert.deepEqual(entry?.texts, { zh: { 'brand-kit:title': '品牌' }, en: { 'brand-kit:title': 'Brand' } });
  const source = await sourceOf(nodes.other, 'brand-kit', member);
  assert.deepEqual(source, installed.source);
  const { untrusted, revision, dev } = source ?? {};
  assert.deepEqual(entry?.source, { untrusted, revision, dev });
  assert.equal(await sourceOf(nodes.other, 'brand-kit'), undefined, 'nobody else hears of it');
  assert.equal(await sourceOf(nodes.other, 'quay', member), undefined, 'what ships has none');
  assert.match(source?.web?.url ?? '', /^\/plugin-files\/brand-kit\/1\.0\.0\+[0-9a-f]{12}\/web\.mjs$/);
  for (const [file, integrity] of [
    [source?.web?.url, source?.web?.integrity],
    [source?.styles?.url, source?.styles?.integrity],
    ['/plugin-files/brand-kit/1.0.0/texts/en.json', undefined],
  ]) {
    const [, , id = '', name = '', ...path] = (file ?? '').split('/');
    const found = await others().file(id, name, path.join('/'));
    assert.ok(found !== undefined && found.bytes.length > 0);
    if (integrity !== undefined) assert.equal(found.integrity, integrity);
  }
  assert.equal(await others().file('brand-kit', '1.0.0+000000000000', 'web.mjs'), undefined);
  assert.equal(await others().file('brand-kit', '1.0.0', 'plugin.json'), undefined);
  const order = (await plugins().list()).map(({ manifest }) => manifest.id);
  assert.ok(order.indexOf('brand-kit') > order.indexOf('quay'));
});

test('an update keeps the last three versions, and rolling back goes to the last that was proven', async () => {
  for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
    await install(version('versions', number));
    if (number !== '1.2.0') continue;
    await until(async () => (await others().find('versions'))?.manifest.version === number);
    await others().proven('versions', number, null);
  }
  assert.deepEqual(
    (await plugins().versions('versions')).map((kept) => [kept.version, kept.current, kept.proven]),
    [
      ['1.4.0', true, false],
      ['1.3.0', false, false],
      ['1.2.0', false, true],
      ['1.1.0', false, false],
    ],
  );
  assert.equal(await plugins().rollBack('versions', operator.accountId, 'it is slow'), '1.2.0');
  await until(async () => (await others().find('versions'))?.manifest.version === '1.2.0');
  assert.equal(await plugins().rollBack('versions', operator.accountId), '1.1.0');
  await assert.rejects(plugins().rollBack('versions', operator.accountId), { code: 'core:plugin.no-earlier' });
});

test('a version that nobody saw work is left by itself when it has twice not begun to run', async () => {
  await install(version('shaky', '1.0.0'));
  await others().proven('shaky', '1.0.0', null);
  await install(version('shaky', '2.0.0'));
  await until(async () => (await others().find('shaky'))?.manifest.version === '2.0.0');
  const stream = await openEvents(nodes.other, member);
  await fault('shaky', '2.0.0', 'import');
  await fault('shaky', '2.0.0', 'render');
  await fault('shaky', '1.0.0', 'import');
  assert.equal(await runs('shaky'), '2.0.0');
  await others().fault({ plugin: 'shaky', version: '2.0.0', phase: 'integrity', message: 'no', accountId: null });
  await stream.next('plugins');
  stream.hangUp();
  assert.equal((await others().find('shaky'))?.manifest.version, '1.0.0');
  await until(async () => (await runs('shaky')) === '1.0.0');
  const { rows } = await pool().query<{ actor: string; details: unknown }>(
    `select actor, details from core_audit where action = 'plugin.roll-back' and target = 'shaky'`,
  );
  assert.deepEqual(rows, [{ actor: 'system', details: { from: '2.0.0', to: '1.0.0', phase: 'integrity', why: 'no' } }]);
  const [newest] = await plugins().faults('shaky');
  assert.deepEqual([newest?.version, newest?.phase, newest?.message], ['2.0.0', 'integrity', 'no']);

  // Nor is it gone back to from a later one.
  await install(version('shaky', '3.0.0'));
  await fault('shaky', '3.0.0');
  await fault('shaky', '3.0.0');
  assert.equal(await runs('shaky'), '1.0.0');
});

test('a version that was seen to work, the only one, and a build of its developer stay whatever goes wrong', async () => {
  await install(version('steady', '1.0.0'));
  await plugins().proven('steady', '1.0.0', null);
  await install(version('steady', '1.1.0'));
  await plugins().proven('steady', '1.1.0', null);
  await install(version('single', '1.0.0'));
  await install(version('built', '1.0.0'));
  await push(version('built', '1.0.1'));
  for (let times = 0; times < 3; times += 1) {
    await fault('steady', '1.1.0');
    await fault('single', '1.0.0');
    await fault('built', '1.0.1');
  }
  assert.deepEqual(await Promise.all(['steady', 'single', 'built'].map(runs)), ['1.1.0', '1.0.0', '1.0.0']);
  assert.equal((await plugins().find('built', operator.accountId))?.manifest.version, '1.0.1');
});

test('faults before a version was installed anew do not count against it', async () => {
  await install(version('again', '1.0.0'));
  await plugins().proven('again', '1.0.0', null);
  await install(version('again', '2.0.0'));
  await fault('again', '2.0.0');
  await install(version('again', '2.0.0', 'export default 2;'));
  await fault('again', '2.0.0');
  assert.equal(await runs('again'), '2.0.0');
  await fault('again', '2.0.0');
  assert.equal(await runs('again'), '1.0.0');
});

test('a developer’s build takes the place of the one before, which stays for who loads it just now; going back ends them', async () => {
  await install(version('building', '1.0.0'));
  const urls = new Set<string>();
  const there = () =>
    Promise.all(
      [...urls].map(async (url) => {
        const [, , id = '', name = '', path = ''] = url.split('/');
        return (await others().file(id, name, path)) !== undefined;
      }),
    );
  // The second one is saved twice without a change.
  for (const web of ['export default 1;', 'export default 2;', 'export default 2;']) {
    const { source } = await push(version('building', '1.0.0', web));
    assert.equal(source?.dev, true);
    urls.add(source?.web?.url ?? '');
  }
  assert.equal(urls.size, 2);
  await push(version('building', '1.0.0', 'export default 3;'));
  assert.deepEqual(await there(), [false, true]);
  const kept = await plugins().versions('building', operator.accountId);
  assert.deepEqual(
    kept.map(({ version: name, current }) => [name.split('+')[0], name.includes('+'), current]),
    [
      ['1.0.0', true, true],
      ['1.0.0', false, false],
    ],
  );
  assert.equal(await plugins().rollBack('building', operator.accountId), '1.0.0');
  assert.deepEqual(
    [(await plugins().versions('building', operator.accountId)).length, await there()],
    [1, [false, false]],
  );
  assert.equal((await plugins().find('building'))?.source?.dev, false);
});

test('a version that is installed with other files under its old name has other addresses', async () => {
  const first = await install(version('same', '1.0.0'));
  await plugins().proven('same', '1.0.0', null);
  const unchanged = await install(version('same', '1.0.0'));
  assert.deepEqual(unchanged.source, first.source);
  assert.equal((await plugins().versions('same'))[0]?.proven, true);
  const second = await install(version('same', '1.0.0', 'export default "other";'));
  assert.notEqual(second.source?.web?.url, first.source?.web?.url);
  assert.notEqual(second.source?.revision, first.source?.revision);
  assert.equal((await plugins().versions('same'))[0]?.proven, false);
});

test('a plugin whose server half is not here is blocked, and so is one built against what is not here', async () => {
  await install({ manifest: { id: 'halves' }, calls: 'abc', server: {} });
  assert.deepEqual((await entryOf(nodes.one, 'halves', member))?.state, {
    name: 'blocked',
    reason: 'server',
    details: [],
  });
});

test('what the product brings is not installed over, rolled back or removed', async () => {
  await assert.rejects(install(version('quay', '9.0.0')), { name: 'ExpectedError' });
  await assert.rejects(plugins().remove('quay', operator.accountId), { code: 'core:plugin.shipped' });
  await assert.rejects(plugins().rollBack('quay', operator.accountId), { code: 'core:plugin.shipped' });
  await assert.rejects(plugins().remove('nobody', operator.accountId), { code: 'core:plugin.unknown' });
});

test('nothing is installed from what is no package', async () => {
  const broken = buildPackage({ ...version('tampered', '1.0.0'), entries: (all) => void (all['web.mjs']![0]! ^= 1) });
  await assert.rejects(
    plugins().install(broken, { actor: operator.accountId, source: 'x', untrusted: false, grants: [] }),
    { code: 'core:plugin.package-hash' },
  );
  assert.equal(await plugins().find('tampered'), undefined);
});

/** Every table and column of the kernel that could name a plugin. */
async function traces(id: string): Promise<string[]> {
  const { rows: columns } = await pool().query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name like 'core\\_%' and table_name not in ('core_audit', 'core_events')
     and data_type in ('text', 'json', 'jsonb')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rowCount } = await pool().query(`select 1 from ${table} where ${column}::text like '%' || $1 || '%'`, [id]);
    if (rowCount !== 0) found.push(`${table}.${column}`);
  }
  return found;
}

test('removing a plugin leaves no row of it, and its addresses answer nothing', async () => {
  const { source } = await install(
    {
      manifest: {
        id: 'leaving-kit',
        grants: [{ kind: 'http', methods: ['GET'], path: '/api/quay/ships/:id', why: 'leaving-kit:why' }],
      },
      texts: { zh: { title: '走', why: '看' }, en: { title: 'Go', why: 'PreparedView' } },
    },
    { grants: ['GET /api/quay/ships/:id'] },
  );
  await install(version('leaving-kit', '1.1.0'));
  await plugins().setTier('leaving-kit', 'level1', 'locked', operator.accountId);
  await fault('leaving-kit', '1.1.0');
  plugins().used('leaving-kit', 'GET /api/quay/ships/:id');
  const body = { values: { color: 'red' } };
  const saved = await ask(nodes.one, '/api/settings/leaving-kit', { method: 'PUT', token: member, body });
  const patched =
    saved.status === 404
      ? await ask(nodes.one, '/api/settings/leaving-kit', { method: 'PATCH', token: member, body })
      : saved;
  assert.equal(patched.status, 200);
  await pool().query(
    `insert into core_settings (key, value, updated_by) values ('plugin.leaving-kit', '{"plain":1}', 'x')`,
  );
  assert.deepEqual((await traces('leaving-kit')).sort(), [
    'core_account_settings.namespace',
    'core_plugin_faults.plugin',
    'core_plugin_grants.plugin',
    'core_plugin_tiers.plugin',
    'core_plugin_versions.package',
    'core_plugin_versions.plugin',
    'core_plugin_versions.texts',
    'core_plugins.id',
    'core_settings.key',
  ]);

  await plugins().remove('leaving-kit', operator.accountId);
  await until(async () => (await others().find('leaving-kit')) === undefined);
  assert.equal(await entryOf(nodes.other, 'leaving-kit', member), undefined);
  // A use, and a fault, that come late.
  plugins().used('leaving-kit', 'GET /api/quay/ships/:id');
  await plugins().ledger('leaving-kit');
  await fault('leaving-kit', '1.1.0');
  assert.deepEqual(await traces('leaving-kit'), []);
  const { rows } = await pool().query(`select count(*)::int as files from core_plugin_files f
    where not exists (select 1 from core_plugin_versions v where v.id = f.version)`);
  assert.deepEqual(rows, [{ files: 0 }]);
  assert.equal((await ask(nodes.one, source?.web?.url ?? '/')).status, 404);
});

test('a node that starts later knows all of it', async () => {
  await install({ manifest: { id: 'kept', version: '2.0.0' } }, { untrusted: true });
  await plugins().setDisabled('kept', true, operator.accountId);
  await plugins().setTier('kept', 'level0', 'hidden', operator.accountId);
  const late = await nodes.start();
  try {
    const kept = await late.composed.ctx.plugins.find('kept');
    assert.deepEqual(
      [kept?.manifest.version, kept?.disabled, kept?.tiers, kept?.source?.untrusted],
      ['2.0.0', true, { level0: 'hidden' }, true],
    );
    assert.deepEqual(kept, await plugins().find('kept'));
  } finally {
    await late.close();
  }
});

test('of one plugin no more than some hundred faults are kept, and none for ever', async () => {
  await install(version('noisy', '1.0.0'));
  await plugins().proven('noisy', '1.0.0', null);
  await pool().query(
    `insert into core_plugin_faults (id, plugin, version, phase, message, at)
     select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'noisy', '1.0.0', 'render', 'old', now() - interval '31 days'
     from generate_series(1, 400) n`,
  );
  await fault('noisy', '1.0.0', 'render');
  const count = async () =>
    (
      await pool().query<{ kept: number }>(
        `select count(*)::int as kept from core_plugin_faults where plugin = 'noisy'`,
      )
    ).rows[0]?.kept;
  assert.equal(await count(), 300);
  await nodes.one.composed.sweep();
  assert.equal(await count(), 1);
});
