import { randomUUID } from 'node:crypto';

import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';

import type { Database } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';
import { abortError } from '#core/server/services/media/abort-error.ts';

import { coreServicePaces, coreServiceTurns } from './tables.ts';

/** Turns at one service, for all processes that ask it. */
export interface ServiceTurns {
  /**
   * Waits until fewer requests than that are at the service.
   * @returns ends the turn
   * @throws AbortError when the signal is aborted while waiting
   */
  take(atOnce: number, signal?: AbortSignal): Promise<() => Promise<void>>;
  /** Has the next request begin so many milliseconds after the last one. @returns milliseconds until then */
  begin(gap: number): Promise<number>;
  /** Has none begin for so many milliseconds. */
  hold(milliseconds: number): Promise<void>;
}

export interface ServiceTurnsOptions {
  db: Database;
  log: Logger;
  /** Milliseconds after which the turn of a process that has died ends; it is prolonged three times in that time. */
  lease?: number;
}

const LEASE = 30_000;
/** Milliseconds after which a turn is asked for again although nobody has told that one has ended. */
const POLL = 2_000;
const TURN_ENDED = 'service-turn';
const endedSchema = z.object({ service: z.string() });

/** Makes {@link ServiceTurns} by the name of a service, kept in the database. Times are those of the database. */
export function createServiceTurns({ db, log, lease = LEASE }: ServiceTurnsOptions): (service: string) => ServiceTurns {
  const { service: ofService, slot: ofSlot, holder: ofHolder } = coreServiceTurns;
  const waiting = new Map<string, Set<() => void>>();
  const listen = listenForChanges(db.notifications, {
    topic: TURN_ENDED,
    schema: endedSchema,
    forget(ended) {
      for (const [service, waits] of waiting) {
        if (ended === undefined || ended.service === service) for (const wake of waits) wake();
      }
    },
  });
  const until = sql`now() + ${lease} * interval '1 millisecond'`;

  /** @returns the number of the turn; undefined where all are taken, and where another one was faster */
  async function tryTake(service: string, holder: string, atOnce: number): Promise<number | undefined> {
    const { rows } = await db.orm.execute<{ slot: number }>(sql`
      insert into core_service_turns (service, slot, holder, until)
      select ${service}, free.slot, ${holder}::uuid, ${until}
      from generate_series(1, ${atOnce}::int) as free (slot)
      where not exists (
        select from core_service_turns taken
        where taken.service = ${service} and taken.slot = free.slot and taken.until > now()
      )
      order by free.slot limit 1
      on conflict (service, slot) do update set holder = excluded.holder, until = excluded.until
      where core_service_turns.until <= now()
      returning slot`);
    return rows[0]?.slot;
  }

  async function areAllTaken(service: string, atOnce: number): Promise<boolean> {
    const { rows } = await db.orm.execute<{ count: number }>(sql`
      select count(*)::int as count from core_service_turns
      where service = ${service} and slot <= ${atOnce} and until > now()`);
    return (rows[0]?.count ?? 0) >= atOnce;
  }

  /** Until a turn has ended somewhere, or for a moment. */
  async function turnEnded(service: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waits = waiting.get(service) ?? new Set();
    waiting.set(service, waits.add(resolve));
    const timer = setTimeout(resolve, POLL);
    const leave = (): void => reject(abortError(signal));
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      waits.delete(resolve);
      if (waits.size === 0) waiting.delete(service);
    }
  }

  function keep(service: string, slot: number, holder: string): () => Promise<void> {
    const own = and(eq(ofService, service), eq(ofSlot, slot), eq(ofHolder, holder));
    const timer = setInterval(() => {
      db.orm
        .update(coreServiceTurns)
        .set({ until })
        .where(own)
        .catch((error: unknown) => log.warn({ err: error, service }, 'a turn at a service was not prolonged'));
    }, lease / 3);
    timer.unref();
    return async () => {
      clearInterval(timer);
      try {
        await db.orm.delete(coreServiceTurns).where(own);
        await db.notifications.send(db, TURN_ENDED, { service });
      } catch (error) {
        // It ends by itself soon; what came of the request matters more.
        log.warn({ err: error, service }, 'a turn at a service ends late');
      }
    };
  }

  const later = (milliseconds: number) => sql`${milliseconds} * interval '1 millisecond'`;

  return (service) => ({
    async take(atOnce, signal) {
      const holder = randomUUID();
      await listen();
      for (;;) {
        if (signal?.aborted === true) throw abortError(signal);
        const slot = await tryTake(service, holder, atOnce);
        if (slot !== undefined) return keep(service, slot, holder);
        // Those that ask at once try for the same turn: whoever loses goes for the next one.
        if (await areAllTaken(service, atOnce)) await turnEnded(service, signal);
      }
    },

    async begin(gap) {
      const { next } = coreServicePaces;
      const [row] = await db.orm
        .insert(coreServicePaces)
        .values({ service, next: sql`now() + ${later(gap)}` })
        .onConflictDoUpdate({
          target: coreServicePaces.service,
          set: { next: sql`greatest(${next}, now()) + ${later(gap)}` },
        })
        .returning({ wait: sql<number>`(extract(epoch from ${next} - ${later(gap)} - now()) * 1000)::float8` });
      return Math.max(0, row?.wait ?? 0);
    },

    async hold(milliseconds) {
      const { next } = coreServicePaces;
      await db.orm
        .insert(coreServicePaces)
        .values({ service, next: sql`now() + ${later(milliseconds)}` })
        .onConflictDoUpdate({
          target: coreServicePaces.service,
          set: { next: sql`greatest(${next}, now() + ${later(milliseconds)})` },
        });
    },
  });
}
