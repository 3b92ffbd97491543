import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { dealPosts } from '#plugins/publishing/server/posts/deal.ts';
import { DayRoom, fullnessOf } from '#plugins/publishing/server/posts/day-room.ts';
import { dayIn } from '#plugins/publishing/server/posts/times.ts';

const zone = 'Asia/Shanghai';
/** Half past two in the afternoon of the 27th there. */
const now = new Date('2026-11-27T06:30:00Z');
const waiting = (at: string) => ({ at: new Date(at), publishedAt: null });
const out = (at: string) => ({ at: new Date(at), publishedAt: new Date(at) });

describe('how many posts an account takes on its days', () => {
  test('a day is one of the account’s zone, not of UTC', () => {
    const posts = [waiting('2026-11-27T15:59:00Z'), waiting('2026-11-27T16:00:00Z'), waiting('2026-11-28T15:00:00Z')];
    const room = new DayRoom({ zone, quota: { daily: 3, left: null, at: now.toISOString() }, posts, now });
    assert.deepEqual(room.on('2026-11-27'), { planned: 1, most: 3, isLeft: false });
    assert.deepEqual(room.on('2026-11-28'), { planned: 2, most: 3, isLeft: false });
    const far = new DayRoom({ zone: 'America/New_York', quota: { daily: 3, left: null, at: '' }, posts, now });
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
    const room = new DayRoom({ zone, quota, posts, now: new Date('2026-11-27T07:00:00Z') });
    assert.deepEqual(room.on('2026-11-27'), { planned: 2, most: 2, isLeft: true });
    assert.equal(room.left('2026-11-27'), 0);
    assert.deepEqual(room.on('2026-11-28'), { planned: 1, most: 15, isLeft: false });
    const later = new DayRoom({ zone, quota, posts, now: new Date('2026-11-28T02:00:00Z') });
    // What was left yesterday says nothing of today; what is overdue goes out today.
    assert.deepEqual(later.on('2026-11-28'), { planned: 2, most: 15, isLeft: false });
  });

  test('where a platform says nothing, nobody is told of a limit', () => {
    const room = new DayRoom({ zone, quota: null, posts: [waiting('2026-11-28T01:00:00Z')], now });
    assert.deepEqual([room.on('2026-11-28'), room.left('2026-11-28')], [null, Infinity]);
    const silent = new DayRoom({ zone, quota: { daily: null, left: 3, at: now.toISOString() }, posts: [], now });
    assert.deepEqual([silent.left('2026-11-27'), silent.left('2026-11-28')], [3, Infinity]);
  });

  test('a day is nearly full from four fifths on, full, or has too many', () => {
    const words = (planned: number, most: number) => fullnessOf({ planned, most, isLeft: false });
    assert.deepEqual(
      [words(11, 15), words(12, 15), words(15, 15), words(16, 15), words(0, 1), words(1, 2), words(1, 0)],
      [null, 'near', 'full', 'over', null, null, 'over'],
    );
  });

  test('with so many posts a day, what does not fit into full days waits for the days behind them', () => {
    const day = dayIn(zone);
    const posts = Array.from({ length: 4 }, () => waiting('2026-11-28T01:00:00Z'));
    const room = new DayRoom({ zone, quota: { daily: 5, left: 1, at: now.toISOString() }, posts, now });
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
