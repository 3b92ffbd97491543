import { eq, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import {
  placeFacts,
  type ImportField,
  type importPlaces as importCall,
  type ImportRow,
  type PlaceFacts,
} from '../calls.ts';
import { placesChanged } from '../events.ts';
import { lockPlaces, MOST_PLACES } from './own-places.ts';
import { poiPlaces, type PlaceRow } from './tables.ts';

interface Import {
  accountId: string;
  language: MessageLanguage;
  rows: readonly ImportRow[];
  /** Only says what would be done. */
  isTrial: boolean;
}

interface RowFault {
  row: number;
  field: ImportField;
  code: MessageKey;
  /** Another row that says the same. */
  other?: number;
}

/**
 * Checks the rows of a spreadsheet and, when each of them is right, writes all of them together.
 * @throws expected `poi:most` (422)
 */
export async function importPlaces(
  ctx: ServerContext,
  { accountId, language, rows, isTrial }: Import,
): Promise<CallData<typeof importCall>> {
  const { places, faults } = readRows(rows);
  return await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    await lockPlaces(tx, accountId);
    const ids = places.map(({ poiId }) => poiId);
    const known = ids.length === 0 ? [] : await scope.select(poiPlaces, { where: inArray(poiPlaces.poiId, ids) });
    const byId = new Map(known.map((row) => [row.poiId, row]));
    const fresh = places.filter(({ poiId }) => !byId.has(poiId));
    const changes = places.flatMap((place) => {
      const before = byId.get(place.poiId);
      return before === undefined || isSame(before, place) ? [] : [{ id: before.id, place }];
    });
    if ((await scope.count(poiPlaces)) + fresh.length > MOST_PLACES) {
      fail('poi:most', { most: MOST_PLACES }, { kind: 'invalid' });
    }
    if (faults.length === 0 && !isTrial) {
      const changedAt = ctx.clock.now();
      if (fresh.length > 0) {
        await scope.insert(
          poiPlaces,
          // The first row of the file is the first of the list.
          fresh.toReversed().map((place) => ({ id: uuid(), ...place, changedAt })),
        );
      }
      for (const { id, place } of changes) {
        await scope.update(poiPlaces, eq(poiPlaces.id, id), { ...place, changedAt });
      }
      await ctx.events.publish(tx, placesChanged, { accountId, data: {} });
    }
    return {
      faults: faults.map(({ row, field, code, other = 0 }) => ({
        ...{ row, field, text: translate(language, code, { row: other }) },
      })),
      ...{ added: fresh.length, changed: changes.length },
      same: places.length - fresh.length - changes.length,
    };
  });
}

/** Reads rows as people write them, and finds what is wrong with each. */
export function readRows(rows: readonly ImportRow[]): { places: PlaceFacts[]; faults: RowFault[] } {
  const places: PlaceFacts[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const written of rows) {
    const { row, poiId, name, address } = written;
    const [latitude, longitude] = [degreesOf(written.latitude), degreesOf(written.longitude)];
    const { data, error } = placeFacts.safeParse({ poiId, name, address, latitude, longitude });
    const wrong = new Set<ImportField>();
    for (const { path } of error?.issues ?? []) wrong.add((path[0] as ImportField | undefined) ?? 'latitude');
    for (const field of wrong) faults.push({ row, field, code: faultOf(field, written) });
    if (data === undefined) continue;
    const other = seen.get(data.poiId);
    if (other === undefined) places.push(data);
    else faults.push({ row, field: 'poiId', code: 'poi:row.twice', other });
    seen.set(data.poiId, other ?? row);
  }
  return { places, faults };
}

/** NaN for what is no number. */
function degreesOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^[+-]?\d{1,3}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

function faultOf(field: ImportField, written: ImportRow): MessageKey {
  if (field === 'latitude' || field === 'longitude') {
    const isHalf = (written.latitude.trim() === '') !== (written.longitude.trim() === '');
    return isHalf ? 'poi:row.half' : `poi:row.${field}`;
  }
  if (written[field].trim() === '') return 'poi:row.empty';
  return field === 'poiId' ? 'poi:row.poi-id' : 'poi:row.long';
}

const isSame = (row: PlaceRow, place: PlaceFacts): boolean =>
  row.name === place.name &&
  row.address === place.address &&
  row.latitude === place.latitude &&
  row.longitude === place.longitude;
