import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { askRunPage } from '#core/contract/asked-by-parts.ts';
import { grantSchema } from '#core/contract/grants.ts';
import { manifestSchema, type PluginManifest } from '#core/contract/plugin.ts';
import { isMessageKey, translate } from '#core/server/ground/messages.ts';
import { inspectPackage, type InspectionFacts } from '#core/server/services/plugin-registry/package/inspect-package.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import { buildPackage, type PackageParts } from '#tests/fixtures/plugin-package.ts';

const why = 'kit:title';
const surface = {
  exports: ['defineWeb', 'useText'],
  tokens: ['http@1', 'dialogs@1'],
  packages: { react: '19.3.1', zod: '4.6.7', tiny: '0.4.2' },
};

const shipped = (id: string, parts: Partial<PluginManifest> = {}): KnownPlugin => ({
  manifest: manifestSchema.parse({ id, version: '1.0.0', title: `${id}:title`, ...parts }),
  disabled: false,
  tiers: {},
  blocked: null,
});

function installed(id: string, { version = '1.0.0', ...parts }: Partial<PluginManifest> = {}): KnownPlugin {
  return {
    ...shipped(id, { version, ...parts }),
    source: {
      ...{ web: null, styles: null, texts: { zh: '', en: '' }, calls: null, grants: [], untrusted: false },
      ...{ requires: { exports: [], tokens: [], packages: {} }, revision: 'r', dev: false },
    },
  };
}

type Parts = Omit<PackageParts, 'manifest'> & { manifest?: Partial<PackageParts['manifest']> };

async function inspect(parts: Parts = {}, known: KnownPlugin[] = [], facts: InspectionFacts = {}) {
  const { manifest, ...others } = parts;
  const packed = buildPackage({ manifest: { id: 'kit', ...manifest }, ...others });
  const inspection = await inspectPackage(await readPackage(packed), known, { surface, ...facts });
  for (const { code, params } of inspection.findings) {
    assert.ok(isMessageKey(code), `${code} has a text`);
    assert.doesNotMatch(translate('en', code, params), /\{\{/);
  }
  return inspection;
}

/** The findings as `level code`, without the part that all codes have. */
async function found(...given: Parameters<typeof inspect>): Promise<string[]> {
  const { findings } = await inspect(...given);
  return findings.map(({ level, code }) => `${level} ${code.replace('core:plugin.finding-', '')}`);
}

test('a plain plugin is found without fault, with its bytes and its texts', async () => {
  const inspection = await inspect({
    web: 'export default 1;',
    styles: 'p{}',
    texts: { zh: { title: '工具', other: '别的' }, en: { title: 'Kit', other: 'Other' } },
  });
  assert.deepEqual(inspection.findings, []);
  assert.deepEqual([inspection.change, inspection.installed], ['new', null]);
  assert.deepEqual(inspection.texts, { zh: { 'kit:title': '工具' }, en: { 'kit:title': 'Kit' } });
  const { web, styles, server, packed } = inspection.bytes;
  assert.deepEqual([web, styles, server], [17, 3, 0]);
  assert.ok(packed > 300);
});

test('a plugin of the product is not replaced, nor is a name of its texts taken', async () => {
  assert.deepEqual(await found({}, [shipped('kit')]), ['error shipped']);
  for (const id of ['core', 'shell']) {
    const texts = { zh: { title: 'x' }, en: { title: 'x' } };
    assert.deepEqual(await found({ manifest: { id }, texts }), ['error reserved']);
  }
});

test('names that stand for something else in addresses, topics and objects are refused, and only to new plugins', async () => {
  for (const id of ['tasks', 'task', 'plugins', 'events', 'session', 'constructor', 'mixing-kit', 'core-kit', 'pg']) {
    assert.deepEqual(await found({ manifest: { id } }, [shipped('mixing')]), ['error reserved'], id);
  }
  for (const id of ['task-board', 'sessions', 'remixing']) {
    assert.deepEqual(await found({ manifest: { id } }, [shipped('mixing')]), [], id);
  }
  assert.deepEqual(await found({ manifest: { id: 'events', version: '1.1.0' } }, [installed('events')]), []);
});

test('it tells an update from a downgrade, and another build of the same version', async () => {
  const change = async (version: string) => {
    const { findings, ...inspection } = await inspect({ manifest: { version } }, [
      installed('kit', { version: '1.10.0' }),
    ]);
    return [inspection.change, inspection.installed, ...findings.map(({ code }) => code)];
  };
  assert.deepEqual(await change('1.11.0'), ['update', '1.10.0']);
  assert.deepEqual(await change('1.9.0'), ['downgrade', '1.10.0', 'core:plugin.finding-downgrade']);
  assert.deepEqual(await change('1.10.0'), ['same', '1.10.0', 'core:plugin.finding-same-version']);
});

test('addresses of others, of the server, and those that fit anything are refused', async () => {
  const known = [shipped('mixing', { routes: manifestRoutes('/mixing/:id?', '/cuts/list') })];
  const errors: Record<string, string[]> = {
    '/mixing': ['error route'],
    '/Mixing/:other': ['error route'],
    '/mixing/new': ['error route'],
    '/cuts/:any': ['error route'],
    '/cuts/list/more': [],
    '/mixings': [],
    '/': ['error any-route'],
    '/:anything': ['error any-route', 'error operator-route'],
    '/:first/second': ['error any-route', 'error operator-route'],
    '/api/x': ['error host-route'],
    '/API/x': ['error host-route'],
    '/plugin-files/x': ['error host-route'],
    '/home': ['error host-route'],
    '/docs': ['error host-route'],
    '/register/:scene': ['error host-route'],
    '/operator/kit': ['error operator-route'],
    '/apixy': [],
  };
  for (const [path, expected] of Object.entries(errors)) {
    const facts = { calls: [{ method: 'GET', path: '/register/:sceneId', access: 'public' as const }] };
    assert.deepEqual(await found({ manifest: { routes: [{ path, page: 'P' }] } }, known, facts), expected, path);
  }
  const gate = { login: true, operator: true };
  assert.deepEqual(await found({ manifest: { gate, routes: [{ path: '/operator/kit', page: 'P' }] } }), []);
});

test('its own pages from before are no conflict', async () => {
  const routes = [{ path: '/kit', page: 'P' }];
  assert.deepEqual(
    await found({ manifest: { version: '1.1.0', routes } }, [installed('kit', { routes: manifestRoutes('/kit') })]),
    [],
  );
});

test('menu entries lead to pages of their own, with a drawing that is there', async () => {
  const menu = { section: 'tools', order: 1, title: why } as const;
  const routes = [{ path: '/kit/:tab?', page: 'P' }];
  const menus = [
    { ...menu, to: '/kit', icon: 'star' },
    { ...menu, to: '/kit/colors', icon: 'no-such-icon' },
    { ...menu, to: '/mixing', icon: 'star' },
  ];
  assert.deepEqual(await found({ manifest: { routes, menus } }), ['error menu', 'warning icon']);
});

test('keys of the product are not taken; those of another plugin from outside are told', async () => {
  const withKeys = (keys: string): PackageParts['manifest']['commands'] => [{ id: 'go', title: why, keys }];
  const commands = manifestSchema.shape.commands.parse(withKeys('shift+mod+g'));
  assert.deepEqual(await found({ manifest: { commands: withKeys('Mod+K') } }), ['error keys']);
  assert.deepEqual(await found({ manifest: { commands: withKeys('mod+shift+G') } }, [shipped('other', { commands })]), [
    'error keys',
  ]);
  assert.deepEqual(
    await found({ manifest: { commands: withKeys('mod+shift+g') } }, [installed('other', { commands })]),
    ['warning keys'],
  );
  assert.deepEqual(await found({ manifest: { commands: withKeys('mod+g') } }, [shipped('other', { commands })]), []);
});

test('names that are there twice, and tokens in the name of others, are refused', async () => {
  const dialog = { name: 'pick' };
  assert.deepEqual(await found({ manifest: { dialogs: [dialog, dialog] } }), ['error twice']);
  for (const provides of ['materials.picker@1', 'dialogs@1', 'kit@1', 'kits.x@1']) {
    assert.deepEqual(await found({ manifest: { provides: [provides] } }), ['error provides'], provides);
  }
  assert.deepEqual(await found({ manifest: { provides: ['kit.brand@1'] } }), []);
});

test('partners that are not here are told, and pages without code refused', async () => {
  const manifest = {
    uses: ['mixing', 'ghost'],
    slots: ['mixing.covers', 'ghost.rows', 'tasks.work'],
    subscriptions: ['ghost.ended'],
    grants: [{ kind: 'service' as const, token: 'events@1', why: 'kit:title' }],
  };
  assert.deepEqual(await found({ manifest }, [shipped('mixing')]), ['warning uses', 'warning slot', 'warning slot']);
  assert.deepEqual(await found({ web: null, manifest: { routes: [{ path: '/kit', page: 'P' }] } }), ['error no-web']);
  assert.deepEqual(await found({ web: null }), []);
});

test('topics of others that it would not be told of are told, its own are not', async () => {
  assert.deepEqual(await found({ manifest: { subscriptions: ['mixing.ended'] } }, [shipped('mixing')]), [
    'warning unasked',
  ]);
  assert.deepEqual(await found({ manifest: { subscriptions: ['kit.painted'] } }), []);
});

test('what it was built against is looked for name by name', async () => {
  const unmet = async (requires: PackageParts['requires']) =>
    (await inspect({ requires })).findings.map(({ code, params }) => [
      code.replace('core:plugin.finding-', ''),
      params,
    ]);
  assert.deepEqual(await unmet({ exports: ['defineWeb', 'useGhost'], tokens: ['http@1', 'http@2'] }), [
    ['export', { name: 'useGhost' }],
    ['token', { name: 'http@2' }],
  ]);
  assert.deepEqual(await unmet({ packages: { react: '19.0.0', zod: '4.99.0', tiny: '0.4.9' } }), []);
  assert.deepEqual(await unmet({ packages: { react: '18.3.1', tiny: '0.5.0', lodash: '4.17.0', toString: '1.0.0' } }), [
    ['package-version', { name: 'react', wanted: '18.3.1', found: '19.3.1' }],
    ['package-version', { name: 'tiny', wanted: '0.5.0', found: '0.4.2' }],
    ['package', { name: 'lodash', wanted: '4.17.0' }],
    ['package', { name: 'toString', wanted: '1.0.0' }],
  ]);
  assert.deepEqual(await found({ requires: { tokens: ['dialogs@1'] } }), ['warning unasked']);
});

test('grants that nobody may have, that everybody has, and that lead nowhere', async () => {
  const calls: InspectionFacts['calls'] = [
    { method: 'GET', path: '/api/materials/:id', access: 'member' },
    { method: 'GET', path: '/api/bridge/crew', access: 'operator' },
  ];
  const service = async (token: string) => await found({ manifest: { grants: [{ kind: 'service', token, why }] } });
  assert.deepEqual(await service('dialogs@1'), []);
  assert.deepEqual(await service('toasts@1'), ['warning free']);
  assert.deepEqual(await service('plugins@1'), ['error service']);
  const http = async (path: string, method: 'GET' | 'POST' = 'GET') =>
    await found({ manifest: { grants: [{ kind: 'http', methods: [method], path, why }] } }, [], { calls });
  assert.deepEqual(await http('/api/materials/:id'), []);
  assert.deepEqual(await http('/api/materials/:id', 'POST'), ['warning no-call']);
  assert.deepEqual(await http('/api/p/kit/brands'), ['warning free']);
  assert.deepEqual(await http('/api/p/other/rows'), []);
  for (const path of [
    '/api/extensions',
    '/api/extensions/:id',
    '/api/:any',
    '/api/account/profile',
    '/api/bridge/:x',
    '/api/:a/crew',
    '/api/Plugins/:id/proven',
  ]) {
    assert.deepEqual(await http(path), ['error refused'], path);
  }
  const dialogs = { kind: 'service', token: 'dialogs@1', why } as const;
  assert.deepEqual(await found({ manifest: { grants: [dialogs, dialogs] } }), ['error twice']);
});

test('grants that the version before was not given are new', async () => {
  const dialogs = { kind: 'service', token: 'dialogs@1', why, optional: false } as const;
  const events = { ...dialogs, token: 'events@1' };
  const before = installed('kit');
  if (before.source !== undefined) before.source.grants = [dialogs];
  const { newGrants } = await inspect({ manifest: { version: '1.1.0', grants: [dialogs, events] } }, [before]);
  assert.deepEqual(newGrants, ['events@1']);
  assert.deepEqual((await inspect({ manifest: { grants: [dialogs] } })).newGrants, ['dialogs@1']);
});

test('settings that no form can be made of are told', async () => {
  const field = (shape: object) => ({
    account: { type: 'object' as const, properties: { a: { ...shape } } },
    operator: null,
  });
  const told = async (shape: object) => await found({ manifest: { settings: field(shape) } });
  for (const shape of [
    { type: 'string', default: '' },
    { type: 'number', default: 1 },
    { type: 'integer', default: 1 },
    { type: 'boolean', default: true },
    { type: 'string', enum: ['a', 'b'], default: 'a' },
    { type: 'array', items: { type: 'string' }, default: [] },
  ]) {
    assert.deepEqual(await told(shape), [], JSON.stringify(shape));
  }
  for (const shape of [
    { type: 'string' },
    { type: 'object', default: {} },
    { anyOf: [], default: 1 },
    { type: 'array', items: { type: 'number' }, default: [] },
  ]) {
    assert.deepEqual(await told(shape), ['warning setting'], JSON.stringify(shape));
  }
  assert.deepEqual(await told({ type: 'string', default: '', secret: true }), ['warning secret']);
});

test('a server half that is not here, or is another one, is told; it is never part of the installation', async () => {
  const parts = { calls: 'hash-a', server: { 'server/index.mjs': 'export default {};' } };
  assert.deepEqual(await found(parts), ['warning server']);
  const old = (callsHash: string) => ({ serverCalls: { callsHash, calls: null } });
  assert.deepEqual(await found(parts, [], old('hash-b')), ['warning server-other']);
  assert.deepEqual(await found(parts, [], old('hash-a')), []);
  const running = { serverCalls: { callsHash: 'x', calls: { 'GET /api/p/kit/a': 'a1', 'GET /api/p/kit/b': 'b1' } } };
  const built = (calls: Record<string, string>) => found({ ...parts, calls }, [], running);
  assert.deepEqual(await built({ 'GET /api/p/kit/a': 'a1' }), []);
  assert.deepEqual(await built({ 'GET /api/p/kit/a': 'a2', 'GET /api/p/kit/b': 'b1' }), ['warning server-calls']);
  assert.deepEqual(await built({ 'GET /api/p/kit/a': 'a2' }), ['warning server-other']);
  assert.equal((await inspect(parts)).bytes.server, 18);
});

test('a browser half that is large when zipped is told', async () => {
  assert.deepEqual(await found({ web: `/*${randomBytes(160 * 1024).toString('hex')}*/` }), []);
  assert.deepEqual(await found({ web: `/*${randomBytes(240 * 1024).toString('hex')}*/` }), ['warning size']);
  assert.deepEqual(await found({ web: `/*${'x'.repeat(1_000_000)}*/` }), []);
});

test('it says what each tier would see, with what operators chose before', async () => {
  const tiers = async (gate: PackageParts['manifest']['gate'], known: KnownPlugin[] = []) =>
    Object.values((await inspect({ manifest: { gate, version: '1.1.0' } }, known)).tiers).join(' ');
  assert.equal(await tiers({ login: true }), 'ready ready ready ready ready');
  assert.equal(await tiers({ tiers: { level0: 'hidden', level1: 'locked' } }), 'hidden locked ready ready ready');
  assert.equal(await tiers({ feature: 14 }), 'locked locked ready ready ready');
  assert.equal(await tiers({ roles: [14] }), 'hidden hidden ready hidden hidden');
  assert.equal(await tiers({ operator: true }), 'hidden hidden hidden hidden hidden');
  const before = { ...installed('kit'), tiers: { level0: 'on', level4: 'locked' } as const };
  assert.equal(
    await tiers({ tiers: { level0: 'hidden', level1: 'locked' } }, [before]),
    'ready locked ready ready locked',
  );
});

function manifestRoutes(...paths: string[]): PluginManifest['routes'] {
  return manifestSchema.shape.routes.parse(paths.map((path) => ({ path, page: 'P' })));
}

test('calls that it was built with and that are others here are told, and grants for calls that it does not import', async () => {
  const grants = ['/api/materials', '/api/tasks/:id', '/api/p/other/marks'].map((path) => ({
    ...{ kind: 'http' as const, methods: ['GET' as const], path, why: 'kit:title' },
  }));
  const callHash = (key: string) => ({ 'GET /api/materials': 'm1', 'GET /api/tasks/:id': 't1' })[key];
  const built = (calls: Record<string, string> | undefined) =>
    found({ manifest: { grants }, requires: calls === undefined ? {} : { calls } }, [], { callHash });
  assert.deepEqual(await built({ 'GET /api/materials': 'm1', 'GET /api/tasks/:id': 't1' }), []);
  assert.deepEqual(await built({ 'GET /api/materials': 'm1' }), ['warning not-imported']);
  assert.deepEqual(await built({ 'GET /api/materials': 'forged', 'GET /api/tasks/:id': 't1' }), [
    'warning call-changed',
  ]);
  assert.deepEqual(await built(undefined), []);
});

test('calls that a part makes in the plugin’s name need no import of the plugin', async () => {
  const grants = askRunPage('kit:title').filter(({ kind }) => kind === 'http');
  const drawing = async (...exports: string[]) => {
    const told = await found({
      manifest: { grants: grantSchema.array().parse(grants) },
      requires: { calls: {}, exports },
    });
    return told.filter((finding) => finding === 'warning not-imported').length;
  };
  assert.equal(await drawing('studio/ToolRunView#ToolRunView'), 0);
  assert.equal(await drawing(), grants.length);
});
