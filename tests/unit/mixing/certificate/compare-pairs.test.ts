import assert from 'node:assert/strict';
import { test } from 'node:test';

import { audioSimilarity } from '#plugins/mixing/server/certificate/audio-similarity.ts';
import { comparePairs } from '#plugins/mixing/server/certificate/compare-pairs.ts';
import { framesMatch, tellingFrames, type FrameHashes } from '#plugins/mixing/server/plan/frame-hash.ts';
import { seededRandom, type Random } from '#plugins/mixing/server/plan/random.ts';

import { buildHashes, buildOutputs, mirrored } from './build-certificate.ts';

/** Some of the frames taken from the other footage, a few bits off. */
function mixedWith(hashes: FrameHashes, other: FrameHashes, random: Random): FrameHashes {
  const frames = hashes.frames.slice();
  const mirrors = hashes.mirrored.slice();
  for (let frame = 0; frame < frames.length / 2; frame++) {
    if (random.next() < 0.5) {
      const from = random.below(other.frames.length / 2);
      const [plain, flipped] = random.next() < 0.5 ? [other.frames, other.mirrored] : [other.mirrored, other.frames];
      for (const half of [0, 1]) {
        frames[frame * 2 + half] = ((plain[from * 2 + half] ?? 0) ^ (1 << random.below(31))) >>> 0;
        mirrors[frame * 2 + half] = flipped[from * 2 + half] ?? 0;
      }
    }
  }
  return { frames, mirrored: mirrors };
}

test('shared footage is what comparing every frame with every frame finds', () => {
  const random = seededRandom(4);
  const pool = Array.from({ length: 8 }, () => buildHashes(5, random));
  pool.push(...pool.map((hashes, at) => mixedWith(hashes, pool[(at + 3) % 8] ?? hashes, random)));
  const outputs = Array.from({ length: 12 }, (_, at) => {
    const parts = Array.from({ length: 2 + random.below(4) }, () => {
      const segment = random.below(pool.length);
      return { key: String(segment), hashes: pool[segment] ?? buildHashes(1, random) };
    });
    return { file: String(at), seconds: 10, shots: [], parts, audio: new Uint32Array(0) };
  });
  for (const pair of comparePairs(outputs)) {
    const [a, b] = [outputs[Number(pair.a)]?.parts ?? [], outputs[Number(pair.b)]?.parts ?? []];
    const frames = (parts: typeof a) =>
      parts.flatMap(({ hashes }) => tellingFrames(hashes).map((frame) => ({ hashes, frame })));
    const found = (own: ReturnType<typeof frames>, others: ReturnType<typeof frames>) =>
      own.length > others.length
        ? 0
        : own.filter((frame) =>
            others.some((other) => framesMatch(frame.hashes, frame.frame, other.hashes, other.frame)),
          ).length / own.length;
    const share = Math.max(found(frames(a), frames(b)), found(frames(b), frames(a)));
    assert.ok(Math.abs(pair.sharedFootage - share) < 1e-9, `${pair.a} and ${pair.b}`);
  }
});

test('a mirrored copy is no different video', () => {
  const [original] = buildOutputs({ sizes: [2, 2, 2], count: 1 });
  assert.ok(original);
  const copy = {
    ...original,
    file: 'copy.mp4',
    parts: original.parts.map(({ key, hashes }) => ({ key: `${key} mirrored`, hashes: mirrored(hashes) })),
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
  const [x, y, dark, plain] = [6, 6, 1, 6].map((frames) => buildHashes(frames, random));
  assert.ok(x && y && dark && plain);
  const output = (file: string, third: FrameHashes) => ({
    ...{ file, seconds: 9, audio: new Uint32Array(0) },
    shots: [x, y, third].map(({ frames }, at) => ({ symbol: at < 2 ? String(at) : file, frames: frames.length / 2 })),
    parts: [x, y, third].map((hashes, at) => ({ key: at < 2 ? String(at) : file, hashes })),
  });
  const [pair] = comparePairs([output('a', dark), output('b', plain)]);
  assert.ok(pair !== undefined && pair.sharedFootage > 0.9 && pair.sharedFootage <= pair.limit);
});

test('frames of one tone are no shared footage', () => {
  const random = seededRandom(8);
  const fade = { frames: new Uint32Array(8), mirrored: new Uint32Array(8) };
  const join = (a: FrameHashes): FrameHashes => ({
    frames: Uint32Array.from([...fade.frames, ...a.frames]),
    mirrored: Uint32Array.from([...fade.mirrored, ...a.mirrored]),
  });
  const [a, b] = ['a', 'b'].map((file) => ({
    file,
    seconds: 4,
    shots: [],
    parts: [{ key: file, hashes: join(buildHashes(4, random)) }],
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
