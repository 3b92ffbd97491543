import { expect, test } from '@rstest/core';

import { PairMatrix } from '#plugins/mixing/web/certificate/pair-matrix.ts';

import { buildShown } from './build-shown.ts';

test('pairs are found in any order', () => {
  const matrix = new PairMatrix(buildShown());
  expect([matrix.shareOf(0, 1), matrix.shareOf(1, 0), matrix.shareOf(2, 0), matrix.shareOf(2, 1)]).toEqual([
    50, 50, 0, 10,
  ]);
  expect(matrix.pairNamed('港口-002.mp4', '港口-001.mp4')).toMatchObject({ place: 0 });
  expect(matrix.pairNamed('港口-001.mp4', '别处.mp4')).toBeUndefined();
});

test('a shot that two videos show is in common once for each time', () => {
  const matrix = new PairMatrix(buildShown());
  expect(matrix.common(0, 1)).toEqual({ shots: 1, symbols: new Set([0]) });
  expect(matrix.common(0, 2).shots).toBe(0);
});

test('each video has a nearest one, and pairs over their limit are known', () => {
  const certificate = buildShown();
  const matrix = new PairMatrix({ ...certificate, failures: certificate.worst === null ? [] : [certificate.worst] });
  expect([0, 1, 2].map((each) => matrix.nearestOf(each))).toEqual([1, 0, 1]);
  expect([...matrix.failing]).toEqual([0]);
});

test('thousands of videos are decoded', () => {
  const count = 2700;
  const { outputs } = buildShown();
  const bytes = new Uint8Array((count * (count - 1)) / 2).fill(3);
  let text = '';
  for (let from = 0; from < bytes.length; from += 30_000)
    text += String.fromCharCode(...bytes.subarray(from, from + 30_000));
  const many = Array.from({ length: count }, (_, index) => ({ ...outputs[0]!, file: `${index}.mp4` }));
  const matrix = new PairMatrix(buildShown({ matrix: btoa(text), outputs: many, worst: null }));
  expect(matrix.shareOf(2698, 2699)).toBe(3);
  expect(matrix.placeOf(2698, 2699)).toBe(bytes.length - 1);
});
