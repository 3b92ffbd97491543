import { createSlots } from '#core/server/services/media/slots.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { isAnswered, tryAgain } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceTurns } from '#core/server/services/providers/service-turns.ts';

/** How much a service takes. */
export interface Pace {
  /** Requests at once. */
  atOnce: number;
  /** Requests that begin within a minute; 0 for any number. */
  perMinute: number;
  /** Its turns, which all processes share; those of this process alone when absent. */
  turns?: ServiceTurns;
}

/** The turns of a service by its name. */
export type TurnsOf = (service: string) => ServiceTurns;

/** The name of a machine of the operator's on which several adapters ask one program. */
export const machineOf = (program: string, address: string): string =>
  `${program} ${URL.parse(address)?.host ?? address}`;

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
export function createPaced({ atOnce, perMinute, turns = ownTurns() }: Pace, rest = pause): Paced {
  // Within a process first come, first served; only those whose turn it is here ask for one among all.
  const slots = createSlots(atOnce);
  const gap = perMinute === 0 ? 0 : 60_000 / perMinute;

  async function atItsTime<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let time = 0; ; time += 1) {
      const wait = await turns.begin(gap);
      if (wait > 0) await rest(wait, signal);
      try {
        return await tryAgain(ask, signal, rest);
      } catch (error) {
        if (!isAnswered(error, 429) || !(error instanceof ProviderFailure) || error.kind !== 'limited') throw error;
        const said = error.until === null ? undefined : error.until.getTime() - Date.now();
        const pauses = said ?? PAUSES[time];
        if (pauses === undefined || pauses > LONGEST || time >= PAUSES.length) {
          const until = new Date(Date.now() + Math.max(said ?? LATER, 1_000));
          throw new ProviderFailure('limited', error.message, { cause: error, until });
        }
        // Those that wait for their turn wait for this, too.
        await turns.hold(Math.max(0, pauses));
      }
    }
  }

  return async (ask, signal) => {
    const release = await slots.acquire(signal);
    try {
      const end = await turns.take(atOnce, signal);
      try {
        return await atItsTime(ask, signal);
      } finally {
        await end();
      }
    } finally {
      release();
    }
  };
}

/** Turns of this process alone, which its slots give out already. */
function ownTurns(): ServiceTurns {
  let next = 0;
  return {
    take: () => Promise.resolve(() => Promise.resolve()),
    begin(gap) {
      const now = Date.now();
      const at = Math.max(now, next);
      next = at + gap;
      return Promise.resolve(at - now);
    },
    hold(milliseconds) {
      next = Math.max(next, Date.now() + milliseconds);
      return Promise.resolve();
    },
  };
}
