import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';

import { asc, eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { Channel, Post, PublishTask, WishedPosts } from '#plugins/publishing/calls.ts';
import { advancePost } from '#plugins/publishing/server/posts/advance-post.ts';
import { queueDue } from '#plugins/publishing/server/posts/queue-due.ts';
import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';
import { publishingChannels, publishingFigures, publishingPosts } from '#plugins/publishing/server/tables.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { Killed, QuayPlatform } from '#tests/fixtures/publishing/quay-platform.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

const scope = lastFirst({ after });
let server: TestServer;
let platform: QuayPlatform;
let member: { token: string; accountId: string };
let channel: Channel;
let folder: string;
let now = new Date();
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reelport-posts-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  platform = new QuayPlatform();
  server = await startTestServer(scope, { discovered: [...(await discoverPlugins()), platform.plugin] });
  await own().settings.set(choiceSetting('channels'), { adapters: ['quay.posts'], orEmbedded: false }, 'test');
  member = await server.signIn({ level: 'level2' });
  await give(100);
  channel = await connect('pier');
});
beforeEach(() => {
  now = new Date();
  platform.states.clear();
});

const own = () => server.composed.ctx;
/** With a clock that tests move on. */
const ctx = (): ServerContext => ({ ...own(), clock: { now: () => now } });
const pass = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
const call = async (method: string, path: string, body?: unknown, token = member.token) =>
  server.call(method, `/api/publishing/${path}`, { token, ...(body === undefined ? {} : { body }) });
const give = (amount: number) =>
  own().ledger.issue(own().db, {
    ...{ accountId: member.accountId, unit: 'publishes', amount, kind: 'grant', key: randomUUID(), facts: {} },
  });
const balance = () => own().ledger.balance(own().db, member.accountId, 'publishes');

/** Connects an account as a browser does that is sent to the platform and comes back. */
async function connect(name: string, as = member.token): Promise<Channel> {
  const begun = await call('POST', 'connections', { adapter: 'quay.posts' }, as);
  assert.equal(begun.status, 200, JSON.stringify(begun.envelope));
  const { url } = begun.envelope.data as { url: string };
  const state = new URL(url).searchParams.get('state') ?? '';
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const back = await comeBack(`state=${state}&code=${name}`, cookie);
  assert.match(back, /connected=/);
  const { channels } = (await call('GET', 'channels', undefined, as)).envelope.data as { channels: Channel[] };
  return channels.find(({ id }) => back.endsWith(id)) ?? assert.fail('it is listed');
}

async function comeBack(query: string, cookie: string): Promise<string> {
  const address = `${server.address}/api/publishing/connections/return?${query}`;
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  assert.equal(answer.status, 303);
  return answer.headers.get('location') ?? '';
}

let clips = 0;
/** A video in the library, like the others but for what nobody sees. */
async function clip(): Promise<string> {
  const drawn = join(folder, 'drawn.mp4');
  if (clips === 0) {
    const look = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2'];
    drawOnce(drawn, [...look, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  }
  clips += 1;
  const path = join(folder, `clip-${clips}.mp4`);
  // An empty box of the file’s own kind, with a number in it.
  const box = Buffer.from('....free....');
  box.writeUInt32BE(box.length);
  box.writeUInt32BE(clips, 8);
  writeFileSync(path, Buffer.concat([readFileSync(drawn), box]));
  const { accountId } = member;
  const name = basename(path);
  const file = await own().files.addLocal(own().db, accountId, path, { name, type: 'video/mp4' });
  return own().db.transaction((tx) => libraryOf(own()).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }));
}

type Wish = Partial<WishedPosts> & { key?: string };
async function publish(materials: string[], wish: Wish = {}, channels = [channel.id]) {
  const body = { key: randomUUID(), name: 'Spring', what: { materials }, channels, when: { kind: 'now' }, ...wish };
  const answer = await call('POST', 'tasks', body);
  return { ...answer, task: answer.envelope.data as PublishTask };
}
async function postsOf(task: { id: string }): Promise<Post[]> {
  return ((await call('GET', `posts?task=${task.id}`)).envelope.data as { items: Post[] }).items;
}

/**
 * Does what a worker would do with a post, once.
 * @returns whether it was killed while it did
 */
async function advance(id: string): Promise<boolean> {
  const [row] = await own().db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
  const run = {
    payload: { postId: id, round: row?.round },
    signal: new AbortController().signal,
    progress: () => undefined,
    complete: async (work) => (await own().db.transaction(async (tx) => await work?.(tx)), true),
  } as Partial<JobRun> as JobRun;
  try {
    await advancePost(ctx())(run);
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  }
}

/** Takes a post as far as it goes. */
async function finish(id: string): Promise<Post> {
  for (let step = 0; step < 20; step++) {
    const [row] = await own().db.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id));
    if (['published', 'failed', 'cancelled'].includes(row?.state ?? '')) break;
    await advance(id);
    pass(2);
  }
  const { items } = (await call('GET', 'posts?limit=200')).envelope.data as { items: Post[] };
  return items.find((post) => post.id === id) ?? assert.fail('it is listed');
}
const posted = (id: string) => platform.posts.filter(({ key }) => key === id);

describe('accounts at platforms', () => {
  test('nobody ends a connection that another browser has begun, and each is ended once', async () => {
    const begun = await call('POST', 'connections', { adapter: 'quay.posts' });
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
    assert.match(await comeBack(`state=${state}&code=jetty`, ''), /failed=publishing:channel.gone/);
    assert.match(await comeBack(`state=${state}&code=jetty`, 'rp-connection=other'), /failed=/);
    assert.match(await comeBack(`state=${state}&code=jetty`, cookie), /connected=/);
    assert.match(await comeBack(`state=${state}&code=jetty`, cookie), /failed=publishing:channel.gone/);
  });

  test('others neither see nor change them, and their tokens are sealed', async () => {
    const other = await server.signIn({ level: 'level2' });
    const { channels } = (await call('GET', 'channels', undefined, other.token)).envelope.data as {
      channels: Channel[];
    };
    assert.deepEqual(channels, []);
    for (const [method, path, body] of [
      ['PATCH', `channels/${channel.id}`, { group: 'mine' }],
      ['POST', `channels/${channel.id}/refresh`],
      ['DELETE', `channels/${channel.id}`],
    ] as const) {
      assert.equal((await call(method, path, body, other.token)).status, 404, path);
    }
    const [row] = await own().db.orm.select().from(publishingChannels).where(eq(publishingChannels.id, channel.id));
    assert.doesNotMatch(row?.tokens ?? 'access', /access|refresh/);
  });

  test('a level includes so many', async () => {
    const free = await server.signIn({ level: 'level0' });
    for (const name of ['a', 'b', 'c']) await connect(name, free.token);
    const begun = await call('POST', 'connections', { adapter: 'quay.posts' }, free.token);
    const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.match(await comeBack(`state=${state}&code=d`, cookie), /failed=publishing:channel.limit/);
  });

  test('a permission is renewed ahead of time by one at a time, and one that was taken back is told at once', async () => {
    const pole = await connect('pole');
    const expire = () =>
      own()
        .db.orm.update(publishingChannels)
        .set({ renewAt: new Date(0) })
        .where(eq(publishingChannels.id, pole.id));
    await expire();
    const refresh = () => call('POST', `channels/${pole.id}/refresh`);
    const { renewals } = platform;
    const answers = await Promise.all([refresh(), refresh(), refresh()]);
    assert.equal(platform.renewals, renewals + 1, 'what is good once is used once');
    assert.deepEqual(
      answers.map(({ envelope }) => (envelope.data as Channel).state),
      ['normal', 'normal', 'normal'],
    );
    assert.equal((answers[0].envelope.data as Channel).followers, 7);
    platform.refreshTokens.delete('pole');
    assert.equal(((await refresh()).envelope.data as Channel).state, 'expired');
    assert.equal((await connect('pole')).id, pole.id, 'agreed again');
    assert.equal(((await refresh()).envelope.data as Channel).state, 'normal');
  });
});

describe('posts', () => {
  test('a post goes out once, costs one, and is told to whoever wants to know', async () => {
    const material = await clip();
    const before = await balance();
    const { task, status } = await publish([material], {
      titles: ['{name} {index}'],
      texts: ['hello'],
      topics: ['sea'],
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [task.posts, task.works, task.accounts, task.type, task.state],
      [1, 1, 1, 'normal', 'unpublished'],
    );
    assert.equal((await balance()).held, before.held + 1);
    const [planned] = await postsOf(task);
    const post = await finish(planned?.id ?? '');
    assert.deepEqual([post.state, post.link], ['published', `https://quay.example/${posted(post.id)[0]?.id}`]);
    assert.equal(posted(post.id).length, 1);
    assert.equal(posted(post.id)[0]?.title, `clip-${clips} 1`);
    assert.deepEqual(await balance(), { ...before, available: before.available - 1 });
    assert.equal((await publish([material])).status, 409, 'the same video never goes out twice on one account');
  });

  test('what stays on this installation takes nothing', async (t) => {
    t.after(() => void (platform.isFree = false));
    platform.isFree = true;
    const before = await balance();
    const { task } = await publish([await clip()]);
    assert.deepEqual(await balance(), before);
    assert.equal((await finish((await postsOf(task))[0]?.id ?? '')).state, 'published');
    assert.deepEqual(await balance(), before);
  });

  test('the same key plans once', async () => {
    const material = await clip();
    const key = randomUUID();
    const both = await Promise.all([publish([material], { key }), publish([material], { key })]);
    assert.equal(both[0].task.id, both[1].task.id);
    assert.equal((await postsOf(both[0].task)).length, 1);
  });

  for (const place of ['upload', 'half', 'post', 'answer', 'check'] as const) {
    for (const whim of ['kill', 'down', 'limited'] as const) {
      test(`a ${whim} at ${place} ends in one post`, async () => {
        const before = await balance();
        const { task } = await publish([await clip()]);
        const [post] = await postsOf(task);
        const { uploads } = platform;
        platform.whims[place].push(whim);
        const ended = await finish(post?.id ?? '');
        assert.equal(ended.state, 'published', JSON.stringify(ended.cause));
        assert.equal(posted(ended.id).length, 1);
        assert.ok(platform.uploads - uploads <= (place === 'upload' ? 1 : 2));
        assert.equal((await balance()).available, before.available - 1);
      });
    }
  }

  test('where a platform cannot be asked, an answer that was lost is the owner’s to look for', async (t) => {
    const { find } = platform.provider;
    t.after(() => void (platform.provider.find = find!));
    delete platform.provider.find;
    const { task } = await publish([await clip()]);
    const [post] = await postsOf(task);
    platform.whims.answer.push('kill');
    const ended = await finish(post?.id ?? '');
    assert.deepEqual([ended.state, ended.cause?.next, posted(ended.id).length], ['failed', 'look', 1]);
    // Whoever tries again has looked, and says that it is not there.
    assert.equal((await call('POST', `posts/${ended.id}/retry`)).status, 200);
    assert.equal((await finish(ended.id)).state, 'published');
  });

  test('what a platform refuses ends with a cause, gives its count back, and can be tried again', async () => {
    const before = await balance();
    const { task } = await publish([await clip()]);
    const [post] = await postsOf(task);
    const id = post?.id ?? '';
    platform.whims.upload.push('refused');
    const failed = await finish(id);
    assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'change']);
    assert.deepEqual(await balance(), before);
    assert.equal((await call('POST', `posts/${id}/retry`)).status, 200);
    assert.equal((await finish(id)).state, 'published');
    assert.equal(posted(id).length, 1);
    assert.equal((await balance()).available, before.available - 1);
  });

  test('a permission that was taken back ends what waits, and marks the account', async () => {
    const { task } = await publish([await clip()]);
    const [post] = await postsOf(task);
    platform.whims.upload.push('revoked');
    const failed = await finish(post?.id ?? '');
    assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'authorise']);
    channel = await connect('pier');
  });

  test('what does not fit is told while it is planned, and again before it goes out', async () => {
    const material = await clip();
    const wish = {
      what: { materials: [material] },
      channels: [channel.id],
      when: { kind: 'now' },
      texts: ['x'.repeat(301)],
    };
    const { envelope } = await call('POST', 'plans', wish);
    const { posts, cost } = envelope.data as { posts: { faults: string[] }[]; cost: number };
    assert.equal(cost, 1);
    assert.match(posts[0]?.faults[0] ?? '', /301/);
    const { task } = await publish([material], { texts: ['x'.repeat(301)] });
    const [post] = await postsOf(task);
    const failed = await finish(post?.id ?? '');
    assert.deepEqual([failed.state, failed.cause?.next, posted(failed.id).length], ['failed', 'change', 0]);
  });

  test('posts wait for their times, can be moved, held back and called off, and nothing of them is spent', async () => {
    const before = await balance();
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const { task } = await publish([await clip(), await clip(), await clip()], {
      when: { kind: 'every', hours: 3, from },
    });
    const posts = await postsOf(task);
    const times = posts.map(({ at }) => (Date.parse(at) - Date.parse(from)) / 3_600_000);
    assert.deepEqual(times, [0, 3, 6]);
    const [first, second, third] = posts.map(({ id }) => id);
    await queueDue(ctx())({ signal: new AbortController().signal } as JobRun);
    const queued = async () =>
      (
        await own()
          .db.orm.select()
          .from(publishingPosts)
          .where(eq(publishingPosts.taskId, task.id))
          .orderBy(asc(publishingPosts.at))
      ).filter(({ isQueued }) => isQueued).length;
    assert.equal(await queued(), 0);
    const at = new Date(Date.now() + 30_000).toISOString();
    assert.equal(((await call('PATCH', `posts/${second}`, { at })).envelope.data as Post).at, at);
    assert.equal(await queued(), 1);
    await call('POST', `tasks/${task.id}/pause`);
    await advance(second ?? '');
    assert.deepEqual([await queued(), posted(second ?? '').length], [0, 0]);
    await call('POST', `tasks/${task.id}/resume`);
    assert.equal(await queued(), 1);
    assert.equal((await finish(second ?? '')).state, 'published');
    assert.equal((await call('POST', `posts/${first}/cancel`)).status, 200);
    assert.equal((await call('POST', `posts/${first}/cancel`)).status, 409);
    await call('POST', `tasks/${task.id}/cancel`);
    assert.equal((await finish(third ?? '')).state, 'cancelled');
    assert.deepEqual(await balance(), { ...before, available: before.available - 1 });
  });

  test('after a standstill what is overdue on an account goes out one by one', async () => {
    const at = new Date(Date.now() + 600_000).toISOString();
    const { task } = await publish([await clip(), await clip(), await clip()], { when: { kind: 'at', at } });
    pass(70);
    await queueDue(ctx())({ signal: new AbortController().signal } as JobRun);
    const tasks = await own().jobs.list(member.accountId, { subjectId: task.id });
    const { rows } = await own().db.pool.query<{ start: Date }>(
      `select start_after as start from pgboss.job where data->>'taskId' = any($1) order by 1`,
      [tasks.map(({ id }) => id)],
    );
    const apart = rows.map(({ start }) => Math.round((start.getTime() - (rows[0]?.start.getTime() ?? 0)) / 60_000));
    assert.deepEqual(apart, [0, 1, 2]);
    await call('POST', `tasks/${task.id}/cancel`);
  });

  test('what stands still beyond its deadline ends, and is never silently stuck', async () => {
    const { task } = await publish([await clip()]);
    const [post] = await postsOf(task);
    platform.states.set(`q${platform.posts.length + 1}`, { state: 'review' });
    await advance(post?.id ?? '');
    assert.equal((await postsOf(task))[0]?.state, 'review');
    pass(8 * 24 * 60);
    await queueDue(ctx())({ signal: new AbortController().signal } as JobRun);
    const [ended] = await postsOf(task);
    assert.deepEqual([ended?.state, ended?.cause?.next], ['failed', 'look']);
  });

  test('how posts do is read, less often the older they are, and what changed is kept', async () => {
    const { task } = await publish([await clip()]);
    const { id } = await finish((await postsOf(task))[0]?.id ?? '');
    const views: unknown[] = [];
    for (const minutes of [0, 1, 20, 30 * 24 * 60]) {
      pass(minutes);
      platform.views += 10;
      await readFigures(ctx())({ signal: new AbortController().signal } as JobRun);
      views.push((await postsOf(task))[0]?.figures?.views);
    }
    assert.deepEqual(views, [10, 10, 30, 30]);
    const kept = await own().db.orm.select().from(publishingFigures).where(eq(publishingFigures.postId, id));
    assert.equal(kept.length, 2);
  });

  test('several at once need a level that includes them, and nobody posts with another one’s things', async () => {
    const free = await server.signIn({ level: 'level0' });
    const pier = await connect('free', free.token);
    const body = {
      key: randomUUID(),
      name: 'x',
      what: { materials: [await clip()] },
      channels: [pier.id],
      when: { kind: 'now' },
    };
    assert.equal((await call('POST', 'tasks', body, free.token)).status, 409, 'another one’s material');
    assert.equal((await call('POST', 'tasks', { ...body, channels: [channel.id] }, free.token)).status, 404);
    assert.equal((await call('POST', 'tasks', { ...body, channels: [pier.id] })).status, 404);
    const { task } = await publish([await clip()]);
    const [post] = await postsOf(task);
    for (const path of [`tasks/${task.id}/cancel`, `posts/${post?.id}/cancel`]) {
      assert.equal((await call('POST', path, undefined, free.token)).status, 404, path);
    }
    assert.deepEqual(((await call('GET', 'posts', undefined, free.token)).envelope.data as { items: [] }).items, []);
  });
});
