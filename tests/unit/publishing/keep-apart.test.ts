import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { dealApart, groupsReached, type PairShares } from '#plugins/publishing/server/posts/keep-apart.ts';

/** Numbers that look random, the same each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sharesOf(count: number, share: (a: number, b: number) => number): PairShares {
  const percent = new Uint8Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) percent[a * count + b] = percent[b * count + a] = share(a, b);
  }
  return { isKnown: Array.from({ length: count }, () => true), percent };
}

const sizes = (on: Int32Array, accounts: number) =>
  Array.from({ length: accounts }, (_, account) => on.filter((each) => each === account).length);

const inTurn = (works: number, accounts: number) => Int32Array.from({ length: works }, (_, work) => work % accounts);

describe('accounts of one group share little footage', () => {
  test('videos that are alike go to the same account', () => {
    // 0 and 1 are alike, and so are 2 and 3.
    const shares = sharesOf(4, (a, b) => (a >> 1 === b >> 1 ? 80 : 5));
    const on = dealApart(4, ['south', 'south'], shares);
    assert.equal(on[0], on[1]);
    assert.equal(on[2], on[3]);
    assert.deepEqual(groupsReached(on, ['south', 'south'], shares), [
      { group: 'south', accounts: 2, most: 5, unknown: 0 },
    ]);
  });

  test('or to different groups', () => {
    const shares = sharesOf(4, (a, b) => (a >> 1 === b >> 1 ? 80 : 5));
    // One video for each account: what is alike has to be in another group.
    const groups = ['south', 'south', 'north', 'north'];
    const on = dealApart(4, groups, shares);
    assert.deepEqual(sizes(on, 4), [1, 1, 1, 1]);
    assert.deepEqual(
      groupsReached(on, groups, shares).map(({ most }) => most),
      [5, 5],
    );
  });

  test('each video goes out once, each account gets as many as in turn, and it is never worse than that', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed);
      const works = 2 + Math.floor(random() * 40);
      const accounts = 2 + Math.floor(random() * 6);
      const groups = Array.from({ length: accounts }, () => ['south', 'north', null][Math.floor(random() * 3)] ?? null);
      const shares = sharesOf(works, () => Math.floor(random() ** 3 * 101));
      const on = dealApart(works, groups, shares);
      const plain = inTurn(works, accounts);
      assert.deepEqual(sizes(on, accounts), sizes(plain, accounts), `seed ${seed}`);
      const worst = (each: Int32Array) =>
        Math.max(0, ...groupsReached(each, groups, shares).map(({ most }) => most ?? 0));
      assert.ok(worst(on) <= worst(plain), `seed ${seed}: ${worst(on)} and ${worst(plain)}`);
      assert.deepEqual(dealApart(works, groups, shares), on, 'the same every time');
    }
  });

  test('what nobody has compared is said, and dealt out in turn', () => {
    const unknown = { ...sharesOf(5, () => 0), isKnown: [false, false, false, false, false] };
    assert.deepEqual(dealApart(5, [null, null], unknown), inTurn(5, 2));
    assert.deepEqual(groupsReached(inTurn(5, 2), [null, null], unknown), [
      { group: null, accounts: 2, most: null, unknown: 5 },
    ]);
    const some = { ...sharesOf(4, () => 40), isKnown: [true, false, true, true] };
    assert.deepEqual(groupsReached(inTurn(4, 2), [null, null], some)[0]?.unknown, 1);
  });

  test('as many as one action plans are dealt out in little time', () => {
    const works = 2700;
    const clip = Array.from({ length: works }, (_, work) => Math.floor(work / 30));
    const shares = sharesOf(works, (a, b) => (clip[a] === clip[b] ? 60 + ((a * b) % 30) : (a + b) % 20));
    const groups = Array.from({ length: 90 }, (_, account) => `group ${account % 3}`);
    // Of the processor: others may use it meanwhile.
    const began = process.cpuUsage();
    const on = dealApart(works, groups, shares);
    const seconds = process.cpuUsage(began).user / 1e6;
    assert.deepEqual(
      groupsReached(on, groups, shares).map(({ most }) => most),
      [19, 19, 19],
    );
    assert.ok(seconds < 3, `${seconds} s`);
  });
});
