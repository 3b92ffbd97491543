import { readdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fileOwner, isRunning, ownFileName } from '#core/server/ground/process-identity.ts';

const BEAT_MILLISECONDS = 15_000;
/** Milliseconds after its last heartbeat for which a claim from another machine counts. */
const FOREIGN_MILLISECONDS = 90_000;

/** Locks between processes that share a folder. A lock is released when its process ends, however it dies. */
export interface NodeLocks {
  /**
   * Takes a key's lock if it is free.
   * @returns a function that releases it, or undefined when the lock is taken
   */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>;
  /** Whether any process holds a key's lock. */
  isLocked(key: string): Promise<boolean>;
}

/**
 * Makes {@link NodeLocks} in an existing folder. A lock is a claim: a file whose name identifies its owner. A
 * process that wants a lock writes a claim, then looks for claims of other living processes; if there is one,
 * it withdraws its own and has to ask again. Two processes that ask at once may both be refused, but never both
 * succeed, and removing a dead process's claim can never hit a living one's.
 */
export function createNodeLocks(folder: string): NodeLocks {
  const held = new Set<string>();
  let beat: NodeJS.Timeout | undefined;

  async function isAlive(claim: string): Promise<boolean> {
    const owner = fileOwner(claim.slice(claim.indexOf('.') + 1));
    if (owner === undefined) return false;
    const running = isRunning(owner);
    if (running !== null) return running;
    const facts = await stat(join(folder, claim)).catch(() => undefined);
    return facts !== undefined && Date.now() - facts.mtimeMs < FOREIGN_MILLISECONDS;
  }

  async function livingClaims(key: string): Promise<string[]> {
    const living: string[] = [];
    for (const claim of await readdir(folder)) {
      if (!claim.startsWith(`${key}.`)) continue;
      if (await isAlive(claim)) living.push(claim);
      else await unlink(join(folder, claim)).catch(() => undefined);
    }
    return living;
  }

  function keepBeating(): void {
    beat ??= setInterval(() => {
      const now = new Date();
      for (const claim of held) utimes(join(folder, claim), now, now).catch(() => undefined);
    }, BEAT_MILLISECONDS).unref();
  }

  async function drop(claim: string): Promise<void> {
    held.delete(claim);
    if (held.size === 0) {
      clearInterval(beat);
      beat = undefined;
    }
    await unlink(join(folder, claim)).catch(() => undefined);
  }

  return {
    async tryLock(key) {
      const claim = `${key}.${ownFileName()}`;
      await writeFile(join(folder, claim), '', { flag: 'wx' });
      held.add(claim);
      const living = await livingClaims(key).catch(() => ['unknown']);
      if (living.some((other) => other !== claim)) {
        await drop(claim);
        return undefined;
      }
      keepBeating();
      return () => drop(claim);
    },
    isLocked: async (key) => (await livingClaims(key)).length > 0,
  };
}
