import { and, desc, eq, inArray, like, lt, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';

import type { listAllOrders as call, Member, OperatorOrder } from '#plugins/membership/calls.ts';
import { presentOrder } from '../orders/present-order.ts';
import { membershipOrders, type OrderRow } from '../tables.ts';
import { findMembers, membersOf } from './members.ts';

/**
 * The orders of all accounts, newest first.
 * @throws expected `core:http.cursor` (422)
 */
export async function listAllOrders(
  ctx: Pick<ServerContext, 'db' | 'use'>,
  { q = '', state, account, cursor, limit }: z.output<typeof call.query>,
  language: MessageLanguage,
): Promise<CallData<typeof call>> {
  assertCursor(cursor);
  const { id, number, accountId } = membershipOrders;
  const asked: (SQL | undefined)[] = [
    state === undefined ? undefined : eq(membershipOrders.state, state),
    account === undefined ? undefined : eq(accountId, account),
  ];
  if (q !== '') {
    const found = await findMembers(ctx, ctx.db, q);
    const ofNumber = /^\d+$/.test(q) ? like(number, `${q}%`) : undefined;
    asked.push(or(ofNumber, inArray(accountId, found)));
  }
  const rows = await ctx.db.orm
    .select()
    .from(membershipOrders)
    .where(and(...asked, cursor === undefined ? undefined : lt(id, cursor)))
    .orderBy(desc(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const members = await membersOf(
    ctx,
    shown.map((row) => row.accountId),
  );
  return {
    items: shown.map((row) => ({ id: row.id, ...presentForOperator(row, members, language) })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await ctx.db.orm.$count(membershipOrders, and(...asked)),
  };
}

/** What a payment service is called, also one that is no longer there; its id where it is none of ours. */
export function serviceTitle(service: string, language: MessageLanguage): string {
  const key = `membership:service.${service.replace(/^membership\./, '')}`;
  return isMessageKey(key) ? translate(language, key) : service;
}

/** An order as operators see it. */
export function presentForOperator(
  row: OrderRow,
  members: ReadonlyMap<string, Member>,
  language: MessageLanguage,
): OperatorOrder {
  const { accountId, reason, paidAmount, paidCurrency, transaction, deadline } = row;
  return {
    ...presentOrder(row),
    serviceTitle: serviceTitle(row.service, language),
    account: members.get(accountId) ?? { id: accountId, name: '', mobile: null },
    reason: reason === null ? null : translate(language, `membership:orders.reason-${reason}`),
    ...{ paidAmount, paidCurrency, transaction, deadline: deadline?.toISOString() ?? null },
  };
}
