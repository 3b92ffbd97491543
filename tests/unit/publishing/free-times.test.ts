import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { closePosts } from '#plugins/publishing/server/posts/close-posts.ts';
import { dealPosts, type DealtChannel } from '#plugins/publishing/server/posts/deal.ts';

const works = Array.from({ length: 6 }, (_, number) => ({ fileId: `w${number}`, name: `w${number}.mp4` }));
const now = new Date('2026-10-23T00:00:00Z');
const account: DealtChannel = { id: 'x', group: null, zone: 'Asia/Shanghai', taken: [], slots: null };
const wish = {
  ...{ deal: 'once', when: { kind: 'free', from: now.toISOString() }, perDay: null, spread: 0, titles: [], texts: [] },
  zone: 'Asia/Shanghai',
} satisfies Partial<WishedPosts> as Pick<
  WishedPosts,
  'deal' | 'when' | 'perDay' | 'spread' | 'titles' | 'texts' | 'zone'
>;
const timesOf = (own: Partial<DealtChannel>, count = 4) =>
  dealPosts(works.slice(0, count), [{ ...account, ...own }], wish, { now }).posts.map(({ at }) => at.toISOString());

describe('the next free times of an account', () => {
  test('are its own times of the week in its own zone, also where the clock changes', () => {
    // Sundays and Mondays at 9:00 in Berlin, where summer time ends on Sunday.
    const slots = { minutes: [9 * 60, 6 * 1440 + 9 * 60], zone: 'Europe/Berlin' };
    assert.deepEqual(timesOf({ slots }, 3), [
      '2026-10-25T08:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
      '2026-11-01T08:00:00.000Z',
    ]);
  });

  test('leave out what another post stands at or near', () => {
    const at = (time: string) => new Date(time);
    const taken = [at('2026-10-23T01:29:00Z'), at('2026-10-24T10:00:00Z'), at('2026-10-23T10:31:00Z')];
    // Usually at 9:00 and 18:00, which are 1:00 and 10:00 in UTC.
    assert.deepEqual(timesOf({ taken }), [
      '2026-10-23T10:00:00.000Z',
      '2026-10-24T01:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T10:00:00.000Z',
    ]);
  });

  test('take so many a day at most', () => {
    const { posts } = dealPosts(works, [account], { ...wish, perDay: 1 }, { now });
    assert.deepEqual(new Set(posts.map(({ at }) => at.toISOString().slice(11, 16))), new Set(['01:00']));
  });
});

test('posts of one account that are close to each other are told, and those that are meant so are not', () => {
  const say = ({ params }: { params: object }) => JSON.stringify(params);
  const every = { ...wish, when: { kind: 'every', hours: 1, from: now.toISOString() } } as const;
  const { posts } = dealPosts(works, [account], every, { now });
  const taken = new Map([['x', [new Date(now.getTime() + 3_600_000 + 29 * 60_000)]]]);
  const noted = [...closePosts(posts, taken, every, say).keys()].map(({ at }) => at.getTime() - now.getTime());
  assert.deepEqual(noted, [3_600_000]);
  const at = { ...wish, when: { kind: 'at', at: now.toISOString() } } as const;
  const together = dealPosts(works, [account], at, { now }).posts;
  assert.equal(closePosts(together, new Map(), at, say).size, 0);
  assert.equal(closePosts(together, new Map([['x', [now]]]), at, say).size, works.length);
});
