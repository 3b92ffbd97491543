import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { createAdvisoryLocks } from '#core/server/ground/database/advisory-locks.ts';
import type { Database } from '#core/server/ground/database/database.ts';

/** Who works on an upload, on whatever node: one request at a time. */
export interface UploadLocks {
  /**
   * Waits until nobody else works on an upload; whoever does is asked to stop, for a connection that is lost may
   * seem alive for minutes.
   * @param signal fires when nobody waits for it any more: a dead request must not take the place of a live one
   * @param wanted called when somebody else asks, or when the lock is lost
   * @returns gives it back; undefined when it was not to be had within some seconds
   */
  take(id: string, options: { signal: AbortSignal; wanted(): void }): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}

const TOPIC = 'core.upload-wanted';
const wish = z.object({ id: z.string(), node: z.string() });
const PATIENCE_MILLISECONDS = 8_000;
const FIRST_WAIT_MILLISECONDS = 20;
const LONGEST_WAIT_MILLISECONDS = 250;

/** Makes the {@link UploadLocks} of a node, which hears from the others from the first use on. */
export function createUploadLocks(db: Database): UploadLocks {
  const held = new Map<string, () => void>();
  const node = randomUUID();
  const stop = new AbortController();
  const locks = createAdvisoryLocks(db.connectionString, {
    name: 'reelport upload locks',
    onLost() {
      for (const wanted of held.values()) wanted();
    },
  });
  let hearing: Promise<void> | undefined;
  const hear = (): Promise<void> => {
    hearing ??= db.notifications.listen(
      {
        topic: TOPIC,
        onMessage(data) {
          const { id, node: asking } = wish.parse(data);
          // A wish of this node is told within it, and may have come true meanwhile.
          if (asking !== node) held.get(id)?.();
        },
        // Somebody may have asked meanwhile; to stop for nothing costs a moment.
        onGap() {
          for (const wanted of held.values()) wanted();
        },
      },
      stop.signal,
    );
    return hearing;
  };

  return {
    async take(id, { signal, wanted }) {
      await hear();
      const end = Date.now() + PATIENCE_MILLISECONDS;
      for (let wait = FIRST_WAIT_MILLISECONDS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS)) {
        if (signal.aborted || Date.now() >= end) return undefined;
        const release = await locks.tryLock(`upload ${id}`);
        // It may have ended while the database was asked.
        if (signal.aborted) await release?.();
        else if (release !== undefined) {
          held.set(id, wanted);
          return async () => {
            held.delete(id);
            await release();
          };
        }
        await sleep(wait);
        if (signal.aborted) return undefined;
        const own = held.get(id);
        if (own === undefined) await db.notifications.send(db, TOPIC, { id, node });
        else own();
      }
    },

    async close() {
      stop.abort();
      await locks.close();
    },
  };
}
