import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certificateSchema } from '#plugins/mixing/certificate.ts';
import { sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { findAlike } from '#plugins/mixing/server/certificate/find-alike.ts';

import { joined, mirrored } from '#tests/unit/mixing/build-footage.ts';

import { buildCertificate, buildOutputs, certify } from './build-certificate.ts';

const cut = (footage: Fingerprint, frames: number) => sliceFingerprint(footage, 0, frames);

test('a certificate tells the distances, the worst pair and the use of everything', () => {
  const outputs = buildOutputs({ sizes: [5, 5, 5, 5], count: 20 });
  const certificate = certify(outputs, 4);
  assert.deepEqual(certificateSchema.parse(JSON.parse(JSON.stringify(certificate))), certificate);
  assert.equal(certificate.pairs, 190);
  assert.deepEqual([certificate.shots.least, certificate.footage.least], [3, 0.75]);
  assert.equal(
    certificate.histogram.reduce((sum, count) => sum + count, 0),
    190,
  );
  assert.equal(certificate.worst?.sharedShots, 1);
  assert.deepEqual(certificate.failures, []);

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

test('footage that came out the same under two names is found, and of several the one that shares most is named', () => {
  const outputs = buildOutputs({ sizes: [4, 4, 4], count: 4 });
  const [first, , third, last] = outputs;
  const [seen, copy] = [first?.segments[1], last?.segments[1]];
  const [also, little] = [third?.segments[2], last?.segments[2]];
  assert.ok(first && last && third && seen && copy && also && little);
  copy.footage = mirrored(seen.footage);
  little.footage = joined(cut(also.footage, 4), cut(little.footage, 8));
  last.parts = last.segments.map(({ symbol, footage }) => ({ key: symbol, footage }));
  const { failures } = certify(outputs, 3);
  assert.ok(failures.some(({ a, b }) => a === first.file && b === last.file));
  assert.deepEqual(findAlike(last, outputs.slice(0, 3), 20), {
    file: first.file,
    lookalikes: [[seen.symbol, copy.symbol].sort()[1]],
  });
});
