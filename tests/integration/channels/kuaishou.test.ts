import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { KUAISHOU } from '#plugins/channels/server/kuaishou/settings.ts';
import { createKuaishou } from '#plugins/channels/server/kuaishou/kuaishou.ts';
import { startKuaishou } from '#tests/fixtures/channels/kuaishou-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({ audience: 'public' });
});

async function start(t: TestContext, changes: Record<string, unknown> = {}) {
  const simulator = await startKuaishou(t);
  const { address } = simulator.platform;
  const settings = KUAISHOU.parse({
    ...{ appId: 'app', appSecret: 'app-secret', page: `${address}/oauth2/authorize`, endpoint: address },
    ...changes,
  });
  const provider = createKuaishou(settings, services);
  return { ...simulator, provider, connect: () => connect({ provider, answers: {} }) };
}

test('a post is processed before people see it at its own page', async (t) => {
  const { provider, settle, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  const made = await attempt(provider, posts.build(), tokens);
  assert.deepEqual(await provider.check(made.name ?? '', tokens), { state: 'working' });
  settle();
  const link = `https://www.kuaishou.com/short-video/${made.name}`;
  assert.deepEqual(await provider.check(made.name ?? '', tokens), { state: 'published', id: made.name, link });
});

test('a video without a cover gets a picture of its beginning, which Kuaishou requires', async (t) => {
  const { provider, platform, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  for (const cover of [null, posts.cover]) await attempt(provider, posts.build({ cover }), tokens);
  assert.deepEqual(
    platform.posts.map(({ hasCover }) => hasCover),
    [false, true],
  );
});

test('calls of a day that are used up are waited for until the next one', async (t) => {
  const { provider, platform, exhaust, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  exhaust();
  const { failure } = await attempt(provider, posts.build(), tokens);
  assert.ok(failure?.kind === 'limited' && (failure.until ?? new Date(0)) > new Date());
  assert.deepEqual(platform.posts, []);
});

test('results decide what happens next, whatever the status says', async (t) => {
  const { provider, platform, refusal, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  for (const [result, kind] of [
    [100_200_106, 'configuration'],
    [100_200_110, 'unauthorised'],
    [100_200_111, 'unauthorised'],
    [100_200_100, 'refused'],
  ] as const) {
    platform.misbehave('account', refusal(result, 'why'));
    await assert.rejects(provider.profile(tokens), { kind, code: String(result), message: /why/ });
  }
  platform.misbehave('account', refusal(100_200_500), { json: { user_info: {} } });
  assert.equal((await provider.profile(tokens)).name, 'Quay', 'what failed for a moment is asked again');
});

test('an upload that Kuaishou has forgotten begins anew, unless a post may have come of it', async (t) => {
  const { provider, platform, forgetUploads, refusal, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  platform.misbehave('upload', ...Array.from({ length: 5 }, () => 'lose-request' as const));
  const broken = await attempt(provider, posts.build(), tokens);
  assert.deepEqual([broken.failure?.kind, broken.isCommitted], ['unavailable', false]);
  forgetUploads();
  assert.equal((await attempt(provider, posts.build(), tokens, broken.saved)).failure, undefined);
  assert.equal(platform.asked.filter((step) => step === 'begin').length, 2);
  platform.misbehave('upload', ...Array.from({ length: 5 }, () => 'lose-request' as const));
  const third = await attempt(provider, posts.build({ text: '第三个' }), tokens);
  platform.misbehave('post', refusal(100_200_100));
  const refused = await attempt(provider, posts.build({ text: '第三个' }), tokens, third.saved);
  assert.equal(refused.failure?.kind, 'refused');
  assert.equal(platform.asked.filter((step) => step === 'begin').length, 3, 'what is refused is not sent anew');
  forgetUploads();
  assert.equal((await attempt(provider, posts.build({ text: '第三个' }), tokens, refused.saved)).failure, undefined);

  platform.misbehave('post', 'lose-answer');
  const since = new Date();
  const other = posts.build({ text: '第二个' });
  const lost = await attempt(provider, other, tokens);
  assert.equal(await provider.find?.(other, searching(tokens, lost.saved, since)), platform.posts[2]?.id);
  const later = new Date(Date.now() + 60 * 60_000);
  assert.equal(await provider.find?.(other, searching(tokens, lost.saved, later)), null);
  const again = await attempt(provider, other, tokens, lost.saved);
  assert.deepEqual([again.failure?.kind, platform.posts.length], ['refused', 3], 'no second post of one upload');
});

test('uploads go to a host and nowhere else, and not to one that is more than a name', async (t) => {
  const { provider, platform, ...kuaishou } = await start(t);
  const { tokens } = await kuaishou.connect();
  for (const endpoint of ['quay.example/elsewhere?', 'somebody@quay.example', '']) {
    platform.misbehave('begin', { json: { result: 1, upload_token: 'u', endpoint } });
    const { failure, saved } = await attempt(provider, posts.build(), tokens);
    assert.deepEqual([failure?.kind, saved], ['unavailable', null]);
  }
});

test('a video may be as large as operators say', async (t) => {
  const { provider, ...kuaishou } = await start(t, { megabytes: 1 });
  const { tokens } = await kuaishou.connect();
  assert.equal((await provider.rules(tokens)).bytes, 1_000_000);
});

test('an operator is told whether Kuaishou knows the app and its secret', async (t) => {
  const { provider } = await start(t);
  await provider.probe?.(AbortSignal.timeout(10_000));
  const { provider: other } = await start(t, { appSecret: 'guess' });
  await assert.rejects(async () => await other.probe?.(AbortSignal.timeout(10_000)), { kind: 'configuration' });
});
