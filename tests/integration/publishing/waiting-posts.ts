import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { asc, eq } from 'drizzle-orm';

import type { Channel, Post } from '#plugins/publishing/calls.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';

import type { PublishingKit } from './publishing-kit.ts';

/** Posts that wait: for their time, and in an inbox. */
export function testWaitingPosts(kit: () => PublishingKit): void {
  describe('posts that wait', () => {
    test('posts wait for their times, can be moved, held back and called off, and nothing of them is spent', async () => {
      const before = await kit().balance();
      const from = new Date(Date.now() + 3_600_000).toISOString();
      const { task } = await kit().publish([await kit().clip(), await kit().clip(), await kit().clip()], {
        when: { kind: 'every', hours: 3, from },
      });
      const posts = await kit().postsOf(task);
      const times = posts.map(({ at }) => (Date.parse(at) - Date.parse(from)) / 3_600_000);
      assert.deepEqual(times, [0, 3, 6]);
      const [first, second, third] = posts.map(({ id }) => id);
      await kit().minute();
      const queued = async () =>
        (
          await kit()
            .own.db.orm.select()
            .from(publishingPosts)
            .where(eq(publishingPosts.taskId, task.id))
            .orderBy(asc(publishingPosts.at))
        ).filter(({ isQueued }) => isQueued).length;
      assert.equal(await queued(), 0);
      const at = new Date(Date.now() + 30_000).toISOString();
      assert.equal(((await kit().call('PATCH', `posts/${second}`, { at })).envelope.data as Post).at, at);
      assert.equal(await queued(), 1);
      await kit().call('POST', `tasks/${task.id}/pause`);
      await kit().advance(second ?? '');
      assert.deepEqual([await queued(), kit().posted(second ?? '').length], [0, 0]);
      await kit().call('POST', `tasks/${task.id}/resume`);
      assert.equal(await queued(), 1);
      assert.equal((await kit().finish(second ?? '')).state, 'published');
      assert.equal((await kit().call('POST', `posts/${first}/cancel`)).status, 200);
      assert.equal((await kit().call('POST', `posts/${first}/cancel`)).status, 409);
      await kit().call('POST', `tasks/${task.id}/cancel`);
      assert.equal((await kit().finish(third ?? '')).state, 'cancelled');
      assert.deepEqual(await kit().balance(), { ...before, available: before.available - 1 });
    });

    test('an account whose owner wants drafts gets them, and each post says that it waits in the inbox', async () => {
      const { provider } = kit().platform;
      let isAllowed = false;
      const rules = async () => ({ ...kit().platform.rules, titleLetters: null, textLetters: null, audiences: [] });
      const drafts = {
        isAllowed: () => isAllowed,
        rules: async () => ({ ...(await rules()), isDraft: true as const }),
        publish: provider.publish,
      };
      const change = async (delivery: string) =>
        await kit().call('PATCH', `channels/${kit().channel.id}`, { delivery });
      assert.equal((await change('inbox')).status, 422, 'operators have not switched it on');
      Object.assign(provider, { drafts });
      assert.equal((await change('inbox')).status, 409, 'its owner has not allowed it');
      isAllowed = true;
      const changed = (await change('inbox')).envelope.data as Channel;
      assert.deepEqual([changed.delivery, changed.deliveries], ['inbox', ['direct', 'inbox']]);

      const wish = { texts: ['far too long for a post '.repeat(30)], topics: ['sea'] };
      const plan = {
        what: { materials: [await kit().clip()] },
        channels: [kit().channel.id],
        when: { kind: 'now' },
        ...wish,
      };
      const { posts: planned, takes } = (await kit().call('POST', 'plans', plan)).envelope.data as {
        posts: { faults: string[] }[];
        takes: Record<string, { isDraft: boolean }>;
      };
      assert.deepEqual([planned[0]?.faults, takes[kit().channel.id]?.isDraft], [[], true]);
      const { task } = await kit().publish(plan.what.materials, wish);
      const [{ id } = assert.fail()] = await kit().postsOf(task);
      const remote = `q${kit().platform.posts.length + 1}`;
      kit().platform.states.set(remote, { state: 'inbox' });
      await kit().advance(id);
      const [waiting] = await kit().postsOf(task);
      assert.deepEqual([waiting?.state, waiting?.caption?.endsWith('#sea')], ['inbox', true]);
      const shown = (await kit().call('GET', `tasks/${task.id}`)).envelope.data as { inbox: number; waiting: number };
      assert.deepEqual([shown.inbox, shown.waiting], [1, 0]);
      assert.equal((await kit().call('POST', `posts/${id}/cancel`)).status, 409, 'it is there already');
      kit().pass(8 * 24 * 60);
      await kit().minute();
      const [ended] = await kit().postsOf(task);
      assert.deepEqual([ended?.state, ended?.cause?.next], ['failed', 'look']);
      await kit().call('POST', `posts/${id}/retry`);
      kit().platform.states.delete(remote);
      assert.equal((await kit().finish(id)).state, 'published');
      assert.equal(kit().posted(id).length, 2, 'its owner has looked, and it was not there');

      Object.assign(drafts, { isOnly: true });
      const only = (await change('inbox')).envelope.data as Channel;
      assert.deepEqual([only.delivery, only.deliveries], ['inbox', ['inbox']]);
      assert.equal((await change('direct')).status, 422);
      const { task: sent } = await kit().publish([await kit().clip()], wish);
      assert.equal((await kit().finish((await kit().postsOf(sent))[0]?.id ?? '')).state, 'published');
      Object.assign(provider, { drafts: undefined });
      const { task: next } = await kit().publish([await kit().clip()]);
      const refused = await kit().finish((await kit().postsOf(next))[0]?.id ?? '');
      assert.deepEqual([refused.state, refused.cause?.next], ['failed', 'operator'], 'it is not posted instead');
      assert.equal((await change('direct')).status, 200);
    });

    test('a post is checked ahead of its time, goes out at it, and until then can be moved and held back', async () => {
      const at = new Date(kit().now.getTime() + 30 * 60_000).toISOString();
      const plan = async () => (await kit().publish([await kit().clip()], { when: { kind: 'at', at } })).task;
      const task = await plan();
      const [{ id } = assert.fail()] = await kit().postsOf(task);
      const state = async () => (await kit().row(id)).state;
      await kit().advance(id, 60);
      assert.equal(await state(), 'checked');
      assert.equal(kit().posted(id).length, 0);

      const later = new Date(kit().now.getTime() + 60 * 60_000).toISOString();
      assert.equal((await kit().call('PATCH', `posts/${id}`, { at: later })).status, 200);
      assert.equal(await state(), 'planned');
      await kit().advance(id, 60);
      await kit().call('POST', `tasks/${task.id}/pause`);
      await kit().advance(id);
      assert.equal(await state(), 'planned');
      await kit().call('POST', `tasks/${task.id}/resume`);
      await kit().advance(id, 0);
      assert.deepEqual([await state(), kit().posted(id).length], ['published', 1]);
    });
  });
}
