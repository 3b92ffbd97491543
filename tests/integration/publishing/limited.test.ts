import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import type { Post } from '#plugins/publishing/calls.ts';
import publishing from '#plugins/publishing/server/index.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
const [MINUTE, HOUR] = [60_000, 3_600_000];
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => {
  kit.now = new Date();
  kit.platform.limitedUntil = null;
  for (const whims of Object.values(kit.platform.whims)) whims.length = 0;
});

/** A post of two, three hours apart, that its platform limits for so long when its bytes are to go out. */
async function limited(rule: 'now' | 'next' | 'ask', milliseconds: number) {
  const channel = await kit.connect(`limited-${rule}-${milliseconds}`);
  await kit.call('PATCH', `channels/${channel.id}`, { overdue: rule });
  const from = new Date(kit.now.getTime() + HOUR);
  const clips = [await kit.clip(), await kit.clip()];
  const when = { kind: 'every', hours: 3, from: from.toISOString() } as const;
  const { task } = await kit.publish(clips, { when }, [channel.id]);
  const id = (await kit.postsOf(task))[0]?.id ?? '';
  kit.platform.limitedUntil = new Date(from.getTime() + milliseconds);
  kit.platform.whims.upload.push('limited');
  await kit.advance(id);
  const read = async (): Promise<Post> =>
    (await kit.postsOf(task)).find((post) => post.id === id) ?? assert.fail('it is listed');
  const drop = () => kit.call('POST', `tasks/${task.id}/cancel`);
  return { task, id, from: from.getTime(), until: kit.platform.limitedUntil, read, drop };
}

describe('a post that its platform limits while it goes out', () => {
  test('waits until the limit is over, beyond what it may take otherwise, and says until when', async () => {
    const { id, from, until, read, drop } = await limited('now', 14 * HOUR);
    const waiting = await read();
    assert.deepEqual([waiting.state, waiting.isAsked, Date.parse(waiting.at)], ['planned', false, from]);
    assert.deepEqual(
      [waiting.cause?.until, /limits posts of “Quay limited-now/.test(waiting.cause?.text ?? '')],
      [until.toISOString(), true],
    );
    kit.now = new Date(until.getTime() - MINUTE);
    await kit.minute();
    assert.equal((await read()).state, 'planned', 'it is not stuck');
    kit.now = until;
    const done = await kit.finish(id);
    assert.deepEqual([done.state, done.cause, kit.posted(id).length], ['published', null, 1]);
    await drop();
  });

  test('waits for some minutes only, whatever its account has it for', async () => {
    const { id, until, read, drop } = await limited('ask', 5 * MINUTE);
    const waiting = await read();
    assert.deepEqual([waiting.isAsked, waiting.cause?.until], [false, until.toISOString()]);
    kit.now = until;
    assert.equal((await kit.finish(id)).state, 'published');
    await drop();
  });

  test('takes the next time of its task behind the limit where its account has it so', async () => {
    const { from, until, read, drop } = await limited('next', 7 * HOUR);
    const moved = await read();
    assert.deepEqual([moved.state, Date.parse(moved.at) - from], ['planned', 9 * HOUR]);
    assert.deepEqual([moved.cause?.until, /next time/.test(moved.cause?.text ?? '')], [until.toISOString(), true]);
    await drop();
  });

  test('asks its owner where its account has it so, and does not ask again what was decided', async () => {
    const { task, id, read, drop } = await limited('ask', 7 * HOUR);
    assert.equal((await read()).isAsked, true);
    await kit.call('POST', `tasks/${task.id}/overdue`, { answer: 'now' });
    kit.platform.whims.upload.push('limited');
    await kit.advance(id);
    const waiting = await read();
    assert.deepEqual([waiting.isAsked, waiting.state], [false, 'planned']);
    kit.now = kit.platform.limitedUntil ?? kit.now;
    assert.equal((await kit.finish(id)).state, 'published');
    await drop();
  });

  test('gives up after seven days of one limit after the other, and gives its count back', async () => {
    const { id, from, read, drop } = await limited('now', 20 * HOUR);
    const before = (await kit.balance()).held;
    for (let day = 1; day < 9 && (await read()).state !== 'failed'; day++) {
      kit.now = kit.platform.limitedUntil ?? kit.now;
      kit.platform.limitedUntil = new Date(kit.now.getTime() + 20 * HOUR);
      kit.platform.whims.upload.push('limited');
      await kit.advance(id);
    }
    const failed = await read();
    assert.deepEqual([failed.state, failed.cause?.next, (await kit.balance()).held], ['failed', 'retry', before - 1]);
    const waited = kit.now.getTime() - from;
    assert.ok(waited > 6 * 24 * HOUR && waited <= 7 * 24 * HOUR, `${waited / HOUR} h`);
    assert.equal(kit.posted(id).length, 0);
    await drop();
  });

  test('holds what it costs while it is put off, for longer than a hold lasts by itself', async () => {
    const { id, drop } = await limited('next', 30 * HOUR);
    const { db, ledger } = kit.ctx;
    const { held } = await kit.balance();
    const log = { warn: () => undefined, info: () => undefined };
    const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 24 * HOUR) });
    const look = (days: number) =>
      createHoldSupervisor({ db, ledger, log, clock: inDays(days), jobs: publishing.holders ?? {} }).look();
    assert.equal((await look(40)).expired, 0);
    assert.equal((await kit.balance()).held, held);
    kit.platform.limitedUntil = null;
    assert.equal((await kit.finish(id)).state, 'published');
    assert.equal((await kit.balance()).held, held - 1);
    await drop();
  });

  test('is looked for before it is sent again when it was limited behind the request that makes it', async () => {
    const channel = await kit.connect('limited-late');
    await kit.call('PATCH', `channels/${channel.id}`, { overdue: 'next' });
    const { task } = await kit.publish([await kit.clip()], {}, [channel.id]);
    const [post] = await kit.postsOf(task);
    const id = post?.id ?? '';
    kit.platform.limitedUntil = new Date(kit.now.getTime() + 9 * HOUR);
    kit.platform.whims.answer.push('limited');
    await kit.advance(id);
    const waiting = (await kit.postsOf(task))[0];
    assert.deepEqual([waiting?.state, waiting?.cause?.until], ['uploading', kit.platform.limitedUntil.toISOString()]);
    kit.now = kit.platform.limitedUntil;
    await kit.minute();
    assert.equal((await kit.finish(id)).state, 'published');
    assert.equal(kit.posted(id).length, 1, 'once');
  });
});

test('days of an account without a zone of its own are those that its posts were planned in', async () => {
  const channel = await kit.connect('honolulu');
  kit.platform.rules = { ...kit.platform.rules, left: 0 };
  // 23:00 in Honolulu, which is 17:00 of the next day in Shanghai; an hour and a half later it is another day only there.
  const evening = new Date();
  evening.setUTCHours(24 + 9, 0, 0, 0);
  kit.now = evening;
  const when = { kind: 'at', at: new Date(evening.getTime() + 90 * MINUTE).toISOString() } as const;
  const { task } = await kit.publish([await kit.clip()], { when, zone: 'Pacific/Honolulu' }, [channel.id]);
  const [post] = await kit.postsOf(task);
  await kit.advance(post?.id ?? '', 85 * 60);
  assert.equal((await kit.row(post?.id ?? '')).state, 'checked', 'midnight in Honolulu lies between');
  await kit.call('POST', `tasks/${task.id}/cancel`);
  kit.platform.rules = { ...kit.platform.rules, left: null };
});
