import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findAlike } from '#plugins/mixing/server/certificate/find-alike.ts';
import { makeCertificate } from '#plugins/mixing/server/certificate/make-certificate.ts';

import { buildOutputs } from './build-certificate.ts';

const COMMON = {
  ...{ project: 'harbour', settings: 'cd'.repeat(16), seed: 7, tools: { reelport: '0.1.0', ffmpeg: '5.1.9' } },
  ...{ plan: { groups: 3, maxShared: 1, method: null, capacity: [], advice: [] }, mostShared: 1, materials: [] },
  now: new Date('2026-11-21T08:00:00Z'),
};

/** Two runs of one project: the first made what the second is compared with. */
function twoRuns() {
  const all = buildOutputs({ sizes: [3, 3, 3], count: 9 });
  const earlier = all.slice(0, 4).map((output, at) => ({ ...output, file: `earlier ${at}` }));
  return { own: all.slice(4), earlier };
}

test('a batch is compared with what its project made before', () => {
  const { own, earlier } = twoRuns();
  const certificate = makeCertificate({ ...COMMON, outputs: own, earlier: { outputs: earlier, all: 12 } });
  assert.equal(certificate.pairs, 10, 'pairs of the batch itself');
  const { footage, worst, ...counts } = certificate.earlier ?? {};
  assert.deepEqual(counts, { outputs: 4, all: 12, pairs: 20, sharedShots: 1, failures: 0 });
  assert.ok((footage?.least ?? 0) > 0.5 && worst?.b.startsWith('earlier '));
});

test('a video that is too much like an earlier one is found with the one that it is like, and told of', () => {
  const { own, earlier } = twoRuns();
  const [, , seen] = earlier;
  assert.ok(seen);
  const twin = { ...seen, file: 'twin.mp4' };
  assert.deepEqual(findAlike(twin, earlier, 1), { file: 'earlier 2', lookalikes: [] });
  for (const output of own) assert.equal(findAlike(output, earlier, 1), null);
  const certificate = makeCertificate({
    ...COMMON,
    outputs: [...own, twin],
    earlier: { outputs: earlier, all: 4 },
  });
  assert.equal(certificate.earlier?.failures, 1);
  assert.deepEqual([certificate.earlier?.worst?.a, certificate.earlier?.worst?.b], ['twin.mp4', 'earlier 2']);
});

test('where nothing was made before, nothing is said', () => {
  const { own } = twoRuns();
  assert.equal(makeCertificate({ ...COMMON, outputs: own }).earlier, null);
});
