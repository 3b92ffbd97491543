import assert from 'node:assert/strict';
import { test } from 'node:test';

import { termsIn } from '#core/contract/glossary.ts';
import { findLanguage, isOtherLanguage } from '#core/server/ground/find-language.ts';

test('the language of a text is found, and it is said where people have to be asked', async () => {
  const told: readonly [string, string | null, boolean][] = [
    ['包邮', 'zh-CN', true],
    ['今だけ送料無料', 'ja-JP', true],
    ['오늘만 무료 배송', 'ko-KR', true],
    ['ส่งฟรีวันนี้', 'th-TH', true],
    ['משלוח חינם היום', 'he-IL', true],
    ['Buy one and get one free today', 'en-US', true],
    ['Gratis verzending vandaag voor iedereen', 'nl-NL', true],
    ['Бесплатная доставка только сегодня', 'ru-RU', true],
    ['Libreng pagpapadala ngayon sa lahat', 'fil-PH', true],
    ['Beli satu gratis satu, gratis ongkir ke seluruh Indonesia', 'ms-MY', false],
    ['', null, false],
    ['2026 — 12', null, false],
  ];
  for (const [text, tag, isSure] of told) assert.deepEqual(await findLanguage(text), { tag, isSure }, text);
  assert.equal((await findLanguage('ok')).isSure, false);
});

test('texts in another language are told only beyond doubt', async () => {
  assert.equal(await isOtherLanguage(['Buy one and get one free today', 'Only in our shop'], 'de-DE'), true);
  assert.equal(await isOtherLanguage(['Buy one and get one free today', 'Only in our shop'], 'en-US'), false);
  assert.equal(await isOtherLanguage(['Reelport', 'iPhone 15 Pro'], 'de-DE'), false);
  assert.equal(await isOtherLanguage(['Beli satu gratis satu, gratis ongkir ke seluruh Indonesia'], 'id-ID'), false);
});

test('terms are found as whole words, the longest first, whatever capitals they have', () => {
  const places = termsIn('Reelport Pro and reelport, not reelports; 映港出品', ['reelport', 'Reelport Pro', '映港']);
  assert.deepEqual(
    places.map(({ at, length, term }) => [at, length, term]),
    [
      [0, 12, 'Reelport Pro'],
      [17, 8, 'reelport'],
      [42, 2, '映港'],
    ],
  );
});
