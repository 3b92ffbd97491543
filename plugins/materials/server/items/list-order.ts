import { asc, desc, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';

import { isCursorId, isCursorTime } from '../cursor-parts.ts';
import { materialsItems } from '../tables.ts';
import type { MaterialRow } from './material-row.ts';

/** What a list may be sorted by. */
export type MaterialSort = 'created' | 'name' | 'seconds' | 'size' | 'mixCount' | 'mixedAt';

interface Order {
  /** Exactly the expression of its index. */
  key: SQL;
  /** The type that a cursor's value is compared as. */
  type: 'timestamptz' | 'text' | 'float8' | 'bigint' | 'integer';
  /** A row's value as a cursor says it. */
  valueOf(row: MaterialRow): string;
  /** Whether the database can read a cursor's value. */
  takes(value: string): boolean;
}

const NEVER = '-infinity';
const isWhole = (value: string): boolean => /^\d{1,15}$/.test(value);

const ORDERS: Record<MaterialSort, Order> = {
  created: {
    key: sql`${materialsItems.createdAt}`,
    type: 'timestamptz',
    valueOf: ({ createdAt }) => createdAt.toISOString(),
    takes: isCursorTime,
  },
  name: {
    key: sql`${materialsItems.orderKey}`,
    type: 'text',
    valueOf: ({ orderKey }) => orderKey,
    // No NUL: PostgreSQL takes none.
    takes: (value) => !value.includes('\0'),
  },
  seconds: {
    key: sql`coalesce(${materialsItems.seconds}, -1)`,
    type: 'float8',
    valueOf: ({ seconds }) => String(seconds ?? -1),
    takes: (value) => value !== '' && String(Number(value)) === value && Number.isFinite(Number(value)),
  },
  size: {
    key: sql`${materialsItems.size}`,
    type: 'bigint',
    valueOf: ({ size }) => String(size),
    takes: isWhole,
  },
  mixCount: {
    key: sql`${materialsItems.mixCount}`,
    type: 'integer',
    valueOf: ({ mixCount }) => String(mixCount),
    takes: (value) => /^\d{1,9}$/.test(value),
  },
  mixedAt: {
    key: sql`coalesce(${materialsItems.mixedAt}, '-infinity')`,
    type: 'timestamptz',
    valueOf: ({ mixedAt }) => mixedAt?.toISOString() ?? NEVER,
    takes: (value) => value === NEVER || isCursorTime(value),
  },
};

/** Materials with equal values are ordered by their ids. */
export function orderOf(sort: MaterialSort, descending: boolean): SQL[] {
  const direction = descending ? desc : asc;
  return [direction(ORDERS[sort].key), direction(materialsItems.id)];
}

/** Where the page after this row begins: sort, value and id. */
export function cursorAt(sort: MaterialSort, row: MaterialRow): string {
  return [sort, Buffer.from(ORDERS[sort].valueOf(row)).toString('base64url'), row.id].join('.');
}

/**
 * What comes after a cursor.
 * @throws expected `core:http.cursor` (422), also for a cursor of another order
 */
export function afterCursor(cursor: string, sort: MaterialSort, descending: boolean): SQL {
  const [of, encoded = '', id = ''] = cursor.split('.');
  const value = Buffer.from(encoded, 'base64url').toString();
  const { key, type, takes } = ORDERS[sort];
  if (of !== sort || !takes(value) || !isCursorId(id)) {
    fail('core:http.cursor', {}, { kind: 'invalid' });
  }
  const than = sql.raw(descending ? '<' : '>');
  return sql`(${key}, ${materialsItems.id}) ${than} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}
