import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { isMessageKey, negotiate, translate, translateError } from '#core/server/ground/messages.ts';

test('a text is said in a language with its values', () => {
  assert.equal(
    translate('en', 'core:file-too-large', { name: 'a.mp4', limit: 50 }),
    '“a.mp4” is over the limit of 50 MB and was not saved.',
  );
  assert.equal(translate('zh', 'core:unauthenticated'), '请先登录。');
});

test('a value is put in as it is, braces and dollars included', () => {
  assert.match(translate('en', 'core:file-empty', { name: '{{limit}} $& $1' }), /“\{\{limit\}\} \$& \$1”/);
});

test('a value brings no marks along that turn the direction of the sentence', () => {
  assert.match(translate('en', 'core:file-empty', { name: 'gpj.\u202Eexe\u2069' }), /“gpj\.exe”/);
});

test('of exactly one thing English has a text of its own', () => {
  assert.equal(translate('en', 'mixing:wall.made', { count: 1 }), '1 video');
  assert.equal(translate('en', 'mixing:wall.made', { count: 2 }), '2 videos');
  assert.equal(translate('zh', 'mixing:wall.made', { count: 1 }), '1 条视频');
});

test('a value that is not given leaves its place visible', () => {
  assert.match(translate('en', 'core:file-empty'), /\{\{name\}\}/);
});

test('a key that no file has is answered as it is', () => {
  assert.equal(translate('en', 'gone:plugin-key' as never), 'gone:plugin-key');
  assert.equal(isMessageKey('gone:plugin-key'), false);
  assert.equal(isMessageKey('core:internal'), true);
});

test('an error is said by its own text when it is expected, else by the fallback', () => {
  assert.equal(
    translateError('en', new ExpectedError('core:unauthenticated'), 'core:internal'),
    'Please log in first.',
  );
  assert.match(translateError('en', new Error('secret'), 'core:internal', { requestId: '7' }), /this number: 7/);
});

for (const [header, language] of [
  [undefined, 'zh'],
  ['', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en;q=0.9', 'en'],
  ['EN', 'en'],
  ['en;q=0.5, zh;q=0.9', 'zh'],
  ['en,zh', 'en'],
  ['fr-FR,fr;q=0.9,en;q=0.8,zh;q=0.7', 'en'],
  ['fr', 'zh'],
  ['*', 'zh'],
  ['en;q=0', 'zh'],
  ['en;q=nonsense', 'zh'],
  ['english', 'zh'],
  [`${'x,'.repeat(10_000)}en`, 'zh'],
] as const) {
  test(`Accept-Language "${header?.slice(0, 40)}" is answered in ${language}`, () => {
    assert.equal(negotiate(header), language);
  });
}
