import { and, eq, gt, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { LedgerUnit } from '#core/contract/ledger.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { AdjustmentDeed } from '#plugins/membership/calls.ts';
import { giveBenefit } from '../give/give-benefit.ts';
import { pricesAt } from '../prices/price-lists.ts';
import { ONE_OPERATOR } from '../settings.ts';
import { membershipAdjustments, type AdjustmentRow } from '../tables.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What an operator wants done. */
export interface AdjustmentWish {
  /** Makes it happen once. */
  key: string;
  accountId: string;
  deed: AdjustmentDeed;
  reason: string;
}

/**
 * Gives to an account, or puts a movement right. What is more than one operator may move in 24 hours, and everything for
 * their own account, waits for a second one.
 * @throws expected `membership:operator.no-member` (404), `core:ledger.…`, `membership:code.level-…` (409)
 */
export async function adjustMember(
  ctx: ServerContext,
  { key, accountId, deed, reason }: AdjustmentWish,
  operator: string,
): Promise<AdjustmentRow> {
  return await ctx.db.transaction(async (tx) => {
    // Of two that one operator asks for at once, the second one counts the first.
    await ctx.accounts.find(tx, operator, { lock: true });
    const same = and(eq(membershipAdjustments.askedBy, operator), eq(membershipAdjustments.key, key));
    const [known] = await tx.orm.select().from(membershipAdjustments).where(same);
    if (known !== undefined) return known;
    if ((await ctx.accounts.find(tx, accountId)) === undefined) {
      fail('membership:operator.no-member', {}, { kind: 'not-found' });
    }
    const needsSecond = accountId === operator || (await isBeyond(ctx, tx, deed, operator));
    const [row] = await tx.orm
      .insert(membershipAdjustments)
      .values({
        ...{ id: uuidv7(), key, accountId, deed, reason, askedBy: operator, askedAt: ctx.clock.now() },
        state: needsSecond ? 'waiting' : 'done',
      })
      .returning();
    if (row === undefined) throw new TypeError('an adjustment was not inserted');
    const entry = { actor: operator, target: accountId, accountId, details: { deed, why: reason } };
    await ctx.audit.record(tx, { ...entry, action: needsSecond ? 'adjustment.ask' : 'adjustment.make' });
    if (!needsSecond) await carryOut(ctx, tx, row);
    return row;
  });
}

/**
 * Agrees to what another operator asked for, which does it, or refuses it.
 * @throws expected `membership:operator.decided` (409), `membership:operator.same-operator` (403), and as
 *   {@link adjustMember}
 */
export async function decideAdjustment(
  ctx: ServerContext,
  { id, agreed }: { id: string; agreed: boolean },
  operator: string,
): Promise<AdjustmentRow> {
  return await ctx.db.transaction(async (tx) => {
    const asked = eq(membershipAdjustments.id, id);
    const [row] = await tx.orm.select().from(membershipAdjustments).where(asked).for('update');
    if (row?.state !== 'waiting') return fail('membership:operator.decided', {}, { kind: 'conflict' });
    const { accountId, askedBy } = row;
    // Whoever gets it agrees no more than whoever asked for it.
    if (askedBy === operator || accountId === operator) {
      return fail('membership:operator.same-operator', {}, { kind: 'forbidden' });
    }
    const [decided = row] = await tx.orm
      .update(membershipAdjustments)
      .set({ state: agreed ? 'done' : 'refused', decidedBy: operator, decidedAt: ctx.clock.now() })
      .where(asked)
      .returning();
    const entry = { actor: operator, target: accountId, accountId, details: { deed: row.deed, why: row.reason } };
    await ctx.audit.record(tx, { ...entry, action: agreed ? 'adjustment.agree' : 'adjustment.refuse' });
    if (agreed) await carryOut(ctx, tx, decided);
    return decided;
  });
}

async function carryOut(ctx: ServerContext, tx: Tx, row: AdjustmentRow): Promise<void> {
  const { id, accountId, deed, reason, askedBy } = row;
  const step = { accountId, key: `adjustment:${id}`, facts: { service: 'membership.operator', by: askedBy, reason } };
  if (deed.kind === 'correction') {
    const { movement, unit, amount } = deed;
    await ctx.ledger.correct(tx, { ...step, corrects: movement, unit, amount });
    return;
  }
  const { prices } = await pricesAt(tx, ctx.clock.now());
  const refusal = await giveBenefit(ctx, tx, prices, { ...step, benefit: deed.benefit });
  if (refusal !== null) fail(`membership:code.level-${refusal}`, {}, { kind: 'conflict' });
}

/** Whether it is more than the operator may move alone, with what they did in the last 24 hours. */
async function isBeyond(ctx: ServerContext, tx: Tx, deed: AdjustmentDeed, operator: string): Promise<boolean> {
  const limits = await ctx.settings.get(ONE_OPERATOR);
  const { unit, amount } = movedBy(deed);
  const { askedBy, askedAt, state } = membershipAdjustments;
  const since = new Date(ctx.clock.now().getTime() - DAY);
  const before = await tx.orm
    .select()
    .from(membershipAdjustments)
    .where(and(eq(askedBy, operator), gt(askedAt, since), ne(state, 'refused')));
  // What a second operator has agreed to was not moved alone.
  const alone = before.filter((row) => row.state === 'done' && row.decidedBy === null).map((row) => movedBy(row.deed));
  const sum = alone.filter((moved) => moved.unit === unit).reduce((total, moved) => total + moved.amount, amount);
  return sum > limits[unit];
}

function movedBy(deed: AdjustmentDeed): { unit: LedgerUnit; amount: number } {
  if (deed.kind === 'correction') return { unit: deed.unit, amount: Math.abs(deed.amount) };
  const { benefit } = deed;
  return benefit.kind === 'level' ? { unit: 'days', amount: benefit.days } : benefit;
}
