import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { pino } from 'pino';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceRest } from '#core/server/services/providers/service-rests.ts';
import { speakersOf } from '#core/server/services/providers/speakers.ts';
import { tryInOrder } from '#core/server/services/providers/try-in-order.ts';
import type { SpeechProvider } from '#core/server/services/providers/speech.ts';
import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { createProviders, type ProvidersService } from '#core/server/services/providers/registry/create-providers.ts';
import type { PluginStanding } from '#core/server/services/providers/registry/plugin-standing.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

let stored: Map<string, unknown>;
let standings: Record<string, PluginStanding>;
let warned: string[];
let resting: Map<string, ServiceRest>;
let now: Date;
let providers: ProvidersService;
beforeEach(() => {
  resting = new Map();
  now = new Date('2026-11-28T10:00:00Z');
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
    clock: { now: () => now },
    rests: {
      of: async () => new Map([...resting].filter(([, { until }]) => until > now)),
      begin: async (_kind, id, rest) => void resting.set(id, rest),
      end: async (_kind, id) => void (id === undefined ? resting.clear() : resting.delete(id)),
    },
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

const named = (id: string, languages = ['en-US']) =>
  defineProvider({
    ...{ kind: 'speech', id, title: 'harbour:voice' },
    open: () => ({ ...spoken(id), languages: async () => languages }),
  });
const minutes = (count: number): void => void (now = new Date(now.getTime() + count * 60_000));
/** Who does the work, where each fails as it is told. */
async function doneBy(failures: Record<string, Error> = {}): Promise<string> {
  return await tryInOrder(await providers.inOrder('speech'), async ({ id }) => {
    if (failures[id] !== undefined) throw failures[id];
    return id;
  });
}

test('where the first of an order fails, the next does its work, and is asked first for a while', async () => {
  providers.register('harbour', [named('harbour.one'), named('harbour.two')]);
  choose('speech', ['harbour.one', 'harbour.two']);
  assert.equal(await doneBy(), 'harbour.one');
  const down = { 'harbour.one': new ProviderFailure('unavailable', 'down') };
  assert.equal(await doneBy(down), 'harbour.two');
  assert.deepEqual([...resting.keys()], ['harbour.one']);
  assert.equal(await doneBy(), 'harbour.two');
  minutes(2);
  assert.equal(await doneBy(), 'harbour.one');
  // One that is asked although it rests, since the other fails, and that works, has rested enough.
  await doneBy(down);
  assert.equal(await doneBy({ 'harbour.two': new ProviderFailure('refused', 'no') }), 'harbour.one');
  assert.deepEqual([...resting.keys()], []);
});

test('a service rests as long as its failure is likely to last; a refused request says nothing about it', async () => {
  providers.register('harbour', [named('harbour.one'), named('harbour.two')]);
  choose('speech', ['harbour.one', 'harbour.two']);
  const restAfter = async (...failure: ConstructorParameters<typeof ProviderFailure>) => {
    resting.clear();
    assert.equal(await doneBy({ 'harbour.one': new ProviderFailure(...failure) }), 'harbour.two');
    const { until } = resting.get('harbour.one') ?? {};
    return until === undefined ? null : (until.getTime() - now.getTime()) / 60_000;
  };
  assert.equal(await restAfter('refused', 'not this text'), null);
  assert.equal(await restAfter('unavailable', 'down'), 1);
  assert.equal(await restAfter('configuration', 'a wrong key'), 5);
  assert.equal(await restAfter('limited', 'the quota is used up'), 30);
  const inMinutes = (count: number) => ({ until: new Date(now.getTime() + count * 60_000) });
  assert.equal(await restAfter('limited', 'slower', inMinutes(10)), 10);
  assert.equal(await restAfter('limited', 'tomorrow', inMinutes(2_000)), 30);
  // What breaks in a plugin, or never answers, keeps nobody waiting for it each time.
  resting.clear();
  const why = { kind: 'unavailable', cause: new Error('no word for two minutes') } as const;
  const broken = new ExpectedError('core:provider.failed', { provider: 'harbour.one' }, why);
  assert.equal(await doneBy({ 'harbour.one': broken }), 'harbour.two');
  const { kind, message } = resting.get('harbour.one') ?? {};
  assert.deepEqual([kind, message], ['unavailable', 'no word for two minutes']);
});

test('what is wrong with the request, a cancelled one and a fault of ours go to nobody else', async () => {
  providers.register('harbour', [named('harbour.one'), named('harbour.two')]);
  choose('speech', ['harbour.one', 'harbour.two']);
  const empty = new ExpectedError('core:speech.empty');
  assert.equal(await codeOf(doneBy({ 'harbour.one': empty })), 'core:speech.empty');
  assert.equal(await codeOf(doneBy({ 'harbour.one': new TypeError('a bug') })), 'TypeError: a bug');
  const cancelled = new AbortController();
  const asked: string[] = [];
  const work = tryInOrder(
    await providers.inOrder('speech'),
    async ({ id }) => {
      asked.push(id);
      cancelled.abort();
      throw new ProviderFailure('unavailable', 'gone');
    },
    cancelled.signal,
  );
  assert.match(await codeOf(work), /gone/);
  assert.deepEqual([asked, [...resting.keys()]], [['harbour.one'], []]);
});

test('where all fail, whoever asked learns what can be waited for', async () => {
  providers.register('harbour', [named('harbour.one'), named('harbour.two')]);
  choose('speech', ['harbour.one', 'harbour.two']);
  const spent = new ProviderFailure('limited', 'the quota is used up');
  const late = new ProviderFailure('unavailable', 'down');
  assert.match(await codeOf(doneBy({ 'harbour.one': spent, 'harbour.two': late })), /down/);
  assert.match(await codeOf(doneBy({ 'harbour.one': spent, 'harbour.two': spent })), /used up/);
});

test('only those are asked that can be used and speak the language, the built-in one last where it may stand in', async () => {
  providers.register('engines', [embedded]);
  providers.register('harbour', [named('harbour.one', ['de-DE']), named('harbour.two', ['de-DE', 'en-US']), harbour]);
  choose('speech', ['harbour.voice', 'harbour.gone', 'harbour.one', 'harbour.two'], true);
  const idsOf = async (language: string) => (await speakersOf(providers, language)).map(({ id }) => id);
  assert.deepEqual(await idsOf('de-DE'), ['harbour.one', 'harbour.two']);
  assert.deepEqual(await idsOf('en-US'), ['harbour.two', 'engines.plain']);
  assert.equal(await codeOf(speakersOf(providers, 'ja-JP')), 'core:speech.language');
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
