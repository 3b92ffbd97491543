import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitLimitsSchema, fittingOf, type FitFacts } from '#core/contract/fit-limits.ts';

const CLIP: FitFacts = { seconds: 60, width: 1920, height: 1080, bytes: 60_000_000 };
const limits = (values: Parameters<typeof fitLimitsSchema.parse>[0] = {}) => fitLimitsSchema.parse(values);

/** The size and length of what comes out. */
const told = (facts: Partial<FitFacts>, values: object) => {
  const fitting = fittingOf({ ...CLIP, ...facts }, limits(values));
  return fitting === null ? null : `${fitting.width}×${fitting.height} ${fitting.seconds} s`;
};

test('what fits stays as it is', () => {
  const fitting = fittingOf(CLIP, limits({ seconds: 60, bytes: 100_000_000, ratio: { least: 1, most: 2 } }));
  assert.deepEqual(
    [fitting?.to, fitting?.reframe.part, fitting?.reframe.shortSide, fitting?.rates],
    [...[null, null, null, null]],
  );
});

test('a length is cut a little earlier than it may be, so that its last frame ends in time', () => {
  assert.equal(told({ seconds: 61 }, { seconds: 60 }), '1920×1080 59.9 s');
  assert.equal(told({ seconds: 60.5 }, { seconds: 0.05 }), null);
});

test('a shape is the one that people know where that loses hardly more, and the nearest one otherwise', () => {
  assert.equal(told({}, { ratio: { least: 0.55, most: 0.575 } }), '606×1080 60 s');
  assert.equal(told({ width: 2000, height: 500 }, { ratio: { least: 1 / 3, most: 3 } }), '1500×500 60 s');
  assert.equal(told({ width: 500, height: 2000 }, { ratio: { least: 1 / 3, most: 3 } }), '500×1500 60 s');
});

test('a size is met on both sides, by less of the picture where its sides are too different', () => {
  assert.equal(told({ width: 3840, height: 2160 }, { side: { least: 32, most: 1920 } }), '1920×1080 60 s');
  assert.equal(told({ width: 480, height: 270 }, { side: { least: 540, most: 4096 } }), '960×540 60 s');
  assert.equal(told({ width: 6000, height: 400 }, { side: { least: 540, most: 1080 } }), '1080×540 60 s');
  assert.equal(
    told({ width: 160, height: 90 }, { side: { least: 540, most: 4096 } }),
    null,
    'too small to be enlarged',
  );
});

test('bytes are counted as bits a second, the picture is smaller where they are few, and too few are none', () => {
  const small = fittingOf(CLIP, limits({ bytes: 10_000_000 }));
  assert.ok(small?.rates !== null && small !== null);
  const { pictures, sound } = small.rates;
  assert.ok((pictures * 61 + sound * 60) / 8 <= 10_000_000 * 0.95);
  assert.deepEqual([small.width, small.height], [1280, 720]);
  assert.equal(fittingOf(CLIP, limits({ bytes: 500_000 })), null);
});
