import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certificateSchema, type Pair } from '#plugins/mixing/certificate.ts';
import { pairsOverLimit } from '#plugins/mixing/server/certificate/pairs-over-limit.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';

import { buildFootage, joined, mirrored } from '#tests/unit/mixing/build-footage.ts';

import { buildCertificate, buildOutputs, certify } from './build-certificate.ts';

test('a certificate tells the distances, the worst pair and the use of everything', () => {
  const outputs = buildOutputs({ sizes: [5, 5, 5, 5], count: 20 });
  const { certificate, again, merged } = certify(outputs, 4);
  assert.deepEqual(certificateSchema.parse(JSON.parse(JSON.stringify(certificate))), certificate);
  assert.equal(certificate.pairs, 190);
  assert.deepEqual([certificate.shots.least, certificate.footage.least], [3, 0.75]);
  assert.equal(
    certificate.histogram.reduce((sum, count) => sum + count, 0),
    190,
  );
  assert.equal(certificate.worst?.sharedShots, 1);
  assert.deepEqual([again, [...merged], certificate.failures], [[], [], []]);

  const matrix = Buffer.from(certificate.matrix, 'base64');
  assert.equal(matrix.length, 190);
  assert.equal(Math.max(...matrix), 25);
  assert.equal(certificate.materials.find(({ material }) => material === 'never-used')?.uses, 0);
  assert.equal(
    certificate.symbols.reduce((sum, { uses }) => sum + uses, 0),
    80,
  );
  for (const [at, output] of certificate.outputs.entries()) {
    assert.deepEqual(
      output.shots.map(({ symbol }) => certificate.symbols[symbol]?.symbol),
      outputs[at]?.shots.map(({ symbol }) => symbol),
    );
  }
  assert.equal(certificate.openings.distinct + certificate.openings.repeated, 20);
});

test('a single output has nothing to be compared with', () => {
  const certificate = buildCertificate({ sizes: [2, 2], count: 1 });
  assert.deepEqual([certificate.pairs, certificate.worst, certificate.matrix], [0, null, '']);
  assert.deepEqual(certificateSchema.parse(certificate), certificate);
});

test('footage that came out the same under two names is found, merged and planned anew', () => {
  const outputs = buildOutputs({ sizes: [4, 4, 4], count: 4 });
  const [first, , , last] = outputs;
  const [seen, copy] = [first?.segments[1], last?.segments[1]];
  assert.ok(first && last && seen && copy);
  copy.footage = mirrored(seen.footage);
  last.parts = last.segments.map(({ symbol, footage }) => ({ key: symbol, footage }));
  const { certificate, again, merged } = certify(outputs, 3);
  assert.deepEqual(
    certificate.failures.map(({ a, b }) => [a, b]),
    [[first.file, last.file]],
  );
  assert.deepEqual(again, [last.file]);
  assert.deepEqual([...merged].flat().sort(), [seen.symbol, copy.symbol].sort());
});

test('few outputs are replaced, of two the later one', () => {
  const outputs = ['a', 'b', 'c', 'd', 'e', 'f'].map((file) => ({ file, segments: [] }));
  const over = (a: string, b: string): Pair => ({
    ...{ a, b, sharedShots: 0, sharedFootage: 0.5, limit: 0.1, orderedDistance: 0.3, audioSimilarity: 0.5 },
  });
  assert.deepEqual(pairsOverLimit([over('a', 'b')], outputs, 20).again, ['b']);
  assert.deepEqual(
    pairsOverLimit([over('a', 'b'), over('a', 'c'), over('a', 'd'), over('e', 'f')], outputs, 20).again,
    ['a', 'f'],
  );
  const within = { ...over('a', 'b'), sharedFootage: 0.1 };
  assert.deepEqual(pairsOverLimit([within], outputs, 20), { failures: [], again: [], merged: new Map() });
});

test('likeness of symbols is passed on within a chain', () => {
  const random = seededRandom(6);
  const [x, y] = [buildFootage(12, random), buildFootage(12, random)];
  assert.ok(x && y);
  const both = joined(x, y);
  const outputs = [
    { file: 'a', segments: [{ symbol: 'x', footage: x }] },
    { file: 'b', segments: [{ symbol: 'xy', footage: both }] },
    { file: 'c', segments: [{ symbol: 'y', footage: y }] },
  ];
  const pair = (a: string, b: string): Pair => ({
    ...{ a, b, sharedShots: 0, sharedFootage: 1, limit: 0.1, orderedDistance: 0, audioSimilarity: 1 },
  });
  const { merged, again } = pairsOverLimit([pair('a', 'b'), pair('b', 'c')], outputs, 20);
  assert.deepEqual(new Set(merged.values()), new Set(['x']));
  assert.deepEqual([...merged.keys()].sort(), ['xy', 'y']);
  assert.deepEqual(again, ['b']);
});
