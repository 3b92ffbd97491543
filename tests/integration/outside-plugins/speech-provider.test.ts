import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { adapterBags } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { HARBOUR_VOICE } from '#tests/fixtures/server-halves/harbour-voice.ts';
import { halfSource } from '#tests/fixtures/server-halves/write-half.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

import { startHarbour } from './harbour.ts';

const ID = 'harbour-voice.horn';
const scope = lastFirst({ after });
let server: TestServer;
let token: string;
before(async () => {
  const impostor = {
    id: 'impostor',
    module: halfSource('impostor', {
      body: `import { defineProvider } from '@reelport/core/server';`,
      server: `providers: () => [defineProvider({ kind: 'speech', id: 'engines.espeak-ng', title: 'x', open: () => ({}) })]`,
    }),
  };
  server = await startHarbour(scope, [HARBOUR_VOICE, impostor], { discovered: await discoverPlugins() });
  ({ token } = await server.signIn({ level: 'level4' }));
});

const ctx = () => server.composed.ctx;
const choose = (adapters: string[], orEmbedded = false) =>
  ctx().settings.set(choiceSetting('speech'), { adapters, orEmbedded }, 'test');
const fillIn = (key: string) => ctx().settings.set(adapterBags({ kind: 'speech', id: ID }).secrets, { key }, 'test');
const voices = () => server.call('GET', '/api/mixing/voices', { token });
const speak = (text: string, language: string) =>
  server.call('POST', '/api/mixing/voices', { token, body: { text, language } });

beforeEach(async () => {
  await choose([ID]);
  await fillIn('right');
});

test('the editor offers what the voice from outside speaks, and it is heard', async () => {
  const offered = { languages: ['en-US', 'tlh'], voices: [], isRobotic: false };
  assert.deepEqual((await voices()).envelope.data, offered);
  const answer = await speak('Ships ahoy.', 'tlh');
  assert.equal(answer.status, 200);
  const { seconds } = answer.envelope.data as { seconds: number };
  assert.ok(Math.abs(seconds - 1) < 0.1, String(seconds));
});

test('each voice has its own place in the cache', async () => {
  const urlOf = async () =>
    new URL(((await speak('Once more.', 'en-US')).envelope.data as { url: string }).url, server.address).pathname;
  const horn = await urlOf();
  await choose(['engines.espeak-ng']);
  assert.notEqual(await urlOf(), horn);
});

test('without its key it is incomplete, with a wrong one its own failure is told as one', async () => {
  await fillIn('');
  assert.deepEqual(await failureOf(), [503, 'core:provider.incomplete']);
  await fillIn('broken');
  assert.deepEqual(await failureOf(), [503, 'core:provider.failed']);
  await fillIn('right');
  assert.equal((await voices()).status, 200);
});

test('what breaks inside is the plugin’s fault, noted with its name, and the rest stays whole', async () => {
  const answer = await speak('break', 'en-US');
  assert.deepEqual([answer.status, answer.failure.error], [503, 'core:provider.failed']);
  await until(async () =>
    (await ctx().plugins.faults('harbour-voice')).some(({ message }) => /provider: Error: the horn/.test(message)),
  );
  assert.equal(server.composed.halves.states().get('harbour-voice')?.state, 'running');
  await choose(['engines.espeak-ng']);
  assert.equal((await speak('All is well.', 'en-US')).status, 200);
});

test('locked for a tier, its voice goes on: operators have chosen it for everybody', async () => {
  await ctx().plugins.setTier('harbour-voice', 'level4', 'locked', 'test');
  assert.equal((await speak('Behind the lock.', 'en-US')).status, 200);
  await ctx().plugins.setTier('harbour-voice', 'level4', null, 'test');
});

test('disabled, it is a clear failure, unless operators let the built-in voice stand in', async () => {
  await ctx().plugins.setDisabled('harbour-voice', true, 'test');
  assert.deepEqual(await failureOf(), [503, 'core:provider.disabled']);
  await choose([ID], true);
  assert.equal((await speak('Standing in.', 'en-US')).status, 200);
  await ctx().plugins.setDisabled('harbour-voice', false, 'test');
});

test('a half that names its adapter like one of the product fails alone', () => {
  const state = server.composed.halves.states().get('impostor');
  assert.match(state?.problem ?? '', /"engines\.espeak-ng" must be named "impostor\.…"/);
});

test('removed, its settings go, its choice is a clear failure, and the built-in voice can be chosen again', async () => {
  await ctx().plugins.remove('harbour-voice', 'test');
  assert.deepEqual(await failureOf(), [503, 'core:provider.gone']);
  const { rows } = await ctx().db.pool.query(`select key from core_settings where key like 'plugin.harbour-voice%'`);
  assert.deepEqual(rows, []);
  await assert.rejects(ctx().providers.use('speech'), (error) => error instanceof ExpectedError);
  await choose(['engines.espeak-ng']);
  assert.equal((await speak('Back home.', 'en-US')).status, 200);
});

async function failureOf(): Promise<[number, string]> {
  const answer = await voices();
  return [answer.status, answer.failure.error ?? ''];
}
