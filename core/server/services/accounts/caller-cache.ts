import type { Caller } from './accounts.ts';

/** Milliseconds for which a caller is cached; changes take effect at once. */
const REMEMBER_MILLISECONDS = 5_000;
const REMEMBER_CALLERS = 10_000;

/** Stores the caller of a token, unless something was dropped from the cache since the query began. */
export type RememberCaller = (hash: string, known: { caller: Caller; expiresAt: Date; now: Date }) => void;

/** The callers of recently used tokens, so that not every call queries the database. */
export interface CallerCache {
  recall(hash: string, now: Date): Caller | undefined;
  /** Called before the database query; its result stores the answer. */
  begin(): RememberCaller;
  forget(which: (caller: Caller) => boolean): void;
}

interface Remembered {
  caller: Caller;
  until: number;
  expiresAt: number;
}

/**
 * Makes the {@link CallerCache} of one process.
 * @param options.isCurrent whether changes are being received; while they are not, the cache is neither filled
 * nor read
 */
export function createCallerCache({ isCurrent }: { isCurrent(): boolean }): CallerCache {
  /** By the token's hash, least recently used first. */
  const remembered = new Map<string, Remembered>();
  let epoch = 0;

  return {
    recall(hash, now) {
      const found = remembered.get(hash);
      remembered.delete(hash);
      const time = now.getTime();
      if (found === undefined || found.until <= time || found.expiresAt <= time || !isCurrent()) return undefined;
      remembered.set(hash, found);
      return found.caller;
    },
    begin() {
      const before = epoch;
      return (hash, { caller, expiresAt, now }) => {
        if (before !== epoch || !isCurrent()) return;
        const until = now.getTime() + REMEMBER_MILLISECONDS;
        remembered.set(hash, { caller, until, expiresAt: expiresAt.getTime() });
        const [oldest] = remembered.keys();
        if (remembered.size > REMEMBER_CALLERS && oldest !== undefined) remembered.delete(oldest);
      };
    },
    forget(which) {
      epoch += 1;
      for (const [hash, { caller }] of remembered) if (which(caller)) remembered.delete(hash);
    },
  };
}
