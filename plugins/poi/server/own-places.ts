import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { listPlaces as listCall, Place, PlaceFacts } from '../calls.ts';
import { placesChanged } from '../events.ts';
import { poiPlaces, poiUses, type PlaceRow } from './tables.ts';

/** Places of one account. */
export const MOST_PLACES = 20_000;

interface Own {
  accountId: string;
  id: string;
}

export async function presentPlaces(db: Tx, rows: readonly PlaceRow[]): Promise<Place[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await db.orm
    .select({ id: poiUses.placeId, posts: sql<number>`count(*)::int` })
    .from(poiUses)
    .where(inArray(poiUses.placeId, ids))
    .groupBy(poiUses.placeId);
  const posts = new Map(counts.map((count) => [count.id, count.posts]));
  return rows.map(({ accountId: _account, changedAt, ...row }) => ({
    ...{ ...row, posts: posts.get(row.id) ?? 0, changedAt: changedAt.toISOString() },
  }));
}

/** The newest first; the cursor is the last one's id. */
export async function listPlaces(
  { db }: Pick<ServerContext, 'db'>,
  accountId: string,
  { q = '', located, used, cursor, limit }: z.output<typeof listCall.query>,
) {
  const { id, poiId, name, address, latitude } = poiPlaces;
  const isUsed = sql`exists (select from ${poiUses} where ${poiUses.placeId} = ${id})`;
  const words = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const narrowing: (SQL | undefined)[] = [
    q === '' ? undefined : sql`(${poiId} ilike ${words} or ${name} ilike ${words} or ${address} ilike ${words})`,
    located === undefined ? undefined : located === 'yes' ? isNotNull(latitude) : isNull(latitude),
    used === undefined ? undefined : used === 'yes' ? isUsed : sql`not ${isUsed}`,
  ];
  const where = and(...narrowing) ?? sql`true`;
  const scope = db.scope(accountId);
  const from: [SQL, ...SQL[]] = cursor === undefined ? [where] : [where, lt(id, cursorId(cursor))];
  const rows = await scope.select(poiPlaces, { where: from, orderBy: desc(id), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    items: await presentPlaces(db, shown),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await scope.count(poiPlaces, where),
  };
}

/** A page of its own making begins at an id. */
function cursorId(cursor: string): string {
  if (!/^[0-9a-f-]{36}$/.test(cursor)) fail('core:http.cursor', {}, { kind: 'invalid' });
  return cursor;
}

/** @throws expected `poi:known` (409), `poi:most` (422) */
export async function addPlace(ctx: ServerContext, accountId: string, facts: PlaceFacts): Promise<Place> {
  return await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    await lockPlaces(tx, accountId);
    if ((await scope.count(poiPlaces)) >= MOST_PLACES) fail('poi:most', { most: MOST_PLACES }, { kind: 'invalid' });
    await refuseKnown(tx, accountId, facts);
    const rows = await scope.insert(poiPlaces, { id: uuid(), ...facts, changedAt: ctx.clock.now() });
    return await changed(ctx, tx, accountId, rows);
  });
}

/** @throws expected `poi:missing` (404), `poi:known` (409) */
export async function changePlace(ctx: ServerContext, { accountId, id }: Own, facts: PlaceFacts): Promise<Place> {
  return await ctx.db.transaction(async (tx) => {
    await lockPlaces(tx, accountId);
    await refuseKnown(tx, accountId, facts, id);
    const values = { ...facts, changedAt: ctx.clock.now() };
    const rows = await tx.scope(accountId).update(poiPlaces, eq(poiPlaces.id, id), values);
    return await changed(ctx, tx, accountId, rows);
  });
}

/** @returns how many there were */
export async function removePlaces(ctx: ServerContext, accountId: string, ids: readonly string[]): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const gone = await tx.scope(accountId).delete(poiPlaces, inArray(poiPlaces.id, [...ids]));
    await ctx.events.publish(tx, placesChanged, { accountId, data: {} });
    return gone.length;
  });
}

/** One at a time changes the places of an account, so that ids stay unique and counts right. */
export async function lockPlaces(tx: Tx, accountId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`poi ${accountId}`}, 0))`);
}

async function refuseKnown(tx: Tx, accountId: string, { poiId }: PlaceFacts, id?: string): Promise<void> {
  const others: [SQL, ...SQL[]] = [eq(poiPlaces.poiId, poiId), ...(id === undefined ? [] : [ne(poiPlaces.id, id)])];
  const other = await tx.scope(accountId).find(poiPlaces, others);
  if (other !== undefined) fail('poi:known', { poiId, name: other.name }, { kind: 'conflict' });
}

async function changed(ctx: ServerContext, tx: Tx, accountId: string, rows: readonly PlaceRow[]): Promise<Place> {
  const [place] = await presentPlaces(tx, rows);
  if (place === undefined) return fail('poi:missing', {}, { kind: 'not-found' });
  await ctx.events.publish(tx, placesChanged, { accountId, data: {} });
  return place;
}
