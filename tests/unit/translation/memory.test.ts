import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Term } from '#plugins/translation/calls.ts';
import { lineBudget, translationBudget, usualRate } from '#plugins/translation/limits.ts';
import { gramsOf, likeness, memoryKey } from '#plugins/translation/server/grams.ts';
import { termsFor, usedTerms } from '#plugins/translation/server/terms.ts';
import { productsOf, termsOf } from '#plugins/translation/terms.ts';

test('the same text is 100 %, whatever spaces it has; others are less, and other numbers much less', () => {
  assert.equal(likeness(' 全场  包邮 ', '全场 包邮'), 100);
  assert.equal(memoryKey(' a \n b '), 'a b');
  const near = likeness('今天下单全场包邮', '今天下单全店包邮');
  assert.ok(near >= 60 && near < 100, `${near}`);
  assert.ok(likeness('Free shipping on all orders today', 'Free shipping on all orders this week') > 60);
  assert.ok(likeness('买 2 送 1，全场包邮，今天下单', '买 3 送 1，全场包邮，今天下单') <= 80);
  assert.ok(likeness('全场包邮', '明天发货') < 30);
  assert.equal(likeness('!!!', '???'), 0);
});

test('parts of texts are numbers that the database takes, each once', () => {
  const grams = gramsOf('Buy one, buy ONE; 买一送一 👍');
  assert.equal(new Set(grams).size, grams.length);
  assert.ok(grams.every((gram) => Number.isInteger(gram) && Math.abs(gram) <= 2 ** 31));
  assert.deepEqual(gramsOf('buy ONE'), gramsOf('Buy... one!'));
  assert.deepEqual(gramsOf(''), []);
});

test('terms of the project go before those of its product, and these before the others; without a word one stays as it is', () => {
  const account: Term[] = [
    { term: '映港', to: {} },
    { term: '包邮', to: { 'en-US': 'free shipping', 'de-DE': 'versandfrei' } },
    { term: '壶', to: { 'en-US': 'pot' } },
    { term: '壶', to: { 'en-US': 'kettle' }, product: '水壶' },
    { term: '杯', to: { 'en-US': 'mug' }, product: '杯子' },
  ];
  const project = { terms: [{ term: '包邮', to: { 'en-US': 'shipping is on us' } }], product: '' };
  const terms = termsFor(termsOf(project, account), 'en-US');
  assert.deepEqual(terms, { 映港: '映港', 包邮: 'shipping is on us', 壶: 'pot' });
  assert.deepEqual(usedTerms('全场包邮', terms), { 包邮: 'shipping is on us' });
  assert.deepEqual(termsFor(termsOf(project, account), 'fr-FR'), { 映港: '映港' });
  assert.deepEqual(termsFor(termsOf({ ...project, product: '水壶' }, account), 'en-US'), { ...terms, 壶: 'kettle' });
  assert.deepEqual(productsOf(account), ['杯子', '水壶']);
});

test('a line has room for what can be read while it is shown', () => {
  assert.equal(lineBudget({ start: 1_000, end: 3_000 }, 'en-US'), 40);
  assert.equal(lineBudget({ start: 0, end: 10 }, 'zh-CN'), 1);
});

test('what a service is to translate a line into is read in its time, and spoken in its room by the voice', () => {
  const line = { start: 1_000, end: 3_000 };
  assert.equal(translationBudget(line, 'en-US', { rate: 12, room: 2_500 }), 30);
  assert.equal(translationBudget(line, 'en-US', { rate: 14, room: 2_500 }), 35);
  assert.equal(translationBudget(line, 'en-US', { rate: 18, room: 2_500 }), 40, 'nobody reads more');
  assert.equal(translationBudget(line, 'en-US', { rate: 12, room: 0 }), 40, 'it is not spoken');
  assert.ok(usualRate('zh-CN') < usualRate('en-US'));
});
