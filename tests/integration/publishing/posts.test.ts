import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';

import { eq } from 'drizzle-orm';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';
import { publishingFigures } from '#plugins/publishing/server/tables.ts';
import { until } from '#tests/until.ts';

import { testFailedPosts } from './failed-posts.ts';
import { PublishingKit } from './publishing-kit.ts';
import { testWaitingPosts } from './waiting-posts.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => {
  kit.now = new Date();
  kit.platform.states.clear();
});

describe('posts', () => {
  test('a post goes out once, costs one, and is told to whoever wants to know', async () => {
    const material = await kit.clip();
    const before = await kit.balance();
    const { task, status } = await kit.publish([material], {
      titles: ['{name} {index}'],
      texts: ['hello'],
      topics: ['sea'],
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [task.posts, task.works, task.accounts, task.type, task.state],
      [1, 1, 1, 'normal', 'unpublished'],
    );
    assert.equal((await kit.balance()).held, before.held + 1);
    const [planned] = await kit.postsOf(task);
    const post = await kit.finish(planned?.id ?? '');
    assert.deepEqual([post.state, post.link], ['published', `https://quay.example/${kit.posted(post.id)[0]?.id}`]);
    assert.equal(kit.posted(post.id).length, 1);
    assert.equal(kit.posted(post.id)[0]?.title, `clip-${kit.clips} 1`);
    assert.deepEqual(await kit.balance(), { ...before, available: before.available - 1 });
    assert.equal((await kit.publish([material])).status, 409, 'the same video never goes out twice on one account');
  });

  test('posts name a store of their owner, whose list counts those that are out or under way', async () => {
    const { token } = kit.member;
    const add = async (as: string, poiId: string) => {
      const body = { poiId, name: 'West Lake', address: '1 Harbour Road', latitude: null, longitude: null };
      return ((await kit.server.call('POST', '/api/poi/places', { token: as, body })).envelope.data as { id: string })
        .id;
    };
    const place = await add(token, '6601');
    const other = await kit.server.signIn({ level: 'level2' });
    const foreign = await add(other.token, '6602');
    assert.equal((await kit.publish([await kit.clip()], { place: foreign })).status, 422);
    const used = async () => {
      const { items } = (await kit.server.call('GET', '/api/poi/places', { token })).envelope.data as {
        items: { posts: number }[];
      };
      return items[0]?.posts;
    };
    const { places } = (await kit.call('GET', 'places')).envelope.data as { places: { id: string }[] };
    assert.deepEqual(
      places.map(({ id }) => id),
      [place],
    );
    const { task } = await kit.publish([await kit.clip(), await kit.clip()], { place });
    assert.equal(await used(), 2);
    const [first, second] = await kit.postsOf(task);
    await kit.call('POST', `posts/${second?.id}/cancel`);
    assert.equal((await kit.finish(first?.id ?? '')).state, 'published');
    assert.deepEqual(kit.posted(first?.id ?? '')[0]?.place, { poiId: '6601', name: 'West Lake' });
    assert.equal(await used(), 1);
  });

  test('how far an upload is can be seen while it breaks off', async () => {
    const { task } = await kit.publish([await kit.clip()]);
    const [post] = await kit.postsOf(task);
    kit.platform.whims.half.push('down');
    await kit.advance(post?.id ?? '');
    await until(async () => (await kit.postsOf(task))[0]?.progress === 0.5, 'half of it is shown', 10);
    assert.equal((await kit.finish(post?.id ?? '')).progress, 1);
  });

  test('what stays on this installation takes nothing', async (t) => {
    t.after(() => void (kit.platform.isFree = false));
    kit.platform.isFree = true;
    const before = await kit.balance();
    const { task } = await kit.publish([await kit.clip()]);
    assert.deepEqual(await kit.balance(), before);
    assert.equal((await kit.finish((await kit.postsOf(task))[0]?.id ?? '')).state, 'published');
    assert.deepEqual(await kit.balance(), before);
  });

  test('the same key plans once', async () => {
    const material = await kit.clip();
    const key = randomUUID();
    const both = await Promise.all([kit.publish([material], { key }), kit.publish([material], { key })]);
    assert.equal(both[0].task.id, both[1].task.id);
    assert.equal((await kit.postsOf(both[0].task)).length, 1);
  });

  for (const place of ['upload', 'half', 'post', 'answer', 'check'] as const) {
    for (const whim of ['kill', 'down', 'limited'] as const) {
      test(`a ${whim} at ${place} ends in one post`, async () => {
        const before = await kit.balance();
        const { task } = await kit.publish([await kit.clip()]);
        const [post] = await kit.postsOf(task);
        const { uploads } = kit.platform;
        kit.platform.whims[place].push(whim);
        const ended = await kit.finish(post?.id ?? '');
        assert.equal(ended.state, 'published', JSON.stringify(ended.cause));
        assert.equal(kit.posted(ended.id).length, 1);
        assert.ok(kit.platform.uploads - uploads <= (place === 'upload' ? 1 : 2));
        assert.equal((await kit.balance()).available, before.available - 1);
      });
    }
  }

  test('what does not fit is told while it is planned, and again before it goes out', async () => {
    const material = await kit.clip();
    const wish = {
      what: { materials: [material] },
      channels: [kit.channel.id],
      when: { kind: 'now' },
      texts: ['x'.repeat(301)],
    };
    const { envelope } = await kit.call('POST', 'plans', wish);
    const { posts, cost } = envelope.data as { posts: { faults: string[] }[]; cost: number };
    assert.equal(cost, 1);
    assert.match(posts[0]?.faults[0] ?? '', /301/);
    const { task } = await kit.publish([material], { texts: ['x'.repeat(301)] });
    const [post] = await kit.postsOf(task);
    const failed = await kit.finish(post?.id ?? '');
    assert.deepEqual([failed.state, failed.cause?.next, kit.posted(failed.id).length], ['failed', 'change', 0]);
  });

  test('how posts do is read, less often the older they are, and what changed is kept', async () => {
    const { task } = await kit.publish([await kit.clip()]);
    const { id } = await kit.finish((await kit.postsOf(task))[0]?.id ?? '');
    const views: unknown[] = [];
    for (const minutes of [0, 1, 20, 30 * 24 * 60]) {
      kit.pass(minutes);
      kit.platform.views += 10;
      await readFigures(kit.ctx)({ signal: new AbortController().signal } as JobRun);
      views.push((await kit.postsOf(task))[0]?.figures?.views);
    }
    assert.deepEqual(views, [10, 10, 30, 30]);
    const kept = await kit.own.db.orm.select().from(publishingFigures).where(eq(publishingFigures.postId, id));
    assert.equal(kept.length, 2);

    const figures = async (days: string) =>
      (await kit.call('GET', `account-figures?days=${days}&zone=UTC`)).envelope.data as {
        accounts: { id: string; views: number; posts: number }[];
        days: { views: number }[];
      };
    const { accounts, days } = await figures('90');
    assert.equal(days.length, 90);
    const own = accounts.find((account) => account.id === kit.channel.id);
    const all = days.reduce((sum, { views: one }) => sum + one, 0);
    assert.ok(own !== undefined && own.posts > 0 && own.views >= 30, 'what was gained, not each reading anew');
    assert.equal(
      accounts.reduce((sum, { views: one }) => sum + one, 0),
      all,
    );
    assert.equal((await kit.call('GET', 'account-figures?zone=Moon/Sea')).status, 422);
  });

  test('several at once need a level that includes them, and nobody posts with another one’s things', async () => {
    const free = await kit.server.signIn({ level: 'level0' });
    const pier = await kit.connect('free', free.token);
    const body = {
      key: randomUUID(),
      name: 'x',
      what: { materials: [await kit.clip()] },
      channels: [pier.id],
      when: { kind: 'now' },
    };
    assert.equal((await kit.call('POST', 'tasks', body, free.token)).status, 409, 'another one’s material');
    assert.equal((await kit.call('POST', 'tasks', { ...body, channels: [kit.channel.id] }, free.token)).status, 404);
    assert.equal((await kit.call('POST', 'tasks', { ...body, channels: [pier.id] })).status, 404);
    const own = [await kit.clip(free), await kit.clip(free)];
    const two = { what: { materials: own }, channels: [pier.id], when: { kind: 'now' } };
    const plan = await kit.call('POST', 'plans', two, free.token);
    assert.equal((plan.envelope.data as { posts: unknown[] }).posts.length, 2, 'what they would be may be looked at');
    assert.equal((await kit.call('POST', 'tasks', { ...body, ...two }, free.token)).status, 403);
    const { task } = await kit.publish([await kit.clip()]);
    const [post] = await kit.postsOf(task);
    for (const path of [`tasks/${task.id}/cancel`, `posts/${post?.id}/cancel`]) {
      assert.equal((await kit.call('POST', path, undefined, free.token)).status, 404, path);
    }
    assert.deepEqual(
      ((await kit.call('GET', 'posts', undefined, free.token)).envelope.data as { items: [] }).items,
      [],
    );
  });
});

// By subject, on the same server.
testFailedPosts(() => kit);
testWaitingPosts(() => kit);
