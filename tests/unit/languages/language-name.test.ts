import assert from 'node:assert/strict';
import { test } from 'node:test';

import { languageName } from '#core/contract/languages.ts';

test('a language has one name, whether its tag has a region or not', () => {
  assert.deepEqual([languageName('bn-BD', 'en'), languageName('bn', 'en')], ['Bengali', 'Bengali']);
  assert.deepEqual([languageName('nb', 'en'), languageName('nb', 'zh')], ['Norwegian', '挪威语']);
  assert.notEqual(languageName('zh-TW', 'en'), languageName('zh-CN', 'en'), 'another region is another one');
  assert.equal(languageName('is', 'en'), 'Icelandic');
});
