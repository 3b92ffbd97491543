import { CSV_START, csvLine } from '#core/contract/spreadsheet.ts';

import { IMPORT_FIELDS, type ImportField, type ImportRow } from '#plugins/poi/calls.ts';

/** What the head of a column may say, in both languages and as other programs write it; without spaces and marks. */
const HEADS: Readonly<Record<ImportField, readonly string[]>> = {
  poiId: ['poiid', 'poi', '门店id'],
  name: ['门店名称', '店铺名称', '名称', 'storename', 'name', 'store'],
  address: ['门店地址', '店铺地址', '地址', 'storeaddress', 'address'],
  latitude: ['纬度', 'latitude', 'lat'],
  longitude: ['经度', 'longitude', 'lng', 'lon'],
};
const NEEDED = ['poiId', 'name', 'address'] as const;

/** What a table says of places; `missing` are the columns that its first row does not name. */
export interface ReadRows {
  rows: ImportRow[];
  missing: ImportField[];
}

/** Finds the columns by the first row that is not empty, and reads the rows below it. */
export function importRows(table: readonly (readonly string[])[]): ReadRows {
  const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
  const head = table.findIndex((cells) => !isEmpty(cells));
  const names = (table[head] ?? []).map((cell) => cell.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const places = new Map(IMPORT_FIELDS.map((field) => [field, names.findIndex((name) => HEADS[field].includes(name))]));
  const missing = NEEDED.filter((field) => places.get(field) === -1);
  if (missing.length > 0) return { rows: [], missing };
  const rows = table.flatMap((cells, at) => {
    if (at <= head || isEmpty(cells)) return [];
    const read = (field: ImportField): string => unguarded((cells[places.get(field) ?? -1] ?? '').trim());
    const [poiId, name, address] = [read('poiId'), read('name'), read('address')];
    return [{ row: at + 1, poiId, name, address, latitude: read('latitude'), longitude: read('longitude') }];
  });
  return { rows, missing };
}

/** Exports write a quote before what a spreadsheet would take for a formula. */
const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@＝＋－＠|%])/u, '');

/** A file with the heads of the columns and one row as an example, for Excel. */
export function templateFile(heads: readonly string[], example: readonly string[]): Blob {
  return new Blob([CSV_START, csvLine(heads), csvLine(example)], { type: 'text/csv' });
}
