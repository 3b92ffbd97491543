import assert from 'node:assert/strict';
import { test } from 'node:test';

import { uniqueNames } from '#core/server/services/tool-runs/item-names.ts';

test('names are unlike each other however letters are written, and fit for every file system', () => {
  assert.deepEqual(uniqueNames(['a', 'A', 'a'], ['a-2']), ['a', 'A-3', 'a-4']);
  assert.deepEqual(uniqueNames([' ..x/y:z. ', '', '\u202Etxt'], []), ['x y z', 'output', 'txt']);
  assert.equal(uniqueNames(['夏'.repeat(300)], [])[0]?.length, 60, 'by bytes, which is what file systems count');
  assert.deepEqual(uniqueNames(['con', 'a👩‍👩‍👧'], []), ['_con', 'a👩‍👩‍👧']);
});
