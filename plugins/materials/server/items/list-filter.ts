import { and, eq, gt, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { CallInput } from '#core/contract/call.ts';
import { likePattern, searchWords } from '#core/server/ground/search-text.ts';

import type { listMaterials } from '#plugins/materials/calls.ts';
import { materialsItems } from '../tables.ts';

export type MaterialQuery = CallInput<typeof listMaterials>['query'];

/** Sides that differ by less than this share of the longer one are a square. */
const SQUARE_SHARE = 0.02;

/** The condition of everything that the filters of a list let through. */
export function filterOf(query: MaterialQuery): SQL | undefined {
  const { kind, folder, q, state, split, mixed, published, shape, trash } = query;
  return and(
    trash ? isNotNull(materialsItems.deletedAt) : isNull(materialsItems.deletedAt),
    kind === undefined ? undefined : eq(materialsItems.kind, kind),
    folderCondition(folder),
    ...searchWords(q ?? '').map((word) => sql`${materialsItems.search} like ${likePattern(word)}`),
    state === undefined ? undefined : stateCondition(state),
    split === undefined ? undefined : eq(materialsItems.split, split),
    countCondition(materialsItems.mixCount, mixed),
    countCondition(materialsItems.publishCount, published),
    shape === undefined ? undefined : shapeCondition(shape),
  );
}

function countCondition(count: PgColumn, isAny: boolean | undefined): SQL | undefined {
  if (isAny === undefined) return undefined;
  return isAny ? gt(count, 0) : eq(count, 0);
}

function stateCondition(state: NonNullable<MaterialQuery['state']>): SQL {
  return state === 'usable' ? ne(materialsItems.state, 'failed') : eq(materialsItems.state, state);
}

function folderCondition(folder: MaterialQuery['folder']): SQL | undefined {
  if (folder === 'all') return undefined;
  return folder === 'top' ? isNull(materialsItems.folderId) : eq(materialsItems.folderId, folder);
}

function shapeCondition(shape: NonNullable<MaterialQuery['shape']>): SQL {
  const { width, height } = materialsItems;
  const square = sql`abs(${width} - ${height}) <= ${SQUARE_SHARE}::float8 * greatest(${width}, ${height})`;
  if (shape === 'square') return square;
  return shape === 'portrait'
    ? sql`${height} > ${width} and not ${square}`
    : sql`${width} > ${height} and not ${square}`;
}
