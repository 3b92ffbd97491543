import assert from 'node:assert/strict';
import { test } from 'node:test';

import { finiteField, isFieldSize, largestField } from '#plugins/mixing/server/plan/finite-field.ts';

test('every field up to 64 keeps the laws of a field', () => {
  for (let q = 2; q <= 64; q += 1) {
    if (!isFieldSize(q)) {
      assert.throws(() => finiteField(q), RangeError);
      continue;
    }
    const field = finiteField(q);
    for (let a = 0; a < q; a += 1) {
      assert.equal(field.add(a, 0), a);
      assert.equal(field.multiply(a, 1), a);
      assert.equal(field.subtract(a, a), 0);
      if (a > 0) assert.equal(field.multiply(a, field.invert(a)), 1, `${a} in GF(${q})`);
      for (let b = 0; b < q; b += 1) {
        const c = (a * 7 + b * 3 + 1) % q;
        assert.equal(field.subtract(field.add(a, b), b), a);
        assert.equal(field.multiply(a, field.add(b, c)), field.add(field.multiply(a, b), field.multiply(a, c)));
        assert.equal(field.multiply(a, field.multiply(b, c)), field.multiply(field.multiply(a, b), c));
      }
    }
    assert.throws(() => field.invert(0), RangeError);
  }
});

test('the largest field below a limit is found', () => {
  assert.deepEqual(
    [1, 2, 6, 10, 12, 15, 26, 34, 64, 600].map((limit) => largestField(limit)),
    [null, 2, 5, 9, 11, 13, 25, 32, 64, 599],
  );
});
