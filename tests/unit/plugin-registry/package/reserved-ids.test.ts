import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ownsName, takenName } from '#core/server/services/plugin-registry/package/reserved-ids.ts';

test('names of the product, and what would look like a part of them, are not free', () => {
  const shipped = ['mixing', 'account'];
  for (const [id, taken] of [
    ['mixing', 'mixing'],
    ['mixing-projects', 'mixing'],
    ['core-tools', 'core'],
    ['reelport', 'reelport'],
    ['tools', 'tools'],
    ['posts', 'posts'],
    ['mixings', undefined],
    ['remixing', undefined],
    ['brand-kit', undefined],
  ] as const) {
    assert.equal(takenName(id, shipped), taken, id);
  }
});

test('of two plugins whose prefixes fit a name, the longer one owns it', () => {
  assert.equal(ownsName('brand', 'brand_items', ['brand-kit']), true);
  assert.equal(ownsName('brand', 'brand_kit_items', ['brand-kit']), false);
  assert.equal(ownsName('brand', 'brand_kit_items', ['mixing']), true);
  assert.equal(ownsName('brand-kit', 'brand_kit_items', ['brand', 'brand-kit']), true);
  assert.equal(ownsName('brand-kit', 'brand_items', []), false);
});
