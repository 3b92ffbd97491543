import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { countLetters } from '#core/contract/post-text.ts';
import { X } from '#plugins/channels/server/x/settings.ts';
import { createX } from '#plugins/channels/server/x/x.ts';
import { startX } from '#tests/fixtures/channels/x-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({});
});

const settingsAt = (address: string, clientSecret = 'client-secret') =>
  X.parse({ clientId: 'client', clientSecret, page: `${address}/i/oauth2/authorize`, endpoint: address });

async function start(t: TestContext) {
  const simulator = await startX(t);
  const provider = createX(settingsAt(simulator.platform.address), services);
  return { ...simulator, provider, ...(await connect({ provider, answers: {} })) };
}

test('letters count as X counts them', () => {
  for (const [text, weight] of [
    ['Quay', 4],
    ['码头', 4],
    ['👨‍👩‍👧', 2],
    ['❤️ 1', 4],
    ['see https://quay.example/a/very/long/address/that/goes/on', 27],
    ['é', 1],
    ['“—”', 3],
  ] as const) {
    assert.equal(countLetters(text, { by: 'weighted', link: 23 }), weight, text);
  }
});

test('a segment that was lost is sent again, and what X has forgotten is begun anew', async (t) => {
  const { provider, platform, tokens, forget } = await start(t);
  platform.misbehave('upload', 'cut', 'lose-answer');
  platform.misbehave('post', { status: 503 });
  const late = await attempt(provider, posts.build(), tokens);
  assert.equal(late.failure?.kind, 'unavailable');
  assert.equal(platform.bytes.get('upload')?.length, 3);
  assert.equal(await provider.find?.(posts.build(), searching(tokens, late.saved, new Date())), null);
  assert.equal((await attempt(provider, posts.build(), tokens, late.saved)).failure, undefined);
  assert.equal(platform.bytes.get('upload')?.length, 3, 'what is there is not sent again');
  platform.misbehave('post', { status: 503 });
  const old = await attempt(provider, posts.build(), tokens);
  forget();
  assert.equal((await attempt(provider, posts.build(), tokens, old.saved)).failure, undefined);
  assert.equal(platform.posts.length, 2);
});

test('a video that X cannot use is refused with its reason', async (t) => {
  const { provider, platform, tokens, breakVideos } = await start(t);
  breakVideos();
  const { failure } = await attempt(provider, posts.build(), tokens);
  assert.deepEqual([failure?.kind, platform.posts.length], ['refused', 0]);
  assert.match(failure?.message ?? '', /no picture/);
});

test('what X says decides what happens next, and when a limit ends', async (t) => {
  const { provider, platform, tokens } = await start(t);
  const type = (name: string) => `https://api.twitter.com/2/problems/${name}`;
  const reset = Math.floor(Date.now() / 1000) + 600;
  for (const [said, kind] of [
    [{ status: 403, json: { detail: 'You are not allowed to create a Tweet with duplicate content.' } }, 'refused'],
    [{ status: 403, json: { type: type('client-forbidden') } }, 'configuration'],
    [{ status: 402, json: { title: 'CreditsDepleted' } }, 'configuration'],
    [
      { status: 429, json: { type: type('usage-capped') }, headers: { 'x-rate-limit-reset': String(reset) } },
      'limited',
    ],
  ] as const) {
    platform.misbehave('post', said);
    const { failure } = await attempt(provider, posts.build(), tokens);
    assert.equal(failure?.kind, kind, JSON.stringify(said));
    if (kind === 'limited') assert.equal(failure?.until?.getTime(), reset * 1000);
  }
});

test('an app that X does not know is told from one that it knows', async (t) => {
  const { platform } = await startX(t);
  const signal = AbortSignal.timeout(10_000);
  await createX(settingsAt(platform.address), services).probe?.(signal);
  const wrong = createX(settingsAt(platform.address, 'guess'), services).probe?.(signal);
  await assert.rejects(wrong ?? assert.fail(), { kind: 'configuration' });
});
