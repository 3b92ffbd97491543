import { lt } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { pruneRates } from '#core/server/ground/database/rate-limit.ts';

import {
  accountCaptchas,
  accountCodes,
  accountConflicts,
  accountOutbox,
  accountPartnerCodes,
  accountProofs,
  accountScenes,
  accountTickets,
} from './tables.ts';

const SWEEP_MILLISECONDS = 60_000;
const DAY = 24 * 60 * 60 * 1000;
const EXPIRING = [
  accountCaptchas,
  accountCodes,
  accountConflicts,
  accountPartnerCodes,
  accountProofs,
  accountScenes,
  accountTickets,
];
const last = new WeakMap<ServerContext, number>();

/** Removes what has expired, at most once a minute a process. Called wherever such rows are made; never in their way. */
export function sweepNowAndThen(ctx: ServerContext): void {
  const now = ctx.clock.now().getTime();
  if (now - (last.get(ctx) ?? 0) < SWEEP_MILLISECONDS) return;
  last.set(ctx, now);
  sweep(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'expired rows could not be removed'));
}

/** Removes what expired an hour ago, and kept messages after a day. */
export async function sweep(ctx: ServerContext): Promise<void> {
  const now = ctx.clock.now();
  const hourAgo = new Date(now.getTime() - DAY / 24);
  for (const table of EXPIRING) await ctx.db.orm.delete(table).where(lt(table.expiresAt, hourAgo));
  await ctx.db.orm.delete(accountOutbox).where(lt(accountOutbox.createdAt, new Date(now.getTime() - DAY)));
  await pruneRates(ctx.db);
  await ctx.accounts.prune();
}
