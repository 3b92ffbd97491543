import { and, gt, gte, isNull, lte, or } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';

import { WARN_DAYS } from '#plugins/hosts/calls.ts';
import { hostExpiring } from '#plugins/hosts/events.ts';
import { hostsNodes } from '../tables.ts';

/** The job that tells owners of hosts which expire, once an hour. */
export const WARN_EXPIRY = 'hosts.expiry';

const DAY = 24 * 60 * 60 * 1000;

/** Tells the owner of a host a week and a day before it expires, once each. */
export function warnExpiry(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const { id, accountId, name, expiresOn, warnedDays } = hostsNodes;
    const dayIn = (days: number): string => new Date(ctx.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
    // The nearest first: who adds a host that expires tomorrow is told once.
    for (const days of WARN_DAYS.toSorted((a, b) => a - b)) {
      signal.throwIfAborted();
      const isUntold = or(isNull(warnedDays), gt(warnedDays, days));
      await ctx.db.transaction(async (tx) => {
        const rows = await tx.orm
          .update(hostsNodes)
          .set({ warnedDays: days })
          .where(and(gte(expiresOn, dayIn(0)), lte(expiresOn, dayIn(days)), isUntold))
          .returning({ id, accountId, name, expiresOn });
        for (const row of rows) {
          const left = Math.round((Date.parse(row.expiresOn ?? '') - Date.parse(dayIn(0))) / DAY);
          const data = { id: row.id, name: row.name, days: left };
          await ctx.events.publish(tx, hostExpiring, { accountId: row.accountId, data });
        }
      });
    }
  };
}
