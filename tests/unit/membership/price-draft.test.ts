import assert from 'node:assert/strict';
import { test } from 'node:test';

import { USUAL_PRICES, wayOf } from '#plugins/membership/price-list.ts';
import { draftOf, listOf } from '#plugins/membership/web/operator/price-draft.ts';

const draft = draftOf(USUAL_PRICES, (id) => wayOf(USUAL_PRICES, id), ['membership.wechat-pay']);

test('a price list that is filled in and left as it was stays the same', () => {
  assert.deepEqual(listOf(draft, USUAL_PRICES), USUAL_PRICES);
});

test('suggested amounts are what is filled in: each payable, and none twice', () => {
  const suggesting = (...yuan: (number | null)[]) =>
    listOf({ ...draft, suggested: yuan.map((one, id) => ({ id, yuan: one })) }, USUAL_PRICES)?.balance.suggested;
  assert.deepEqual([suggesting(88.5, 200), suggesting()], [[8_850, 20_000], []]);
  for (const wrong of [[88, 88], [0], [null], [60_000]]) assert.equal(suggesting(...wrong), undefined);
});
