import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { createInstagram } from '#plugins/channels/server/instagram/instagram.ts';
import { META } from '#plugins/channels/server/meta/meta-settings.ts';
import { startMeta } from '#tests/fixtures/channels/meta-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({});
});

async function start(t: TestContext) {
  const simulator = await startMeta(t);
  const { address } = simulator.platform;
  const addresses = { page: address, endpoint: address, uploadAddress: address };
  const provider = createInstagram(
    META.parse({ appId: 'app', appSecret: 'app-secret', verifyToken: 'harbour', ...addresses }),
    services,
  );
  return { ...simulator, provider, connect: () => connect({ provider, answers: {} }) };
}

test('an account without a Page that is linked to a professional account is refused', async (t) => {
  const { platform, ...instagram } = await start(t);
  platform.misbehave('pages', { json: { data: [{ id: '7' }] } });
  await assert.rejects(instagram.connect(), { kind: 'refused', message: /professional account/ });
});

test('each professional account that was shared can be chosen, and is renewed by itself', async (t) => {
  const { provider, link, ...instagram } = await start(t);
  link('pier', 'mole');
  const { owner, tokens, others = [] } = await instagram.connect();
  assert.deepEqual(
    [owner, ...others.map((other) => other.owner)].map(({ id, name, agreedBy }) => [id, name, agreedBy]),
    [
      ['42', 'quay', 'person-5'],
      ['43', 'pier', 'person-5'],
      ['44', 'mole', 'person-5'],
    ],
  );
  const mole = others[1]?.tokens ?? assert.fail();
  assert.equal((await provider.profile(await provider.refresh(mole))).name, 'mole');
  assert.equal((await provider.profile(tokens)).name, 'quay');
});

test('a quota of the day is asked for before anything is sent, and a full one is waited for', async (t) => {
  const { provider, platform, exhaust, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  const { left, daily } = await provider.rules(tokens);
  assert.deepEqual([left, daily], [50, 50]);
  exhaust();
  assert.equal((await attempt(provider, posts.build(), tokens)).failure?.kind, 'limited');
  assert.equal(platform.bytes.get('upload'), undefined);
});

test('a video that was processed is not sent again, unless it has expired', async (t) => {
  const { provider, platform, expire, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  platform.misbehave('post', { status: 503 });
  const failed = await attempt(provider, posts.build(), tokens);
  assert.equal(await provider.find?.(posts.build(), searching(tokens, failed.saved, new Date())), null);
  assert.equal((await attempt(provider, posts.build(), tokens, failed.saved)).failure, undefined);
  assert.equal(platform.bytes.get('upload')?.length, 1);
  platform.misbehave('post', { status: 503 });
  const late = await attempt(provider, posts.build(), tokens);
  expire();
  assert.equal((await attempt(provider, posts.build(), tokens, late.saved)).failure, undefined);
  assert.deepEqual([platform.bytes.get('upload')?.length, platform.posts.length], [3, 2]);
});

test('a cover is a moment of the video, and a picture is left out', async (t) => {
  const { provider, platform, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  assert.equal((await provider.rules(tokens)).covers, 'frames');
  await attempt(provider, posts.build({ cover: posts.cover, coverAt: 2.5 }), tokens);
  await attempt(provider, posts.build({ cover: posts.cover }), tokens);
  assert.deepEqual(
    platform.posts.map(({ coverAt }) => coverAt),
    [2500, undefined],
  );
});

test('a video that Instagram cannot use is refused', async (t) => {
  const { provider, platform, breakVideos, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  platform.misbehave('post', { status: 503 });
  const failed = await attempt(provider, posts.build(), tokens);
  breakVideos();
  const { failure } = await attempt(provider, posts.build(), tokens, failed.saved);
  assert.deepEqual([failure?.kind, platform.posts.length], ['refused', 0]);
});

test('while a post is out but not in the list, nobody can tell, and an older one of that text is not taken', async (t) => {
  const { provider, platform, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  platform.misbehave('post', 'lose-answer');
  const since = new Date();
  const lost = await attempt(provider, posts.build(), tokens);
  const later = new Date(Date.now() + 60 * 60_000);
  const looking = provider.find?.(posts.build(), searching(tokens, lost.saved, later));
  await assert.rejects(looking ?? assert.fail(), { kind: 'unavailable' });
  assert.equal(await provider.find?.(posts.build(), searching(tokens, lost.saved, since)), platform.posts[0]?.id);
});

test('what Meta calls an error decides what happens next', async (t) => {
  const { provider, platform, ...instagram } = await start(t);
  const { tokens } = await instagram.connect();
  for (const [error, kind] of [
    [{ code: 190, error_subcode: 463 }, 'unauthorised'],
    [{ code: 10 }, 'unauthorised'],
    [{ code: 17 }, 'limited'],
    [{ code: 80_002 }, 'limited'],
    [{ code: 9, error_subcode: 2_207_042 }, 'limited'],
    [{ code: 100 }, 'refused'],
    [{ code: 368 }, 'refused'],
    [{ code: 999, is_transient: true }, 'unavailable'],
  ] as const) {
    platform.misbehave('begin', { status: 400, json: { error: { message: 'simulated', ...error } } });
    assert.equal((await attempt(provider, posts.build(), tokens)).failure?.kind, kind, `code ${error.code}`);
  }
});

test('Meta is told that the address is the right one, and who removes the app is known by whoever agreed', async (t) => {
  const { provider, news, removal, ...instagram } = await start(t);
  const { owner } = await instagram.connect();
  const receive = (call: Parameters<NonNullable<typeof provider.receive>>[0]) =>
    provider.receive?.(call) ?? assert.fail();
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'harbour', 'hub.challenge': '1158201444' };
  const asked = { method: 'GET', query, headers: {}, body: Buffer.alloc(0) } as const;
  assert.deepEqual(await receive(asked), { answer: { body: '1158201444' }, news: [] });
  const [removed] = (await receive(removal())).news;
  assert.deepEqual([removed?.owner, removed?.state], [owner.agreedBy, { state: 'unauthorised' }]);
  assert.deepEqual((await receive(news({ object: 'instagram', entry: [] }))).news, []);
  for (const wrong of [
    { ...asked, query: { ...query, 'hub.verify_token': 'guess' } },
    { ...asked, query: { ...query, 'hub.challenge': '<script>' } },
    news({ object: 'instagram' }, { secret: 'guess' }),
    { ...news({ object: 'instagram' }), headers: {} },
    removal('person-5', { secret: 'guess' }),
  ]) {
    await assert.rejects(receive(wrong), { name: 'ProviderFailure', kind: 'refused' });
  }
});

test('an operator is told whether Meta knows the app and its secret', async (t) => {
  const { platform } = await start(t);
  const { address } = platform;
  const keys = { appId: 'app', page: address, endpoint: address, uploadAddress: address };
  const probe = async (appSecret: string) =>
    await createInstagram(META.parse({ ...keys, appSecret }), services).probe?.(AbortSignal.timeout(10_000));
  const report = await probe('app-secret');
  assert.deepEqual(report && report.granted, {
    ...{ instagram_basic: false, instagram_content_publish: false },
    ...{ pages_show_list: true, pages_read_engagement: true },
  });
  await assert.rejects(probe('guess'), { kind: 'configuration' });
  platform.misbehave('permissions', { status: 400, json: { error: { code: 100, message: 'no such edge' } } });
  assert.deepEqual(await probe('app-secret'), { granted: {} }, 'the app is fine; what it may do is not told');
  platform.misbehave('token', { status: 500, json: { error: { code: 1, message: 'failed' } } });
  await assert.rejects(probe('app-secret'), { kind: 'unavailable' }, 'a failure of its own is none of the keys');
});
