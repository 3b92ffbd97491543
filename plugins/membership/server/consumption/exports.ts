import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { isZone } from '#core/server/ground/spreadsheets/sheet.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import {
  EXPORT_CONSUMPTION,
  type ConsumptionExport,
  type createConsumptionExport as createCall,
} from '#plugins/membership/calls.ts';
import { membershipExports, type ExportRow } from '../tables.ts';
import { findConsumption } from './consumption.ts';

/** How long a spreadsheet can be fetched; one that was not written by then is given up, too. */
export const KEEP_EXPORT = 24 * 60 * 60 * 1000;
const MOST_AN_HOUR = 30;
/** Most of an account that are being written at the same time. */
const MOST_OPEN = 3;
const MOST_LISTED = 3;
const OPEN = ['queued', 'running', 'paused', 'cancelling'] as const;

/**
 * Has a spreadsheet written of what an account and its sub-accounts spent on jobs.
 * @throws expected `membership:export.zone` (422), `membership:export.too-many` (429), `membership:export.too-many-open`
 *   (409), and `core:ledger.not-sub-account` (404) for an account of somebody else
 */
export async function createConsumptionExport(
  ctx: ServerContext,
  accountId: string,
  { format, zone, language, ...filter }: z.output<typeof createCall.body> & { language: MessageLanguage },
): Promise<ConsumptionExport> {
  if (!isZone(zone)) fail('membership:export.zone', {}, { kind: 'invalid' });
  const rate = await takeRate(ctx.db, `membership:exports:${accountId}`, MOST_AN_HOUR, 3600);
  if (!rate.allowed) {
    fail('membership:export.too-many', { minutes: Math.ceil(rate.retryAfter / 60) }, { kind: 'too-many' });
  }
  await findConsumption(ctx, accountId, { ...filter, language });
  const now = ctx.clock.now();
  const row = await ctx.db.transaction(async (tx) => {
    // Requests of one account wait for each other here.
    await ctx.accounts.find(tx, accountId, { lock: true });
    const { job, state } = coreTasks;
    const open = [eq(job, EXPORT_CONSUMPTION), inArray(state, [...OPEN])] as const;
    if ((await tx.scope(accountId).count(coreTasks, open)) >= MOST_OPEN) {
      fail('membership:export.too-many-open', { most: MOST_OPEN }, { kind: 'conflict' });
    }
    const { id } = await ctx.jobs.enqueue(tx, EXPORT_CONSUMPTION, { accountId, payload: {} });
    const expiresAt = new Date(now.getTime() + KEEP_EXPORT);
    const values = { id, filter, format, zone, language, createdAt: now, expiresAt };
    const [added] = await tx.scope(accountId).insert(membershipExports, values);
    return added;
  });
  if (row === undefined) throw new TypeError('an export was not inserted');
  return await present(ctx, row, { state: 'queued', progress: 0, error: null }, undefined, language);
}

/** The spreadsheets that an account asked for and that have not expired, newest first. */
export async function listConsumptionExports(
  ctx: ServerContext,
  accountId: string,
  language: MessageLanguage,
): Promise<ConsumptionExport[]> {
  const isKept = and(eq(membershipExports.accountId, accountId), gt(membershipExports.expiresAt, ctx.clock.now()));
  const found = await ctx.db.orm
    .select({ row: membershipExports, task: coreTasks, file: coreFiles })
    .from(membershipExports)
    .innerJoin(coreTasks, eq(coreTasks.id, membershipExports.id))
    .leftJoin(coreFiles, eq(coreFiles.id, membershipExports.fileId))
    .where(isKept)
    .orderBy(desc(membershipExports.id))
    .limit(MOST_LISTED);
  return await Promise.all(found.map(({ row, task, file }) => present(ctx, row, task, file ?? undefined, language)));
}

/** Removes spreadsheets that have expired. @returns how many */
export async function sweepExports(ctx: Pick<ServerContext, 'db' | 'files' | 'clock'>): Promise<number> {
  const expired = await ctx.db.orm
    .select()
    .from(membershipExports)
    .where(lte(membershipExports.expiresAt, ctx.clock.now()));
  for (const { id, accountId, fileId } of expired) {
    const free = await ctx.db.transaction(async (tx) => {
      await tx.scope(accountId).delete(membershipExports, eq(membershipExports.id, id));
      return fileId === null ? undefined : await ctx.files.forget(tx, accountId, [fileId]);
    });
    await free?.();
  }
  return expired.length;
}

type TaskFacts = Pick<typeof coreTasks.$inferSelect, 'state' | 'progress' | 'error'>;

async function present(
  ctx: ServerContext,
  { id, format, rows, createdAt, expiresAt }: ExportRow,
  { state, progress, error }: TaskFacts,
  file: typeof coreFiles.$inferSelect | undefined,
  language: MessageLanguage,
): Promise<ConsumptionExport> {
  const seconds = Math.ceil((expiresAt.getTime() - ctx.clock.now().getTime()) / 1000);
  return {
    ...{ id, format, state, progress },
    error: error === null ? null : translate(language, error.code, error.params),
    file:
      file === undefined || rows === null
        ? null
        : { rows, name: file.name, url: await ctx.files.signedUrl(file, seconds) },
    ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  };
}
