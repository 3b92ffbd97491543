import { and, eq, gt } from 'drizzle-orm';

import { providersChanged } from '#core/contract/providers-changed.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import type { ServiceRests } from '../service-rests.ts';
import { coreServiceRests } from '../tables.ts';

/** {@link ServiceRests} in the database; operators who look at services see each change. */
export function createServiceRests({
  db,
  events,
  clock,
}: {
  db: Database;
  events: Pick<ServerEvents, 'hint'>;
  clock: Clock;
}): ServiceRests {
  const { kind: ofKind, adapter, until } = coreServiceRests;

  return {
    async of(kind) {
      const rows = await db.orm
        .select()
        .from(coreServiceRests)
        .where(and(eq(ofKind, kind), gt(until, clock.now())));
      return new Map(rows.map((row) => [row.adapter, { kind: row.failure, message: row.message, until: row.until }]));
    },

    async begin(kind, id, rest) {
      const row = { kind, adapter: id, until: rest.until, failure: rest.kind, message: rest.message };
      await db.orm
        .insert(coreServiceRests)
        .values(row)
        .onConflictDoUpdate({ target: [ofKind, adapter], set: row });
      await events.hint(providersChanged, {});
    },

    async end(kind, id) {
      const ended = await db.orm
        .delete(coreServiceRests)
        .where(and(eq(ofKind, kind), ...(id === undefined ? [] : [eq(adapter, id)])))
        .returning();
      if (ended.length > 0) await events.hint(providersChanged, {});
    },
  };
}
