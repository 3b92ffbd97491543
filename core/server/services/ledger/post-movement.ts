import { and, eq, isNotNull, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { MAX_LEDGER_AMOUNT, type LedgerUnit } from '#core/contract/ledger.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import type { Moved, Settled } from './ledger.ts';
import { refuseShort } from './refuse-short.ts';
import type { InstallationSide, MovementFacts, MovementKind, OwnSide } from './tables.ts';

// The functions of the database that post movements, called: what they answer becomes a result or an expected error.

/** One side of a movement. */
export interface Line {
  /** Null for the installation. */
  accountId: string | null;
  side: OwnSide | InstallationSide;
  amount: number;
}

interface Step {
  kind: MovementKind;
  accountId: string;
  key: string;
  facts: MovementFacts;
  at: Date;
}

/** What the database answers; the driver gives large numbers as text. */
interface Posted extends Record<string, unknown> {
  outcome: 'done' | 'same' | 'other' | 'short';
  movement: string;
  before: string | null;
  after: string | null;
}

interface Closed extends Record<string, unknown> {
  outcome: 'done' | 'same' | 'other' | 'closed' | 'beyond' | 'missing';
  held: string | null;
  spent: string | null;
}

/** Posts a movement; what it answers is of its first line. */
export async function postMovement(
  tx: Tx,
  { kind, accountId, key, facts, at, unit, lines, corrects }: Step & PostOptions,
): Promise<Moved> {
  const column = <K extends keyof Line>(name: K) => sql.param(lines.map((line) => line[name]));
  const { rows } = await tx.orm.execute<Posted>(sql`
    select * from core_ledger_post(
      ${kind}, ${accountId}::uuid, ${unit}, ${key}, ${JSON.stringify(facts)}::jsonb, ${at.toISOString()}::timestamptz,
      ${column('accountId')}::uuid[], ${column('side')}::text[], ${column('amount')}::bigint[],
      null, ${corrects ?? null}::uuid)`);
  const taken = Math.max(0, ...lines.map(({ accountId: owner, amount }) => (owner === null ? 0 : -amount)));
  return moved(rows, { unit, needed: taken });
}

interface PostOptions {
  unit: LedgerUnit;
  lines: readonly Line[];
  corrects?: string;
}

/** Sets something aside. */
export async function openHold(
  tx: Tx,
  { accountId, key, facts, at, unit, amount, job, deadline }: Omit<Step, 'kind'> & HoldRow,
): Promise<Moved> {
  const { rows } = await tx.orm.execute<Posted>(sql`
    select * from core_ledger_hold(
      ${accountId}::uuid, ${unit}, ${amount}::bigint, ${key}, ${JSON.stringify(facts)}::jsonb,
      ${at.toISOString()}::timestamptz, ${job}, ${deadline.toISOString()}::timestamptz)`);
  const of = rows[0]?.outcome === 'short' && (await isSubAccount(tx, accountId)) ? 'allotment' : 'balance';
  return moved(rows, { unit, needed: amount, of });
}

/** Sets something aside for each of many jobs, in one statement. */
export async function openHolds(tx: Tx, { accountId, unit, at, holds }: OpenHolds): Promise<Moved[]> {
  const column = <K extends keyof OpenHolds['holds'][number]>(name: K) => sql.param(holds.map((hold) => hold[name]));
  const { rows } = await tx.orm.execute<Posted>(sql`
    select h.* from unnest(
        ${column('amount')}::bigint[], ${column('key')}::text[], ${sql.param(holds.map(({ facts }) => JSON.stringify(facts)))}::jsonb[],
        ${column('job')}::text[], ${sql.param(holds.map(({ deadline }) => deadline.toISOString()))}::timestamptz[])
      with ordinality as w (amount, key, facts, job, deadline, number)
      cross join lateral core_ledger_hold(
        ${accountId}::uuid, ${unit}, w.amount, w.key, w.facts, ${at.toISOString()}::timestamptz, w.job, w.deadline) as h
      order by w.number`);
  const short = rows.find(({ outcome }) => outcome === 'short');
  if (short !== undefined) {
    const of = (await isSubAccount(tx, accountId)) ? 'allotment' : 'balance';
    const fresh = rows.flatMap(({ outcome, before }, at) => {
      const amount = holds[at]?.amount ?? 0;
      return outcome === 'done' || outcome === 'short' ? [{ amount, before: Number(before) }] : [];
    });
    const needed = fresh.reduce((sum, { amount }) => sum + amount, 0);
    const available = fresh[0]?.before ?? 0;
    refuseShort(unit, { needed, available }, of);
  }
  return rows.map((row) => moved([row], { unit, needed: 0 }));
}

interface OpenHolds extends Pick<Step, 'accountId' | 'at'> {
  unit: LedgerUnit;
  holds: readonly (Pick<Step, 'key' | 'facts'> & Omit<HoldRow, 'unit'>)[];
}

interface HoldRow {
  unit: LedgerUnit;
  amount: number;
  job: string;
  deadline: Date;
}

/** Closes a hold. */
export async function closeHold(
  tx: Tx,
  { kind, accountId, key, facts, at, holdId, used }: Step & { holdId: string; used: number },
): Promise<Settled> {
  const { rows } = await tx.orm.execute<Closed>(sql`
    select * from core_ledger_close(
      ${accountId}::uuid, ${holdId}::uuid, ${used}::bigint, ${kind}, ${key}, ${JSON.stringify(facts)}::jsonb,
      ${at.toISOString()}::timestamptz)`);
  const [{ outcome, held, spent }] = rows as [Closed];
  switch (outcome) {
    case 'missing':
      return fail('core:ledger.hold-missing', {}, { kind: 'not-found' });
    case 'closed':
      return fail('core:ledger.hold-closed', {}, { kind: 'conflict' });
    case 'other':
      return refuseKey();
    case 'beyond':
      throw new TypeError(`ledger.settle: the job has used ${used}, more than the ${held} that are held for it`);
    default:
      return { held: Number(held), spent: Number(spent), isRepeated: outcome === 'same' };
  }
}

async function isSubAccount(tx: Tx, accountId: string): Promise<boolean> {
  return (await tx.orm.$count(coreAccounts, and(eq(coreAccounts.id, accountId), isNotNull(coreAccounts.parentId)))) > 0;
}

function moved(
  rows: readonly Posted[],
  { unit, needed, of }: { unit: LedgerUnit; needed: number; of?: Parameters<typeof refuseShort>[2] },
): Moved {
  const [{ outcome, movement, before, after }] = rows as [Posted];
  if (outcome === 'other') return refuseKey();
  if (outcome === 'short') return refuseShort(unit, { needed, available: Number(before) }, of);
  return { id: movement, before: Number(before), after: Number(after), isRepeated: outcome === 'same' };
}

function refuseKey(): never {
  return fail('core:ledger.key-used', {}, { kind: 'conflict' });
}

/** @throws TypeError for what is no whole number of at least `least` */
export function assertAmount(method: string, amount: number, least: 0 | 1): void {
  if (!Number.isInteger(amount) || amount < least || amount > MAX_LEDGER_AMOUNT) {
    throw new TypeError(
      `ledger.${method}: an amount is a whole number from ${least} to ${MAX_LEDGER_AMOUNT}, got ${amount}`,
    );
  }
}
