import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { wholeEntry, type LeanEntry } from '#core/contract/lean-index.ts';
import type { PluginIndex } from '#core/contract/plugin-index.ts';
import { definePlugin, type PluginManifestInput } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

import { startTestServer } from './test-server.ts';

const plugin = (id: string, manifest: Partial<PluginManifestInput>) => ({
  manifest: definePlugin({ id, version: '1.0.0', title: 'core:welcome.title', ...manifest }),
  calls: {},
  server: undefined,
});

const server = await startTestServer(
  { after },
  {
    discovered: [
      plugin('open', { gate: { login: false } }),
      plugin('members', { gate: { login: true, roles: [...MEMBER_ROLES] } }),
      plugin('silver', { gate: { login: true, roles: [14, 15] } }),
      plugin('pieces', { gate: { login: true, feature: 50 } }),
      plugin('humans', { gate: { login: true, feature: 54 } }),
      plugin('bridge', { gate: { operator: true } }),
      plugin('mixed', {
        gate: { login: false },
        routes: [
          { path: '/mixed', page: 'Mixed', title: 'core:welcome.name' },
          { path: '/operator/mixed', page: 'Desk', gate: { login: true, operator: true } },
        ],
        menus: [
          { to: '/mixed', section: 'create', icon: 'film', order: 1, title: 'core:welcome.name' },
          { to: '/operator/mixed', section: 'operator', icon: 'mail', order: 1, title: 'core:welcome.lead' },
        ],
      }),
    ],
  },
);

async function index(token?: string) {
  const { status, envelope, headers } = await server.call('GET', '/api/plugins', { token });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  const { plugins: lean, build } = envelope.data as { plugins: LeanEntry[]; build: string };
  const plugins = lean.map(wholeEntry);
  const states = Object.fromEntries(plugins.map(({ manifest, state }) => [manifest.id, state]));
  return { plugins, build, states };
}

test('an anonymous visitor sees what is open, and what a login would open', async () => {
  const { states } = await index();
  assert.deepEqual(states, {
    open: { name: 'ready' },
    members: { name: 'login' },
    silver: { name: 'login' },
    pieces: { name: 'login' },
    humans: { name: 'login' },
    mixed: { name: 'ready' },
  });
});

test('a free account sees what its tier locks, with what unlocks it, and nothing that its role refuses', async () => {
  const { token } = await server.signIn();
  const { states } = await index(token);
  assert.deepEqual(states, {
    open: { name: 'ready' },
    members: { name: 'ready' },
    pieces: { name: 'locked', feature: 50, unlockedBy: 'level1' },
    humans: { name: 'locked', feature: 54, unlockedBy: null },
    mixed: { name: 'ready' },
  });
});

test('an account whose tier includes a feature finds its plugin ready', async () => {
  const { token } = await server.signIn({ level: 'level2' });
  const { states } = await index(token);
  assert.deepEqual([states['pieces'], states['silver']], [{ name: 'ready' }, { name: 'ready' }]);
});

test('only operators hear of what is theirs: plugins, routes and menu entries', async () => {
  const operator = await server.signIn({ operator: true });
  const theirs = await index(operator.token);
  assert.deepEqual(theirs.states['bridge'], { name: 'ready' });
  const paths = (plugins: PluginIndex['plugins']) => {
    const mixed = plugins.find(({ manifest }) => manifest.id === 'mixed')?.manifest;
    return [mixed?.routes.map(({ path }) => path), mixed?.menus.map(({ to }) => to)];
  };
  assert.deepEqual(paths(theirs.plugins), [
    ['/mixed', '/operator/mixed'],
    ['/mixed', '/operator/mixed'],
  ]);
  const member = await server.signIn();
  for (const token of [undefined, member.token]) {
    assert.deepEqual(paths((await index(token)).plugins), [['/mixed'], ['/mixed']]);
  }
});

test('the texts that a manifest names come with it, in both languages', async () => {
  const { plugins } = await index();
  const { texts } = plugins.find(({ manifest }) => manifest.id === 'mixed') ?? {};
  assert.deepEqual([texts?.zh['core:welcome.name'], texts?.en['core:welcome.name']], ['映港', 'Reelport']);
  assert.equal(texts?.zh['core:welcome.lead'], undefined);
});

test('a token that is no good sees what an anonymous visitor sees', async () => {
  assert.deepEqual((await index('no-such-token')).states, (await index()).states);
});

test('a server without a browser half names no build', async () => {
  assert.equal((await index()).build, '');
});

test('the index goes out packed for whoever takes it, and says the same', async () => {
  const { token } = await server.signIn({ level: 'level2' });
  const plain = await fetchIndex('identity');
  for (const encoding of ['br', 'gzip']) {
    const packed = await fetchIndex(encoding);
    assert.deepEqual([packed.encoding, packed.vary], [encoding, 'accept-encoding']);
    assert.deepEqual(packed.answer, plain.answer);
    assert.ok(packed.length < plain.length / 2, `${packed.length} bytes of ${plain.length}`);
  }
  assert.equal(plain.encoding, null);

  async function fetchIndex(encoding: string) {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const answer = await fetch(`${server.address}/api/plugins`, { headers });
    const length = Number(answer.headers.get('content-length'));
    const [taken, vary] = [answer.headers.get('content-encoding'), answer.headers.get('vary')];
    return { encoding: taken, vary, length, answer: await answer.json() };
  }
});
