import assert from 'node:assert/strict';
import { test } from 'node:test';

import { likePattern, orderKey, searchText, searchWords } from '#core/server/ground/search-text.ts';

test('Chinese names are found by their sound and its initials too', () => {
  assert.equal(searchText('夏季新品 A.mp4'), '夏季新品 a.mp4\nxiajixinpin a.mp4\nxjxp a.mp4');
  assert.equal(searchText('Ｃａｆé'), 'café');
  assert.equal(searchText('女装'), '女装\nnvzhuang\nnz');
});

test('readings follow the words around', () => {
  assert.match(searchText('重庆'), /chongqing/);
  assert.match(searchText('重量'), /zhongliang/);
});

test('a search is its words, ten at most', () => {
  assert.deepEqual(searchWords('  Lü \u3000 夏季 '), ['lv', '夏季']);
  assert.deepEqual(searchWords(''), []);
  assert.equal(searchWords('a '.repeat(50)).length, 10);
});

test('signs of patterns stand for themselves', () => {
  assert.equal(likePattern('100%_\\'), '%100\\%\\_\\\\%');
});

test('names are ordered by sound and by the value of figures', () => {
  const names = ['clip 10', 'Clip 9', '北京', 'apple', '安静', 'clip 010b'];
  const ordered = names.toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1));
  assert.deepEqual(ordered, ['安静', 'apple', '北京', 'Clip 9', 'clip 10', 'clip 010b']);
});

test('an order key is short and whole characters', () => {
  for (const name of ['夏'.repeat(300), '😀'.repeat(100), 'é'.repeat(100), `a${'😀'.repeat(100)}`]) {
    const key = orderKey(name);
    assert.ok(Buffer.byteLength(key) <= 96 && Buffer.byteLength(key) > 90, name);
    assert.doesNotMatch(key, /\ufffd/);
  }
});
