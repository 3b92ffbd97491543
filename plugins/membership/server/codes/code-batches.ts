import { createHash, createHmac } from 'node:crypto';

import { asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';

import type {
  CodeBatch,
  createCodeBatch as createCall,
  listCodeBatches as listCall,
  readCodeBatch as readCall,
} from '#plugins/membership/calls.ts';
import { codeOf, shownCode } from '#plugins/membership/code-text.ts';
import { membersOf } from '../operator/members.ts';
import { membershipCodeBatches, membershipCodes, membershipRedemptions, type CodeBatchRow } from '../tables.ts';

/** Rows of one statement. */
const AT_ONCE = 1_000;

/** What is stored of a code: whoever reads the database cannot redeem any. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** The code of a batch and serial: made from the installation's key, so that it can be printed again and is not stored. */
function makeCode({ keyFor }: Pick<ServerContext, 'keyFor'>, batchId: string, serial: number): string {
  return codeOf(createHmac('sha256', keyFor('membership-codes')).update(`${batchId} ${serial}`).digest());
}

/**
 * Makes a batch of codes.
 * @throws expected `membership:code.past` (422)
 */
export async function createCodeBatch(
  ctx: ServerContext,
  { expiresAt, ...wish }: z.output<typeof createCall.body>,
  operator: string,
): Promise<CodeBatch> {
  const now = ctx.clock.now();
  const row = { id: uuidv7(), ...wish, expiresAt: new Date(expiresAt), stoppedAt: null, by: operator, createdAt: now };
  if (row.expiresAt <= now) fail('membership:code.past', {}, { kind: 'invalid' });
  const codes = Array.from({ length: wish.count }, (_, at) => ({
    ...{ hash: hashCode(makeCode(ctx, row.id, at + 1)), batchId: row.id, serial: at + 1 },
  }));
  await ctx.db.transaction(async (tx) => {
    await tx.orm.insert(membershipCodeBatches).values(row);
    for (let from = 0; from < codes.length; from += AT_ONCE) {
      await tx.orm.insert(membershipCodes).values(codes.slice(from, from + AT_ONCE));
    }
    const { name, benefit, count, uses } = wish;
    const details = { name, benefit, count, uses, expiresAt };
    await ctx.audit.record(tx, { actor: operator, action: 'codes.create', target: row.id, details });
  });
  return await presentOne(ctx, row);
}

/** The batches, newest first. @throws expected `core:http.cursor` (422) */
export async function listCodeBatches(
  ctx: ServerContext,
  { cursor, limit }: z.output<typeof listCall.query>,
): Promise<CallData<typeof listCall>> {
  assertCursor(cursor);
  const table = membershipCodeBatches;
  const rows = await ctx.db.orm
    .select()
    .from(table)
    .where(cursor === undefined ? undefined : lt(table.id, cursor))
    .orderBy(desc(table.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    items: await present(ctx, shown),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await ctx.db.orm.$count(table),
  };
}

/** A batch with what its codes say. Audited: whoever has seen them can redeem them. */
export async function readCodeBatch(
  ctx: ServerContext,
  id: string,
  operator: string,
): Promise<CallData<typeof readCall>> {
  const row = await findBatch(ctx, id);
  const codes = await ctx.db.orm
    .select({ serial: membershipCodes.serial, used: membershipCodes.used })
    .from(membershipCodes)
    .where(eq(membershipCodes.batchId, id))
    .orderBy(asc(membershipCodes.serial));
  await ctx.audit.record(ctx.db, { actor: operator, action: 'codes.read', target: id });
  return {
    batch: await presentOne(ctx, row),
    codes: codes.map(({ serial, used }) => ({ serial, used, code: shownCode(makeCode(ctx, id, serial)) })),
  };
}

/** Lets no more codes of a batch be redeemed; what was redeemed stays. */
export async function stopCodeBatch(ctx: ServerContext, id: string, operator: string): Promise<CodeBatch> {
  const row = await findBatch(ctx, id);
  if (row.stoppedAt !== null) return await presentOne(ctx, row);
  const stoppedAt = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await tx.orm.update(membershipCodeBatches).set({ stoppedAt }).where(eq(membershipCodeBatches.id, id));
    await ctx.audit.record(tx, { actor: operator, action: 'codes.stop', target: id });
  });
  return await presentOne(ctx, { ...row, stoppedAt });
}

async function findBatch({ db }: Pick<ServerContext, 'db'>, id: string): Promise<CodeBatchRow> {
  const [row] = await db.orm.select().from(membershipCodeBatches).where(eq(membershipCodeBatches.id, id));
  return row ?? fail('membership:code.no-batch', {}, { kind: 'not-found' });
}

async function presentOne(ctx: ServerContext, row: CodeBatchRow): Promise<CodeBatch> {
  const [batch] = await present(ctx, [row]);
  if (batch === undefined) throw new TypeError('a batch was not presented');
  return batch;
}

async function present(ctx: ServerContext, rows: readonly CodeBatchRow[]): Promise<CodeBatch[]> {
  if (rows.length === 0) return [];
  const { batchId } = membershipRedemptions;
  const ids = rows.map(({ id }) => id);
  const counted = await ctx.db.orm
    .select({ batchId, count: sql<number>`count(*)::int` })
    .from(membershipRedemptions)
    .where(inArray(batchId, ids))
    .groupBy(batchId);
  const redeemed = new Map(counted.map((each) => [each.batchId, each.count]));
  const names = await membersOf(
    ctx,
    rows.map(({ by }) => by),
  );
  return rows.map(({ by, expiresAt, stoppedAt, createdAt, ...row }) => ({
    ...row,
    redeemed: redeemed.get(row.id) ?? 0,
    by: names.get(by)?.name ?? '',
    expiresAt: expiresAt.toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
