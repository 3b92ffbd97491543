import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { When } from '#plugins/publishing/plan-calls.ts';
import { dealPosts } from '#plugins/publishing/server/posts/deal.ts';
import { dayIn, dailySlots, nextTimes } from '#plugins/publishing/server/posts/times.ts';

const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'];
/** Before the clocks change in Berlin, in New York, in Auckland, and before nothing. */
const NOWS = ['2026-10-23T21:47:31Z', '2027-03-12T04:59:59Z', '2027-04-02T11:30:00Z', '2026-07-01T15:59:10Z'];
const works = Array.from({ length: 40 }, (_, number) => ({ fileId: `w${number}`, name: `w${number}.mp4` }));

const whensAt = (now: string): When[] => [
  { kind: 'now' },
  { kind: 'at', at: now.replace(/T.*/, 'T23:40:00Z') },
  { kind: 'every', hours: 3, from: now },
  { kind: 'every', hours: 21, from: now },
  { kind: 'slots', minutes: [0, 600, 620, 640, 1440 + 150, 3 * 1440 + 1439], zone: 'Europe/Berlin', from: now },
];

describe('so many posts a day', () => {
  for (const zone of ZONES) {
    test(`on no day of ${zone} does an account get more, no video comes twice, and days are filled`, () => {
      for (const at of NOWS) {
        for (const when of whensAt(at)) {
          for (const perDay of [1, 3, 7]) {
            const now = new Date(at);
            const day = dayIn(zone);
            const taken = [new Date(now.getTime() + 86_400_000), new Date(now.getTime() + 86_400_000)];
            const channels = ['x', 'y'].map((id) => ({
              id,
              group: null,
              zone,
              taken: id === 'x' ? taken : [],
              slots: null,
            }));
            const wish = { deal: 'all', when, perDay, spread: 59, titles: [], texts: [], zone } as const;
            const { posts } = dealPosts(works, channels, { ...wish, titles: [], texts: [] }, { now });
            assert.equal(new Set(posts.map(({ work, channelId }) => `${channelId} ${work.fileId}`)).size, 80);
            assert.ok(posts.every((post) => post.at >= now));
            for (const { id, taken: there } of channels) {
              const counts = new Map<string, number>();
              for (const time of posts.filter(({ channelId }) => channelId === id).map((post) => post.at)) {
                counts.set(day(time), (counts.get(day(time)) ?? 0) + 1);
              }
              for (const [date, count] of counts) {
                const before = there.filter((time) => day(time) === date).length;
                assert.ok(
                  count + before <= Math.max(perDay, before),
                  `${JSON.stringify(when)} ${perDay} ${date}: ${count}`,
                );
              }
              if (when.kind !== 'now') continue;
              const full = [...counts.values()].slice(1, -1).filter((count) => count === perDay).length;
              assert.ok(full >= counts.size - 4, 'days in the middle are full');
            }
          }
        }
      }
    });
  }

  test('a day begins at the same time of the clock, before and after it changes, and its posts are three hours apart', () => {
    const now = new Date('2026-10-24T07:00:20Z');
    const channels = [{ id: 'x', group: null, zone: 'Europe/Berlin', taken: [], slots: null }];
    const wish = { deal: 'once', when: { kind: 'now' }, perDay: 2, spread: 0, zone: 'UTC' } as const;
    const { posts } = dealPosts(works.slice(0, 4), channels, { ...wish, titles: [], texts: [] }, { now });
    assert.deepEqual(
      posts.map(({ at }) => at.toISOString()),
      ['2026-10-24T07:00:20.000Z', '2026-10-24T10:00:00.000Z', '2026-10-25T08:00:00.000Z', '2026-10-25T11:00:00.000Z'],
    );
  });

  test('what is overdue takes the next times of the same days', () => {
    const now = new Date('2026-11-27T01:00:00Z');
    const slots = dailySlots({ kind: 'now' }, 2, 'Asia/Shanghai', now) ?? assert.fail('it has times');
    assert.deepEqual(
      nextTimes(slots, 3, new Date('2026-11-27T04:00:00Z'))?.map((time) => time.toISOString()),
      ['2026-11-28T01:00:00.000Z', '2026-11-28T04:00:00.000Z', '2026-11-29T01:00:00.000Z'],
    );
  });
});
