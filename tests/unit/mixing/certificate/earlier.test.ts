import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { EarlierOutput } from '#plugins/mixing/server/certificate/earlier-summary.ts';
import { makeCertificate } from '#plugins/mixing/server/certificate/make-certificate.ts';

import { buildOutputs } from './build-certificate.ts';

const COMMON = {
  ...{ project: 'harbour', settings: 'cd'.repeat(16), seed: 7, tools: { reelport: '0.1.0', ffmpeg: '5.1.9' } },
  ...{ plan: { groups: 3, maxShared: 1, method: null, capacity: [], advice: [] }, mostShared: 1, materials: [] },
  now: new Date('2026-11-21T08:00:00Z'),
};

/** Two runs of one project: the first made what the second is compared with. */
function twoRuns(binding: boolean) {
  const all = buildOutputs({ sizes: [3, 3, 3], count: 9 });
  const earlier: EarlierOutput[] = all.slice(0, 4).map((output, at) => ({ ...output, file: `earlier ${at}`, binding }));
  return { own: all.slice(4), earlier };
}

test('a batch is compared with what its project made before', () => {
  const { own, earlier } = twoRuns(true);
  const { certificate, again } = makeCertificate({ ...COMMON, outputs: own, earlier: { outputs: earlier, all: 12 } });
  assert.deepEqual(again, []);
  assert.equal(certificate.pairs, 10, 'pairs of the batch itself');
  const { footage, worst, ...counts } = certificate.earlier ?? {};
  assert.deepEqual(counts, { outputs: 4, all: 12, pairs: 20, sharedShots: 1, failures: 0 });
  assert.ok((footage?.least ?? 0) > 0.5 && worst?.b.startsWith('earlier '));
});

test('a video that is too much like an earlier one is named, and never the earlier one', () => {
  const { own, earlier } = twoRuns(true);
  const twin = { ...(earlier[2] as (typeof own)[number] & EarlierOutput), file: 'twin.mp4' };
  const { again, certificate } = makeCertificate({
    ...COMMON,
    outputs: [...own, twin],
    earlier: { outputs: earlier, all: 4 },
  });
  assert.deepEqual(again, ['twin.mp4']);
  assert.equal(certificate.earlier?.failures, 1);
  assert.deepEqual([certificate.earlier?.worst?.a, certificate.earlier?.worst?.b], ['twin.mp4', 'earlier 2']);
});

test('one that was made by other settings is told of, and nothing is made anew for it', () => {
  const { own, earlier } = twoRuns(false);
  const twin = { ...(earlier[2] as (typeof own)[number] & EarlierOutput), file: 'twin.mp4' };
  const { again, certificate } = makeCertificate({
    ...COMMON,
    outputs: [...own, twin],
    earlier: { outputs: earlier, all: 4 },
  });
  assert.deepEqual([again, certificate.earlier?.failures], [[], 1]);
});

test('what was certified before stays, and what came later makes room', () => {
  const { own } = twoRuns(true);
  const [first] = own;
  assert.ok(first);
  const outputs = [{ ...first, file: 'later.mp4' }, ...own.map((output) => ({ ...output, fixed: true }))];
  assert.deepEqual(makeCertificate({ ...COMMON, outputs }).again, ['later.mp4']);
});

test('where nothing was made before, nothing is said', () => {
  const { own } = twoRuns(true);
  assert.equal(makeCertificate({ ...COMMON, outputs: own }).certificate.earlier, null);
});
