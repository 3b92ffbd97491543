import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { before, test, type TestContext } from 'node:test';

import { DOUYIN } from '#plugins/channels/server/douyin/settings.ts';
import { partsOf } from '#plugins/channels/server/douyin/douyin-upload.ts';
import { createDouyin } from '#plugins/channels/server/douyin/douyin.ts';
import { nextDayInChina } from '#plugins/channels/server/quota-day.ts';
import { startDouyin } from '#tests/fixtures/channels/douyin-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

const DAY = 24 * 60 * 60_000;

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({ audience: 'public' });
});

async function start(t: TestContext, { clientSecret = 'client-secret', clientKey = 'client' } = {}) {
  const simulator = await startDouyin(t);
  const { address } = simulator.platform;
  const clock = { at: Date.now() };
  const settings = DOUYIN.parse({
    clientKey,
    clientSecret,
    page: `${address}/platform/oauth/connect/`,
    endpoint: address,
  });
  const provider = createDouyin(settings, { ...services, clock: { now: () => new Date(clock.at) } });
  return { ...simulator, provider, clock, connect: () => connect({ provider, answers: {} }) };
}

test('a video is cut into equal parts, none of which is too small', () => {
  assert.equal(partsOf(20_000_000), null);
  for (const bytes of [20_000_001, 60_000_000, 4_000_000_000]) {
    const { chunk, count } = partsOf(bytes) ?? assert.fail();
    const last = bytes - (count - 1) * chunk;
    assert.ok(
      chunk <= 20_000_000 && last >= 5_000_000 && last <= chunk,
      `${bytes}: ${count} of ${chunk}, then ${last}`,
    );
  }
});

test('a post is under review until Douyin lets it be seen, or finds it unsuitable', async (t) => {
  const { provider, settle, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  const made = await attempt(provider, posts.build(), tokens);
  assert.deepEqual(await provider.check(made.name ?? '', tokens), { state: 'review' });
  settle();
  const shown = await provider.check(made.name ?? '', tokens);
  assert.ok(shown.state === 'published' && shown.id === made.name && shown.link?.startsWith('https://'), shown.state);
  settle(2);
  const refused = await provider.check(made.name ?? '', tokens);
  assert.ok(refused.state === 'failed' && /unsuitable/.test(refused.reason));
});

test('a permission is prolonged in its last days, five times, and then ends with its time', async (t) => {
  const { provider, platform, clock, ...douyin } = await start(t);
  let { tokens } = await douyin.connect();
  const began = clock.at;
  const prolonged = () => platform.asked.filter((step) => step === 'prolong').length;
  for (let round = 0; round < 20 && prolonged() < 6; round += 1) {
    const [end, ofRefresh] = [tokens.expiresAt?.getTime() ?? 0, tokens.refreshExpiresAt?.getTime() ?? 0];
    assert.ok(end > clock.at && ofRefresh > clock.at + 6 * DAY, 'there are days to spare');
    clock.at = end - 10 * 60_000;
    tokens = await provider.refresh(tokens);
  }
  assert.equal(prolonged(), 6);
  assert.ok(clock.at - began > 120 * DAY, `${(clock.at - began) / DAY} days`);
  assert.ok((tokens.refreshExpiresAt?.getTime() ?? 0) < clock.at + 8 * DAY, 'it ends when it cannot be prolonged');
  assert.equal((await provider.profile(tokens)).name, 'Quay');
});

test('what is renewed is not lost when it cannot be prolonged for a moment', async (t) => {
  const { provider, platform, clock, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  clock.at += 25 * DAY;
  platform.misbehave('prolong', 'lose-request');
  const renewed = await provider.refresh(tokens);
  assert.equal(renewed.refresh, tokens.refresh);
  assert.notEqual((await provider.refresh(renewed)).refresh, tokens.refresh);
});

test('posts of a day that are used up are waited for until midnight in China', async (t) => {
  const { provider, platform, exhaust, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  exhaust();
  const { failure } = await attempt(provider, posts.build(), tokens);
  assert.ok(
    failure?.kind === 'limited' &&
      Math.abs((failure.until?.getTime() ?? 0) - nextDayInChina(new Date()).getTime()) < 60_000,
  );
  assert.equal(nextDayInChina(new Date('2026-11-27T15:59:59Z')).toISOString(), '2026-11-27T16:00:00.000Z');
  assert.equal(nextDayInChina(new Date('2026-11-27T16:00:00Z')).toISOString(), '2026-11-28T16:00:00.000Z');
  assert.deepEqual(platform.posts, []);
});

test('codes decide what happens next, whatever the status says', async (t) => {
  const { provider, platform, refusal, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  for (const [code, kind] of [
    [10_004, 'configuration'],
    [2_190_003, 'unauthorised'],
    [2_190_001, 'limited'],
    [2_190_016, 'configuration'],
    [28_001_003, 'unauthorised'],
    [28_001_018, 'configuration'],
    [28_003_017, 'limited'],
    [2_114_005, 'refused'],
    [2_100_009, 'refused'],
  ] as const) {
    platform.misbehave('account', refusal(code, 'why'));
    await assert.rejects(provider.profile(tokens), { kind, code: String(code), message: /why, by the simulator/ });
  }
  platform.misbehave('account', refusal(2_100_004));
  assert.equal((await provider.profile(tokens)).name, 'Quay', 'what is busy is asked again');
});

test('a video that Douyin has forgotten is sent anew, unless a post may have come of it', async (t) => {
  const { provider, platform, forgetUploads, refusal, settle, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  platform.misbehave('cover', 'lose-request');
  const post = posts.build({ cover: posts.cover });
  const before = await attempt(provider, post, tokens);
  assert.deepEqual([before.failure?.kind, before.isCommitted], ['unavailable', false]);
  forgetUploads();
  const made = await attempt(provider, post, tokens, before.saved);
  assert.deepEqual([made.failure, platform.posts.length, platform.posts[0]?.hasCover], [undefined, 1, true]);
  settle();

  platform.misbehave('post', refusal(2_114_007));
  const late = await attempt(provider, posts.build({ text: '明天' }), tokens);
  forgetUploads();
  assert.equal(late.failure?.kind, 'limited');
  assert.equal((await attempt(provider, posts.build({ text: '明天' }), tokens, late.saved)).failure, undefined);

  platform.misbehave('post', 'lose-answer');
  const since = new Date();
  const lost = await attempt(provider, posts.build({ text: '第二个' }), tokens);
  const search = searching(tokens, lost.saved, since);
  assert.equal(await provider.find?.(posts.build({ text: '第二个' }), search), platform.posts[2]?.id);
  assert.equal(await provider.find?.(posts.build({ text: '第三个' }), search), null);
  const again = await attempt(provider, posts.build({ text: '第二个' }), tokens, lost.saved);
  assert.deepEqual([again.failure?.kind, platform.posts.length], ['unavailable', 3], 'no second post of one upload');

  for (let number = 0; number < 25; number++) await attempt(provider, posts.build({ text: `后来 ${number}` }), tokens);
  const found = await provider.find?.(posts.build({ text: '第二个' }), search);
  assert.equal(found, platform.posts[2]?.id, 'also when many have come since');
});

test('a part that is lost is sent again, and the last part is no stub', async (t) => {
  const { provider, platform, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  const { video } = posts.build();
  await truncate(video, 20_500_000);
  platform.misbehave('upload', 'nothing', 'lose-answer', 'cut');
  const made = await attempt(provider, posts.build(), tokens);
  await truncate(video, 6);
  assert.deepEqual([made.failure, platform.posts.length], [undefined, 1]);
  assert.equal(platform.asked.filter((step) => step === 'upload').length, 4);
});

test('an operator is told whether Douyin knows the app and its secret', async (t) => {
  const { provider } = await start(t);
  await provider.probe?.(AbortSignal.timeout(10_000));
  for (const wrong of [{ clientSecret: 'guess' }, { clientKey: 'nobody' }]) {
    const { provider: other } = await start(t, wrong);
    await assert.rejects(async () => await other.probe?.(AbortSignal.timeout(10_000)), { kind: 'configuration' });
  }
});

test('news are taken that Douyin has signed, and its first call is answered with what it asks', async (t) => {
  const { provider, news } = await start(t);
  const receive = async (call: ReturnType<typeof news>) => (await provider.receive?.(call)) ?? assert.fail();
  const { answer, news: none } = await receive(news('verify_webhook', { challenge: 12_345 }));
  assert.deepEqual([answer, none], [{ type: 'application/json', body: '{"challenge":12345}' }, []]);

  const content = { item_id: '@item/1', video_id: '7000000000000000001', share_id: '1' };
  const call = news('create_video', content);
  const [made] = (await receive(call)).news;
  assert.deepEqual(made, { id: 'msg-1', owner: 'open-42', post: '@item/1', state: { state: 'review' }, at: null });
  assert.deepEqual((await receive(news('create_video', JSON.stringify(content)))).news, [made]);
  const [over] = (await receive(news('unauthorize', {}, { id: 'msg-2' }))).news;
  assert.deepEqual(over, { id: 'msg-2', owner: 'open-42', post: null, state: { state: 'unauthorised' }, at: null });
  assert.deepEqual((await receive(news('authorize', { scopes: ['user_info'] }))).news, []);

  for (const wrong of [
    news('create_video', content, { secret: 'guess' }),
    news('create_video', content, { client: 'another' }),
    { ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) },
    { ...call, headers: { 'x-douyin-signature': '', 'msg-id': 'msg-1' } },
  ]) {
    await assert.rejects(receive(wrong), { name: 'ProviderFailure', kind: 'refused' });
  }
});

test('whom a post mentions stands in its text, and Douyin is told the ids that are known', async (t) => {
  const { provider, platform, ...douyin } = await start(t);
  const { tokens } = await douyin.connect();
  const mentions = [
    { name: '港口茶铺', id: 'open-7' },
    { name: '码头', id: null },
  ];
  const { failure } = await attempt(provider, posts.build({ text: '早', topics: ['海'], mentions }), tokens);
  assert.equal(failure, undefined);
  assert.equal(platform.posts[0]?.text, '早\n\n@港口茶铺 @码头 #海');
  assert.deepEqual(platform.posts[0]?.told, ['open-7']);
});
