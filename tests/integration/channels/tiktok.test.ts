import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { TIKTOK } from '#plugins/channels/server/tiktok/settings.ts';
import { partsOf } from '#plugins/channels/server/tiktok/tiktok-upload.ts';
import { createTiktok } from '#plugins/channels/server/tiktok/tiktok.ts';
import { startTiktok } from '#tests/fixtures/channels/tiktok-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({ audience: 'PUBLIC_TO_EVERYONE' });
});

async function start(t: TestContext, { statistics = true, posting = 'direct', declined = [] as string[] } = {}) {
  const simulator = await startTiktok(t);
  simulator.scopes.declined = declined;
  const { address } = simulator.platform;
  const settings = TIKTOK.parse({
    ...{ clientKey: 'client', clientSecret: 'client-secret', statistics, posting },
    ...{ page: `${address}/v2/auth/authorize/`, endpoint: address },
  });
  const provider = createTiktok(settings, services);
  return { ...simulator, provider, ...(await connect({ provider, answers: {} })) };
}

test('a video is cut into as many parts as go into it whole', () => {
  assert.deepEqual(partsOf(64_000_000), { chunk: 64_000_000, count: 1 });
  assert.deepEqual(partsOf(64_000_001), { chunk: 10_000_000, count: 6 });
  assert.deepEqual(partsOf(4_000_000_000), { chunk: 10_000_000, count: 400 });
});

test('a post keeps every digit of its id, and one that only some may see has no address', async (t) => {
  const { provider, tokens, settle } = await start(t);
  const open = await attempt(provider, posts.build(), tokens);
  const own = await attempt(provider, posts.build({ audience: 'SELF_ONLY' }), tokens);
  assert.deepEqual(await provider.check(open.name ?? '', tokens), { state: 'working' });
  settle();
  const id = '7004567890123456789';
  const link = `https://www.tiktok.com/@quay/video/${id}`;
  assert.deepEqual(await provider.check(open.name ?? '', tokens), { state: 'published', id, link });
  const hidden = await provider.check(own.name ?? '', tokens);
  assert.deepEqual(hidden, { state: 'published', id: own.name, link: null });
});

test('what the creator may do is asked for each time', async (t) => {
  const { provider, tokens, creator, exhaust, platform } = await start(t);
  const rules = await provider.rules(tokens);
  assert.deepEqual([rules.seconds.most, rules.audiences[0], rules.schedules], [300, 'PUBLIC_TO_EVERYONE', false]);
  creator.privacy_level_options = ['SELF_ONLY'];
  const hidden = await attempt(provider, posts.build(), tokens);
  assert.match(hidden.failure?.message ?? '', /offers SELF_ONLY/);
  exhaust();
  const many = await attempt(provider, posts.build({ audience: 'SELF_ONLY' }), tokens);
  assert.ok(many.failure?.kind === 'limited' && (many.failure.until ?? new Date(0)) > new Date(Date.now() + 3_600_000));
  assert.deepEqual(platform.posts, []);
});

test('an address that has ended is asked for anew, and a wrong range is asked about', async (t) => {
  const { provider, tokens, platform, forgetUploads } = await start(t);
  platform.misbehave('upload', 'lose-request');
  const lost = await attempt(provider, posts.build(), tokens);
  forgetUploads();
  assert.equal(await provider.find?.(posts.build(), searching(tokens, lost.saved, new Date())), null);
  platform.misbehave('upload', { status: 416 });
  assert.equal((await attempt(provider, posts.build(), tokens, lost.saved)).failure, undefined);
  assert.equal(platform.posts.length, 1);
  assert.equal(platform.asked.filter((step) => step === 'begin').length, 2);
});

test('what TikTok refuses after the upload is told with its reason', async (t) => {
  const { provider, tokens, settle } = await start(t);
  const made = await attempt(provider, posts.build(), tokens);
  settle('duration_check_failed');
  const state = await provider.check(made.name ?? '', tokens);
  assert.deepEqual(state, { state: 'failed', reason: 'duration_check_failed' });
});

test('an app without the scopes for it does not ask how posts do', async (t) => {
  const { provider, owner } = await start(t, { statistics: false });
  assert.equal(provider.figures, undefined);
  assert.equal(owner.id, 'open-42');
});

test('news are taken that TikTok has signed just now, and mean the same when they come twice', async (t) => {
  const { provider, news } = await start(t);
  const receive = async (call: ReturnType<typeof news>) => (await provider.receive?.(call))?.news ?? assert.fail();
  const call = news('post.publish.publicly_available', {
    publish_id: 'v_pub_file~1',
    post_id: 'int64:7004567890123456789',
  });
  const [told] = await receive(call);
  const state = { state: 'published', id: '7004567890123456789', link: null };
  assert.deepEqual([told?.owner, told?.post, told?.state], ['open-42', 'v_pub_file~1', state]);
  assert.deepEqual(await receive(call), [told]);
  const [failed] = await receive(news('post.publish.failed', { publish_id: 'v_pub_file~1', reason: 'spam_risk_text' }));
  assert.deepEqual(failed?.state, { state: 'failed', reason: 'spam_risk_text' });
  const [removed] = await receive(news('authorization.removed', { reason: 1 }));
  assert.deepEqual([removed?.post, removed?.state], [null, { state: 'unauthorised' }]);
  assert.ok(Math.abs(Date.now() - (removed?.at?.getTime() ?? 0)) < 10_000);
  assert.deepEqual(await receive(news('video.upload.started', {})), []);

  const content = { publish_id: 'v_pub_file~1' };
  for (const wrong of [
    news('post.publish.complete', content, { secret: 'guess' }),
    news('post.publish.complete', content, { secondsAgo: 301 }),
    news('post.publish.complete', content, { client: 'another' }),
    { ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) },
    { ...call, headers: { 'tiktok-signature': '' } },
  ]) {
    await assert.rejects(receive(wrong), { name: 'ProviderFailure', kind: 'refused' });
  }
});

test('an operator is told whether TikTok knows the app and its secret', async (t) => {
  const { platform } = await start(t);
  const keys = { clientKey: 'client', page: platform.address, endpoint: platform.address };
  const probe = async (clientSecret: string) =>
    await createTiktok(TIKTOK.parse({ ...keys, clientSecret }), services).probe?.(AbortSignal.timeout(10_000));
  await probe('client-secret');
  await assert.rejects(probe('guess'), { kind: 'configuration', message: /invalid_client/ });
});

test('a cover is a moment of the video, and without one TikTok takes its own', async (t) => {
  const { provider, tokens, platform } = await start(t);
  assert.equal((await provider.rules(tokens)).covers, 'frames');
  await attempt(provider, posts.build({ cover: posts.cover, coverAt: 1.234 }), tokens);
  await attempt(provider, posts.build({ cover: posts.cover }), tokens);
  assert.deepEqual(
    platform.posts.map(({ hasCover, coverAt }) => [hasCover, coverAt]),
    [
      [true, 1234],
      [false, undefined],
    ],
  );
});

test('a draft arrives with the video alone, and waits in the inbox until the creator has published it', async (t) => {
  const { provider, tokens, platform, deliver, settle } = await start(t, { posting: 'both' });
  const drafts = provider.drafts ?? assert.fail();
  assert.ok(drafts.isAllowed(tokens));
  const rules = await drafts.rules(tokens);
  assert.deepEqual([rules.isDraft, rules.daily, rules.isMoving, rules.audiences], [true, 5, true, []]);
  const post = posts.build({ text: 'long'.repeat(1_000), cover: posts.cover, coverAt: 1 });
  const made = await attempt({ ...provider, ...drafts }, post, tokens);
  const name = made.name ?? assert.fail(made.failure?.message);
  assert.match(name, /^v_inbox_file~/);
  assert.deepEqual(
    platform.posts.map(({ text, hasCover }) => [text, hasCover]),
    [['', false]],
  );
  assert.deepEqual(await provider.check(name, tokens), { state: 'working' });
  deliver();
  assert.deepEqual(await provider.check(name, tokens), { state: 'inbox' });
  settle();
  const state = await provider.check(name, tokens);
  assert.ok(state.state === 'published' && state.link?.startsWith('https://www.tiktok.com/@quay/video/'));
});

test('a draft is known to be published also by an app that may not post directly, then without its address', async (t) => {
  const { provider, tokens, settle } = await start(t, { posting: 'inbox' });
  const { name } = await attempt(provider, posts.build(), tokens);
  settle();
  const state = { state: 'published', id: '7004567890123456789', link: null };
  assert.deepEqual(await provider.check(name ?? '', tokens), state);
});

test('a draft whose answer was lost is found in the inbox, and is not sent again', async (t) => {
  const { provider, tokens, platform, deliver } = await start(t, { posting: 'inbox' });
  platform.misbehave('upload', 'lose-answer');
  const lost = await attempt(provider, posts.build(), tokens);
  assert.ok(lost.isCommitted && lost.failure?.kind === 'unavailable');
  deliver();
  const found = await provider.find?.(posts.build(), searching(tokens, lost.saved, new Date()));
  assert.deepEqual(await provider.check(found ?? '', tokens), { state: 'inbox' });
  assert.equal(platform.posts.length, 1);
});

test('a sixth draft waits for a day while five are in the inbox', async (t) => {
  const { provider, tokens, settle, platform } = await start(t, { posting: 'inbox' });
  for (let sent = 0; sent < 5; sent++) await attempt(provider, posts.build(), tokens);
  const sixth = await attempt(provider, posts.build(), tokens);
  assert.equal(sixth.failure?.kind, 'limited');
  assert.ok((sixth.failure.until ?? new Date(0)) > new Date(Date.now() + 23 * 3_600_000));
  settle();
  assert.equal((await attempt(provider, posts.build(), tokens)).failure, undefined);
  assert.equal(platform.posts.length, 6);
});

test('members are asked for what the app may do, and drafts are refused of those who did not allow them', async (t) => {
  const direct = await start(t);
  assert.deepEqual(direct.scopes.asked.slice(0, 2), ['user.info.basic', 'video.publish']);
  assert.equal(direct.provider.drafts, undefined);
  const inbox = await start(t, { posting: 'inbox', statistics: false });
  assert.deepEqual(inbox.scopes.asked, ['user.info.basic', 'video.upload']);
  assert.equal(inbox.provider.drafts?.isOnly, true);
  const both = await start(t, { posting: 'both', declined: ['video.upload'] });
  const { drafts } = both.provider;
  assert.deepEqual([drafts?.isAllowed(both.tokens), drafts?.isOnly], [false, undefined]);
  assert.equal((await attempt(both.provider, posts.build(), both.tokens)).failure, undefined);
  await assert.rejects(start(t, { posting: 'inbox', declined: ['video.upload'] }), { kind: 'unauthorised' });
});

test('news tell that a draft has arrived', async (t) => {
  const { provider, news } = await start(t, { posting: 'inbox' });
  const told = await provider.receive?.(news('post.publish.inbox_delivered', { publish_id: 'v_inbox_file~1' }));
  assert.deepEqual(told?.news[0]?.state, { state: 'inbox' });
});
