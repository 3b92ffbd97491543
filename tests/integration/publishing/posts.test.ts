import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';

import { asc, eq } from 'drizzle-orm';

import type { JobRun } from '#core/server/services/jobs/jobs.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Channel, Post } from '#plugins/publishing/calls.ts';
import type { TaskCause } from '#plugins/publishing/post-calls.ts';
import { readFigures } from '#plugins/publishing/server/posts/read-figures.ts';
import { publishingFigures, publishingPosts } from '#plugins/publishing/server/tables.ts';
import { until } from '#tests/until.ts';

import { PublishingKit } from './publishing-kit.ts';

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

  test('where a platform cannot be asked, an answer that was lost is the owner’s to look for', async (t) => {
    const { find } = kit.platform.provider;
    t.after(() => void (kit.platform.provider.find = find!));
    delete kit.platform.provider.find;
    const unclear = async () => {
      const { task } = await kit.publish([await kit.clip()]);
      const [post] = await kit.postsOf(task);
      kit.platform.whims.answer.push('kill');
      return await kit.finish(post?.id ?? '');
    };
    const ended = await unclear();
    assert.deepEqual([ended.state, ended.cause?.next, kit.posted(ended.id).length], ['failed', 'look', 1]);
    const seen = await unclear();
    const before = await kit.balance();
    const there = () => kit.call('POST', `posts/${seen.id}/there`);
    const found = await there();
    assert.deepEqual([found.status, (found.envelope.data as Post).state], [200, 'published']);
    assert.deepEqual(
      await kit.balance(),
      { ...before, available: before.available - 1 },
      'it costs what it would have',
    );
    assert.equal((await there()).status, 409, 'once');
    const other = await kit.server.signIn({ level: 'level2' });
    assert.equal((await kit.call('POST', `posts/${ended.id}/there`, undefined, other.token)).status, 404);
    assert.equal((await kit.publish([seen.fileId ?? ''])).status, 409, 'it is on the account');
    // Whoever tries again has looked, and says that it is not there.
    assert.equal((await kit.call('POST', `posts/${ended.id}/retry`)).status, 200);
    assert.equal((await kit.finish(ended.id)).state, 'published');
  });

  test('what a platform refuses ends with a cause, gives its count back, and can be tried again', async () => {
    const before = await kit.balance();
    const { task } = await kit.publish([await kit.clip()]);
    const [post] = await kit.postsOf(task);
    const id = post?.id ?? '';
    kit.platform.whims.upload.push('refused');
    const failed = await kit.finish(id);
    assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'change']);
    assert.deepEqual(await kit.balance(), before);
    assert.equal((await kit.call('POST', `posts/${id}/retry`)).status, 200);
    assert.equal((await kit.finish(id)).state, 'published');
    assert.equal(kit.posted(id).length, 1);
    assert.equal((await kit.balance()).available, before.available - 1);
  });

  test('all posts of one cause are tried again at once, and what failed for another stays', async () => {
    const { task } = await kit.publish([await kit.clip(), await kit.clip(), await kit.clip()]);
    const ids = (await kit.postsOf(task)).map(({ id }) => id);
    const causes = async () =>
      (await kit.call('GET', `tasks/${task.id}/causes`)).envelope.data as { causes: TaskCause[] };
    assert.deepEqual(await causes(), { causes: [] });
    for (const id of ids.slice(0, 2)) {
      kit.platform.whims.upload.push('refused');
      await kit.finish(id);
    }
    await kit.call('POST', `posts/${ids[2]}/cancel`);
    const [only, ...others] = (await causes()).causes;
    assert.deepEqual([only?.code, only?.next, only?.count, others], ['publishing:cause.refused', 'change', 2, []]);
    assert.equal(only?.reason, 'not this one', 'its own words, within a sentence of ours');
    const other = { code: only.code, reason: 'another' };
    const tried = async (body: object) =>
      ((await kit.call('POST', `tasks/${task.id}/retries`, body)).envelope.data as { failed: number }).failed;
    assert.equal(await tried(other), 2);
    assert.equal(await tried({ code: only.code, reason: only.reason }), 0);
    assert.deepEqual((await kit.postsOf(task)).map(({ state }) => state).toSorted(), [
      'cancelled',
      'planned',
      'planned',
    ]);
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('posts whose account is gone keep no other from being tried again', async () => {
    const gone = await kit.connect('gone');
    const { task } = await kit.publish([await kit.clip(), await kit.clip()], {}, [kit.channel.id, gone.id]);
    for (const { id } of await kit.postsOf(task)) {
      kit.platform.whims.upload.push('refused');
      await kit.finish(id);
    }
    assert.equal((await kit.call('DELETE', `channels/${gone.id}`)).status, 200);
    const { causes } = (await kit.call('GET', `tasks/${task.id}/causes`)).envelope.data as { causes: TaskCause[] };
    const { code, reason } = causes[0] ?? assert.fail('it has a cause');
    assert.equal((await kit.call('POST', `tasks/${task.id}/retries`, { code, reason })).status, 200);
    assert.deepEqual((await kit.postsOf(task)).map(({ state }) => state).toSorted(), ['failed', 'planned']);
    await kit.call('POST', `tasks/${task.id}/cancel`);
    assert.equal((await kit.call('POST', `tasks/${task.id}/retries`, { code, reason })).status, 409);
  });

  test('what may be there is tried again while its service is not in use, and looked for once it is back', async (t) => {
    const use = (adapters: string[]) =>
      kit.own.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');
    t.after(() => use(['quay.posts']));
    const { task } = await kit.publish([await kit.clip(), await kit.clip()]);
    const [{ id } = assert.fail(), { id: other } = assert.fail()] = await kit.postsOf(task);
    kit.platform.whims.answer.push('kill');
    await kit.advance(id);
    await use([]);
    const ended = await kit.finish(id);
    assert.deepEqual([ended.state, ended.cause?.next], ['failed', 'look']);
    const unsent = await kit.finish(other);
    assert.deepEqual([unsent.state, unsent.cause?.next], ['failed', 'operator']);
    assert.equal((await kit.call('POST', `posts/${id}/retry`)).status, 200);
    await use(['quay.posts']);
    assert.equal((await kit.finish(id)).state, 'published');
    assert.equal(kit.posted(id).length, 1);
  });

  test('a permission that was taken back ends what waits, and marks the account', async () => {
    const { task } = await kit.publish([await kit.clip()]);
    const [post] = await kit.postsOf(task);
    kit.platform.whims.upload.push('revoked');
    const failed = await kit.finish(post?.id ?? '');
    assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'authorise']);
    kit.channel = await kit.connect('pier');
  });

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

  test('posts wait for their times, can be moved, held back and called off, and nothing of them is spent', async () => {
    const before = await kit.balance();
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const { task } = await kit.publish([await kit.clip(), await kit.clip(), await kit.clip()], {
      when: { kind: 'every', hours: 3, from },
    });
    const posts = await kit.postsOf(task);
    const times = posts.map(({ at }) => (Date.parse(at) - Date.parse(from)) / 3_600_000);
    assert.deepEqual(times, [0, 3, 6]);
    const [first, second, third] = posts.map(({ id }) => id);
    await kit.minute();
    const queued = async () =>
      (
        await kit.own.db.orm
          .select()
          .from(publishingPosts)
          .where(eq(publishingPosts.taskId, task.id))
          .orderBy(asc(publishingPosts.at))
      ).filter(({ isQueued }) => isQueued).length;
    assert.equal(await queued(), 0);
    const at = new Date(Date.now() + 30_000).toISOString();
    assert.equal(((await kit.call('PATCH', `posts/${second}`, { at })).envelope.data as Post).at, at);
    assert.equal(await queued(), 1);
    await kit.call('POST', `tasks/${task.id}/pause`);
    await kit.advance(second ?? '');
    assert.deepEqual([await queued(), kit.posted(second ?? '').length], [0, 0]);
    await kit.call('POST', `tasks/${task.id}/resume`);
    assert.equal(await queued(), 1);
    assert.equal((await kit.finish(second ?? '')).state, 'published');
    assert.equal((await kit.call('POST', `posts/${first}/cancel`)).status, 200);
    assert.equal((await kit.call('POST', `posts/${first}/cancel`)).status, 409);
    await kit.call('POST', `tasks/${task.id}/cancel`);
    assert.equal((await kit.finish(third ?? '')).state, 'cancelled');
    assert.deepEqual(await kit.balance(), { ...before, available: before.available - 1 });
  });

  test('what stands still beyond its deadline ends, and is never silently stuck', async () => {
    const { task } = await kit.publish([await kit.clip()]);
    const [post] = await kit.postsOf(task);
    kit.platform.states.set(`q${kit.platform.posts.length + 1}`, { state: 'review' });
    await kit.advance(post?.id ?? '');
    assert.equal((await kit.postsOf(task))[0]?.state, 'review');
    kit.pass(8 * 24 * 60);
    await kit.minute();
    const [ended] = await kit.postsOf(task);
    assert.deepEqual([ended?.state, ended?.cause?.next], ['failed', 'look']);
  });

  test('an account whose owner wants drafts gets them, and each post says that it waits in the inbox', async () => {
    const { provider } = kit.platform;
    let isAllowed = false;
    const rules = async () => ({ ...kit.platform.rules, titleLetters: null, textLetters: null, audiences: [] });
    const drafts = {
      isAllowed: () => isAllowed,
      rules: async () => ({ ...(await rules()), isDraft: true as const }),
      publish: provider.publish,
    };
    const change = async (delivery: string) => await kit.call('PATCH', `channels/${kit.channel.id}`, { delivery });
    assert.equal((await change('inbox')).status, 422, 'operators have not switched it on');
    Object.assign(provider, { drafts });
    assert.equal((await change('inbox')).status, 409, 'its owner has not allowed it');
    isAllowed = true;
    const changed = (await change('inbox')).envelope.data as Channel;
    assert.deepEqual([changed.delivery, changed.deliveries], ['inbox', ['direct', 'inbox']]);

    const wish = { texts: ['far too long for a post '.repeat(30)], topics: ['sea'] };
    const plan = {
      what: { materials: [await kit.clip()] },
      channels: [kit.channel.id],
      when: { kind: 'now' },
      ...wish,
    };
    const { posts: planned, takes } = (await kit.call('POST', 'plans', plan)).envelope.data as {
      posts: { faults: string[] }[];
      takes: Record<string, { isDraft: boolean }>;
    };
    assert.deepEqual([planned[0]?.faults, takes[kit.channel.id]?.isDraft], [[], true]);
    const { task } = await kit.publish(plan.what.materials, wish);
    const [{ id } = assert.fail()] = await kit.postsOf(task);
    const remote = `q${kit.platform.posts.length + 1}`;
    kit.platform.states.set(remote, { state: 'inbox' });
    await kit.advance(id);
    const [waiting] = await kit.postsOf(task);
    assert.deepEqual([waiting?.state, waiting?.caption?.endsWith('#sea')], ['inbox', true]);
    const shown = (await kit.call('GET', `tasks/${task.id}`)).envelope.data as { inbox: number; waiting: number };
    assert.deepEqual([shown.inbox, shown.waiting], [1, 0]);
    assert.equal((await kit.call('POST', `posts/${id}/cancel`)).status, 409, 'it is there already');
    kit.pass(8 * 24 * 60);
    await kit.minute();
    const [ended] = await kit.postsOf(task);
    assert.deepEqual([ended?.state, ended?.cause?.next], ['failed', 'look']);
    await kit.call('POST', `posts/${id}/retry`);
    kit.platform.states.delete(remote);
    assert.equal((await kit.finish(id)).state, 'published');
    assert.equal(kit.posted(id).length, 2, 'its owner has looked, and it was not there');

    Object.assign(drafts, { isOnly: true });
    const only = (await change('inbox')).envelope.data as Channel;
    assert.deepEqual([only.delivery, only.deliveries], ['inbox', ['inbox']]);
    assert.equal((await change('direct')).status, 422);
    const { task: sent } = await kit.publish([await kit.clip()], wish);
    assert.equal((await kit.finish((await kit.postsOf(sent))[0]?.id ?? '')).state, 'published');
    Object.assign(provider, { drafts: undefined });
    const { task: next } = await kit.publish([await kit.clip()]);
    const refused = await kit.finish((await kit.postsOf(next))[0]?.id ?? '');
    assert.deepEqual([refused.state, refused.cause?.next], ['failed', 'operator'], 'it is not posted instead');
    assert.equal((await change('direct')).status, 200);
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

  test('a post is checked ahead of its time, goes out at it, and until then can be moved and held back', async () => {
    const at = new Date(kit.now.getTime() + 30 * 60_000).toISOString();
    const plan = async () => (await kit.publish([await kit.clip()], { when: { kind: 'at', at } })).task;
    const task = await plan();
    const [{ id } = assert.fail()] = await kit.postsOf(task);
    const state = async () => (await kit.row(id)).state;
    await kit.advance(id, 60);
    assert.equal(await state(), 'checked');
    assert.equal(kit.posted(id).length, 0);

    const later = new Date(kit.now.getTime() + 60 * 60_000).toISOString();
    assert.equal((await kit.call('PATCH', `posts/${id}`, { at: later })).status, 200);
    assert.equal(await state(), 'planned');
    await kit.advance(id, 60);
    await kit.call('POST', `tasks/${task.id}/pause`);
    await kit.advance(id);
    assert.equal(await state(), 'planned');
    await kit.call('POST', `tasks/${task.id}/resume`);
    await kit.advance(id, 0);
    assert.deepEqual([await state(), kit.posted(id).length], ['published', 1]);
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
