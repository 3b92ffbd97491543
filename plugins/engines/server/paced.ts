import { createSlots } from '#core/server/services/media/slots.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { isAnswered, tryAgain } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** How much a service takes. */
export interface Pace {
  /** Requests at once. */
  atOnce: number;
  /** Requests that begin within a minute; 0 for any number. */
  perMinute: number;
}

/** Milliseconds to wait after a 429 that does not say how long, one after the other. */
const PAUSES = [2_000, 8_000, 20_000];
/** Milliseconds for which a request waits where the service says how long; whoever asked tries later what takes longer. */
const LONGEST = 45_000;
/** Milliseconds until it may be tried again where nobody knows. */
const LATER = 60_000;

/** Asks a service no faster than it takes. */
export type Paced = <T>(ask: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Requests to one service: so many at once and in a minute, again where they fail for a moment, and after a 429 none of
 * them before its time.
 * @param rest waits; tests need not
 */
export function createPaced({ atOnce, perMinute }: Pace, rest = pause): Paced {
  const slots = createSlots(atOnce);
  const gap = perMinute === 0 ? 0 : 60_000 / perMinute;
  let next = 0;

  async function inTurn(signal?: AbortSignal): Promise<void> {
    const now = Date.now();
    const at = Math.max(now, next);
    next = at + gap;
    if (at > now) await rest(at - now, signal);
  }

  return async (ask, signal) => {
    const release = await slots.acquire(signal);
    try {
      for (let time = 0; ; time += 1) {
        await inTurn(signal);
        try {
          return await tryAgain(ask, signal, rest);
        } catch (error) {
          if (!isAnswered(error, 429) || !(error instanceof ProviderFailure) || error.kind !== 'limited') throw error;
          const said = error.until === null ? undefined : error.until.getTime() - Date.now();
          const wait = said ?? PAUSES[time];
          if (wait === undefined || wait > LONGEST || time >= PAUSES.length) {
            const until = new Date(Date.now() + Math.max(said ?? LATER, 1_000));
            throw new ProviderFailure('limited', error.message, { cause: error, until });
          }
          // Those that wait for a slot wait for this, too.
          next = Math.max(next, Date.now() + wait);
        }
      }
    } finally {
      release();
    }
  };
}
