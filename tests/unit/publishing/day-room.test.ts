import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { dealPosts } from '#plugins/publishing/server/posts/deal.ts';
import { dayRoom, fullnessOf } from '#plugins/publishing/server/posts/day-room.ts';
import { dayIn } from '#plugins/publishing/server/posts/times.ts';

const zone = 'Asia/Shanghai';
/** Half past two in the afternoon of the 27th there. */
const now = new Date('2026-11-27T06:30:00Z');
const waiting = (at: string) => ({ at: new Date(at), sentAt: null });
const out = (at: string) => ({ at: new Date(at), sentAt: new Date(at) });

describe('how many posts an account takes on its days', () => {
  test('a day is one of the account’s zone, not of UTC', () => {
    const posts = [waiting('2026-11-27T15:59:00Z'), waiting('2026-11-27T16:00:00Z'), waiting('2026-11-28T15:00:00Z')];
    const room = dayRoom({ zone, quota: { daily: 3, left: null, at: now.toISOString() }, posts, now });
    assert.deepEqual(room.on('2026-11-27'), { planned: 1, most: 3, counts: 'day' });
    assert.deepEqual(room.on('2026-11-28'), { planned: 2, most: 3, counts: 'day' });
    const far = dayRoom({ zone: 'America/New_York', quota: { daily: 3, left: null, at: '' }, posts, now });
    assert.equal(far.on('2026-11-27')?.planned, 2, 'eleven in the morning there');
  });

  test('what the platform says to be left counts on that day alone, and what was out by then no more', () => {
    const quota = { daily: 15, left: 2, at: now.toISOString() };
    const posts = [
      out('2026-11-27T01:00:00Z'),
      out('2026-11-27T06:40:00Z'),
      waiting('2026-11-27T09:00:00Z'),
      waiting('2026-11-28T01:00:00Z'),
    ];
    const room = dayRoom({ zone, quota, posts, now: new Date('2026-11-27T07:00:00Z') });
    assert.deepEqual(room.on('2026-11-27'), { planned: 2, most: 2, counts: 'left' });
    assert.equal(room.left(new Date('2026-11-27T10:00:00Z')), 0);
    assert.deepEqual(room.on('2026-11-28'), { planned: 1, most: 15, counts: 'day' });
    const later = dayRoom({ zone, quota, posts, now: new Date('2026-11-28T02:00:00Z') });
    // What was left yesterday says nothing of today; what is overdue goes out today.
    assert.deepEqual(later.on('2026-11-28'), { planned: 2, most: 15, counts: 'day' });
  });

  test('where a platform says nothing, nobody is told of a limit', () => {
    const room = dayRoom({ zone, quota: null, posts: [waiting('2026-11-28T01:00:00Z')], now });
    assert.deepEqual([room.on('2026-11-28'), room.left(new Date('2026-11-28T10:00:00Z'))], [null, Infinity]);
    const silent = dayRoom({ zone, quota: { daily: null, left: 3, at: now.toISOString() }, posts: [], now });
    assert.deepEqual([silent.left(now), silent.left(new Date('2026-11-28T10:00:00Z'))], [3, Infinity]);
  });

  test('a day is nearly full from four fifths on, full, or has too many', () => {
    const words = (planned: number, most: number) => fullnessOf({ planned, most, counts: 'day' });
    assert.deepEqual(
      [words(11, 15), words(12, 15), words(15, 15), words(16, 15), words(0, 1), words(1, 2), words(1, 0)],
      [null, 'near', 'full', 'over', null, null, 'over'],
    );
  });

  test('with so many posts a day, what does not fit into full days waits for the days behind them', () => {
    const day = dayIn(zone);
    const posts = Array.from({ length: 4 }, () => waiting('2026-11-28T01:00:00Z'));
    const room = dayRoom({ zone, quota: { daily: 5, left: 1, at: now.toISOString() }, posts, now });
    const works = Array.from({ length: 7 }, (_, number) => ({ fileId: `w${number}`, name: `${number}.mp4` }));
    const account = { id: 'x', group: null, zone, slots: null, room, taken: [] };
    const wish = { deal: 'once', when: { kind: 'now' }, perDay: 3, spread: 0, titles: [], texts: [], zone } as const;
    const dealt = dealPosts(works, [account], { ...wish, titles: [], texts: [] }, { now });
    const counts = Map.groupBy(dealt.posts, ({ at }) => day(at));
    assert.deepEqual(
      [...counts].map(([date, list]) => [date, list.length]),
      [
        ['2026-11-27', 1],
        ['2026-11-28', 1],
        ['2026-11-29', 3],
        ['2026-11-30', 2],
      ],
    );
  });
});

describe('how many posts an account takes whose platform counts the last 24 hours', () => {
  const quota = { daily: 3, left: null, isMoving: true, at: now.toISOString() };
  const at = (time: string) => new Date(time);

  test('evening and next morning are two days, but one stretch of 24 hours', () => {
    const posts = ['2026-11-28T12:00:00Z', '2026-11-28T13:00:00Z', '2026-11-29T02:00:00Z'].map(waiting);
    const room = dayRoom({ zone, quota, posts, now });
    assert.deepEqual(room.on('2026-11-29'), { planned: 3, most: 3, counts: 'hours' });
    assert.equal(room.left(at('2026-11-29T11:59:59Z')), 0, 'all three are within the last 24 hours');
    assert.equal(room.left(at('2026-11-29T12:00:00Z')), 1, 'the first one is not any more');
    assert.equal(room.left(at('2026-11-28T03:00:00Z')), 0, 'a post ahead of them would be one too many for the last');
    assert.equal(room.left(at('2026-11-28T02:00:00Z')), 1);
    room.add(at('2026-11-29T03:00:00Z'));
    assert.equal(fullnessOf(room.on('2026-11-29') ?? assert.fail('it is known')), 'over');
    assert.deepEqual(room.on('2026-11-28'), { planned: 2, most: 3, counts: 'hours' });
  });

  test('what was posted elsewhere counts for 24 hours from when the platform said so, what went out from here once', () => {
    const posts = [out('2026-11-26T06:00:00Z'), out('2026-11-27T05:00:00Z')];
    const room = dayRoom({ zone, quota: { ...quota, left: 1 }, posts, now });
    assert.equal(room.left(at('2026-11-27T07:00:00Z')), 1, 'one from here and one from elsewhere');
    assert.equal(room.left(at('2026-11-28T05:00:00Z')), 2, 'that from here is a day ago');
    assert.equal(room.left(at('2026-11-28T06:30:00Z')), 3);
    const full = dayRoom({ zone, quota: { ...quota, left: 0 }, posts: [], now });
    assert.deepEqual([full.left(now), full.left(at('2026-11-28T06:30:00Z'))], [0, 3]);
  });

  test('what is overdue counts for now, and a copy takes nothing from the first', () => {
    const room = dayRoom({ zone, quota, posts: [waiting('2026-11-20T00:00:00Z')], now });
    const copy = room.copy();
    copy.add(now);
    assert.deepEqual([room.left(now), copy.left(now)], [2, 1]);
  });

  test('with so many posts a day, a post waits until 24 hours have room for it', () => {
    const room = dayRoom({ zone, quota, posts: ['2026-11-27T12:00:00Z', '2026-11-27T14:00:00Z'].map(waiting), now });
    const works = Array.from({ length: 5 }, (_, number) => ({ fileId: `w${number}`, name: `${number}.mp4` }));
    const account = { id: 'x', group: null, zone, slots: null, room, taken: [] };
    const wish = { deal: 'once', perDay: 3, spread: 50, titles: [], texts: [], zone } as const;
    const every = { kind: 'every', hours: 6, from: '2026-11-28T01:00:00Z' } as const;
    const { posts } = dealPosts(works, [account], { ...wish, titles: [], texts: [], when: every }, { now });
    for (const post of posts) room.add(post.at);
    for (const post of posts) assert.ok((room.at(post.at)?.planned ?? 9) <= 3, post.at.toISOString());
    assert.equal(posts.length, 5);
  });
});
