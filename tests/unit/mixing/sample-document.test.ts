import assert from 'node:assert/strict';
import { test } from 'node:test';

import { brokenRules } from '#plugins/mixing/project-rules.ts';
import { sampleDocument, withSamplePart } from '#plugins/mixing/server/samples/sample-document.ts';
import { SAMPLE_PARTS } from '#plugins/mixing/server/samples/sample-set.ts';

test('the sample with all of its parts breaks no rule, in either language', () => {
  for (const language of ['zh', 'en'] as const) {
    let document = sampleDocument(language);
    for (const part of SAMPLE_PARTS) document = withSamplePart(document, part, ['a', 'b', 'c']) ?? document;
    assert.deepEqual(brokenRules(document), []);
    assert.equal(document.music?.material, 'a');
  }
});

test('what somebody chose, and what they removed, stays', () => {
  const document = sampleDocument('en');
  const filled = withSamplePart(document, 0, ['mine']);
  assert.ok(filled !== null);
  assert.equal(withSamplePart(filled, 0, ['a', 'b', 'c']), null);
  assert.equal(withSamplePart({ ...document, groups: [] }, 1, ['a']), null);
  const music = withSamplePart(document, 'music', ['song']);
  assert.ok(music !== null);
  assert.equal(withSamplePart(music, 'music', ['other']), null);
});
