import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readTable, surestWords, together } from '#plugins/eye/server/tesseract/read-table.ts';

const HEAD = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';
const table = (...rows: (string | number)[][]): string => [HEAD, ...rows.map((row) => row.join('\t')), ''].join('\n');

test('words come with their picture, line and box, and rows without a word are left out', () => {
  const { sizes, words } = readTable(
    table(
      [1, 1, 0, 0, 0, 0, 0, 0, 640, 360, -1, ''],
      [4, 1, 1, 1, 1, 0, 10, 20, 200, 30, -1, ''],
      [5, 1, 1, 1, 1, 1, 10, 22, 90, 28, 75, 'Livraison'],
      [5, 1, 1, 1, 1, 3, 220, 20, 10, 30, 95, ' '],
      [1, 2, 0, 0, 0, 0, 0, 0, 100, 50, -1, ''],
      [5, 2, 1, 1, 2, 1, 1, 2, 3, 4, 50, 'ici'],
    ),
  );
  assert.deepEqual(sizes, [
    { width: 640, height: 360 },
    { width: 100, height: 50 },
  ]);
  assert.deepEqual(words, [
    { picture: 0, line: '1 1 1', text: 'Livraison', confidence: 0.75, left: 10, top: 22, right: 100, bottom: 50 },
    { picture: 1, line: '1 1 2', text: 'ici', confidence: 0.5, left: 1, top: 2, right: 4, bottom: 6 },
  ]);
});

const word = (text: string, confidence: number, left: number, right: number) => ({
  ...{ picture: 0, line: '1 1 1', text, confidence, left, right, top: 0, bottom: 10 },
});

test('words of a line stand together, Chinese and Japanese ones without a space', () => {
  const line = together([word('Livraison', 0.75, 10, 100), word('été', 0.5, 110, 150)]);
  assert.deepEqual(line, { text: 'Livraison été', confidence: 0.6875, left: 10, top: 0, right: 150, bottom: 10 });
  const mixed = [word('今日は', 0.9, 0, 9), word('送料', 0.9, 10, 19), word('OK', 0.9, 20, 29)];
  assert.equal(together(mixed).text, '今日は送料 OK');
});

test('of several readings of a line the surest word counts at each place', () => {
  const words = [
    ...[word('Livraison', 0.9, 10, 100), word('SERIE', 0.4, 110, 200)],
    ...[word('Maisons', 0.3, 12, 98), word('très', 0.8, 108, 150), word('rapide', 0.95, 155, 210)],
    word('|', 0.45, 215, 218),
  ];
  assert.deepEqual(
    surestWords(words, 0.5).map(({ text }) => text),
    ['Livraison', 'très', 'rapide'],
  );
});
