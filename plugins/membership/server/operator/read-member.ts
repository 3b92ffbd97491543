import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { LedgerUnit } from '#core/contract/ledger.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import type { listMemberSteps as stepsCall, readMember as readCall } from '#plugins/membership/calls.ts';
import { membershipOf } from '../orders/membership-of.ts';
import { membersOf } from './members.ts';
import { timelineOf } from './order-file.ts';

/** An account's membership and what it has. @throws expected `membership:operator.no-member` (404) */
export async function readMember(ctx: ServerContext, id: string): Promise<CallData<typeof readCall>> {
  const [account] = await ctx.db.orm.select().from(coreAccounts).where(eq(coreAccounts.id, id));
  const member = (await membersOf(ctx, [id])).get(id);
  if (account === undefined || member === undefined) {
    return fail('membership:operator.no-member', {}, { kind: 'not-found' });
  }
  const { level, until } = membershipOf(account, ctx.clock.now());
  return {
    ...{ member, level, until: until?.toISOString() ?? null },
    ...{ isMain: account.parentId === null, isDisabled: account.disabled },
    createdAt: account.createdAt.toISOString(),
    balances: await ctx.ledger.balances(ctx.db, id),
  };
}

interface Row extends Record<string, unknown> {
  id: string;
  /** With microseconds, as the order needs them. */
  at: string;
  action: string;
  actor: string;
  order_number: string | null;
  details: unknown;
  unit: LedgerUnit | null;
  change: string | null;
  after: string | null;
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T[\d:.]+[+\-:\dZ]*) (.+)$/;

/**
 * Everything that the audit log and the ledger keep of an account, as one list, newest first.
 * @throws expected `core:http.cursor` (422)
 */
export async function listMemberSteps(
  ctx: ServerContext,
  id: string,
  { cursor, limit }: z.output<typeof stepsCall.query>,
  language: MessageLanguage,
): Promise<CallData<typeof stepsCall>> {
  const [, at, last] = CURSOR.exec(cursor ?? '') ?? [];
  if (cursor !== undefined && (at === undefined || !z.uuid().safeParse(last).success)) {
    fail('core:http.cursor', {}, { kind: 'invalid' });
  }
  const isOrder = sql`m.facts ->> 'service' = 'membership.order'`;
  const all = sql`
    select a.id, a.at, a.action, a.actor, a.details,
      case when a.action like 'order.%' and a.target ~ '^[0-9]{24}$' then a.target end as order_number,
      null as unit, null::bigint as change, null::bigint as after
      from core_audit a where a.account_id = ${id}
    union all
    select m.id, m.at,
      'ledger.' || case when m.kind = 'hold' and m.facts ->> 'service' like 'membership.%' then 'activate' else m.kind end,
      coalesce(m.facts ->> 'by', 'system'),
      jsonb_build_object('name', case when ${isOrder} then null else m.facts ->> 'name' end, 'why', m.facts ->> 'reason'),
      case when ${isOrder} then m.facts ->> 'name' end, e.unit, e.amount, e.after
      from core_ledger_entries e join core_ledger_movements m on m.id = e.movement_id
      where e.account_id = ${id}::uuid and e.side = 'available'`;
  const { rows } = await ctx.db.orm.execute<Row>(sql`
    select id, to_json(at) #>> '{}' as at, action, actor, details, order_number, unit, change, after
    from (${all}) steps
    where ${at === undefined ? sql`true` : sql`(steps.at, steps.id) < (${at}::timestamptz, ${last}::uuid)`}
    order by steps.at desc, steps.id desc limit ${limit + 1}`);
  const counted = await ctx.db.orm.execute<{ total: number }>(sql`select count(*)::int as total from (${all}) steps`);
  const shown = rows.slice(0, limit);
  const steps = await timelineOf(
    ctx,
    shown.map((row) => ({ ...row, at: new Date(row.at) })),
    language,
  );
  const end = shown.at(-1);
  return {
    items: steps.map((step, index) => ({
      ...step,
      ...{ order: shown[index]?.order_number ?? null, movement: movementOf(shown[index]) },
    })),
    nextCursor: rows.length > limit && end !== undefined ? `${end.at} ${end.id}` : null,
    total: counted.rows[0]?.total ?? 0,
  };
}

function movementOf(row: Row | undefined): CallData<typeof stepsCall>['items'][number]['movement'] {
  if (row === undefined || row.unit === null) return null;
  return { id: row.id, unit: row.unit, change: Number(row.change), after: Number(row.after) };
}
