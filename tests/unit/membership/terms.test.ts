import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findItem, itemOf, priceListSchema, USUAL_PRICES, type SoldLevel } from '#plugins/membership/price-list.ts';
import { feeOf, levelTerms, type Membership } from '#plugins/membership/terms.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-11-26T12:00:00Z');
const ends = (days: number) => new Date(NOW.getTime() + days * DAY);
const terms = (membership: Membership, level: SoldLevel, days = 30) =>
  levelTerms(USUAL_PRICES, membership, { level, days }, NOW);
/** Days from now on that a purchase leads to, or why it does not. */
function daysOf(...purchase: Parameters<typeof terms>): number | string {
  const found = terms(...purchase);
  return found.refusal ?? (found.until.getTime() - NOW.getTime()) / DAY;
}

test('the fee of WeChat is one percent, rounded half up, and at least one fen', () => {
  const wechat = USUAL_PRICES.ways['membership.wechat-pay'] ?? assert.fail();
  const fees = [1, 49, 149, 150, 9_900, 9_949, 9_950, 1_000_000_000].map((fen) => feeOf(fen, wechat));
  assert.deepEqual(fees, [1, 1, 1, 2, 99, 99, 100, 10_000_000]);
  assert.equal(feeOf(12_345, { feeBasisPoints: 0, leastFee: 0, above: 0 }), 0);
});

test('a free account buys from now on, and the same level is prolonged', () => {
  assert.equal(daysOf({ level: 'level0', until: null }, 'level2'), 30);
  assert.equal(daysOf({ level: 'level2', until: ends(12.5) }, 'level2', 90), 102.5);
});

test('what is left of the lower level counts by price as days of the higher one, rounded up', () => {
  const upgrade = terms({ level: 'level1', until: ends(19.2) }, 'level2');
  // 20 days begun × 39.00 ÷ 99.00 = 7.88
  assert.deepEqual(upgrade.refusal === null && upgrade.carried, {
    ...{ from: 'level1', daysLeft: 20, days: 8 },
    ...{ old: { days: 30, fen: 3_900 }, new: { days: 30, fen: 9_900 } },
  });
  assert.equal(daysOf({ level: 'level1', until: ends(19.2) }, 'level2'), 38);
  assert.equal(daysOf({ level: 'level1', until: ends(3650) }, 'level4', 365), 365 + Math.ceil((3650 * 39) / 399));
});

test('prices of different times are compared by the day', () => {
  const list = { levels: { level1: [{ days: 10, fen: 1_000 }], level2: [{ days: 30, fen: 6_000 }] } };
  const found = levelTerms(list, { level: 'level1', until: ends(7) }, { level: 'level2', days: 30 }, NOW);
  assert.equal(found.refusal === null && found.carried?.days, 4);
});

test('an upgrade is to be confirmed when less than seven days are left', () => {
  const isShort = (days: number, level: 'level1' | 'level2') => {
    const found = terms({ level: 'level1', until: ends(days) }, level);
    return found.refusal === null && found.isShort;
  };
  assert.deepEqual([isShort(1, 'level2'), isShort(6.9, 'level2'), isShort(7, 'level2')], [true, true, false]);
  assert.equal(isShort(1, 'level1'), false, 'to prolong is no upgrade');
});

test('lower levels, levels without an end and more than ten years are refused', () => {
  assert.equal(daysOf({ level: 'level3', until: ends(5) }, 'level2'), 'lower');
  assert.equal(daysOf({ level: 'level2', until: null }, 'level2'), 'endless');
  assert.equal(daysOf({ level: 'level2', until: null }, 'level3'), 'endless');
  assert.equal(daysOf({ level: 'level2', until: ends(3_600) }, 'level2', 90), 'too-long');
  const list = { levels: { level2: USUAL_PRICES.levels.level2 } };
  const gone = levelTerms(list, { level: 'level1', until: ends(9) }, { level: 'level2', days: 30 }, NOW);
  assert.equal(gone.refusal, 'unpriced');
});

test('only what is on the list is found, and top-ups only within its bounds', () => {
  const find = (item: string, fen?: number) => findItem(USUAL_PRICES, { item, fen })?.fen;
  assert.equal(find('level2-90'), 26_700);
  const packages = [28, 60, 90].map((count) => find(`digital-humans-${count}`));
  assert.ok([...packages, find('publishes-900'), find('publishes-1800'), find('publishes-2700')].every(Boolean));
  for (const item of ['level0-30', 'level2-91', 'publishes-1', 'level2-90 ', '__proto__', '']) {
    assert.equal(find(item), undefined, item);
  }
  assert.equal(find('level2-90', 1), undefined, 'a price of one’s own');
  assert.equal(find('balance', 5_000), 5_000);
  for (const fen of [undefined, 0, -1, 0.5, 5_000_001, Number.MAX_VALUE, Number.NaN]) {
    assert.equal(find('balance', fen), undefined, String(fen));
  }
  const level = findItem(USUAL_PRICES, { item: 'level4-365' });
  assert.equal(level && itemOf(level.purchase), 'level4-365');
});

test('the usual prices are a price list; one that says the same thing twice is none', () => {
  assert.deepEqual(priceListSchema.parse(USUAL_PRICES), USUAL_PRICES);
  const twice = { ...USUAL_PRICES, levels: { level1: [1, 2].map((fen) => ({ days: 30, fen })) } };
  assert.equal(priceListSchema.safeParse(twice).success, false);
  assert.equal(priceListSchema.safeParse({ ...USUAL_PRICES, levels: { level0: [] } }).success, false);
});
