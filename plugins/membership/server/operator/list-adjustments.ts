import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';

import type { Adjustment, listAdjustments as call } from '#plugins/membership/calls.ts';
import { membershipAdjustments, type AdjustmentRow } from '../tables.ts';
import { membersOf } from './members.ts';

/** What operators gave and put right, newest first. @throws expected `core:http.cursor` (422) */
export async function listAdjustments(
  ctx: ServerContext,
  { state, cursor, limit }: z.output<typeof call.query>,
  operator: string,
): Promise<CallData<typeof call>> {
  assertCursor(cursor);
  const table = membershipAdjustments;
  const ofState = state === undefined ? undefined : eq(table.state, state);
  const rows = await ctx.db.orm
    .select()
    .from(table)
    .where(and(ofState, cursor === undefined ? undefined : lt(table.id, cursor)))
    .orderBy(desc(table.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    items: await presentAdjustments(ctx, shown, operator),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await ctx.db.orm.$count(table, ofState),
  };
}

/** One adjustment as an operator sees it. */
export async function presentAdjustment(ctx: ServerContext, row: AdjustmentRow, operator: string): Promise<Adjustment> {
  const [adjustment] = await presentAdjustments(ctx, [row], operator);
  if (adjustment === undefined) throw new TypeError('an adjustment was not presented');
  return adjustment;
}

async function presentAdjustments(
  ctx: ServerContext,
  rows: readonly AdjustmentRow[],
  operator: string,
): Promise<Adjustment[]> {
  const ids = rows.flatMap(({ accountId, askedBy, decidedBy }) => [accountId, askedBy, decidedBy ?? accountId]);
  const members = await membersOf(ctx, ids);
  const nameOf = (id: string) => members.get(id)?.name ?? '';
  return rows.map(({ id, accountId, deed, reason, state, askedBy, askedAt, decidedBy, decidedAt }) => ({
    ...{ id, deed, reason, state, askedBy: nameOf(askedBy), askedAt: askedAt.toISOString() },
    account: members.get(accountId) ?? { id: accountId, name: '', mobile: null },
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    isOwn: askedBy === operator || accountId === operator,
  }));
}
