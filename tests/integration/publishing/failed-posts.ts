import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import type { Post } from '#plugins/publishing/calls.ts';
import type { TaskCause } from '#plugins/publishing/post-calls.ts';

import type { PublishingKit } from './publishing-kit.ts';

/** What becomes of posts that do not go out, and how they are tried again. */
export function testFailedPosts(kit: () => PublishingKit): void {
  describe('posts that fail', () => {
    test('where a platform cannot be asked, an answer that was lost is the owner’s to look for', async (t) => {
      const { find } = kit().platform.provider;
      t.after(() => void (kit().platform.provider.find = find!));
      delete kit().platform.provider.find;
      const unclear = async () => {
        const { task } = await kit().publish([await kit().clip()]);
        const [post] = await kit().postsOf(task);
        kit().platform.whims.answer.push('kill');
        return await kit().finish(post?.id ?? '');
      };
      const ended = await unclear();
      assert.deepEqual([ended.state, ended.cause?.next, kit().posted(ended.id).length], ['failed', 'look', 1]);
      const seen = await unclear();
      const before = await kit().balance();
      const there = () => kit().call('POST', `posts/${seen.id}/there`);
      const found = await there();
      assert.deepEqual([found.status, (found.envelope.data as Post).state], [200, 'published']);
      assert.deepEqual(
        await kit().balance(),
        { ...before, available: before.available - 1 },
        'it costs what it would have',
      );
      assert.equal((await there()).status, 409, 'once');
      const other = await kit().server.signIn({ level: 'level2' });
      assert.equal((await kit().call('POST', `posts/${ended.id}/there`, undefined, other.token)).status, 404);
      assert.equal((await kit().publish([seen.fileId ?? ''])).status, 409, 'it is on the account');
      // Whoever tries again has looked, and says that it is not there.
      assert.equal((await kit().call('POST', `posts/${ended.id}/retry`)).status, 200);
      assert.equal((await kit().finish(ended.id)).state, 'published');
    });

    test('what a platform refuses ends with a cause, gives its count back, and can be tried again', async () => {
      const before = await kit().balance();
      const { task } = await kit().publish([await kit().clip()]);
      const [post] = await kit().postsOf(task);
      const id = post?.id ?? '';
      kit().platform.whims.upload.push('refused');
      const failed = await kit().finish(id);
      assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'change']);
      assert.deepEqual(await kit().balance(), before);
      assert.equal((await kit().call('POST', `posts/${id}/retry`)).status, 200);
      assert.equal((await kit().finish(id)).state, 'published');
      assert.equal(kit().posted(id).length, 1);
      assert.equal((await kit().balance()).available, before.available - 1);
    });

    test('a cause of posts on several accounts counts these, without quotes around the number', async () => {
      const channels = [kit().channel.id, (await kit().connect('mole')).id];
      const { task } = await kit().publish([await kit().clip(), await kit().clip()], {}, channels);
      for (const { id } of await kit().postsOf(task)) {
        kit().platform.whims.upload.push('refused');
        await kit().finish(id);
      }
      const { causes } = (await kit().call('GET', `tasks/${task.id}/causes`)).envelope.data as { causes: TaskCause[] };
      assert.match(causes[0]?.text ?? '', /^2 accounts did not accept/);
      await kit().call('DELETE', `channels/${channels[1]}`);
    });

    test('all posts of one cause are tried again at once, and what failed for another stays', async () => {
      const { task } = await kit().publish([await kit().clip(), await kit().clip(), await kit().clip()]);
      const ids = (await kit().postsOf(task)).map(({ id }) => id);
      const causes = async () =>
        (await kit().call('GET', `tasks/${task.id}/causes`)).envelope.data as { causes: TaskCause[] };
      assert.deepEqual(await causes(), { causes: [] });
      for (const id of ids.slice(0, 2)) {
        kit().platform.whims.upload.push('refused');
        await kit().finish(id);
      }
      await kit().call('POST', `posts/${ids[2]}/cancel`);
      const [only, ...others] = (await causes()).causes;
      assert.deepEqual([only?.code, only?.next, only?.count, others], ['publishing:cause.refused', 'change', 2, []]);
      assert.equal(only?.reason, 'not this one', 'its own words, within a sentence of ours');
      const other = { code: only.code, reason: 'another' };
      const tried = async (body: object) =>
        ((await kit().call('POST', `tasks/${task.id}/retries`, body)).envelope.data as { failed: number }).failed;
      assert.equal(await tried(other), 2);
      assert.equal(await tried({ code: only.code, reason: only.reason }), 0);
      assert.deepEqual((await kit().postsOf(task)).map(({ state }) => state).toSorted(), [
        'cancelled',
        'planned',
        'planned',
      ]);
      await kit().call('POST', `tasks/${task.id}/cancel`);
    });

    test('posts whose account is gone keep no other from being tried again', async () => {
      const gone = await kit().connect('gone');
      const { task } = await kit().publish([await kit().clip(), await kit().clip()], {}, [kit().channel.id, gone.id]);
      for (const { id } of await kit().postsOf(task)) {
        kit().platform.whims.upload.push('refused');
        await kit().finish(id);
      }
      assert.equal((await kit().call('DELETE', `channels/${gone.id}`)).status, 200);
      const { causes } = (await kit().call('GET', `tasks/${task.id}/causes`)).envelope.data as { causes: TaskCause[] };
      const { code, reason } = causes[0] ?? assert.fail('it has a cause');
      assert.equal((await kit().call('POST', `tasks/${task.id}/retries`, { code, reason })).status, 200);
      assert.deepEqual((await kit().postsOf(task)).map(({ state }) => state).toSorted(), ['failed', 'planned']);
      await kit().call('POST', `tasks/${task.id}/cancel`);
      assert.equal((await kit().call('POST', `tasks/${task.id}/retries`, { code, reason })).status, 409);
    });

    test('what may be there is tried again while its service is not in use, and looked for once it is back', async (t) => {
      const use = (adapters: string[]) =>
        kit().own.settings.set(choiceSetting('channels'), { adapters, orEmbedded: false }, 'test');
      t.after(() => use(['quay.posts']));
      const { task } = await kit().publish([await kit().clip(), await kit().clip()]);
      const [{ id } = assert.fail(), { id: other } = assert.fail()] = await kit().postsOf(task);
      kit().platform.whims.answer.push('kill');
      await kit().advance(id);
      await use([]);
      const ended = await kit().finish(id);
      assert.deepEqual([ended.state, ended.cause?.next], ['failed', 'look']);
      const unsent = await kit().finish(other);
      assert.deepEqual([unsent.state, unsent.cause?.next], ['failed', 'operator']);
      assert.equal((await kit().call('POST', `posts/${id}/retry`)).status, 200);
      await use(['quay.posts']);
      assert.equal((await kit().finish(id)).state, 'published');
      assert.equal(kit().posted(id).length, 1);
    });

    test('a permission that was taken back ends what waits, and marks the account', async () => {
      const { task } = await kit().publish([await kit().clip()]);
      const [post] = await kit().postsOf(task);
      kit().platform.whims.upload.push('revoked');
      const failed = await kit().finish(post?.id ?? '');
      assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'authorise']);
      kit().channel = await kit().connect('pier');
    });

    test('what stands still beyond its deadline ends, and is never silently stuck', async () => {
      const { task } = await kit().publish([await kit().clip()]);
      const [post] = await kit().postsOf(task);
      kit().platform.states.set(`q${kit().platform.posts.length + 1}`, { state: 'review' });
      await kit().advance(post?.id ?? '');
      assert.equal((await kit().postsOf(task))[0]?.state, 'review');
      kit().pass(8 * 24 * 60);
      await kit().minute();
      const [ended] = await kit().postsOf(task);
      assert.deepEqual([ended?.state, ended?.cause?.next], ['failed', 'look']);
    });
  });
}
