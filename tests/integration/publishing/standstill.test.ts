import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => {
  kit.now = new Date();
});

describe('after a standstill', () => {
  /** Three posts that were due an hour ago, and one that is yet to come. */
  async function overdue(rule: 'now' | 'next' | 'ask') {
    const channel = await kit.connect(`late ${rule}`);
    await kit.call('PATCH', `channels/${channel.id}`, { overdue: rule });
    const from = new Date(Date.now() + 600_000).toISOString();
    const clips = [await kit.clip(), await kit.clip(), await kit.clip(), await kit.clip()];
    const { task } = await kit.publish(clips, { when: { kind: 'every', hours: 3, from } }, [channel.id]);
    kit.pass(8 * 60);
    await kit.minute();
    return task;
  }
  const minutesUntil = async (task: { id: string }) =>
    (await kit.postsOf(task)).map(({ at }) => Math.round((Date.parse(at) - kit.now.getTime()) / 60_000));
  const starts = async (task: { id: string }) => {
    const tasks = await kit.own.jobs.list(kit.member.accountId, { subjectId: task.id });
    const { rows } = await kit.own.db.pool.query<{ start: Date }>(
      `select start_after as start from pgboss.job where data->>'taskId' = any($1) order by 1`,
      [tasks.map(({ id }) => id)],
    );
    return rows.map(({ start }) => Math.round((start.getTime() - kit.now.getTime()) / 60_000));
  };

  test('what is overdue on an account goes out one by one', async () => {
    const task = await overdue('now');
    assert.deepEqual(await starts(task), [0, 1, 2]);
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('what is tried again does not go out all at once either', async () => {
    const clips = [await kit.clip(), await kit.clip(), await kit.clip()];
    const other = await kit.connect('also late');
    const { task } = await kit.publish(clips, { deal: 'all' }, [kit.channel.id, other.id]);
    await kit.call('POST', `tasks/${task.id}/cancel`);
    await kit.call('POST', `tasks/${task.id}/retry`);
    const posts = await kit.postsOf(task);
    for (const { id } of [kit.channel, other]) {
      const own = posts.filter(({ channelId }) => channelId === id).map(({ at }) => Date.parse(at));
      assert.deepEqual(
        own.map((at) => Math.round((at - (own[0] ?? 0)) / 60_000)),
        [0, 1, 2],
      );
    }
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('it takes the next times of its task where the account has it so', async () => {
    const task = await overdue('next');
    assert.deepEqual(await starts(task), []);
    // Times are ten minutes and every three hours from the start; eight hours have passed.
    assert.deepEqual(await minutesUntil(task), [70, 250, 430, 610]);
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });

  test('it waits for its owner where the account has it so, and gives its count back when nobody answers', async () => {
    const all = async () => {
      const { available, held } = await kit.balance();
      return available + held;
    };
    const before = await all();
    const task = await overdue('ask');
    assert.deepEqual(await starts(task), []);
    assert.deepEqual(
      (await kit.postsOf(task)).map(({ isAsked }) => isAsked),
      [true, true, true, false],
    );
    await kit.minute();
    const other = await kit.server.signIn({ level: 'level2' });
    const answer = (how: string, token?: string) =>
      kit.call('POST', `tasks/${task.id}/overdue`, { answer: how }, token);
    assert.equal((await answer('now', other.token)).status, 404);
    const [first] = await kit.postsOf(task);
    await kit.call('PATCH', `posts/${first?.id}`, { at: new Date(kit.now.getTime() + 86_400_000).toISOString() });
    assert.equal(((await answer('now')).envelope.data as { asked: number }).asked, 0);
    assert.equal((await kit.postsOf(task)).filter(({ isAsked }) => isAsked).length, 0);
    await kit.call('POST', `tasks/${task.id}/cancel`);
    const again = await overdue('ask');
    kit.pass(3 * 24 * 60 + 1);
    await kit.minute();
    const causes = (await kit.postsOf(again)).map(({ state, cause }) => [state, cause?.next]);
    assert.deepEqual(causes.slice(0, 3), [
      ['failed', 'retry'],
      ['failed', 'retry'],
      ['failed', 'retry'],
    ]);
    await kit.call('POST', `tasks/${again.id}/cancel`);
    assert.equal(await all(), before);
  });
});
