import { and, asc, eq, gt, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';

import { resyncNeeded } from '#core/contract/kernel-events.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { fitsNotification, notificationPayload } from '#core/server/ground/database/notifications.ts';

import type { ServerEvents, ServerEvent } from './events.ts';
import { EVENT_TOPIC, EVERYBODY, newEvent, OPERATORS, publishEvent } from './publish-event.ts';
import { coreEvents } from './tables.ts';

/** How long events are kept for browsers that reconnect. */
const KEPT_MINUTES = 15;
const PRUNE_MILLISECONDS = 60_000;
/** A browser that missed more events than this reloads everything. */
const CATCH_UP_LIMIT = 1_000;

const id = z.string().regex(/^\d{1,18}$/);
const eventSchema = z.object({
  id: z.union([id, z.literal('')]),
  accountId: z.string(),
  topic: z.string(),
  data: z.unknown(),
});
/** The event itself, or where it is when it is too large for a notification. */
const messageSchema = z.union([eventSchema, z.object({ stored: id })]);

interface Listener {
  heard(event: ServerEvent): void;
  isOperator(): boolean;
}

/** {@link ServerEvents} with start and close; one object per process. */
export interface EventsService extends ServerEvents {
  /** Starts listening; otherwise the first subscriber or `since` does. Resolves once nothing can be missed. */
  start(): Promise<void>;
  /** Stops listening and pruning. */
  close(): void;
}

/** Implements events on PostgreSQL notifications. It listens from the first subscriber on. */
export function createEvents({ db, log }: { db: Database; log: Logger }): EventsService {
  const listeners = new Map<string, Set<Listener>>();
  const closed = new AbortController();
  let listening: Promise<void> | undefined;
  let tail = Promise.resolve();
  /** The last stored event that this process received; catching up after a gap continues from it. */
  let lastHeard: bigint | undefined;

  const pruning = setInterval(() => {
    prune().catch((error: unknown) => log.warn({ err: error }, 'old events could not be removed'));
  }, PRUNE_MILLISECONDS);
  pruning.unref();

  function deliver(event: ServerEvent) {
    const isForOperators = event.accountId === OPERATORS;
    if (event.accountId !== EVERYBODY && !isForOperators) {
      deliverTo(event.accountId, event);
      return;
    }
    for (const accountId of [...listeners.keys()]) deliverTo(accountId, { ...event, accountId }, isForOperators);
  }

  function deliverTo(accountId: string, event: ServerEvent, isForOperators = false) {
    for (const listener of listeners.get(accountId) ?? []) {
      if (isForOperators && !listener.isOperator()) continue;
      try {
        listener.heard(event);
      } catch (error) {
        log.error({ err: error, topic: event.topic }, 'a listener of events failed');
      }
    }
  }

  function start(): Promise<void> {
    listening ??= (async () => {
      const inOrder = (work: () => Promise<void>) => {
        tail = tail.then(work).catch((error: unknown) => log.warn({ err: error }, 'events could not be read'));
      };
      await db.notifications.listen(
        { topic: EVENT_TOPIC, onMessage: (data) => inOrder(() => hear(data)), onGap: () => inOrder(catchUp) },
        closed.signal,
      );
      heard(await newestId());
    })();
    return listening;
  }

  async function hear(data: unknown): Promise<void> {
    const message = messageSchema.safeParse(data);
    if (!message.success) {
      log.warn('an event could not be read');
    } else if (!('stored' in message.data)) {
      if (message.data.id !== '') heard(BigInt(message.data.id));
      deliver({ ...message.data, data: message.data.data });
    } else {
      heard(BigInt(message.data.stored));
      const [row] = await db.orm
        .select()
        .from(coreEvents)
        .where(eq(coreEvents.id, BigInt(message.data.stored)));
      if (row !== undefined) deliver(fromRow(row));
    }
  }

  function heard(number: bigint) {
    if (lastHeard === undefined || number > lastHeard) lastHeard = number;
  }

  async function catchUp(): Promise<void> {
    const accounts = [...listeners.keys()];
    if (lastHeard === undefined || accounts.length === 0) return;
    const rows = await readSince(String(lastHeard), [...accounts, EVERYBODY, OPERATORS]);
    if (rows === null) {
      lastHeard = await newestId();
      for (const accountId of accounts) deliver({ id: '', accountId, topic: resyncNeeded.topic, data: null });
    } else {
      for (const event of rows) {
        heard(BigInt(event.id));
        deliver(event);
      }
    }
  }

  async function newestId(): Promise<bigint> {
    const { rows } = await db.orm.execute<{ id: string }>(
      sql`select coalesce(max(id), 0)::text as id from core_events`,
    );
    return BigInt(rows[0]?.id ?? 0);
  }

  async function readSince(lastId: string, accounts: string[]): Promise<ServerEvent[] | null> {
    const { rows } = await db.orm.execute<{ least: string | null; most: string | null }>(
      sql`select min(id)::text as least, max(id)::text as most from core_events`,
    );
    const { least, most } = rows[0] ?? { least: null, most: null };
    const last = BigInt(lastId);
    // The newest event is never pruned, so an empty table means that there have been none.
    if (least === null || most === null) return last === 0n ? [] : null;
    if (last > BigInt(most) || last < BigInt(least) - 1n) return null;
    return readKept(accounts, gt(coreEvents.id, last));
  }

  async function readKept(accounts: string[], which: SQL): Promise<ServerEvent[] | null> {
    const found = await db.orm
      .select()
      .from(coreEvents)
      .where(and(inArray(coreEvents.accountId, accounts), which))
      .orderBy(asc(coreEvents.id))
      .limit(CATCH_UP_LIMIT + 1);
    return found.length > CATCH_UP_LIMIT ? null : found.map(fromRow);
  }

  async function prune(): Promise<void> {
    // Always removes the oldest ids and never all: the first remaining id tells readers what has been removed.
    await db.orm.delete(coreEvents).where(
      lt(
        coreEvents.id,
        sql`coalesce(
          (select min(id) from core_events where created_at >= now() - make_interval(mins => ${KEPT_MINUTES})),
          (select max(id) from core_events))`,
      ),
    );
  }

  return {
    start,
    publish: (tx, event, message) => publishEvent(db, tx, event, message),

    async hint(event, message) {
      const sent = { id: '', ...newEvent(event, message) };
      if (fitsNotification(notificationPayload(EVENT_TOPIC, sent))) {
        await db.notifications.send(db, EVENT_TOPIC, sent);
      } else {
        await publishEvent(db, db, event, message);
      }
    },

    subscribe(accountId, listener, signal, isOperator = () => false) {
      if (signal.aborted) return;
      const own = listeners.get(accountId) ?? new Set();
      // A function may subscribe twice; each subscription ends with its own signal.
      const entry: Listener = { heard: listener, isOperator };
      own.add(entry);
      listeners.set(accountId, own);
      signal.addEventListener(
        'abort',
        () => {
          own.delete(entry);
          if (own.size === 0 && listeners.get(accountId) === own) listeners.delete(accountId);
        },
        { once: true },
      );
      start().catch((error: unknown) => log.error({ err: error }, 'events cannot be heard'));
    },

    async since(accountId, lastId, isOperator = false) {
      if (!id.safeParse(lastId).success) return null;
      await start();
      return ofAccount(accountId, await readSince(lastId, audience(accountId, isOperator)));
    },

    async recent(accountId, milliseconds, isOperator = false) {
      await start();
      const since = sql`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`;
      return ofAccount(accountId, await readKept(audience(accountId, isOperator), gte(coreEvents.createdAt, since)));
    },

    close() {
      clearInterval(pruning);
      closed.abort();
      listeners.clear();
    },
  };
}

/** Whose events somebody hears. */
function audience(accountId: string, isOperator: boolean): string[] {
  return [accountId, EVERYBODY, ...(isOperator ? [OPERATORS] : [])];
}

function ofAccount(accountId: string, events: ServerEvent[] | null): ServerEvent[] | null {
  return events?.map((event) => ({ ...event, accountId })) ?? null;
}

function fromRow(row: typeof coreEvents.$inferSelect): ServerEvent {
  return { id: String(row.id), accountId: row.accountId, topic: row.topic, data: row.data };
}
