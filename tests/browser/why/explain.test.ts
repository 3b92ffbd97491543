import { expect, test } from '@rstest/core';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest, fakeKernel, type TestedPlugin } from '#core/web/testing/index.ts';
import { createWhy } from '#core/web/why/create-why.ts';
import { explain } from '#core/web/why/explain.ts';
import { WHY_STEPS, type WhyChain, type WhyLink } from '#core/web/why/why.ts';

import { buildSource } from '../outside/build-outside.ts';

const manifest = buildManifest({
  id: 'cranes',
  version: '2.1.0',
  uses: ['materials'],
  routes: [
    { path: '/cranes/:id', page: 'Crane' },
    { path: '/old', redirect: '/cranes/1' },
    { path: '/silver', page: 'Crane', gate: { tiers: { level0: 'locked' } } },
  ],
  commands: [{ id: 'lift', title: 'shell:name' }],
});
const web = defineWeb({
  pages: { Crane: () => Promise.resolve({ default: () => null }) },
  commands: { lift: () => undefined },
});

async function chainOf(asked: string, plugin: Partial<TestedPlugin> = {}, prepare?: 'activate'): Promise<WhyChain> {
  const { kernel } = await fakeKernel({ manifest, web, ...plugin }, { session: { account: { fdRoleCode: 12 } } });
  if (prepare === 'activate') await kernel.plugins.ensure('cranes', 'route:Crane').catch(() => undefined);
  const chain = await createWhy(kernel.get).explain(asked);
  await kernel.dispose();
  // It is copied as JSON.
  expect(JSON.parse(JSON.stringify(chain))).toEqual(chain);
  return chain;
}

const linkOf = ({ links }: WhyChain, step: WhyLink['step']): WhyLink | undefined =>
  links.find((link) => link.step === step);
const brokenAt = ({ links }: WhyChain): string[] => links.filter(({ ok }) => !ok).map(({ text }) => text);

test('a plugin, a path and a command come down to the same chain, each told in its own words', async () => {
  const whole = await chainOf('cranes', {}, 'activate');
  expect(whole.links.map(({ step }) => step)).toEqual([...WHY_STEPS]);
  expect(linkOf(whole, 'manifest')).toMatchObject({ text: 'shell:why.manifest', params: { version: '2.1.0' } });
  expect(linkOf(whole, 'trigger')).toMatchObject({ text: 'shell:why.trigger', params: { trigger: 'route:Crane' } });
  expect(linkOf(whole, 'load')).toMatchObject({ ok: true, text: 'shell:why.load', facts: { state: 'active' } });
  // Its partner is not there: what they do together is missing, and nothing else.
  expect(brokenAt(whole)).toEqual(['shell:why.needs-missing']);
  expect(linkOf(await chainOf('/cranes/7?x=1'), 'manifest')).toMatchObject({
    text: 'shell:why.manifest-route',
    params: { path: '/cranes/:id', page: 'Crane' },
  });
  expect(linkOf(await chainOf('/old'), 'manifest')?.text).toBe('shell:why.manifest-redirect');
  expect(linkOf(await chainOf('cranes.lift'), 'manifest')?.text).toBe('shell:why.manifest-command');
});

test('what is not there is said to be so, and nothing more', async () => {
  for (const [asked, text] of [
    ['ships', 'shell:why.manifest-unknown'],
    ['/nowhere', 'shell:why.manifest-unknown-route'],
    ['cranes.sink', 'shell:why.manifest-no-command'],
    ['', 'shell:why.manifest-unknown'],
  ] as const) {
    const chain = await chainOf(asked);
    expect([chain.plugin, chain.links.length, chain.links[0]?.ok, chain.links[0]?.text]).toEqual([
      null,
      1,
      false,
      text,
    ]);
  }
});

test('the gate says what closes it: the tier of a page, the lock of the plugin, or that it runs for nobody', async () => {
  expect(linkOf(await chainOf('/silver'), 'gate')).toMatchObject({
    ok: false,
    text: 'shell:why.gate-level',
    facts: { session: { level: 'level0', operator: false } },
  });
  const of = async (state: PluginEntry['state']) => linkOf(await chainOf('cranes', { state }), 'gate')?.text;
  expect(await of({ name: 'locked', feature: 54, unlockedBy: null })).toBe('shell:why.gate-package');
  expect(await of({ name: 'locked', feature: null, unlockedBy: null })).toBe('shell:why.gate-levels');
  expect(await of({ name: 'blocked', reason: 'server', details: ['x'] })).toBe('shell:why.gate-blocked');
  expect(await of({ name: 'ready' })).toBe('shell:why.gate');
});

test('a fault is told with its phase, and with what was thrown', async () => {
  const broken = defineWeb({
    ...web,
    activate() {
      throw new Error('no rope');
    },
  });
  const chain = await chainOf('cranes', { web: broken }, 'activate');
  expect(linkOf(chain, 'fault')).toMatchObject({
    ok: false,
    text: 'shell:why.fault',
    params: { phase: 'activate', attempts: 1 },
    facts: { error: 'Error: no rope' },
  });
});

test('of a plugin from outside it says where it is from, its hash, and what it was granted', async () => {
  const calls = { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'shell:name' } as const;
  const dialogs = { kind: 'service', token: 'dialogs@1', why: 'shell:name' } as const;
  const chain = (given: 'all' | 'none' | 'needed', more: object = {}, isTold = true) => {
    const grants = [
      { ...calls, methods: [...calls.methods], optional: false },
      { ...dialogs, optional: true },
    ];
    const source = buildSource({
      web: { url: '/plugin-files/cranes/2.1.0/web.mjs', integrity: 'sha384-abc', bytes: 900 },
      ...{ grants: grants.slice(0, { all: 2, needed: 1, none: 0 }[given]), ...more },
    });
    const entry: PluginEntry = { manifest: { ...manifest, grants }, state: { name: 'ready' }, source };
    const record = { entry, state: { name: 'ready' } as const };
    return explain('cranes', {
      plugins: { list: [record], leaving: [], find: () => undefined },
      session: { roleCode: 12, features: [] },
      trace: { spans: [] },
      i18n: { t: (key) => key, language: 'en' },
      sourceOf: () => (isTold ? Promise.resolve(source) : Promise.reject(new Error('not told'))),
    });
  };
  expect(linkOf(await chain('all'), 'source')?.text).toBe('shell:why.source-outside');
  expect(linkOf(await chain('all', { untrusted: true }), 'source')?.text).toBe('shell:why.source-untrusted');
  expect(linkOf(await chain('all', { dev: true }), 'source')?.text).toBe('shell:why.source-dev');
  expect(linkOf(await chain('all'), 'integrity')).toMatchObject({ ok: true, facts: { web: 'sha384-abc' } });
  expect(linkOf(await chain('all'), 'grants')).toMatchObject({
    ok: true,
    text: 'shell:why.grants',
    params: { count: 2 },
  });
  expect(linkOf(await chain('needed'), 'grants')).toMatchObject({ ok: true, text: 'shell:why.grants-optional' });
  expect(linkOf(await chain('none'), 'grants')).toMatchObject({ ok: false, params: { grants: 'GET /api/materials' } });
  const untold = await chain('all', {}, false);
  expect(linkOf(untold, 'source')).toMatchObject({ ok: false, text: 'shell:why.source-unread' });
  expect(linkOf(untold, 'grants')).toBe(undefined);
});
