import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { audioSimilarity } from '#plugins/mixing/server/certificate/audio-similarity.ts';
import { comparePairs } from '#plugins/mixing/server/certificate/compare-pairs.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { knownToShare, sharedFootage } from '#plugins/mixing/server/plan/shared-footage.ts';
import { blank, buildFootage, joined, mirrored } from '#tests/unit/mixing/build-footage.ts';

import { buildOutputs } from './build-certificate.ts';

test('shared footage is what comparing every piece with every piece finds', () => {
  const random = seededRandom(4);
  const pool = Array.from({ length: 6 }, () => buildFootage(14, random));
  pool.push(
    ...pool.map((footage, at) => {
      const other = pool[(at + 2) % 6] ?? footage;
      return joined(sliceFingerprint(at % 2 === 0 ? other : mirrored(other), 0, 8), buildFootage(6, random));
    }),
  );
  const outputs = Array.from({ length: 10 }, (_, at) => {
    const parts = Array.from({ length: 2 + random.below(3) }, () => {
      const segment = random.below(pool.length);
      return { key: String(segment), footage: pool[segment] ?? buildFootage(6, random) };
    });
    return { file: String(at), seconds: 10, shots: [], parts, audio: new Uint32Array(0) };
  });
  let most = 0;
  for (const pair of comparePairs(outputs)) {
    const [a, b] = [outputs[Number(pair.a)]?.parts ?? [], outputs[Number(pair.b)]?.parts ?? []];
    const framesOf = (parts: typeof a) => parts.reduce((sum, { footage }) => sum + footage.frames, 0);
    const found = (own: typeof a, others: typeof a) => {
      if (framesOf(own) > framesOf(others)) return 0;
      const marks = own.map(({ key, footage }) => {
        const union = new Uint8Array(footage.frames);
        for (const other of others) {
          if (other.key === key) union.fill(1);
          else
            sharedFootage(footage, other.footage)?.first.forEach((mark, at) => (union[at] = (union[at] ?? 0) | mark));
        }
        return union.reduce((sum, mark) => sum + mark, 0);
      });
      return marks.reduce((sum, mark) => sum + mark, 0) / framesOf(own);
    };
    const share = Math.max(found(a, b), found(b, a));
    most = Math.max(most, share);
    assert.ok(Math.abs(pair.sharedFootage - share) < 1e-9, `${pair.a} and ${pair.b}`);
  }
  assert.ok(most > 0.3);
});

test('a mirrored copy is no different video', () => {
  const [original] = buildOutputs({ sizes: [2, 2, 2], count: 1 });
  assert.ok(original);
  const copy = {
    ...original,
    file: 'copy.mp4',
    parts: original.parts.map(({ key, footage }) => ({ key: `${key} mirrored`, footage: mirrored(footage) })),
  };
  const [pair] = comparePairs([original, copy]);
  assert.equal(pair?.sharedFootage, 1);
  assert.equal(pair?.orderedDistance, 0);
});

test('another order changes the pictures at the same time, but not what is shared', () => {
  const [original] = buildOutputs({ sizes: [2, 2, 2, 2], count: 1 });
  assert.ok(original);
  const shuffled = {
    ...original,
    file: 'shuffled.mp4',
    shots: original.shots.toReversed(),
    parts: original.parts.toReversed(),
  };
  const [pair] = comparePairs([original, shuffled]);
  assert.equal(pair?.sharedShots, 4);
  assert.equal(pair?.sharedFootage, 1);
  assert.ok((pair?.orderedDistance ?? 0) > 0.3);
});

test('outputs of a plan share exactly the footage of their common shots', () => {
  const outputs = buildOutputs({ sizes: [5, 5, 5, 5, 5], count: 40 });
  for (const pair of comparePairs(outputs)) {
    assert.ok(Math.abs(pair.sharedFootage - pair.sharedShots / 5) < 1e-9);
    assert.ok(Math.abs(pair.limit - (pair.sharedShots / 5 + 0.1)) < 1e-9);
  }
});

test('what was planned in common counts in the frames that can be told, not in seconds', () => {
  const random = seededRandom(9);
  const [x, y, dark, plain] = [12, 12, 2, 12].map((frames) => buildFootage(frames, random));
  assert.ok(x && y && dark && plain);
  const output = (file: string, third: Fingerprint) => ({
    ...{ file, seconds: 9, audio: new Uint32Array(0) },
    shots: [x, y, third].map(({ frames }, at) => ({ symbol: at < 2 ? String(at) : file, frames })),
    parts: [x, y, third].map((footage, at) => ({ key: at < 2 ? String(at) : file, footage })),
  });
  const [pair] = comparePairs([output('a', dark), output('b', plain)]);
  assert.ok(pair !== undefined && pair.sharedFootage > 0.9 && pair.sharedFootage <= pair.limit);
});

test('frames of one tone are no shared footage', () => {
  const random = seededRandom(8);
  const [a, b] = ['a', 'b'].map((file) => ({
    file,
    seconds: 4,
    shots: [],
    parts: [{ key: file, footage: joined(blank(12), buildFootage(12, random)) }],
    audio: new Uint32Array(0),
  }));
  assert.ok(a && b);
  assert.equal(comparePairs([a, b])[0]?.sharedFootage, 0);
});

test('sound is alike when it is the same but a little later, and unrelated at one half', () => {
  const random = seededRandom(3);
  const noise = (length: number) => Uint32Array.from({ length }, () => random.below(4294967296));
  for (const length of [40, 240]) {
    const sound = noise(length);
    assert.equal(audioSimilarity(sound, sound), 1);
    assert.equal(audioSimilarity(sound, sound.slice(2)), 1);
    assert.equal(audioSimilarity(sound.slice(1), sound), 1);
    assert.ok(Math.abs(audioSimilarity(sound, noise(length)) - 0.5) < 0.06);
  }
  assert.equal(audioSimilarity(new Uint32Array(0), noise(9)), 0);
});

test('900 outputs of half a minute are compared in pairs', () => {
  const pairs = comparePairs(buildOutputs({ sizes: new Array<number>(10).fill(5), count: 900 }));
  assert.equal(pairs.length, (900 * 899) / 2);
  assert.ok(pairs.every(({ sharedFootage, limit }) => sharedFootage <= limit));
});

test('footage that was read anew is not compared again', () => {
  const random = seededRandom(11);
  const [first, second, unrelated] = [buildFootage(12, random), buildFootage(12, random), buildFootage(12, random)];
  assert.equal(knownToShare(first, second), undefined);
  assert.equal(sharedFootage(first, second), null);
  const shown = sharedFootage(first, mirrored(first));
  assert.notEqual(shown, null);
  const [again, other] = [structuredClone(first), structuredClone(second)];
  assert.equal(knownToShare(again, other), false);
  assert.equal(knownToShare(other, again), false);
  assert.equal(knownToShare(structuredClone(mirrored(first)), again), true);
  const { first: marks, second: reversed } = sharedFootage(structuredClone(mirrored(first)), again) ?? {};
  assert.deepEqual([marks, reversed], [shown?.second, shown?.first]);
  assert.equal(knownToShare(again, structuredClone(unrelated)), undefined);
});
