import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { codeOf, readCode, shownCode } from '#plugins/membership/code-text.ts';

const codes = Array.from({ length: 200 }, () => codeOf(randomBytes(32)));

test('a code is read as it is printed, and as people type it', () => {
  for (const code of codes) {
    assert.match(shownCode(code), /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    assert.equal(readCode(shownCode(code)), code);
    assert.equal(readCode(` ${shownCode(code).toLowerCase().replaceAll('-', ' ')} `), code);
    assert.equal(readCode(code.replaceAll('0', 'o').replaceAll('1', 'l')), code);
  }
});

test('every single letter mistyped, and nearly every pair swapped, is found', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const [code = ''] = codes;
  for (const at of code.split('').keys()) {
    for (const letter of alphabet) {
      if (letter === code[at]) continue;
      assert.equal(readCode(code.slice(0, at) + letter + code.slice(at + 1)), null, `${letter} at ${at}`);
    }
  }
  const swaps = codes.flatMap((each) =>
    Array.from({ length: each.length - 1 }, (_, at) => each.slice(0, at) + each[at + 1] + each[at] + each.slice(at + 2))
      .filter((swapped) => swapped !== each)
      .map((swapped) => readCode(swapped)),
  );
  assert.ok(swaps.filter((found) => found !== null).length < swaps.length / 100);
});

test('what cannot be a code is none', () => {
  for (const typed of ['', '1234', `${codes[0]}0`, 'U'.repeat(16), '兑换码兑换码兑换码兑换码兑换码兑']) {
    assert.equal(readCode(typed), null, typed);
  }
});
