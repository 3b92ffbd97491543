import assert from 'node:assert/strict';
import { test } from 'node:test';

import { captionOf, countLetters, isMentionable, type Counting } from '#core/contract/post-text.ts';

test('a caption has its link, whom it mentions and its topics below its text, and nothing for what is missing', () => {
  const mentions = [{ name: 'quay', id: null }];
  const all = { text: ' Dawn ', topics: ['two words', '茶'], mentions, link: 'https://quay.example/tea' };
  assert.equal(captionOf(all), 'Dawn\n\nhttps://quay.example/tea\n\n@quay #twowords #茶');
  assert.equal(captionOf({ text: '', topics: ['茶'] }), '#茶');
  assert.equal(captionOf({ text: '', topics: [] }), '');
});

test('each platform counts in its own way', () => {
  const x: Counting = { by: 'weighted', link: 23 };
  const server: Counting = { by: 'signs', link: 23 };
  const cases: [text: string, counting: Counting, letters: number][] = [
    ['码头 a', { by: 'utf16' }, 4],
    ['👨‍👩‍👧', { by: 'utf16' }, 8],
    ['码头 a', { by: 'bytes' }, 8],
    ['é👍', { by: 'bytes' }, 6],
    ['码头 a', x, 6],
    ['👨‍👩‍👧', x, 2],
    ['👨‍👩‍👧', server, 1],
    ['see https://quay.example/a/very/long/address/that/goes/on', x, 27],
    ['看 shop.quay.com/tea。', x, 28],
    ['mail a@quay.com', x, 15],
    ['https://quay.cn/茶', x, 23 + 2],
    ['see https://quay.example/a/very/long/address/that/goes/on', server, 27],
    ['shop.quay.com', server, 13],
    ['hi @tea@tide.example and @pier', server, 17],
  ];
  for (const [text, counting, letters] of cases) assert.equal(countLetters(text, counting), letters, text);
});

test('a name is held against the rule of its platform as a whole', () => {
  const rule = { pattern: '[A-Za-z0-9_]{1,15}' };
  assert.deepEqual(
    ['quay_1', 'quay-1', 'a'.repeat(16), ''].map((name) => isMentionable(name, rule)),
    [true, false, false, false],
  );
});
