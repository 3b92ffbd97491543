import type { Caller } from './accounts.ts';

/** A caller is remembered this long; what changes about them is heard of at once. */
const REMEMBER_MILLISECONDS = 5_000;
const REMEMBER_CALLERS = 10_000;

/** Keeps who a token stands for. Does nothing when something was forgotten since it was begun. */
export type RememberCaller = (hash: string, known: { caller: Caller; expiresAt: Date; now: Date }) => void;

/** Whom the tokens of the last seconds stand for, so that not every call asks the database. */
export interface CallerCache {
  recall(hash: string, now: Date): Caller | undefined;
  /** Called before the database is asked; what it answers is then handed to the result. */
  begin(): RememberCaller;
  forget(which: (caller: Caller) => boolean): void;
}

interface Remembered {
  caller: Caller;
  until: number;
  expiresAt: number;
}

/**
 * Makes a {@link CallerCache} of one process.
 * @param options.isCurrent whether changes are heard of; nothing is remembered or recalled while they are not
 */
export function createCallerCache({ isCurrent }: { isCurrent(): boolean }): CallerCache {
  /** By the token's hash, the least recently used first. */
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
