import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { YOUTUBE } from '#plugins/channels/server/youtube/settings.ts';
import { nextPacificDay } from '#plugins/channels/server/youtube/youtube-api.ts';
import { createYoutube } from '#plugins/channels/server/youtube/youtube.ts';
import { startYoutube } from '#tests/fixtures/channels/youtube-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({});
});

async function start(t: TestContext) {
  const simulator = await startYoutube(t);
  const { address } = simulator.platform;
  const settings = YOUTUBE.parse({
    ...{ clientId: 'client', clientSecret: 'client-secret', page: `${address}/o/oauth2/v2/auth` },
    ...{ tokenAddress: address, endpoint: address },
  });
  const provider = createYoutube(settings, services);
  return { ...simulator, provider, connect: () => connect({ provider, answers: {} }) };
}

test('a quota that is used up is waited for until midnight in California', async (t) => {
  const { provider, exhaust, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  exhaust();
  const { failure } = await attempt(provider, posts.build(), tokens);
  assert.equal(failure?.kind, 'limited');
  assert.ok(Math.abs((failure?.until?.getTime() ?? 0) - nextPacificDay(new Date()).getTime()) < 60_000);
  assert.equal(nextPacificDay(new Date('2026-11-27T10:00:00Z')).toISOString(), '2026-11-28T08:00:00.000Z');
  assert.equal(nextPacificDay(new Date('2026-07-01T06:59:59Z')).toISOString(), '2026-07-01T07:00:00.000Z');
});

test('somebody who allows less than it takes is asked again', async (t) => {
  const { platform, ...youtube } = await start(t);
  const scope = 'https://www.googleapis.com/auth/youtube.readonly';
  platform.misbehave('token', { json: { access_token: 'a', refresh_token: 'r', expires_in: 3_599, scope } });
  await assert.rejects(youtube.connect(), { kind: 'unauthorised', message: /youtube\.upload/ });
});

test('YouTube publishes at a time, and only for everybody', async (t) => {
  const { provider, platform, settle, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  const at = new Date(Date.now() + 60 * 60_000);
  const made = await attempt(provider, posts.build({ at }), tokens);
  settle();
  assert.deepEqual([platform.posts[0]?.audience, platform.posts[0]?.at], ['private', at.toISOString()]);
  assert.deepEqual(await provider.check(made.name ?? '', tokens), { state: 'working' });
  const hidden = await attempt(provider, posts.build({ at, audience: 'unlisted' }), tokens);
  assert.deepEqual([hidden.failure?.kind, platform.posts.length], ['refused', 1]);
});

test('a video whose session has ended is found among the newest, but not an older one of that title', async (t) => {
  const { provider, platform, forgetUploads, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  platform.misbehave('upload', 'lose-answer');
  const since = new Date();
  const lost = await attempt(provider, posts.build(), tokens);
  forgetUploads();
  assert.equal(await provider.find?.(posts.build(), searching(tokens, lost.saved, since)), platform.posts[0]?.id);
  const later = new Date(Date.now() + 60 * 60_000);
  assert.equal(await provider.find?.(posts.build(), searching(tokens, lost.saved, later)), null);
});

test('a cover is set, and a video stays posted when its cover is refused', async (t) => {
  const { provider, platform, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  const post = posts.build({ cover: posts.cover });
  assert.equal((await attempt(provider, post, tokens)).failure, undefined);
  assert.equal(platform.posts[0]?.hasCover, true);
  platform.misbehave('cover', { status: 403, json: {} });
  assert.equal((await attempt(provider, post, tokens)).failure, undefined);
});

test('what YouTube rejects is told with its reason', async (t) => {
  const { provider, settle, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  const made = await attempt(provider, posts.build(), tokens);
  settle('rejected');
  const state = await provider.check(made.name ?? '', tokens);
  assert.deepEqual(state, { state: 'failed', reason: 'rejected: no reason told' });
  const marked = await attempt(provider, posts.build({ text: 'a < b' }), tokens);
  assert.match(marked.failure?.message ?? '', /neither < nor >/);
});

test('a session that leads elsewhere is not given the permission', async (t) => {
  const { provider, platform, ...youtube } = await start(t);
  const { tokens } = await youtube.connect();
  platform.misbehave('begin', { headers: { location: 'https://googleapis.com.quay.example/upload' } });
  const { failure, saved } = await attempt(provider, posts.build(), tokens);
  assert.deepEqual([failure?.kind, saved], ['unavailable', null]);
});

test('an operator is told whether Google knows the client and its secret', async (t) => {
  const { platform } = await start(t);
  const keys = {
    clientId: 'client',
    page: platform.address,
    tokenAddress: platform.address,
    endpoint: platform.address,
  };
  const probe = async (clientSecret: string) =>
    await createYoutube(YOUTUBE.parse({ ...keys, clientSecret }), services).probe?.(AbortSignal.timeout(10_000));
  await probe('client-secret');
  await assert.rejects(probe('guess'), { kind: 'configuration', message: /invalid_client/ });
});
