import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { drawOnce } from '#tests/draw-once.ts';

import { workOf } from './channel-work.ts';
import { startShowcases, type Posted } from './showcase-kit.ts';

/** Black for a second and a half, then white. */
const DAWN = [
  ...['-f', 'lavfi', '-i', 'color=c=white:size=160x90:rate=10', '-vf', `drawbox=t=fill:c=black:enable='lt(t,1.5)'`],
  ...['-t', '6', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
];

type Showcases = Awaited<ReturnType<typeof startShowcases>>;
const scope = lastFirst({ after });
let showcases: Showcases;
before(async () => {
  showcases = await startShowcases(scope, { PUBLIC_URL: 'https://harbour.example' });
});

/** That a service fails so, and which text its owner reads. */
const failure =
  (kind: ProviderFailureKind, code?: string) =>
  (error: unknown): boolean =>
    error instanceof ProviderFailure &&
    error.kind === kind &&
    (code === undefined || (error.cause instanceof ExpectedError && error.cause.code === code));
const rows = async (query: string, ...values: unknown[]) =>
  (await showcases.ctx.db.pool.query<Record<string, unknown>>(query, values)).rows;

test('a new installation publishes to showcases without anybody choosing or setting up anything', async () => {
  const every = await showcases.ctx.providers.every('channels');
  assert.deepEqual(
    every.map(({ id, provider }) => [id, provider.platform, provider.asks?.map(({ name }) => name)]),
    [['showcase.pages', 'showcase', ['title', 'handle']]],
  );
});

test('a handle is one account’s, and is refused with a reason when it cannot be had', async () => {
  const { connect, provider } = showcases;
  const first = await connect('quay-one');
  assert.deepEqual(first.owner, { id: first.owner.id, name: 'Harbour Tea', picture: null });
  const refused: [string, string, string][] = [
    ['quay-one', 'Thief', 'showcase:handle.taken'],
    ['Quay-One ', 'Thief', 'showcase:handle.taken'],
    ['oembed', 'Tea', 'showcase:handle.reserved'],
    ['ab', 'Tea', 'showcase:handle.form'],
    ['-tea-', 'Tea', 'showcase:handle.form'],
    ['tea/../x', 'Tea', 'showcase:handle.form'],
    ['tea-house', '  ', 'showcase:title-form'],
    ['tea-house', 'x'.repeat(61), 'showcase:title-form'],
  ];
  for (const [handle, title, code] of refused) {
    await assert.rejects(connect(handle, title), failure('refused', code), `${handle} ${title}`);
  }

  // Two that asked at once: the handle was free when both answered.
  const redirect = 'https://harbour.example/back';
  const asked = async () => {
    const { accountId: account } = await showcases.server.signIn({ level: 'level1' });
    return provider.authorise({ state: '', redirect, answers: { title: 'Tea', handle: 'quay-two' }, account });
  };
  const [one, two] = [await asked(), await asked()];
  assert.equal(one.url, null, 'nobody is sent anywhere');
  await provider.exchange({}, { redirect, keep: one.keep });
  await assert.rejects(
    provider.exchange({}, { redirect, keep: two.keep }),
    failure('refused', 'showcase:handle.taken'),
  );
});

test('publishing one post twice makes one, whose bytes the account has and pays for once', async () => {
  const { connect, provider, ctx, postOf, video } = showcases;
  const { accountId, tokens } = await connect('twice');
  await ctx.files.addLocal(ctx.db, accountId, video, { name: 'mine.mp4', type: 'video/mp4' });
  const before = await ctx.files.space(accountId);
  const post = postOf({ title: 'Tea', topics: ['tea', '港'] });
  const id = await provider.publish(post, workOf(tokens));
  assert.equal(await provider.publish(post, workOf(tokens)), id);
  const atOnce = postOf({});
  const ids = await Promise.all([1, 2].map(() => provider.publish(atOnce, workOf(tokens))));
  assert.equal(ids[0], ids[1], 'two attempts at the same time, too');
  assert.equal((await rows('select 1 from showcase_posts where account_id = $1', accountId)).length, 2);
  assert.deepEqual(await ctx.files.space(accountId), before);

  const own = await rows(`select id from core_files where account_id = $1 and name = 'mine.mp4'`, accountId);
  await ctx.files.remove(accountId, String(own[0]?.['id']));
  const state = await provider.check(id, tokens);
  assert.ok(state.state === 'published' && state.link !== null);
  assert.match(state.link, /^https:\/\/harbour\.example\/showcase\/twice\/[a-z0-9]{10}$/);
  const { pathname } = new URL(state.link);
  assert.equal(
    (await showcases.get(`${pathname}/video.mp4`)).status,
    200,
    'the post outlives the first name of its bytes',
  );
});

test('an attempt that ends around its commit is found, or is not there and may be made again', async () => {
  const { connect, provider, postOf } = showcases;
  const { tokens } = await connect('crash');
  const post = postOf({});
  const lookFor = (key: string) =>
    provider.find?.({ ...post, key }, { tokens, saved: '', since: new Date(), signal: new AbortController().signal });
  const crash = new Error('killed');
  const dying = workOf(tokens, { commit: () => Promise.reject(crash) });
  await assert.rejects(provider.publish(post, dying), crash);
  assert.equal(await lookFor(post.key), null, 'it ended before the post was made');
  const id = await provider.publish(post, workOf(tokens));
  assert.equal(await lookFor(post.key), id, 'it ended before the answer was kept');
  assert.equal(await lookFor(randomUUID()), null);
});

test('the poster is the given cover within bounds, and of a video that begins black a picture that shows something', async () => {
  const { connect, publish, get, server } = showcases;
  const { tokens } = await connect('posters');
  const { default: sharp } = await import('sharp');
  const cover = join(server.dataDir, 'cover.jpg');
  await sharp({ create: { width: 1600, height: 800, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toFile(cover);
  const poster = async (posted: Posted) => {
    const { path } = await publish(tokens, posted);
    const picture = sharp(Buffer.from(await (await get(`${path}/poster.jpg`)).arrayBuffer()));
    const { width, height } = await picture.metadata();
    return { size: [width, height], light: (await picture.stats()).channels.map(({ mean }) => Math.round(mean / 255)) };
  };
  assert.deepEqual(await poster({ cover }), { size: [1280, 640], light: [0, 1, 0] });
  const dawn = join(server.dataDir, 'dawn.mp4');
  drawOnce(dawn, DAWN);
  assert.deepEqual(await poster({ video: dawn }), { size: [160, 90], light: [1, 1, 1] });
});

test('what is no video, no picture or no audience is refused for good, and nothing is left of it', async () => {
  const { connect, provider, postOf, server } = showcases;
  const { accountId, tokens } = await connect('broken');
  const words = join(server.dataDir, 'words.mp4');
  writeFileSync(words, 'no video at all');
  for (const bad of [{ video: words }, { cover: words }, { audience: 'friends' }]) {
    await assert.rejects(provider.publish(postOf(bad), workOf(tokens)), failure('refused'), JSON.stringify(bad));
  }
  assert.deepEqual(await rows('select 1 from core_files where account_id = $1', accountId), []);
});

test('a disconnected showcase takes and tells nothing until it is connected again, by its own account', async () => {
  const { connect, provider, publish, postOf } = showcases;
  const { accountId, owner, tokens } = await connect('again');
  const { id, path } = await publish(tokens);
  await provider.revoke?.(tokens);
  await provider.revoke?.(tokens);
  const unauthorised = failure('unauthorised');
  await assert.rejects(provider.publish(postOf({}), workOf(tokens)), unauthorised);
  await assert.rejects(provider.check(id, tokens), unauthorised);
  await assert.rejects(provider.profile(tokens), unauthorised);
  await assert.rejects(provider.refresh(tokens), unauthorised);
  for (const each of [path, `${path}/video.mp4`, `${path}/poster.jpg`, '/showcase/again', '/showcase/again/feed.xml']) {
    assert.equal((await showcases.get(each)).status, 410, each);
  }
  assert.doesNotMatch(await showcases.read('/showcase/again'), /Harbour Tea/);
  await assert.rejects(connect('again'), failure('refused', 'showcase:handle.taken'));

  const back = await connect('again', 'Tea House', accountId);
  assert.equal(back.owner.id, owner.id);
  assert.notEqual(back.tokens.access, tokens.access);
  await assert.rejects(provider.rules(tokens), unauthorised, 'the old secret stays worthless');
  assert.equal((await provider.profile(back.tokens)).name, 'Tea House');
  assert.equal((await showcases.get(path)).status, 200);
});

test('no account reaches the posts of another one, and figures leave out what is gone', async () => {
  const { connect, provider, publish } = showcases;
  const [mine, theirs] = [await connect('mine'), await connect('theirs')];
  const [own, other] = [await publish(mine.tokens), await publish(theirs.tokens)];
  assert.equal((await provider.check(other.id, mine.tokens)).state, 'failed');
  const figures = await provider.figures?.([own.id, other.id, 'nonsense'], mine.tokens);
  assert.deepEqual([...(figures ?? [])], [[own.id, { views: 0, likes: null, comments: null, shares: null }]]);
});

test('a post with a time is not seen anywhere before, and everywhere from then on', async () => {
  const { connect, provider, postOf, clock, ctx, read, get } = showcases;
  const { tokens } = await connect('later');
  const at = new Date(clock.now().getTime() + 3600_000);
  const id = await provider.publish(postOf({ title: 'Secret launch', at }), workOf(tokens));
  assert.deepEqual(await provider.check(id, tokens), { state: 'working' });
  const { rows: found } = await ctx.db.pool.query<{ slug: string }>('select slug from showcase_posts where id = $1', [
    id,
  ]);
  const path = `/showcase/later/${found[0]?.slug}`;
  const listings = ['', '/feed.xml', '/feed.json', '/sitemap.xml'].map((end) => `/showcase/later${end}`);
  const files = [path, `${path}/embed`, `${path}/video.mp4`, `${path}/poster.jpg`];
  for (const each of files) assert.equal((await get(each)).status, 404, each);
  for (const each of listings) assert.doesNotMatch(await read(each), new RegExp(`Secret|${found[0]?.slug}`), each);

  clock.advance(3600);
  for (const each of files) assert.equal((await get(each)).status, 200, each);
  for (const each of listings) assert.match(await read(each), new RegExp(found[0]?.slug ?? 'none'), each);
  assert.equal((await provider.check(id, tokens)).state, 'published');
});
