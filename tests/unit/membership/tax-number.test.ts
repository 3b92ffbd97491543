import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isTaxNumber, tidyTaxNumber } from '#plugins/membership/tax-number.ts';

/** Published codes of known companies, and numbers made by the rules of the standards. */
const RIGHT = [
  // Tencent, Alibaba, Huawei.
  '9144030071526726XG',
  '91330100799655058B',
  '914403001922038216',
  // From before 2015, with the code of an organisation.
  '44030071526726X',
  // An identity card, and with what a tax office added.
  '11010519491231002X',
  '11010519491231002X01',
];

test('numbers with their right check character are taken, also as people type them', () => {
  for (const number of RIGHT) assert.ok(isTaxNumber(number), number);
  assert.ok(isTaxNumber(tidyTaxNumber(' 9144 0300-7152 6726xg ')));
});

test('any single mistyped character is found', () => {
  for (const number of RIGHT.slice(0, 5)) {
    // The region of an old number is not part of what its check character covers.
    for (let at = number.length === 15 ? 6 : 0; at < number.length; at++) {
      const wrong = number[at] === '7' ? '2' : '7';
      const mistyped = number.slice(0, at) + wrong + number.slice(at + 1);
      assert.ok(!isTaxNumber(mistyped), mistyped);
    }
  }
});

test('other lengths, forbidden letters and days that do not exist are refused', () => {
  for (const number of ['', '123', '91440300', '9144030071526726XG1', '914403007152672I0', '11010519490231002X']) {
    assert.ok(!isTaxNumber(number), number);
  }
  // O and I are no letters of the code, since they look like digits.
  assert.ok(!isTaxNumber('9144O30071526726XG'));
});
