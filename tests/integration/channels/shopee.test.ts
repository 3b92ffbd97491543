import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { SHOPEE } from '#plugins/channels/server/shopee/settings.ts';
import { createShopee } from '#plugins/channels/server/shopee/shopee.ts';
import { nextDayInChina } from '#plugins/channels/server/quota-day.ts';
import { startShopee } from '#tests/fixtures/channels/shopee-simulator.ts';

import { attempt, connect } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({ audience: 'public' });
});

async function start(t: TestContext, { partnerKey = 'partner-key', seconds = 12.3, clock = services.clock } = {}) {
  const simulator = await startShopee(t);
  const { address } = simulator.platform;
  const settings = SHOPEE.parse({ partnerId: '2001', partnerKey, page: `${address}/auth`, endpoint: address });
  const videos = { ...services.videos, seconds: async () => seconds };
  const provider = createShopee(settings, { ...services, clock, videos });
  return { ...simulator, provider, connect: () => connect({ provider, answers: {} }) };
}

test('a video is uploaded, transcoded and given a cover before it is posted', async (t) => {
  const { provider, platform, ...shopee } = await start(t);
  const { tokens, owner } = await shopee.connect();
  assert.deepEqual([owner.id, owner.name], ['77', 'Shopee 77']);
  platform.asked.length = 0;
  const made = await attempt(provider, posts.build(), tokens);
  assert.equal(made.failure, undefined);
  const steps = ['begin', 'upload', 'complete', 'result', 'result', 'covers', 'covers', 'edit', 'post'];
  assert.deepEqual(platform.asked, steps);
  assert.deepEqual(await provider.check(made.name ?? '', tokens), { state: 'published', id: made.name, link: null });
});

test('a video of three minutes fits, and a longer one is refused before anything is sent', async (t) => {
  const fits = await start(t, { seconds: 180.2 });
  assert.equal((await attempt(fits.provider, posts.build(), (await fits.connect()).tokens)).failure, undefined);
  const long = await start(t, { seconds: 181 });
  const { failure } = await attempt(long.provider, posts.build(), (await long.connect()).tokens);
  assert.ok(failure?.kind === 'refused' && /takes 180 at most/.test(failure.message), failure?.message);
  assert.equal(long.platform.asked.includes('begin'), false);
});

test('what Shopee refuses is told with its reasons', async (t) => {
  const { provider, platform, disagree, refusal, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  const failure_list = [{ fail_video_upload_id: 'sg', failed_reason: 'can not find video info' }];
  platform.misbehave('post', refusal('batch_process_failed', 'see the list', { failure_list }));
  const listed = await attempt(provider, posts.build(), tokens);
  assert.ok(listed.failure?.kind === 'refused' && /can not find video info/.test(listed.failure.message));
  disagree();
  const terms = await attempt(provider, posts.build(), tokens);
  assert.ok(terms.failure?.kind === 'refused' && /Terms of Service/.test(terms.failure.message));
  assert.deepEqual(platform.posts, []);
});

test('words decide what happens next, and one of them with what stands beside it', async (t) => {
  const { provider, platform, refusal, exhaust, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  for (const [error, message, kind] of [
    ['error_auth', 'Invalid access_token.', 'unauthorised'],
    ['error_auth', 'No permission to current api.', 'configuration'],
    ['user_no_linked', 'Partner and user has no linked.', 'unauthorised'],
    ['user_banned', 'This user account has been banned.', 'refused'],
    ['source_ip_undeclared', 'Request Source IP is undeclared', 'configuration'],
    ['error_partner_key_expired', 'expired', 'configuration'],
    ['error_rate_limit', 'Too many requests.', 'limited'],
  ] as const) {
    platform.misbehave('account', refusal(error, message));
    await assert.rejects(provider.profile(tokens), { kind, code: error });
  }
  platform.misbehave('account', refusal('error_server'), refusal('error_network'));
  assert.equal((await provider.profile(tokens)).id, '77', 'what failed for a moment is asked again');
  exhaust();
  const until = nextDayInChina(new Date());
  const limited = await provider.profile(tokens).catch((error: unknown) => error as { until: Date });
  assert.ok('until' in limited && Math.abs(limited.until.getTime() - until.getTime()) < 60_000);
});

test('an upload that cannot be used begins anew, once', async (t) => {
  const { provider, platform, fail, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  platform.misbehave('covers', ...Array.from({ length: 3 }, () => 'lose-request' as const));
  const broken = await attempt(provider, posts.build(), tokens);
  assert.deepEqual([broken.failure?.kind, broken.isCommitted], ['unavailable', false]);
  fail();
  assert.equal((await attempt(provider, posts.build(), tokens, broken.saved)).failure, undefined);
  assert.equal(platform.asked.filter((step) => step === 'begin').length, 2);
  platform.misbehave('result', { json: { error: '', response: { status: 'FAILED', reason: 'no picture' } } });
  const failed = await attempt(provider, posts.build(), tokens);
  assert.ok(failed.failure?.kind === 'refused' && /no picture/.test(failed.failure.message));
});

test('a lost post is known by its upload, however many have the same words', async (t) => {
  const { provider, platform, settle, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  await attempt(provider, posts.build(), tokens);
  platform.misbehave('post', 'lose-answer');
  const lost = await attempt(provider, posts.build(), tokens);
  const found = await provider.find?.(posts.build(), searching(tokens, lost.saved, new Date()));
  assert.deepEqual([found, platform.posts.length], [platform.posts[1]?.id, 2]);
  settle(600);
  assert.equal((await provider.check(found ?? '', tokens)).state, 'failed');
});

test('each request is signed for its time and its account', async (t) => {
  const { connect: agree } = await start(t, { clock: { now: () => new Date(Date.now() - 301_000) } });
  await assert.rejects(agree(), { message: /Timestamp is expired/ });
  const { provider, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  const { token } = JSON.parse(tokens.access) as { token: string };
  const other = { ...tokens, access: JSON.stringify({ token, id: '78' }) };
  await assert.rejects(provider.profile(other), { kind: 'unauthorised' });
});

test('an operator is told whether Shopee knows the app and its key', async (t) => {
  const { provider } = await start(t);
  await provider.probe?.(AbortSignal.timeout(10_000));
  const { provider: other } = await start(t, { partnerKey: 'guess' });
  await assert.rejects(async () => await other.probe?.(AbortSignal.timeout(10_000)), { kind: 'configuration' });
});

test('a product of its own is named by its number, whichever form its address has', async (t) => {
  const { provider, platform, ...shopee } = await start(t);
  const { tokens } = await shopee.connect();
  const { products } = await provider.rules(tokens);
  const addresses = ['https://shopee.sg/product/11/2233', 'https://shopee.co.id/Jasmine-tea-i.11.2233?sp_atk=1'];
  for (const url of addresses) {
    assert.ok(products?.as === 'item' && new RegExp(products.pattern).test(url), url);
    const product = { url, name: 'Jasmine tea' };
    assert.equal((await attempt(provider, posts.build({ key: url, product }), tokens)).failure, undefined);
  }
  assert.ok(
    products?.as === 'item' && !new RegExp(products.pattern).test('https://shopee.sg.evil.example/product/1/2'),
  );
  const item = [{ item_id: 2233, custom_item_name: 'Jasmine tea' }];
  assert.deepEqual(
    platform.posts.map(({ items }) => items),
    [item, item],
  );
});
