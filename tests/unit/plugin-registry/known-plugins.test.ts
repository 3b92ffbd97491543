import assert from 'node:assert/strict';
import { test } from 'node:test';

import { grantKey } from '#core/contract/grants.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import { definePlugin, type PluginManifestInput } from '#core/contract/plugin.ts';
import { afterPartners, installedPlugin, shippedPlugin } from '#core/server/services/plugin-registry/known-plugins.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';
import type { StoredPlugin } from '#core/server/services/plugin-registry/stored-plugins.ts';

const RUNNING: HalfState = {
  ...{ state: 'running', resting: false, problem: null },
  ...{ callsHash: 'abc', calls: null, parts: null },
};

const file = (path: string) => ({ path, integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 });

/** Which calls this server has. */
const HASHES: Readonly<Record<string, string>> = { 'GET /api/a': 'a1', 'GET /api/b': 'b1' };
const hashOf = (key: string): string | null => HASHES[key] ?? null;
const known = (plugin: Parameters<typeof installedPlugin>[0], half?: HalfState) =>
  installedPlugin(plugin, half, hashOf);

function stored(input: Partial<PluginManifestInput> = {}, changes: Partial<StoredPlugin & PluginPackage> = {}) {
  const manifest = definePlugin({ id: 'kit', version: '1.2.3', title: 'kit:title', ...input });
  const { disabled = false, untrusted = false, tiers = {}, given = new Map(), ...described } = changes;
  const description: PluginPackage = {
    format: 1,
    manifest,
    requires: { exports: [], tokens: [], packages: {} },
    web: file('web.mjs'),
    styles: null,
    texts: { zh: file('zh.json'), en: file('en.json') },
    calls: null,
    server: null,
    ...described,
  };
  const texts = { zh: {}, en: {} };
  const current = { id: 'v', dev: false, build: 'b1', proven: false, package: description, texts };
  return { id: 'kit', disabled, untrusted, tiers, given, current };
}

test('what operators chose for a tier stands in the place of what the manifest says', () => {
  const { manifest } = stored({ gate: { tiers: { level0: 'hidden', level1: 'locked', level2: 'locked' } } }).current
    .package;
  const chosen = { level0: 'locked', level1: 'on', level4: 'hidden' } as const;
  const known = shippedPlugin(manifest, { ...stored(), tiers: chosen, current: null });
  assert.deepEqual(known.manifest.gate.tiers, { level0: 'locked', level2: 'locked', level4: 'hidden' });
  assert.deepEqual(known.tiers, chosen);
  assert.equal(shippedPlugin(manifest, undefined).manifest, manifest);
});

test('a revision is another one for other files, other grants and another trust, and for nothing else', () => {
  const grants = [{ kind: 'http' as const, methods: ['GET' as const], path: '/api/a', why: 'kit:why' }];
  const revisionOf = (plugin: ReturnType<typeof stored>) => known(plugin).source?.revision;
  const plain = stored({ grants });
  const first = revisionOf(plain);
  assert.equal(revisionOf({ ...plain, disabled: true, tiers: { level0: 'locked' } }), first);
  assert.equal(revisionOf({ ...plain, current: { ...plain.current, proven: true } }), first);
  for (const other of [
    { ...plain, given: new Map([['GET /api/a', 'a1']]) },
    { ...plain, untrusted: true },
    { ...plain, current: { ...plain.current, build: 'b2' } },
    { ...plain, current: { ...plain.current, dev: true } },
  ]) {
    assert.notEqual(revisionOf(other), first);
  }
});

test('only grants that were given, and that the manifest still asks for, are among those that it has', () => {
  const grants = ['/api/a', '/api/b'].map((path) => ({
    ...{ kind: 'http' as const, methods: ['GET' as const], path, why: 'kit:why' },
  }));
  const given = new Map([
    ['GET /api/b', 'b1'],
    ['GET /api/old', 'c1'],
  ]);
  const { source, waiting } = known(stored({ grants }, { given }));
  assert.deepEqual(source?.grants.map(grantKey), ['GET /api/b']);
  assert.deepEqual(waiting?.grants, []);
});

test('a grant waits whose own call is another than when it was given; all others hold, also those without a hash', () => {
  const grants = ['/api/a', '/api/b', '/api/elsewhere'].map((path) => ({
    ...{ kind: 'http' as const, methods: ['GET' as const], path, why: 'kit:why' },
  }));
  const given = new Map([
    ['GET /api/a', 'a0'],
    ['GET /api/b', 'b1'],
    ['GET /api/elsewhere', null],
  ]);
  const { source, waiting } = known(stored({ grants }, { given }));
  assert.deepEqual(source?.grants.map(grantKey), ['GET /api/b', 'GET /api/elsewhere']);
  assert.deepEqual(waiting?.grants, ['GET /api/a']);
  const gone = known(stored({ grants }, { given: new Map([['GET /api/elsewhere', 'e1']]) }));
  assert.deepEqual([gone.source?.grants, gone.waiting?.grants], [[], ['GET /api/elsewhere']]);
});

test('a plugin is blocked by what it was built against, by its server half, and by one that answers other calls', () => {
  const running = RUNNING;
  const halves = { calls: 'abc' };
  const blocked = (changes: Partial<PluginPackage>, half?: HalfState) => known(stored({}, changes), half).blocked;
  assert.equal(blocked({}), null);
  assert.equal(blocked(halves, running), null);
  assert.deepEqual(blocked(halves), { reason: 'server', details: [] });
  assert.deepEqual(blocked(halves, { ...running, state: 'failed', problem: 'no table' }), {
    reason: 'server',
    details: ['no table'],
  });
  assert.deepEqual(blocked({ calls: 'older' }, running), { reason: 'update', details: ['older', 'abc'] });
  const requires = { exports: ['noSuchExport'], tokens: ['no-such@7'], packages: {} };
  assert.deepEqual(blocked({ ...halves, requires }, running), {
    reason: 'requires',
    details: ['noSuchExport', 'no-such@7'],
  });
});

test('calls of a server half that is another build wait one by one, and together they block the plugin', () => {
  const half = { ...RUNNING, calls: { 'GET /api/p/kit/a': 'a1', 'GET /api/p/kit/b': 'b1' } };
  const with_ = (calls: Record<string, string>) => {
    const { blocked, waiting } = known(stored({}, { calls }), half);
    return [blocked?.reason, waiting?.calls];
  };
  assert.deepEqual(with_({ 'GET /api/p/kit/a': 'a1', 'GET /api/p/kit/b': 'b1' }), [undefined, []]);
  assert.deepEqual(with_({ 'GET /api/p/kit/a': 'a1' }), [undefined, []]);
  assert.deepEqual(with_({ 'GET /api/p/kit/a': 'a2', 'GET /api/p/kit/b': 'b1' }), [undefined, ['GET /api/p/kit/a']]);
  assert.deepEqual(with_({ 'GET /api/p/kit/a': 'a1', 'POST /api/p/kit/a': 'c1' }), [undefined, ['POST /api/p/kit/a']]);
  assert.deepEqual(with_({ 'GET /api/p/kit/a': 'a2' }), ['update', ['GET /api/p/kit/a']]);
});

test('plugins come after those that they use, whoever is missing or uses whom', () => {
  const plugin = (id: string, uses: string[]) =>
    shippedPlugin(definePlugin({ id, version: '1.0.0', title: 'kit:title', uses }), undefined);
  const list = [plugin('aa', ['cc', 'gone']), plugin('bb', ['aa']), plugin('cc', ['dd']), plugin('dd', ['cc'])];
  assert.deepEqual(
    afterPartners(list).map(({ manifest }) => manifest.id),
    ['dd', 'cc', 'aa', 'bb'],
  );
});
