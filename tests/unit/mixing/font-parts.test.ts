import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fontParts, unicodeRanges } from '#plugins/mixing/server/fonts/font-parts.ts';

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);
const textOf = (codes: readonly number[]) => String.fromCodePoint(...codes);
const has = new Set(codesOf('abc éя夏季新品上市한글、'));

test('of an alphabet the whole block comes that a letter is in, as far as the face has it', () => {
  assert.deepEqual(fontParts(codesOf('b'), has).map(textOf), [' abcé']);
  assert.deepEqual(fontParts(codesOf('bя'), has).map(textOf), [' abcé', 'я']);
});

test('of ideographs only those come that were asked for, in one part and in one order', () => {
  assert.deepEqual(fontParts(codesOf('市夏한'), has).map(textOf), ['夏市한']);
  assert.deepEqual(fontParts(codesOf('夏、a').reverse(), has).map(textOf), [' abcé', '、', '夏']);
  assert.deepEqual(fontParts([], has), []);
});

test('code points are written as CSS reads them', () => {
  assert.equal(unicodeRanges(codesOf('abc夏')), 'U+61-63, U+590F');
  assert.equal(unicodeRanges([]), '');
});
