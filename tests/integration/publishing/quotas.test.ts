import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { eq } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { listDayQuotas, planPosts } from '#plugins/publishing/calls.ts';
import { dayIn } from '#plugins/publishing/server/posts/times.ts';
import { publishingPosts } from '#plugins/publishing/server/tables.ts';

import { PublishingKit } from './publishing-kit.ts';

const ZONE = 'Asia/Shanghai';
const day = dayIn(ZONE);
const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => {
  kit.platform.rules = { ...kit.platform.rules, left: null };
  delete kit.platform.rules.daily;
  delete kit.platform.rules.isMoving;
});

const later = (days: number) => new Date(kit.now.getTime() + days * 24 * 60 * 60_000);

const plan = async (materials: string[], wish: object, channels = [kit.channel.id]) => {
  const body = { what: { materials }, channels, zone: ZONE, ...wish };
  const answer = await kit.call('POST', 'plans', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.envelope));
  return answer.envelope.data as CallData<typeof planPosts>;
};

const quotas = async (token = kit.member.token) => {
  const [from, to] = [day(kit.now), day(later(20))];
  const answer = await kit.call('GET', `quotas?from=${from}&to=${to}&zone=${ZONE}`, undefined, token);
  assert.equal(answer.status, 200, JSON.stringify(answer.envelope));
  return (answer.envelope.data as CallData<typeof listDayQuotas>).quotas;
};

test('later days are held against what the platform takes on any day, today against what it says is left', async () => {
  kit.platform.rules = { ...kit.platform.rules, left: 0, daily: 2 };
  const clips = [await kit.clip(), await kit.clip(), await kit.clip()];
  const when = { kind: 'at', at: later(3).toISOString() };
  const planned = await plan(clips, { when });
  assert.deepEqual(
    planned.posts.map(({ faults, fixes }) => [faults.length, fixes]),
    [
      [0, []],
      [0, []],
      [1, ['day']],
    ],
    'nothing being left today says nothing of a later day',
  );
  const full = { channelId: kit.channel.id, channel: kit.channel.name, zone: ZONE, state: 'over' };
  assert.deepEqual(planned.quotas, [{ ...full, day: day(later(3)), planned: 3, most: 2, counts: 'day' }]);
  const today = await plan([clips[0] ?? ''], { when: { kind: 'now' } });
  assert.deepEqual(today.quotas, [{ ...full, day: day(kit.now), planned: 1, most: 0, counts: 'left' }]);
  assert.deepEqual(today.posts[0]?.fixes, ['day']);
  const waits = await plan(clips, { when: { kind: 'now' }, perDay: 2 });
  assert.deepEqual(
    [waits.quotas.map((one) => [one.day, one.state]), waits.posts.flatMap(({ faults }) => faults)],
    [[[day(later(1)), 'full']], []],
    'so many a day leaves out a day without room',
  );
});

test('a limit of the last 24 hours holds across midnight, with what was posted elsewhere, in the plan and in the calendar', async () => {
  kit.platform.rules = { ...kit.platform.rules, left: 1, daily: 2, isMoving: true };
  const clips = [await kit.clip(), await kit.clip()];
  const after = (hours: number) => new Date(kit.now.getTime() + hours * 3_600_000);
  const now = await plan(clips, { when: { kind: 'now' } });
  assert.deepEqual(
    now.posts.map(({ fixes }) => fixes),
    [[], ['day']],
    'one of two was posted elsewhere',
  );
  assert.match(now.posts[1]?.faults[0] ?? '', /24/);
  const [first, second] = [after(60), after(83)];
  const { task } = await kit.publish(clips, { when: { kind: 'at', at: first.toISOString() }, zone: ZONE });
  const others = [await kit.clip()];
  const close = await plan(others, { when: { kind: 'at', at: second.toISOString() } });
  assert.deepEqual(close.posts[0]?.fixes, ['day'], 'less than a day behind two');
  const full = { channelId: kit.channel.id, channel: kit.channel.name, zone: ZONE, counts: 'hours', most: 2 };
  assert.deepEqual(close.quotas, [{ ...full, day: day(second), planned: 3, state: 'over' }]);
  const far = await plan(others, { when: { kind: 'at', at: after(84).toISOString() } });
  assert.deepEqual(far.posts[0]?.fixes, []);
  assert.deepEqual(await quotas(), [{ ...full, day: day(first), planned: 2, state: 'full' }]);
  await kit.call('POST', `tasks/${task.id}/cancel`);
});

test('what is planned already counts, in the calendar as in the plan, until it is called off', async () => {
  kit.platform.rules = { ...kit.platform.rules, daily: 2 };
  const when = { kind: 'at', at: later(5).toISOString() } as const;
  const { task } = await kit.publish([await kit.clip(), await kit.clip()], { when, zone: ZONE });
  // The calendar asks no platform: it knows what was said when somebody planned.
  await plan([await kit.clip()], { when: { kind: 'now' } });
  const { posts } = await plan([await kit.clip()], { when });
  assert.deepEqual(posts[0]?.fixes, ['day']);
  const [one, ...others] = await quotas();
  assert.deepEqual(
    [one?.day, one?.planned, one?.most, one?.state, others],
    [day(later(5)), 2, 2, 'full', []],
    JSON.stringify(one),
  );
  const stranger = await kit.server.signIn({ level: 'level2' });
  assert.deepEqual(await quotas(stranger.token), []);
  await kit.call('POST', `tasks/${task.id}/cancel`);
  assert.deepEqual(await quotas(), []);
});

test('what is too many for its day can go to another account of the platform that has room and not the video', async () => {
  kit.platform.rules = { ...kit.platform.rules, daily: 2 };
  const other = await kit.connect('mole');
  const full = await kit.connect('bank');
  const clips = [await kit.clip(), await kit.clip(), await kit.clip(), await kit.clip(), await kit.clip()];
  const when = { kind: 'at', at: later(8).toISOString() } as const;
  await kit.publish([await kit.clip(), await kit.clip()], { when, zone: ZONE }, [full.id]);
  await plan([await kit.clip()], { when }, [other.id, full.id]);
  const first = await plan(clips, { when });
  const named = { channelId: other.id, channel: other.name };
  assert.deepEqual(
    first.posts.map(({ elsewhere }) => elsewhere),
    [null, null, named, named, null],
    'each takes a place of its own, and there are two',
  );
  const moves = first.posts.flatMap(({ fileId, elsewhere }) =>
    elsewhere === null ? [] : [{ fileId, from: kit.channel.id, to: elsewhere.channelId }],
  );
  const second = await plan(clips, { when, moves });
  assert.deepEqual(
    second.posts.map(({ channelId, fixes }) => [channelId, fixes]).filter(([id]) => id === other.id),
    [
      [other.id, []],
      [other.id, []],
    ],
  );
  const fitting = clips.slice(0, 4);
  const { task, status } = await kit.publish(fitting, { when, moves, zone: ZONE });
  assert.equal(status, 200);
  const posts = await kit.postsOf(task);
  assert.deepEqual(
    posts
      .filter(({ channelId }) => channelId === other.id)
      .map(({ fileId }) => fileId)
      .toSorted(),
    moves.map(({ fileId }) => fileId).toSorted(),
  );
  const stranger = await kit.server.signIn({ level: 'level2' });
  const foreign = await kit.connect('far', stranger.token);
  const body = {
    what: { materials: clips },
    channels: [kit.channel.id],
    when,
    moves: [{ ...moves[0], to: foreign.id }],
  };
  assert.equal((await kit.call('POST', 'plans', body)).status, 404, 'nobody moves posts to another one’s account');
});

test('what has gone out is no part of what was left before', async () => {
  kit.platform.rules = { ...kit.platform.rules, left: 2, daily: 9 };
  const { task } = await kit.publish([await kit.clip()], { zone: ZONE });
  const [post] = await kit.postsOf(task);
  assert.equal((await kit.finish(post?.id ?? '')).state, 'published');
  kit.platform.rules = { ...kit.platform.rules, left: 1 };
  const { quotas: today } = await plan([await kit.clip()], { when: { kind: 'now' } });
  assert.deepEqual(
    today.map(({ planned, most, state }) => [planned, most, state]),
    [[1, 1, 'full']],
  );
});

test('a period is asked for in days, and is not too long', async () => {
  for (const period of ['from=2026-11-02&to=2026-11-01', 'from=2026-01-01&to=2026-12-31', 'from=x&to=2026-11-01']) {
    assert.equal((await kit.call('GET', `quotas?${period}`)).status, 422, period);
  }
  assert.equal((await kit.server.call('GET', '/api/publishing/quotas?from=2026-11-01&to=2026-11-02', {})).status, 401);
});

test('a draft counts for the hours in which it was sent, however long it waits, and not again once it is published', async () => {
  kit.platform.rules = { ...kit.platform.rules, daily: 1, isMoving: true };
  const sender = await kit.connect('jetty');
  const { task } = await kit.publish([await kit.clip()], {}, [sender.id]);
  const [{ id } = assert.fail()] = await kit.postsOf(task);
  const remote = `q${kit.platform.posts.length + 1}`;
  kit.platform.states.set(remote, { state: 'inbox' });
  await kit.advance(id);
  const { state, committedAt } = await kit.row(id);
  assert.deepEqual([state, committedAt !== null], ['inbox', true]);
  const next = [await kit.clip()];
  const sentAgo = async (hours: number) => {
    const sent = { committedAt: new Date(Date.now() - hours * 3_600_000) };
    await kit.own.db.orm.update(publishingPosts).set(sent).where(eq(publishingPosts.id, id));
    return (await plan(next, { when: { kind: 'now' } }, [sender.id])).posts[0]?.fixes;
  };
  assert.deepEqual([await sentAgo(23), await sentAgo(25)], [['day'], []]);
  kit.platform.states.delete(remote);
  assert.equal((await kit.finish(id)).state, 'published');
  assert.deepEqual([await sentAgo(23), await sentAgo(25)], [['day'], []]);
});
