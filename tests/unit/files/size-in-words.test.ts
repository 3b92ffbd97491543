import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sizeInWords } from '#core/server/services/files/space.ts';

test('sizes have three digits at most and the unit that fits', () => {
  for (const [bytes, words] of [
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [50 * 1024 ** 2, '50 MB'],
    [123.4 * 1024 ** 2, '123 MB'],
    [9.876 * 1024 ** 3, '9.88 GB'],
    [10 * 1024 ** 3, '10 GB'],
    [3 * 1024 ** 6, '3072 PB'],
  ] as const) {
    assert.equal(sizeInWords(bytes), words);
  }
});
