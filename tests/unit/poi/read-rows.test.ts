import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ImportRow } from '#plugins/poi/calls.ts';
import { readRows } from '#plugins/poi/server/import-places.ts';

const row = (number: number, written: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row: number, poiId: `poi-${number}`, name: 'Quay', address: '1 Harbour Road', latitude: '', longitude: '' },
  ...written,
});
const faultsOf = (...rows: ImportRow[]) => readRows(rows).faults.map(({ row: at, field, code }) => [at, field, code]);

test('rows become places: trimmed, with coordinates or without', () => {
  const { places, faults } = readRows([
    row(2, { poiId: ' 66011 ', latitude: '30.27415', longitude: ' +120.15 ' }),
    row(3, { latitude: '-90', longitude: '-180' }),
    row(4),
  ]);
  assert.deepEqual(faults, []);
  assert.deepEqual(
    places.map(({ poiId, latitude, longitude }) => [poiId, latitude, longitude]),
    [
      ['66011', 30.27415, 120.15],
      ['poi-3', -90, -180],
      ['poi-4', null, null],
    ],
  );
});

test('each fault is told by its row and column', () => {
  assert.deepEqual(faultsOf(row(2, { poiId: '', name: ' ' })), [
    [2, 'poiId', 'poi:row.empty'],
    [2, 'name', 'poi:row.empty'],
  ]);
  assert.deepEqual(faultsOf(row(2, { poiId: 'a b' })), [[2, 'poiId', 'poi:row.poi-id']]);
  assert.deepEqual(faultsOf(row(2, { poiId: 'x'.repeat(65) })), [[2, 'poiId', 'poi:row.poi-id']]);
  assert.deepEqual(faultsOf(row(2, { address: 'x'.repeat(201) })), [[2, 'address', 'poi:row.long']]);
  assert.deepEqual(faultsOf(row(2, { latitude: '91', longitude: '0' })), [[2, 'latitude', 'poi:row.latitude']]);
  assert.deepEqual(faultsOf(row(2, { latitude: '1', longitude: 'east' })), [[2, 'longitude', 'poi:row.longitude']]);
  assert.deepEqual(faultsOf(row(2, { latitude: '1' })), [[2, 'latitude', 'poi:row.half']]);
  assert.deepEqual(faultsOf(row(2, { latitude: '30°16', longitude: '1' })), [[2, 'latitude', 'poi:row.latitude']]);
  const { faults } = readRows([row(2), row(5, { poiId: 'poi-2' }), row(9, { poiId: 'poi-2' })]);
  assert.deepEqual(
    faults.map(({ row: at, code, other }) => [at, code, other]),
    [
      [5, 'poi:row.twice', 2],
      [9, 'poi:row.twice', 2],
    ],
  );
});
