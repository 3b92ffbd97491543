import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accountSchema } from '#core/contract/account-calls.ts';
import { toolItemSchema, toolRunSchema } from '#core/contract/tool-run-calls.ts';
import { folderSchema, materialSchema } from '#plugins/materials/calls.ts';
import { mixCardSchema } from '#plugins/mixing/calls.ts';

test('names that were stored before they were tidied are shown without what turns them around', () => {
  for (const shown of [
    materialSchema.shape.name,
    folderSchema.shape.name,
    mixCardSchema.shape.name,
    toolRunSchema.shape.name,
    toolItemSchema.shape.name,
    accountSchema.shape.fdName,
  ]) {
    assert.equal(shown.parse('gpj.\u202Eexe\u2066 \u05D0\u200F'), 'gpj.exe \u05D0\u200F');
  }
});
