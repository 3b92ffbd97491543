import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { LedgerUnit } from '#core/contract/ledger.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';
import type { MovementFacts, MovementKind } from '#core/server/services/ledger/tables.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';
import { pluginOfTool } from '#core/server/services/tool-runs/tool.ts';

import type {
  Consumption,
  ConsumptionFilter,
  listConsumption as listCall,
  sumConsumption as sumCall,
} from '#plugins/membership/calls.ts';
import { titleOf } from '../plugin-title.ts';

// What an account spent on jobs is what holds took from its balance, and what came back of them.

interface Row extends Record<string, unknown> {
  id: string;
  account_id: string;
  at: string;
  kind: MovementKind;
  facts: MovementFacts;
  seconds: string | null;
  is_open: boolean;
  unit: LedgerUnit;
  amount: string;
  before: string;
  after: string;
}

/**
 * Entries `e` of those accounts, with their movements `m`, that took something for a job or gave it back. What this plugin
 * itself holds and settles are the days of a membership, which nobody has spent.
 */
const FROM = sql`core_ledger_entries e join core_ledger_movements m on m.id = e.movement_id`;
const OF_JOBS = sql`e.side = 'available' and m.kind in ('hold', 'settle', 'release', 'expire')
  and coalesce(m.facts ->> 'service', '') not like 'membership.%'`;
const KINDS = { consumed: sql`m.kind = 'hold'`, returned: sql`m.kind <> 'hold'` } as const;

type Period = z.output<typeof sumCall.query>;

function within({ from, until }: Period): SQL {
  const after = from === undefined ? sql`true` : sql`m.at >= ${from}::timestamptz`;
  return sql`${after} and ${until === undefined ? sql`true` : sql`m.at < ${until}::timestamptz`}`;
}

/** What a filter lists, to be read in parts. */
export interface FoundConsumption {
  count(): Promise<number>;
  /** The next ones, newest first, after the one of this id. */
  read(after: string | undefined, limit: number): Promise<Consumption[]>;
}

/**
 * Finds what an account and its sub-accounts spent on jobs.
 * @throws expected `core:ledger.not-sub-account` (404) for an account of somebody else
 */
export async function findConsumption(
  ctx: Pick<ServerContext, 'db' | 'plugins'>,
  accountId: string,
  { account, unit, state, language, ...period }: ConsumptionFilter & { language: MessageLanguage },
): Promise<FoundConsumption> {
  const names = await familyOf(ctx, accountId);
  if (account !== undefined && !names.has(account)) fail('core:ledger.not-sub-account', {}, { kind: 'not-found' });
  const listed = sql`
    e.account_id = any(${sql.param(account === undefined ? [...names.keys()] : [account])}::uuid[]) and ${OF_JOBS}
      and ${within(period)} and ${unit === undefined ? sql`true` : sql`e.unit = ${unit}`}
      and ${state === undefined ? sql`true` : KINDS[state]}`;
  const known = new Map((await ctx.plugins.list()).map((plugin) => [plugin.manifest.id, titleOf(plugin, language)]));
  return {
    async count() {
      const { rows } = await ctx.db.orm.execute<{ total: number }>(sql`
        select count(*)::int as total from ${FROM} where ${listed}`);
      return rows[0]?.total ?? 0;
    },
    async read(after, limit) {
      const { rows } = await ctx.db.orm.execute<Row>(sql`
        select e.movement_id as id, e.account_id, to_json(m.at) #>> '{}' as at, m.kind, e.unit, e.amount, e.before,
          e.after, coalesce(o.facts, m.facts) as facts, c.facts ->> 'seconds' as seconds,
          exists (select from core_ledger_holds h where h.id = m.id) as is_open
        from ${FROM}
          left join core_ledger_movements o on o.id = m.hold_id
          left join core_ledger_movements c on c.hold_id = m.id
        where ${listed} and ${after === undefined ? sql`true` : sql`e.movement_id < ${after}::uuid`}
        order by e.movement_id desc limit ${limit}`);
      return rows.map(({ id, account_id: owner, kind, facts, seconds, is_open: isOpen, ...row }) => ({
        ...{ id, account: { id: owner, name: names.get(owner) ?? '' }, at: new Date(row.at).toISOString() },
        state: kind === 'hold' ? 'consumed' : 'returned',
        isOpen,
        service: known.get(pluginOfTool(facts.service ?? '')) ?? facts.service ?? '',
        name: facts.name ?? null,
        seconds: seconds === null ? null : Number(seconds),
        ...{ unit: row.unit, change: Number(row.amount), before: Number(row.before), after: Number(row.after) },
      }));
    },
  };
}

/**
 * What an account and its sub-accounts spent on jobs, newest first. The cursor is the last one's id.
 * @throws expected `core:http.cursor` (422), and `core:ledger.not-sub-account` (404) for an account of somebody else
 */
export async function listConsumption(
  ctx: Pick<ServerContext, 'db' | 'plugins'>,
  accountId: string,
  { cursor, limit, ...filter }: z.output<typeof listCall.query> & { language: MessageLanguage },
): Promise<CallData<typeof listCall>> {
  assertCursor(cursor);
  const found = await findConsumption(ctx, accountId, filter);
  const rows = await found.read(cursor, limit + 1);
  const items = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
  return { items, nextCursor, total: await found.count() };
}

/** What an account and each of its sub-accounts spent on jobs, by unit. */
export async function sumConsumption(
  ctx: Pick<ServerContext, 'db'>,
  accountId: string,
  period: Period,
): Promise<CallData<typeof sumCall>> {
  const names = await familyOf(ctx, accountId);
  const { rows } = await ctx.db.orm.execute<{ account_id: string; unit: LedgerUnit; spent: string }>(sql`
    select e.account_id, e.unit, -sum(e.amount) as spent from ${FROM}
    where e.account_id = any(${sql.param([...names.keys()])}::uuid[]) and ${OF_JOBS} and ${within(period)}
    group by e.account_id, e.unit order by e.account_id <> ${accountId}, e.account_id, e.unit`);
  return rows.map(({ account_id: id, unit, spent }) => ({
    ...{ account: { id, name: names.get(id) ?? '' }, unit, spent: Number(spent) },
  }));
}

/** An account and its sub-accounts, also erased ones, by id: their names. */
async function familyOf({ db }: Pick<ServerContext, 'db'>, accountId: string): Promise<ReadonlyMap<string, string>> {
  const { id, name, parentId } = coreAccounts;
  const rows = await db.orm
    .select({ id, name })
    .from(coreAccounts)
    .where(sql`${id} = ${accountId} or ${parentId} = ${accountId}`);
  return new Map(rows.map((row) => [row.id, row.name]));
}
