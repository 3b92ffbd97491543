import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Post } from '#plugins/publishing/calls.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
const HOUR = 3_600_000;
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => {
  kit.now = new Date();
  setLeft(0);
});

const setLeft = (left: number | null): void => {
  kit.platform.rules = { ...kit.platform.rules, left, isMoving: true };
};

/** Two posts three hours apart, of which the first was looked at a minute ahead of its time. */
async function lookedAt(rule: 'now' | 'next' | 'ask') {
  const channel = await kit.connect(`full-${rule}`);
  await kit.call('PATCH', `channels/${channel.id}`, { overdue: rule });
  const from = new Date(Date.now() + HOUR).toISOString();
  const clips = [await kit.clip(), await kit.clip()];
  const { task } = await kit.publish(clips, { when: { kind: 'every', hours: 3, from } }, [channel.id]);
  const [first] = await kit.postsOf(task);
  const id = first?.id ?? '';
  await kit.advance(id, 75);
  const read = async (): Promise<Post> =>
    (await kit.postsOf(task)).find((post) => post.id === id) ?? assert.fail('it is listed');
  const answer = (how: string) => kit.call('POST', `tasks/${task.id}/overdue`, { answer: how });
  return { task, id, from: Date.parse(from), read, answer, drop: () => kit.call('POST', `tasks/${task.id}/cancel`) };
}

describe('a post whose platform takes no more, since somebody has posted elsewhere', () => {
  test('waits until there is room, and says so meanwhile', async () => {
    const { id, from, read, drop } = await lookedAt('now');
    const waiting = await read();
    assert.deepEqual([waiting.state, waiting.isAsked, Date.parse(waiting.at)], ['planned', false, from]);
    assert.match(waiting.cause?.text ?? '', /full-now.*room/i);
    await kit.advance(id);
    assert.equal(kit.posted(id).length, 0);
    setLeft(3);
    const done = await kit.finish(id);
    assert.deepEqual([done.state, done.cause, kit.posted(id).length], ['published', null, 1]);
    await drop();
  });

  test('gives up after a day', async () => {
    const { id, read, drop } = await lookedAt('now');
    kit.pass(25 * 60);
    await kit.advance(id);
    assert.deepEqual([(await read()).state, (await read()).cause?.next], ['failed', 'retry']);
    await drop();
  });

  test('takes the next time of its task where its account has it so, behind what is planned, for seven days at most', async () => {
    const { id, from, read, drop } = await lookedAt('next');
    const moved = await read();
    assert.deepEqual([moved.state, moved.isAsked, Date.parse(moved.at) - from], ['planned', false, 6 * HOUR]);
    assert.match(moved.cause?.text ?? '', /next time/);
    await kit.advance(id, 75);
    assert.equal(Date.parse((await read()).at) - from, 9 * HOUR, 'there was no room at that time either');
    kit.pass(7 * 24 * 60 + 10);
    await kit.advance(id);
    assert.equal((await read()).state, 'failed');
    await drop();
  });

  test('asks its owner once where its account has it so', async () => {
    const { id, read, answer, drop } = await lookedAt('ask');
    const asked = await read();
    assert.equal(asked.isAsked, true);
    assert.match(asked.cause?.text ?? '', /Decide/);
    await kit.minute();
    assert.equal((await kit.row(id)).isQueued, false);
    assert.equal((await answer('now')).status, 200);
    await kit.advance(id);
    const waiting = await read();
    assert.deepEqual([waiting.isAsked, waiting.state], [false, 'planned']);
    assert.match(waiting.cause?.text ?? '', /room/);
    setLeft(1);
    assert.equal((await kit.finish(id)).state, 'published');
    await drop();
  });

  test('has the next time at once where its owner says so', async () => {
    const { from, read, answer, drop } = await lookedAt('ask');
    assert.equal((await answer('next')).status, 200);
    const moved = await read();
    assert.deepEqual([moved.isAsked, moved.cause, Date.parse(moved.at) - from], [false, null, 6 * HOUR]);
    await drop();
  });

  test('goes out as planned where what is left is of another day', async () => {
    kit.platform.rules = { ...kit.platform.rules, left: 0 };
    delete kit.platform.rules.isMoving;
    const midnight = new Date();
    midnight.setUTCHours(40, 0, 0, 0);
    const when = { kind: 'at', at: new Date(midnight.getTime() + 30_000).toISOString() } as const;
    const { task } = await kit.publish([await kit.clip()], { when, zone: 'Asia/Shanghai' });
    const [post] = await kit.postsOf(task);
    await kit.advance(post?.id ?? '', 75);
    setLeft(null);
    assert.equal((await kit.row(post?.id ?? '')).state, 'checked', 'midnight in Shanghai lies between');
    await kit.call('POST', `tasks/${task.id}/cancel`);
  });
});
