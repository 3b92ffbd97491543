import { setTimeout as sleep } from 'node:timers/promises';

import { sqlState } from './sql-state.ts';

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Whether an error means that the database was unreachable, rather than a fault of the statement. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || ['57P01', '57P02', '57P03', '53300'].includes(state);
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && NETWORK_CODES.has(current.code)) return true;
    if (
      /^Connection terminated|timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
        current.message,
      )
    ) {
      return true;
    }
  }
  return false;
}

/**
 * Retries `work` while the database is unavailable, for example during its restart. A transaction that was cut off may
 * have been committed; `work` must find that out itself.
 * @param seconds after which the error is thrown
 */
export async function untilConnected<T>(work: () => Promise<T>, seconds: number): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLoss(error) || Date.now() + wait > deadline) throw error;
      await sleep(wait);
    }
  }
}
