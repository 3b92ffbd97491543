import assert from 'node:assert/strict';
import { test } from 'node:test';

import { abortError } from '#core/server/services/media/abort-error.ts';
import { workTogether, workTogetherOn } from '#core/server/services/media/work-together.ts';

interface Piece {
  name: string;
  signal?: AbortSignal;
}

/** Takes a turn for each group, and fails where it was told to. */
function worker(options: { atOnce?: number; patience?: number; failing?: string } = {}) {
  const groups: string[][] = [];
  const work = workTogether<Piece, string>({
    ...{ atOnce: options.atOnce ?? 1, most: 3, patience: options.patience },
    async work(pieces, signal) {
      const names = pieces.map(({ name }) => name);
      groups.push(names);
      await new Promise(setImmediate);
      if (signal?.aborted) throw abortError(signal);
      if (names.some((name) => name === options.failing)) throw new Error(names.join());
      return names.join();
    },
  });
  return { work, groups };
}

const all = (work: (piece: Piece) => Promise<string>, pieces: readonly Piece[]) =>
  Promise.allSettled(pieces.map((piece) => work(piece)));

const named = (names: string): Piece[] => [...names].map((name) => ({ name }));

test('what waits is done together, as many pieces as there may be, and what comes alone is done at once', async () => {
  const { work, groups } = worker();
  const ends = await all(work, named('abcdef'));
  assert.deepEqual(groups, [['a'], ['b', 'c', 'd'], ['e', 'f']]);
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason))),
    ['a', 'b,c,d', 'b,c,d', 'b,c,d', 'e,f', 'e,f'],
  );
  assert.equal(await work({ name: 'g' }), 'g');
});

test('a piece may wait for others for a while, and a full group begins at once', async () => {
  const { work, groups } = worker({ patience: 5 });
  await all(work, named('ab'));
  const late = worker({ patience: 60_000 });
  await all(late.work, named('abc'));
  assert.deepEqual(
    [...groups, ...late.groups],
    [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ],
  );
});

test('as many groups are worked on at once as may be', async () => {
  const { work, groups } = worker({ atOnce: 2 });
  await all(work, named('abcd'));
  assert.deepEqual(groups, [['a'], ['b'], ['c', 'd']]);
});

test('of a group that fails each piece is done alone, and only the one to blame fails', async () => {
  const { work, groups } = worker({ failing: 'c' });
  const ends = await all(work, named('abcd'));
  assert.deepEqual(groups, [['a'], ['b', 'c', 'd'], ['b'], ['c'], ['d']]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a group is cancelled with its last piece, and a piece that is cancelled before fails by itself', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const { work, groups } = worker();
  const pieces = () => [{ name: 'a' }, { name: 'b', signal: one.signal }, { name: 'c', signal: two.signal }];
  const first = all(work, pieces());
  one.abort();
  assert.deepEqual(
    (await first).map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).name)),
    ['a', 'AbortError', 'b,c'],
  );
  two.abort();
  assert.deepEqual(
    (await all(work, pieces())).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  // Nothing of it was tried again.
  assert.deepEqual(groups.slice(2), [['a'], ['b', 'c']]);
});

test('each of those who do such work has groups of its own, made once', async () => {
  const groups: string[][] = [];
  let made = 0;
  const work = workTogetherOn<{ owner: string }, Piece, string>(({ owner }) => {
    made += 1;
    return {
      ...{ atOnce: 1, most: 3 },
      async work(pieces) {
        const names = pieces.map(({ name }) => name);
        groups.push([owner, ...names]);
        await new Promise(setImmediate);
        return owner + names.join('');
      },
    };
  });
  const owners = [{ owner: '1' }, { owner: '2' }];
  const ends = await Promise.all(
    [...'abc'].flatMap((name) => owners.map((owner) => work(owner, { name: owner.owner + name }))),
  );
  assert.deepEqual(groups, [
    ['1', '1a'],
    ['2', '2a'],
    ['1', '1b', '1c'],
    ['2', '2b', '2c'],
  ]);
  assert.deepEqual(ends, ['11a', '22a', '11b1c', '22b2c', '11b1c', '22b2c']);
  assert.equal(made, 2);
});
