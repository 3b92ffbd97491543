import { and, asc, eq, like } from 'drizzle-orm';

import type { MessageParams } from '#core/contract/errors.ts';
import { shownAmount, type LedgerUnit } from '#core/contract/ledger.ts';
import { coreAudit } from '#core/server/ground/audit/tables.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { AdjustmentDeed } from '#plugins/membership/adjustment-calls.ts';
import type { Benefit } from '#plugins/membership/benefit.ts';
import type { OrderFile, TimelineStep } from '#plugins/membership/calls.ts';
import { membershipTransfers, type OrderRow } from '../tables.ts';
import { presentForOperator } from './all-orders.ts';
import { membersOf } from './members.ts';

/** Seconds for which the address of a slip works. */
const SLIP_SECONDS = 600;

/** Everything about one order: what it is, the slip of its transfer, and what happened to it. */
export async function orderFile(ctx: ServerContext, row: OrderRow, language: MessageLanguage): Promise<OrderFile> {
  const members = await membersOf(ctx, [row.accountId]);
  const audited = await ctx.db.orm
    .select()
    .from(coreAudit)
    .where(
      and(eq(coreAudit.accountId, row.accountId), eq(coreAudit.target, row.number), like(coreAudit.action, 'order.%')),
    )
    .orderBy(asc(coreAudit.at), asc(coreAudit.id));
  return {
    order: presentForOperator(row, members, language),
    slip: await slipOf(ctx, row),
    timeline: await timelineOf(ctx, audited, language),
  };
}

type AuditRow = Pick<typeof coreAudit.$inferSelect, 'id' | 'at' | 'action' | 'actor' | 'details'>;

/** What the audit log keeps, as steps of a timeline. */
export async function timelineOf(
  ctx: Pick<ServerContext, 'db' | 'use'>,
  rows: readonly AuditRow[],
  language: MessageLanguage,
): Promise<TimelineStep[]> {
  const names = await membersOf(
    ctx,
    rows.map(({ actor }) => actor),
  );
  const say: Say = (key, otherwise, params) => (isMessageKey(key) ? translate(language, key, params) : otherwise);
  const nameOf = (actor: string) => {
    const name = names.get(actor)?.name ?? '';
    return name === '' ? say(`membership:operator.${actor}`, actor) : name;
  };
  return rows.map(({ id, at, action, actor, details }) => ({
    ...{ id, at: at.toISOString(), title: say(`membership:step.${action}`, action), by: nameOf(actor) },
    notes: notesOf(details, say),
  }));
}

/** Says a key in the reader's language. */
type Say = (key: string, otherwise: string, params?: MessageParams) => string;

/** What the audit log may say of a step. */
interface Noted extends Record<string, unknown> {
  deed?: AdjustmentDeed;
  benefit?: Benefit;
}

/** What an operator or a code gives, or how much an operator puts right. */
function deedText(deed: AdjustmentDeed, say: Say): string {
  const ofUnit = (unit: LedgerUnit, amount: string) => say(`shell:amount.${unit}`, unit, { amount });
  if (deed.kind === 'correction') {
    const { unit, amount } = deed;
    return ofUnit(unit, (amount > 0 ? '+' : '−') + shownAmount(unit, Math.abs(amount)));
  }
  const { benefit } = deed;
  if (benefit.kind === 'amount') return ofUnit(benefit.unit, shownAmount(benefit.unit, benefit.amount));
  const { level, days } = benefit;
  return say('membership:subject.level', level, { level: say(`shell:tier.${level}`, level), days });
}

/** What is said of a step, most telling first: codes in words, and what people wrote as they wrote it. */
function notesOf(details: unknown, say: Say): string[] {
  const { reason, code, params, deed, benefit, name, why, reference, transaction } = (details ?? {}) as Noted;
  const numbered = (key: string, number: string) => say(`membership:step.${key}`, number, { number });
  return [
    typeof reason === 'string' ? say(`membership:orders.reason-${reason}`, reason) : null,
    // What was refused says with which parameters.
    typeof code === 'string' ? say(code, code, (params ?? {}) as MessageParams) : null,
    deed === undefined ? null : deedText(deed, say),
    benefit === undefined ? null : deedText({ kind: 'grant', benefit }, say),
    ...[name, why].map((note) => (typeof note === 'string' ? note : null)),
    typeof reference === 'string' ? numbered('reference', reference) : null,
    typeof transaction === 'string' ? numbered('transaction', transaction) : null,
  ].filter((note) => note !== null);
}

async function slipOf(ctx: ServerContext, { number, accountId }: OrderRow): Promise<OrderFile['slip']> {
  const [transfer] = await ctx.db.orm.select().from(membershipTransfers).where(eq(membershipTransfers.number, number));
  if (transfer === undefined || transfer.slipFileId === null || transfer.slipAt === null) return null;
  // Once an order is decided its payer may remove the file, and closing an account does.
  const file = await ctx.files.get(accountId, transfer.slipFileId).catch(() => null);
  if (file === null) return null;
  const url = await ctx.files.signedUrl(file, SLIP_SECONDS);
  return { url, name: file.name, type: file.type, at: transfer.slipAt.toISOString() };
}
