import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Database } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';

import { corePluginGrants } from './tables.ts';

const FLUSH_MILLISECONDS = 3_000;

/** Counts the uses of grants in memory and stores them every few seconds. */
export interface GrantLedger {
  /** @param count one by default */
  used(plugin: string, key: string, count?: number): void;
  /** Stores the counts so far. */
  flush(): Promise<void>;
  /** Stores the remaining counts and stops. */
  close(): Promise<void>;
}

interface Uses {
  plugin: string;
  key: string;
  count: number;
  last: Date;
}

/** Makes the {@link GrantLedger} of one process. */
export function createGrantLedger({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): GrantLedger {
  let counted = new Map<string, Uses>();
  let flushing: Promise<void> = Promise.resolve();

  const timer = setInterval(() => void flush(), FLUSH_MILLISECONDS);
  timer.unref();

  function add({ plugin, key, count, last }: Uses): void {
    const name = `${plugin} ${key}`;
    const known = counted.get(name) ?? { plugin, key, count: 0, last };
    counted.set(name, { ...known, count: known.count + count, last: known.last > last ? known.last : last });
  }

  async function write(): Promise<void> {
    const uses = [...counted.values()];
    counted = new Map();
    for (const [index, { plugin, key, count, last }] of uses.entries()) {
      try {
        // Removed plugins no longer have rows for their grants, and none are created.
        await db.orm
          .update(corePluginGrants)
          .set({
            uses: sql`${corePluginGrants.uses} + ${count}`,
            lastUsedAt: sql`greatest(${corePluginGrants.lastUsedAt}, ${last.toISOString()}::timestamptz)`,
          })
          .where(and(eq(corePluginGrants.plugin, plugin), eq(corePluginGrants.key, key)));
      } catch (error) {
        for (const left of uses.slice(index)) add(left);
        log.warn({ err: error }, 'uses of grants could not be written down yet');
        return;
      }
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(() => (counted.size === 0 ? undefined : write()));
    return flushing;
  }

  return {
    used: (plugin, key, count = 1) => add({ plugin, key, count, last: clock.now() }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
