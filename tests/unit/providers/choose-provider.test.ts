import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { pino } from 'pino';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechProvider } from '#core/server/services/providers/speech.ts';
import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { createProviders, type ProvidersService } from '#core/server/services/providers/registry/create-providers.ts';
import type { PluginStanding } from '#core/server/services/providers/registry/plugin-standing.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

let stored: Map<string, unknown>;
let standings: Record<string, PluginStanding>;
let warned: string[];
let providers: ProvidersService;
beforeEach(() => {
  stored = new Map();
  standings = {};
  warned = [];
  const settings: Pick<OperatorSettings, 'get'> = {
    get: async (definition) => definition.schema.parse(stored.get(definition.key)) as never,
  };
  providers = createProviders({
    settings: settings as OperatorSettings,
    temporaryFolder: '/nowhere',
    standing: async (plugin) => standings[plugin] ?? 'serving',
    log: pino({}, { write: (line: string) => void warned.push(line) }),
  });
});

const spoken = (version: string): SpeechProvider => ({
  version,
  languages: async () => ['en-US'],
  speak: async () => undefined,
});
const embedded = defineProvider({
  ...{ kind: 'speech', id: 'engines.plain', title: 'engines:title', embedded: true },
  open: () => spoken('plain'),
});
const settings = z.object({ key: z.string().min(1).meta({ secret: true }), pace: z.number().default(1) });
let opened = 0;
const harbour = defineProvider({
  ...{ kind: 'speech', id: 'harbour.voice', title: 'harbour:voice', settings },
  open: ({ key, pace }: z.output<typeof settings>) => spoken(`${++opened} ${key} ${pace}`),
});

function choose(kind: ProviderKind, adapters: string[], orEmbedded = false): void {
  stored.set(choiceSetting(kind).key, { adapters, orEmbedded });
}
function fillIn(adapter: Pick<ProviderAdapter, 'kind' | 'id'>, plain: object, secrets: object): void {
  const bags = adapterBags(adapter);
  stored.set(bags.plain.key, plain);
  stored.set(bags.secrets.key, secrets);
}
async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'used',
    (error: unknown) => (error instanceof ExpectedError ? error.code : String(error)),
  );
}

test('until operators choose, the embedded default is in use, and a kind without one says so', async () => {
  providers.register('engines', [embedded]);
  assert.equal((await providers.use('speech')).id, 'engines.plain');
  assert.equal(await codeOf(providers.use('translation')), 'core:provider.none-translation');
});

test('the embedded default stands in for one that fails at its work only where operators allow that', async () => {
  providers.register('engines', [embedded]);
  providers.register('harbour', [harbour]);
  assert.equal(await providers.standIn('speech'), null);
  choose('speech', ['harbour.voice']);
  assert.equal(await providers.standIn('speech'), null);
  choose('speech', ['harbour.voice'], true);
  assert.equal((await providers.standIn('speech'))?.id, 'engines.plain');
  choose('speech', ['engines.plain'], true);
  assert.equal(await providers.standIn('speech'), null);
});

test('operators may choose none', async () => {
  providers.register('engines', [embedded]);
  choose('speech', []);
  assert.equal(await codeOf(providers.use('speech')), 'core:provider.none-speech');
});

test('a chosen one gets its settings with the secrets, stays open, and opens anew when they change', async () => {
  providers.register('harbour', [harbour]);
  choose('speech', ['harbour.voice']);
  assert.equal(await codeOf(providers.use('speech')), 'core:provider.incomplete');
  fillIn(harbour, {}, { key: 'k' });
  opened = 0;
  const [first, second] = [await providers.use('speech'), await providers.use('speech')];
  assert.deepEqual([first.id, first.provider.version, second.provider], ['harbour.voice', '1 k 1', first.provider]);
  fillIn(harbour, { pace: 2, left: 'over' }, { key: 'k' });
  assert.equal((await providers.use('speech')).provider.version, '2 k 2');
});

test('one that cannot be used is a failure that says why, and nothing takes its place by itself', async () => {
  providers.register('engines', [embedded]);
  providers.register('harbour', [harbour]);
  fillIn(harbour, {}, { key: 'k' });
  choose('speech', ['harbour.voice']);
  for (const state of ['disabled', 'stopped', 'gone'] as const) {
    standings['harbour'] = state;
    assert.equal(await codeOf(providers.use('speech')), `core:provider.${state}`);
  }
  standings = {};
  choose('speech', ['harbour.other']);
  assert.equal(await codeOf(providers.use('speech')), 'core:provider.gone');
});

test('the embedded default stands in where operators allow it, which is logged', async () => {
  providers.register('engines', [embedded]);
  choose('speech', ['harbour.voice'], true);
  assert.equal((await providers.use('speech')).id, 'engines.plain');
  assert.match(warned[0] ?? '', /harbour\.voice.*stands in/s);
});

test('one that fails to open is opened again with the next use', async () => {
  let tries = 0;
  const flaky = defineProvider({
    ...{ kind: 'speech', id: 'harbour.flaky', title: 'harbour:flaky' },
    open() {
      if (++tries === 1) throw new Error('no answer');
      return spoken('at last');
    },
  });
  providers.register('harbour', [flaky]);
  choose('speech', ['harbour.flaky']);
  assert.equal(await codeOf(providers.use('speech')), 'Error: no answer');
  assert.equal((await providers.use('speech')).provider.version, 'at last');
});

test('of a kind with several at once, those that cannot be used are left out', async () => {
  const platform = (id: string) =>
    defineProvider({ ...{ kind: 'channels', id, title: 'harbour:channel' }, open: () => ({ platform: id }) as never });
  providers.register('harbour', [platform('harbour.one'), platform('harbour.two')]);
  assert.deepEqual(await providers.every('channels'), []);
  choose('channels', ['harbour.two', 'quay.gone', 'harbour.one']);
  assert.deepEqual(
    (await providers.every('channels')).map(({ id }) => id),
    ['harbour.two', 'harbour.one'],
  );
});

test('adapters of another’s name, of no kind, or twice are refused by name', () => {
  const named = (id: string, kind = 'speech') =>
    ({ kind, id, title: 'x:y', open: () => spoken('') }) as ProviderAdapter;
  assert.throws(() => providers.register('harbour', [named('quay.voice')]), /"quay\.voice" must be named "harbour\.…"/);
  assert.throws(() => providers.register('harbour', [named('harbour.voice.secrets')]), /must be named/);
  assert.throws(() => providers.register('harbour', [named('harbour.a', 'weather')]), /unknown kind "weather"/);
  assert.throws(() => providers.register('harbour', [named('harbour.a'), named('harbour.a')]), /two providers/);
});
