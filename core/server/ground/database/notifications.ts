import { Client } from 'pg';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';

import type { NotificationListener, Notifications } from './database.ts';

/** A message on the shared channel: topic and data. PostgreSQL allows 8000 bytes. */
const messageSchema = z.tuple([z.string(), z.unknown()]);

const CHANNEL = 'reelport';
const LARGEST_PAYLOAD = 7900;
const HEARTBEAT_MILLISECONDS = 5_000;

/** The payload that {@link Notifications} sends, for statements that notify by themselves. */
export function notificationPayload(topic: string, data: unknown): string {
  return JSON.stringify([topic, data]);
}

/** Whether a payload fits into one notification. */
export function fitsNotification(payload: string): boolean {
  return Buffer.byteLength(payload) <= LARGEST_PAYLOAD;
}

/** The channel's name, for statements that notify by themselves. */
export const NOTIFICATION_CHANNEL = CHANNEL;

/** Opens its connection with the first {@link Notifications.listen}, and keeps it until `close`. */
export function createNotifications(options: { connectionString: string; log: Logger }): Notifications {
  const { log } = options;
  const listeners = new Set<NotificationListener>();
  let connected = false;
  let closed = false;
  let first: Promise<void> | undefined;
  let loop: Promise<void> | undefined;
  const stopped = Promise.withResolvers<void>();

  function dispatch(payload: string | undefined) {
    let message: [string, unknown];
    try {
      message = messageSchema.parse(JSON.parse(payload ?? ''));
    } catch (error) {
      log.warn({ err: error }, 'a notification could not be read');
      return;
    }
    for (const listener of listeners) {
      if (listener.topic === message[0]) {
        guarded(() => listener.onMessage(message[1]));
      }
    }
  }

  function guarded(work: () => void) {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a listener failed');
    }
  }

  /** Runs one connection; resolves when it is lost. */
  async function session(onListening: () => void): Promise<void> {
    const own = new Client({
      connectionString: options.connectionString,
      application_name: 'reelport listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const lost = Promise.withResolvers<void>();
    own.on('error', (error) => {
      log.debug({ err: error }, 'the listening connection was lost');
      lost.resolve();
    });
    own.on('end', () => lost.resolve());
    own.on('notification', (message) => dispatch(message.payload));
    let heartbeat: NodeJS.Timeout | undefined;
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      connected = true;
      onListening();
      // A connection dropped by a firewall does not report it.
      heartbeat = setInterval(() => {
        const late = setTimeout(() => lost.resolve(), HEARTBEAT_MILLISECONDS);
        own.query('select 1').then(
          () => clearTimeout(late),
          () => {
            clearTimeout(late);
            lost.resolve();
          },
        );
      }, HEARTBEAT_MILLISECONDS);
      heartbeat.unref();
      await Promise.race([lost.promise, stopped.promise]);
    } finally {
      clearInterval(heartbeat);
      connected = false;
      await Promise.race([own.end().catch(() => undefined), new Promise((done) => setTimeout(done, 1000).unref())]);
    }
  }

  async function run(started: { resolve(): void }) {
    let everListened = false;
    let wait = 50;
    while (!closed) {
      try {
        await session(() => {
          wait = 50;
          started.resolve();
          if (everListened) {
            for (const listener of listeners) guarded(() => listener.onGap?.());
          }
          everListened = true;
        });
      } catch (error) {
        log.warn({ err: error }, 'the listening connection could not be opened');
      }
      if (!closed) {
        await Promise.race([new Promise((done) => setTimeout(done, wait)), stopped.promise]);
        wait = Math.min(wait * 2, 2_000);
      }
    }
    started.resolve();
  }

  return {
    get connected() {
      return connected;
    },
    async send(tx, topic, data) {
      const payload = notificationPayload(topic, data);
      if (!fitsNotification(payload)) {
        throw new TypeError(`notifications.send: a message on "${topic}" has more than ${LARGEST_PAYLOAD} bytes`);
      }
      await tx.orm.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
    },
    async listen(listener, signal) {
      if (signal?.aborted || closed) return;
      listeners.add(listener);
      signal?.addEventListener('abort', () => listeners.delete(listener), { once: true });
      if (first === undefined) {
        const started = Promise.withResolvers<void>();
        first = started.promise;
        loop = run(started);
      }
      await first;
    },
    async close() {
      closed = true;
      stopped.resolve();
      listeners.clear();
      await loop;
    },
  };
}
