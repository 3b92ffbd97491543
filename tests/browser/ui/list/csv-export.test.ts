import { afterEach, beforeEach, expect, test } from '@rstest/core';

import { csvLine } from '#core/contract/spreadsheet.ts';
import { CsvExport } from '#core/web/ui/list/CsvExport.ts';
import type { ListColumn } from '#core/web/ui/list/list-parts.ts';

import { Harbour, ships, type Ship } from './list-kit.tsx';

const saved: Array<{ name: string; blob: Blob }> = [];
const { createObjectURL } = URL;
const { click } = HTMLAnchorElement.prototype;
beforeEach(() => {
  saved.length = 0;
  let last: Blob = new Blob();
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:test';
  };
  HTMLAnchorElement.prototype.click = function save() {
    saved.push({ name: this.download, blob: last });
  };
});
afterEach(() => {
  URL.createObjectURL = createObjectURL;
  HTMLAnchorElement.prototype.click = click;
});

const COLUMNS: ListColumn<Ship>[] = [
  { key: 'name', title: 'Name', render: () => null, plain: ({ name }) => name },
  { key: 'kind', title: 'Kind', render: () => null },
  { key: 'id', title: 'Number', render: () => null, plain: ({ id }) => Number(id.slice(1)) },
];

test('text never becomes a formula, whatever it begins with', () => {
  const evil = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', ' =1', '＝1', '"=1', "'=1", '%0|cmd'];
  for (const text of evil) expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  expect(csvLine(['a-b', -5, 0.25, null, Number.NaN])).toBe('a-b,-5,0.25,,\r\n');
});

test('commas, quotes and new lines stay within their cell', () => {
  expect(csvLine(['a,b', 'say "no"', 'one\ntwo', '海港'])).toBe('"a,b","say ""no""","one\ntwo",海港\r\n');
});

test('all of the list is written, page by page, with a mark for Excel; what is listed stays', async () => {
  const { list, asked } = new Harbour(ships(450), 20);
  await list.load();
  const file = new CsvExport();
  await file.run({ name: 'Ships', columns: COLUMNS, parts: list.parts });
  expect(asked.slice(1).map(({ cursor, limit }) => [cursor, limit])).toEqual([
    [undefined, 200],
    ['200', 200],
    ['400', 200],
  ]);
  expect([file.done, file.total, file.isRunning, list.ids.length]).toEqual([450, 450, false, 20]);
  expect(saved.map(({ name }) => name)).toEqual(['Ships.csv']);
  const bytes = new Uint8Array(await saved[0]!.blob.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  expect([lines[0], lines[1], lines[450], lines.length]).toEqual(['Name,Number', 'Ship 1,1', 'Ship 450,450', 452]);
});

test('an export that is stopped saves nothing and asks for nothing more', async () => {
  const { list, asked } = new Harbour(ships(1000));
  const file = new CsvExport();
  const running = file.run({ name: 'Ships', columns: COLUMNS, parts: list.parts });
  file.cancel();
  await running;
  expect([saved.length, asked.length, file.isRunning, file.failure]).toEqual([0, 1, false, null]);
});

test('a page that fails saves nothing, and says why', async () => {
  const harbour = new Harbour(ships(1000));
  harbour.failure = new Error('storm');
  const file = new CsvExport();
  await file.run({ name: 'Ships', columns: COLUMNS, parts: harbour.list.parts });
  expect([saved.length, file.failure?.error]).toEqual([0, harbour.failure]);
});
