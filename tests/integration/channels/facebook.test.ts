import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { createFacebook } from '#plugins/channels/server/facebook/facebook.ts';
import { META } from '#plugins/channels/server/meta/meta-settings.ts';
import { startFacebook } from '#tests/fixtures/channels/facebook-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({});
});

async function start(t: TestContext, verifyToken = '') {
  const simulator = await startFacebook(t);
  const { address } = simulator.platform;
  const addresses = { page: address, endpoint: address, uploadAddress: address };
  const settings = META.parse({ appId: 'app', appSecret: 'app-secret', verifyToken, ...addresses });
  const provider = createFacebook(settings, services);
  return { ...simulator, provider, ...(await connect({ provider, answers: {} })) };
}

test('every Page that was chosen and may be posted to is connected, each with a token of its own', async (t) => {
  const { provider, platform, owner, tokens, others = [], followed } = await start(t);
  assert.deepEqual([owner.name, ...others.map((other) => other.owner.name)], ['Quay', 'Pier']);
  assert.deepEqual([owner.agreedBy, others[0]?.owner.agreedBy], ['person-5', 'person-5']);
  assert.deepEqual([tokens.expiresAt, tokens.refresh], [null, null], 'tokens of Pages do not end');
  const pier = others[0]?.tokens ?? assert.fail();
  assert.equal((await provider.profile(pier)).name, 'Pier');
  assert.equal((await attempt(provider, posts.build(), pier)).failure, undefined);
  assert.equal(followed.size, 0, 'nothing is told where no news are taken');
  platform.misbehave('pages', {
    json: { data: [{ id: '8', name: 'Harbour', access_token: 'x', tasks: ['ANALYZE'] }] },
  });
  await assert.rejects(connect({ provider, answers: {} }), { kind: 'refused', message: /may post to/ });
});

test('a permission is given back by whoever has agreed, not by a Page, and one of before says that it cannot', async (t) => {
  const { provider, platform, grants, tokens } = await start(t);
  platform.asked.length = 0;
  await provider.revoke?.(tokens);
  assert.deepEqual([platform.asked, grants.count()], [['revoke'], 0]);
  await assert.rejects(provider.revoke?.(tokens) ?? assert.fail(), { kind: 'unauthorised' });
  const { person: _person, ...before } = JSON.parse(tokens.access) as Record<string, string>;
  const old = { ...tokens, access: JSON.stringify(before) };
  await assert.rejects(provider.revoke?.(old) ?? assert.fail(), { kind: 'unauthorised' });
});

test('an upload that broke off goes on with the byte that is missing, and one that expired begins anew', async (t) => {
  const { provider, platform, tokens, expire, settle } = await start(t);
  platform.misbehave('upload', 'cut');
  const broken = await attempt(provider, posts.build(), tokens);
  const whole = await attempt(provider, posts.build(), tokens, broken.saved);
  assert.equal(whole.failure, undefined);
  assert.deepEqual(platform.bytes.get('upload'), [3, 3], 'six bytes in two halves');
  platform.misbehave('post', { status: 503 });
  const late = await attempt(provider, posts.build(), tokens);
  assert.equal((await attempt(provider, posts.build(), tokens, late.saved)).failure, undefined);
  assert.equal(platform.bytes.get('upload')?.length, 3, 'what is there is not sent again');
  platform.misbehave('post', { status: 503 });
  const expired = await attempt(provider, posts.build(), tokens);
  expire();
  assert.equal(await provider.find?.(posts.build(), searching(tokens, expired.saved, new Date())), null);
  assert.equal((await attempt(provider, posts.build(), tokens, expired.saved)).failure, undefined);
  settle();
  assert.deepEqual([platform.bytes.get('upload')?.length, platform.posts.length], [5, 3]);
});

test('a reel is processed before it is there, or fails with what Facebook says', async (t) => {
  const { provider, platform, tokens, settle } = await start(t);
  const { name = '' } = await attempt(provider, posts.build(), tokens);
  assert.deepEqual(await provider.check(name, tokens), { state: 'working' });
  settle('error');
  assert.deepEqual(await provider.check(name, tokens), { state: 'failed', reason: 'simulated: too short' });
  settle();
  const link = `${platform.address}/reel/${name}/`;
  assert.deepEqual(await provider.check(name, tokens), { state: 'published', id: name, link });
});

test('a day has so many reels, and a time is kept by Facebook from ten minutes to thirty days ahead', async (t) => {
  const { provider, platform, tokens, exhaust } = await start(t);
  const at = (minutes: number) => posts.build({ at: new Date(Date.now() + minutes * 60_000) });
  assert.equal((await attempt(provider, at(60), tokens)).failure, undefined);
  assert.notEqual(platform.posts[0]?.at, null);
  assert.equal((await attempt(provider, at(5), tokens)).failure?.kind, 'limited');
  assert.match((await attempt(provider, at(31 * 24 * 60), tokens)).failure?.message ?? '', /30 days/);
  exhaust();
  assert.equal((await attempt(provider, posts.build(), tokens)).failure?.kind, 'limited');
  assert.equal(platform.posts.length, 1);
});

test('news of a Page’s reels are read where Meta was told to send them', async (t) => {
  const { provider, followed, news, tokens, others = [] } = await start(t, 'harbour');
  assert.equal(followed.size, 0, 'not those that nobody has chosen yet');
  for (const page of [tokens, tokens, others[0]?.tokens ?? assert.fail()]) await provider.profile(page);
  assert.deepEqual(
    [...followed],
    [
      ['7', 'feed'],
      ['9', 'feed'],
    ],
  );
  const change = (value: object, field = 'feed') => ({ field, value });
  const message = news({
    object: 'page',
    entry: [
      {
        ...{ id: '7', time: 1_790_000_000 },
        changes: [
          change({ item: 'video', verb: 'add', video_id: 901, published: 1 }),
          change({ item: 'comment', verb: 'add', comment_id: '7_1', post_id: '7_2' }),
          change({ item: 'reel', verb: 'remove', video_id: '902' }),
          change({ id: '903' }, 'ratings'),
        ],
      },
    ],
  });
  const { news: told = [] } = (await provider.receive?.(message)) ?? {};
  const at = new Date(1_790_000_000_000);
  assert.deepEqual(told, [
    { id: '7:901:add:1790000000', owner: '7', post: '901', at, state: { state: 'published', id: '901', link: null } },
    {
      id: '7:902:remove:1790000000',
      owner: '7',
      post: '902',
      at,
      state: { state: 'failed', reason: 'it was removed' },
    },
  ]);
  const forged = news({ object: 'page', entry: [] }, { secret: 'guess' });
  await assert.rejects(provider.receive?.(forged) ?? assert.fail(), { kind: 'refused' });
});
