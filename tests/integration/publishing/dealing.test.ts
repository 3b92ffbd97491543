import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { CallData } from '#core/contract/call.ts';
import { fingerprintOf } from '#core/server/services/media/footage/fingerprint.ts';
import { SMALL_FRAME_BYTES } from '#core/server/services/media/footage/small-frames.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Channel, planPosts } from '#plugins/publishing/calls.ts';
import { keepFootage } from '#plugins/materials/server/prepare/footage.ts';
import { dayIn } from '#plugins/publishing/server/posts/times.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});

/** Of twelve frames, each different. */
function printOf(look: number) {
  let state = look;
  const pixels = Uint8Array.from({ length: 12 * SMALL_FRAME_BYTES }, (_, at) => {
    // Blocks, since what is finer than a point is averaged away.
    if (at % 512 === 0) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> (((at >> 3) & 7) * 3)) & 255;
  });
  return fingerprintOf(pixels);
}

const plan = async (materials: string[], channels: string[], wish: object) => {
  const body = { what: { materials }, channels, when: { kind: 'now' }, ...wish };
  const answer = await kit.call('POST', 'plans', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.envelope));
  return answer.envelope.data as CallData<typeof planPosts>;
};

test('an account gets so many a day, with what is planned there already', async () => {
  const zone = 'Europe/Berlin';
  const day = dayIn(zone);
  const first = [await kit.clip(), await kit.clip()];
  const tomorrow = new Date(kit.now.getTime() + 24 * 60 * 60_000).toISOString();
  assert.equal((await kit.publish([first[0] ?? ''], { when: { kind: 'at', at: tomorrow } })).status, 200);
  const clips = [first[1] ?? '', await kit.clip(), await kit.clip(), await kit.clip()];
  const counts = (times: string[]) => {
    const days = Map.groupBy(times, (time) => day(new Date(time)));
    return [...days.values()].map((list) => list.length);
  };
  const wish = { perDay: 1, zone };
  const planned = await plan(clips, [kit.channel.id], wish);
  assert.deepEqual(counts(planned.posts.map(({ at }) => at)), [1, 1, 1, 1]);
  assert.ok(planned.posts.every(({ at }) => day(new Date(at)) !== day(new Date(tomorrow))));
  const { task, status } = await kit.publish(clips, wish);
  assert.deepEqual([status, task.type], [200, 'scheduled']);
  const posts = await kit.postsOf(task);
  assert.deepEqual(
    posts.map(({ at }) => day(new Date(at))),
    planned.posts.map(({ at }) => day(new Date(at))),
  );
  await kit.call('POST', `tasks/${task.id}/cancel`);
});

test('what accounts of a group have in common is measured by the library, and told', async () => {
  const other = await kit.connect('mole');
  const clips = [await kit.clip(), await kit.clip(), await kit.clip()];
  const { accountId } = kit.member;
  // Two look the same.
  for (const [at, look] of [1, 2, 1].entries())
    await keepFootage(kit.own.db, accountId, clips[at] ?? '', printOf(look));
  const both = [kit.channel.id, other.id];
  const { apart, posts } = await plan(clips, both, {});
  assert.deepEqual(apart, [{ group: null, accounts: 2, most: 0, unknown: 0 }]);
  const channelOf = (clip: string | undefined) => posts.find(({ fileId }) => fileId === clip)?.channelId;
  assert.equal(channelOf(clips[0]), channelOf(clips[2]), 'what looks the same goes to one account');
  const inTurn = await plan(clips.slice(1), both, {});
  assert.deepEqual(inTurn.apart[0]?.most, 0);
  const alike = await plan([clips[0] ?? '', clips[2] ?? ''], both, {});
  assert.deepEqual(alike.apart, [{ group: null, accounts: 2, most: 100, unknown: 0 }], 'two accounts cannot help it');
  const unknown = await plan([await kit.clip(), await kit.clip()], both, {});
  assert.deepEqual(unknown.apart, [{ group: null, accounts: 2, most: null, unknown: 2 }]);
  assert.deepEqual((await plan(clips, both, { apart: false })).apart, []);
  assert.deepEqual((await plan(clips, both, { deal: 'all' })).apart, []);
  const { status } = await kit.call('PATCH', `channels/${other.id}`, { group: 'north' });
  assert.equal(status, 200);
  assert.deepEqual((await plan(clips, both, {})).apart, [], 'accounts of different groups may show the same');
});

test('what the library could not read, or has no more, is told', async () => {
  const clips = [await kit.clip(), await kit.clip(), await kit.clip()];
  await kit.own.db.pool.query(`update materials_items set state = 'failed' where id = $1`, [clips[0]]);
  await kit.own.db.pool.query(`update materials_items set deleted_at = now() where id = $1`, [clips[1]]);
  const { posts, gone } = await plan(clips, [kit.channel.id], {});
  assert.deepEqual([posts.length, gone], [2, 1]);
  const faults = posts.find(({ fileId }) => fileId === clips[0])?.faults.join();
  assert.match(faults ?? '', /素材库读不出|could not read/);
});

test('posts take the next free times of an account, and what stands close is told', async () => {
  const zone = 'Asia/Shanghai';
  const own = await kit.connect('timetable');
  const change = (slots: object | null, token?: string) => kit.call('PATCH', `channels/${own.id}`, { slots }, token);
  assert.equal((await change({ minutes: [600], zone: 'Mars/Olympus' })).status, 422);
  const minutes = [0, 1, 2, 3, 4, 5, 6].map((weekday) => weekday * 1440 + 600);
  const changed = await change({ minutes, zone });
  assert.deepEqual((changed.envelope.data as Channel).slots, { minutes, zone });
  const other = await kit.server.signIn({ level: 'level2' });
  assert.equal((await change(null, other.token)).status, 404);

  const clips = [await kit.clip(), await kit.clip(), await kit.clip()];
  const wish = { when: { kind: 'free', from: kit.now.toISOString() } } as const;
  const first = await kit.publish(clips.slice(0, 2), wish, [own.id]);
  assert.equal(first.status, 200);
  const taken = (await kit.postsOf(first.task)).map(({ at }) => at);
  assert.ok(taken.every((at) => new Date(at).getUTCHours() === 2 && new Date(at).getUTCMinutes() === 0));
  const [next] = (await plan(clips.slice(2), [own.id], wish)).posts;
  const day = 24 * 60 * 60_000;
  assert.equal(Date.parse(next?.at ?? ''), Math.max(...taken.map((at) => Date.parse(at))) + day);
  assert.deepEqual(next?.notes, []);
  const near = new Date(Date.parse(taken[0] ?? '') + 10 * 60_000).toISOString();
  const [close] = (await plan(clips.slice(2), [own.id], { when: { kind: 'at', at: near } })).posts;
  assert.match(close?.notes.join() ?? '', /30/);
  await kit.call('POST', `tasks/${first.task.id}/cancel`);
});
