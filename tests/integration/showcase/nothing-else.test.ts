import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import * as declared from '#plugins/showcase/calls.ts';

import { startShowcases } from './showcase-kit.ts';

// Every public call of the plugin, by its declaration, for every post that is there, was there or will be: a new page is
// in it by itself.

const scope = lastFirst({ after });
const HANDLE = 'harbour';
const ADDRESSES = Object.values(callsAmong(declared)).filter(({ access }) => access === 'public');
let showcases: Awaited<ReturnType<typeof startShowcases>>;
/** Words of posts that are not for everybody, with the slugs that lead to them. */
const posts = { public: '', unlisted: '', ahead: '', withdrawn: '' };
/** What nobody outside is told: ids and hashes of the account, its files, its posts and its showcase. */
let secrets: readonly string[];

before(async () => {
  showcases = await startShowcases(scope);
  const { connect, publish, server, ctx, clock } = showcases;
  const { accountId, token } = await server.signIn({ level: 'level1' });
  const { tokens } = await connect(HANDLE, 'Harbour Tea', accountId);
  const words = (name: string) => ({ title: `title-${name}`, text: `text-${name}`, topics: [`topic-${name}`] });
  await publish(tokens, words('public'));
  await publish(tokens, { ...words('unlisted'), audience: 'unlisted' });
  await publish(tokens, { ...words('ahead'), at: new Date(clock.now().getTime() + 3_600_000) });
  const { id } = await publish(tokens, words('withdrawn'));
  const path = `/api/showcase/posts/${id}/withdrawn`;
  assert.equal((await server.call('PUT', path, { token, body: { withdrawn: true } })).status, 200);
  const { rows } = await ctx.db.pool.query<Record<string, string>>(
    `select p.id, p.key, p.title, p.slug, p.site_id, p.account_id, p.video_id, p.poster_id, p.video_hash, p.poster_hash,
       s.token_hash
     from showcase_posts p join showcase_sites s on s.id = p.site_id`,
  );
  for (const name of Object.keys(posts) as (keyof typeof posts)[]) {
    posts[name] = rows.find(({ title }) => title === `title-${name}`)?.['slug'] ?? assert.fail(name);
  }
  secrets = rows.flatMap(({ title: _title, slug: _slug, ...rest }) => Object.values(rest));
});

/** Everything that is answered at an address: also how, and with which headers. */
async function answerOf(path: string, method: string): Promise<{ status: number; text: string }> {
  const answer = await showcases.get(path, {}, method);
  const headers = JSON.stringify([...answer.headers].filter(([name]) => name !== 'etag'));
  const isText = /text|json|xml/.test(answer.headers.get('content-type') ?? '');
  const body = isText ? await answer.text() : (await answer.arrayBuffer()).byteLength.toString();
  return { status: answer.status, text: headers + body };
}

const addressesOf = (slug: string): { path: string; method: string; isOfPost: boolean }[] =>
  ADDRESSES.flatMap(({ path, method }) => {
    const filled = path.replace(':handle', HANDLE).replace(':slug', slug);
    const link = encodeURIComponent(`${showcases.server.address}/showcase/${HANDLE}/${slug}`);
    const isOfPost = path.includes(':slug') || path.endsWith('/oembed');
    return [{ path: path.endsWith('/oembed') ? `${filled}?url=${link}` : filled, method, isOfPost }];
  });

const expectNothingOf = (hidden: readonly (keyof typeof posts)[], text: string, path: string): void => {
  for (const secret of secrets) assert.ok(!text.includes(secret), `${path} tells ${secret}`);
  for (const name of hidden) {
    assert.doesNotMatch(text, new RegExp(`(title|text|topic)-${name}`), path);
    assert.ok(!text.includes(posts[name]), `${path} leads to what is ${name}`);
  }
};

test('the public addresses tell of nothing that is not public', async () => {
  for (const { path, method } of addressesOf(posts.public)) {
    const { status, text } = await answerOf(path, method);
    assert.ok([200, 204].includes(status), `${path} ${status}`);
    expectNothingOf(['unlisted', 'ahead', 'withdrawn'], text, path);
  }
});

test('who has the address of an unlisted post is shown that one alone', async () => {
  for (const { path, method, isOfPost } of addressesOf(posts.unlisted)) {
    const { status, text } = await answerOf(path, method);
    assert.ok([200, 204].includes(status), `${path} ${status}`);
    expectNothingOf(isOfPost ? ['ahead', 'withdrawn'] : ['unlisted', 'ahead', 'withdrawn'], text, path);
  }
});

test('what is not published yet, and what was taken down, is not told at its own address either', async () => {
  for (const name of ['ahead', 'withdrawn'] as const) {
    for (const { path, method, isOfPost } of addressesOf(posts[name]).filter((address) => address.isOfPost)) {
      const { status, text } = await answerOf(path, method);
      assert.ok(isOfPost && [404, 410].includes(status), `${path} ${status}`);
      assert.equal(status === 410 && name === 'ahead', false, 'nobody learns that something is to come');
      assert.doesNotMatch(text, new RegExp(`(title|text|topic)-(ahead|withdrawn|unlisted)`), path);
      for (const secret of secrets) assert.ok(!text.includes(secret), `${path} tells ${secret}`);
    }
  }
});

test('of a showcase that is disconnected nothing is left, at no address', async () => {
  const { provider, ctx } = showcases;
  const { accountId, tokens } = await showcases.connect('closing', 'Salt');
  const { path } = await showcases.publish(tokens, { title: 'title-closing' });
  await provider.revoke?.(tokens);
  const slug = path.split('/').at(-1) ?? '';
  for (const { path: declaredPath, method } of ADDRESSES) {
    const filled = declaredPath.replace(':handle', 'closing').replace(':slug', slug);
    const link = encodeURIComponent(`${showcases.server.address}${path}`);
    const { status, text } = await answerOf(filled.endsWith('/oembed') ? `${filled}?url=${link}` : filled, method);
    assert.ok([404, 410].includes(status), `${filled} ${status}`);
    assert.doesNotMatch(text, /title-closing|Salt/, filled);
  }
  assert.ok(await ctx.accounts.find(ctx.db, accountId));
});
