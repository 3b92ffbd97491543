import assert from 'node:assert/strict';
import { test } from 'node:test';

import { copyPlugin } from '#tests/fixtures/authored-plugin.ts';

import { reelport } from './author-kit.ts';

test('the tests of the brand kit pass, and its author’s tools find nothing wrong with it', async (t) => {
  const folder = copyPlugin(t, 'brand-kit');
  const tested = await reelport(folder, ['test']);
  assert.equal(tested.code, 0, tested.output);
  assert.match(tested.output, /Tests 21 passed/);
  const checked = await reelport(folder, ['check'], { LANG: 'en_GB.UTF-8' });
  assert.equal(checked.code, 0, checked.output);
  assert.doesNotMatch(checked.output, /✖/);
});
