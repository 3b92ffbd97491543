import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Showcase, ShowcasePost } from '#plugins/showcase/calls.ts';
import half from '#plugins/showcase/server/index.ts';
import { withdrawPost } from '#plugins/showcase/server/manage/withdraw-post.ts';

import { startShowcases } from './showcase-kit.ts';

const scope = lastFirst({ after });
let showcases: Awaited<ReturnType<typeof startShowcases>>;
before(async () => {
  showcases = await startShowcases(scope);
});

async function member() {
  const { server, connect } = showcases;
  const { token, accountId } = await server.signIn({ level: 'level1' });
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/showcase${path}`, { token, ...(body === undefined ? {} : { body }) });
  const list = async () => ((await call('GET', '/showcases')).envelope.data as { showcases: Showcase[] }).showcases;
  const posts = async (id: string) =>
    (await call('GET', `/showcases/${id}/posts`)).envelope.data as { posts: ShowcasePost[]; count: number };
  return { accountId, call, list, posts, connect: (handle: string) => connect(handle, 'Harbour Tea', accountId) };
}

test('members see their own showcases with their posts, and change what these say', async () => {
  const { publish, read, get, server } = showcases;
  const [me, other] = [await member(), await member()];
  const { tokens, owner } = await me.connect('managed');
  const { path } = await publish(tokens, { title: 'Kettle', audience: 'unlisted' });
  await get(`${path}/views`, {}, 'POST');

  const address = `${server.address}/showcase/managed`;
  const shown = {
    id: owner.id,
    handle: 'managed',
    title: 'Harbour Tea',
    about: '',
    url: address,
    feed: `${address}/feed.xml`,
  };
  assert.deepEqual(await me.list(), [{ ...shown, isConnected: true, posts: 1, plays: 1 }]);
  const { posts, count } = await me.posts(owner.id);
  assert.equal(count, 1);
  assert.deepEqual(
    posts.map(({ title, url, visibility, isWithdrawn, plays }) => ({ title, url, visibility, isWithdrawn, plays })),
    [{ title: 'Kettle', url: server.address + path, visibility: 'unlisted', isWithdrawn: false, plays: 1 }],
  );
  assert.equal((await get(posts[0]?.poster ?? '')).status, 200);

  assert.deepEqual(await other.list(), []);
  const values = { title: 'Tea by the quay', about: 'Since 1999.' };
  assert.equal((await other.call('GET', `/showcases/${owner.id}/posts`)).failure.error, 'showcase:none');
  assert.equal((await other.call('PATCH', `/showcases/${owner.id}`, values)).failure.error, 'showcase:none');
  assert.equal((await me.call('PATCH', `/showcases/${owner.id}`, { ...values, title: ' ' })).status, 422);
  assert.equal((await me.call('PATCH', `/showcases/${owner.id}`, values)).status, 200);
  assert.match(
    await read('/showcase/managed'),
    /<h1 dir="auto">Tea by the quay<\/h1><p class="about" dir="auto">Since 1999\.<\/p>/,
  );
});

test('a post that was taken down is gone for visitors and figures, comes back, and loses its files after a month', async () => {
  const { publish, provider, get, read, clock, ctx } = showcases;
  const [me, other] = [await member(), await member()];
  const { tokens } = await me.connect('taken-down');
  const { id, path } = await publish(tokens, { title: 'Kettle' });
  const setWithdrawn = (who: typeof me, withdrawn: boolean) => who.call('PUT', `/posts/${id}/withdrawn`, { withdrawn });

  assert.equal((await setWithdrawn(other, true)).failure.error, 'showcase:post-none');
  assert.equal((await setWithdrawn(me, true)).status, 200);
  for (const each of [path, `${path}/embed`, `${path}/video.mp4`, `${path}/poster.jpg`]) {
    assert.equal((await get(each)).status, 410, each);
  }
  assert.match(await read(path), /This video was taken down/);
  for (const each of ['', '/feed.xml', '/feed.json', '/sitemap.xml']) {
    assert.doesNotMatch(await read(`/showcase/taken-down${each}`), /Kettle/, each);
  }
  assert.equal((await provider.check(id, tokens)).state, 'failed');
  assert.equal((await provider.figures?.([id], tokens))?.size, 0);

  assert.equal((await setWithdrawn(me, false)).status, 200);
  assert.equal((await get(path)).status, 200);

  await setWithdrawn(me, true);
  const used = async () => (await ctx.files.space(me.accountId)).used;
  const before = await used();
  clock.advance(29 * 24 * 3600);
  await half.sweep?.(ctx);
  assert.equal(await used(), before);
  clock.advance(2 * 24 * 3600);
  await half.sweep?.(ctx);
  assert.equal(await used(), 0);
  assert.equal((await get(path)).status, 410);
  await assert.rejects(
    withdrawPost(ctx, me.accountId, { id, withdrawn: false }),
    (error) => error instanceof ExpectedError && error.code === 'showcase:post-none',
  );
});
