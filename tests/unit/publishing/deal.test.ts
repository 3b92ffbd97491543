import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { dealPosts, fillWords } from '#plugins/publishing/server/posts/deal.ts';
import { misfitsOf } from '#plugins/publishing/server/posts/fit.ts';

const now = new Date('2026-11-27T08:00:00Z');
const works = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ fileId: name, name: `${name}.mp4` }));
type Wish = Parameters<typeof dealPosts>[2];
const wish: Wish = {
  ...{ deal: 'once', when: { kind: 'now' }, perDay: null, spread: 0, titles: [], texts: [], zone: 'Asia/Shanghai' },
};
const account = (id: string) => ({ id, group: null, zone: 'Asia/Shanghai', taken: [], slots: null });
const deal = (own: Partial<Wish>, channels = ['x', 'y']) =>
  dealPosts(works, channels.map(account), { ...wish, ...own }, { now }).posts;

describe('videos are dealt out to accounts', () => {
  test('each once in all, in turn', () => {
    const posts = deal({});
    assert.deepEqual(posts.map(({ work, channelId }) => `${work.fileId}${channelId}`).toSorted(), [
      'ax',
      'by',
      'cx',
      'dy',
      'ex',
    ]);
  });

  test('each on every account, on none twice, and nowhere the same one first', () => {
    const posts = deal({ deal: 'all', when: { kind: 'every', hours: 6, from: now.toISOString() } });
    assert.equal(new Set(posts.map(({ work, channelId }) => `${work.fileId}${channelId}`)).size, 10);
    const first = posts.filter(({ at }) => at.getTime() === now.getTime());
    assert.deepEqual(
      first.map(({ work }) => work.fileId),
      ['a', 'b'],
    );
    assert.equal(posts.at(-1)?.at.toISOString(), '2026-11-28T08:00:00.000Z');
  });

  test('what is moved takes the next time of the account that it goes to, which never gets a video twice', () => {
    const when = { kind: 'every', hours: 6, from: now.toISOString() } as const;
    const moves = ['a', 'b', 'b', 'gone'].map((fileId) => ({ fileId, from: fileId === 'b' ? 'y' : 'x', to: 'z' }));
    const accounts = [account('x'), account('y'), { ...account('z'), isChosen: false }];
    const { posts } = dealPosts(works, accounts, { ...wish, when, moves }, { now });
    const on = (id: string) =>
      posts.filter(({ channelId }) => channelId === id).map(({ work, at }) => `${work.fileId} ${at.getUTCHours()}`);
    assert.deepEqual([on('x'), on('y'), on('z')], [['c 8', 'e 14'], ['d 8'], ['a 8', 'b 14']]);
    const both = dealPosts(
      works,
      accounts.slice(0, 2),
      { ...wish, deal: 'all', moves: [{ fileId: 'a', from: 'x', to: 'y' }] },
      { now },
    );
    assert.equal(both.posts.length, 10, 'it is there already, so it stays');
  });

  test('times that have passed are now', () => {
    const [post] = deal({ when: { kind: 'at', at: '2026-01-01T00:00:00Z' } });
    assert.deepEqual(post?.at, now);
  });

  test('slots of the week are meant in their time zone, also where the clock changes', () => {
    // Monday 9:00 and Saturday 18:30 in Berlin, where summer time ends on 2026-10-25.
    const when = {
      kind: 'slots' as const,
      minutes: [9 * 60, 5 * 1440 + 18 * 60 + 30],
      zone: 'Europe/Berlin',
      from: '2026-10-23T00:00:00Z',
    };
    const { posts } = dealPosts(works, [account('x')], { ...wish, when }, { now: new Date('2026-10-23T00:00:00Z') });
    assert.deepEqual(
      posts.slice(0, 3).map(({ at }) => at.toISOString()),
      ['2026-10-24T16:30:00.000Z', '2026-10-26T08:00:00.000Z', '2026-10-31T17:30:00.000Z'],
    );
  });

  test('random minutes stay within their limit, and are the same when they are asked for again', () => {
    const spread = () => deal({ spread: 30 }).map(({ at }) => at.getTime() - now.getTime());
    assert.ok(spread().every((late) => late >= 0 && late < 31 * 60_000));
    assert.ok(new Set(spread()).size > 1);
    assert.deepEqual(spread(), spread());
  });

  test('an account does not get the same words twice in a row, and its words are filled in', () => {
    const posts = deal({ titles: ['{name} of {date}', '{index}', '{other}'], texts: ['1', '2'] }, ['x']);
    assert.deepEqual(
      posts.map(({ text }) => text),
      ['1', '2', '1', '2', '1'],
    );
    assert.deepEqual(
      posts.slice(0, 3).map(({ title }) => title),
      ['a of 2026-11-27', '2', '{other}'],
    );
    assert.equal(fillWords('{name}{name}', { name: '$&', index: 1, date: '', product: '' }), '$&$&');
  });

  test('a zone that is none is refused', () => {
    assert.throws(() => deal({ zone: 'Mars/Olympus' }), { code: 'publishing:zone' });
  });
});

test('a post is held against what its account takes', () => {
  const rules = {
    ...{ titleLetters: 5, textLetters: 12, topics: 1, seconds: { least: 3, most: 60 }, bytes: 1000, left: null },
    ...{ side: { least: 360, most: 4096 }, ratio: { least: 0.5, most: 1 }, audiences: ['public'], schedules: false },
  };
  const fits = {
    title: 'hello',
    text: 'abc',
    topics: ['sea'],
    mentions: [] as { name: string; id: null }[],
    product: null,
    audience: 'public',
    bytes: 1000,
    seconds: 3,
    width: 720,
    height: 1280,
    type: null,
    codecs: null,
  };
  const codes = (own: Partial<typeof fits>) =>
    misfitsOf({ ...fits, ...own }, rules).map(({ code }) => code.split('.')[1]);
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ title: 'hello!' }), ['title']);
  assert.deepEqual(codes({ text: 'abcdefgh' }), ['text'], 'topics count with the text');
  assert.deepEqual(codes({ topics: ['a', 'b'] }), ['topics']);
  assert.deepEqual(codes({ audience: 'friends' }), ['audience']);
  assert.deepEqual(codes({ bytes: 1001, seconds: 2.9 }), ['bytes', 'seconds']);
  assert.deepEqual(codes({ width: 1280, height: 720 }), ['ratio']);
  assert.deepEqual(codes({ width: 180, height: 320 }), ['side']);
  assert.deepEqual(
    misfitsOf(
      { ...fits, bytes: null as never, seconds: null as never, width: null as never, height: null as never },
      rules,
    ),
    [],
  );
});
