import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { createAdvisoryLocks } from '#core/server/ground/database/advisory-locks.ts';
import type { Database } from '#core/server/ground/database/database.ts';

/** Lets one request at a time work on an upload, across all nodes. */
export interface UploadLocks {
  /**
   * Waits until nobody else works on an upload and asks whoever does to stop, because a lost connection may seem alive
   * for minutes.
   * @param signal fires when the request is gone: a dead request must not take the lock from a live one
   * @param wanted called when somebody else asks, or when the lock is lost
   * @returns a function that releases it; undefined when it could not be taken within some seconds
   */
  take(id: string, options: { signal: AbortSignal; wanted(): void }): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}

const TOPIC = 'core.upload-wanted';
const wish = z.object({ id: z.string(), node: z.string() });
const PATIENCE_MILLISECONDS = 8_000;
const FIRST_WAIT_MILLISECONDS = 20;
const LONGEST_WAIT_MILLISECONDS = 250;

/** Makes the {@link UploadLocks} of a node, which listens to the other nodes from the first use on. */
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
          // Requests of this node are handled locally, and may have been granted meanwhile.
          if (asking !== node) held.get(id)?.();
        },
        // Somebody may have asked in the meantime; stopping needlessly costs little.
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
        // The request may have ended during the query.
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
