import { abortError, throwIfCancelled } from './abort-error.ts';

interface Flight {
  controller: AbortController;
  waiters: number;
  listeners: Set<(share: number) => void>;
  /** Never rejects. */
  settled: Promise<unknown>;
  result: Promise<void>;
}

/**
 * Work that several callers may want at the same time is done once, and continues while at least one of them
 * still wants it.
 */
export interface SharedWork {
  /**
   * Joins the work of a key, or starts it.
   * @param start the work; its signal is aborted when nobody wants the result any more
   * @param onShare receives the progress, 0 to 1
   * @throws the work's own error, the same for every caller; AbortError when `signal` is aborted: at once when
   * others still want the result, otherwise after the work has really stopped
   */
  join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal, report: (share: number) => void) => Promise<void>,
    onShare: (share: number) => void,
  ): Promise<void>;
}

/** Makes {@link SharedWork} for this process. */
export function createSharedWork(): SharedWork {
  const flights = new Map<string, Flight>();

  function launch(key: string, start: Parameters<SharedWork['join']>[2]): Flight {
    const controller = new AbortController();
    const listeners = new Set<(share: number) => void>();
    const result = start(controller.signal, (share) => {
      for (const listener of listeners) listener(share);
    }).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    const flight: Flight = { controller, listeners, waiters: 0, result, settled: result.catch(() => undefined) };
    flights.set(key, flight);
    return flight;
  }

  return {
    async join(key, signal, start, onShare) {
      let flight = flights.get(key);
      while (flight?.controller.signal.aborted) {
        await flight.settled;
        flight = flights.get(key);
      }
      throwIfCancelled(signal);
      flight ??= launch(key, start);
      const joined = flight;
      joined.waiters += 1;
      joined.listeners.add(onShare);
      let leave = () => {};
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(abortError(signal));
        signal.addEventListener('abort', leave, { once: true });
      });
      try {
        await Promise.race([joined.result, left]);
      } finally {
        signal.removeEventListener('abort', leave);
        joined.listeners.delete(onShare);
        joined.waiters -= 1;
        if (joined.waiters === 0) {
          joined.controller.abort();
          await joined.settled;
        }
      }
    },
  };
}
