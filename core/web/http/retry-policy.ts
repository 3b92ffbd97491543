import type { Method } from '#core/contract/call.ts';

/** How many times a call is retried after the first attempt. */
export const MAX_RETRIES = 3;

const BASE = 300;
const LONGEST = 5_000;
/** When the server asks for a longer wait than this, in milliseconds, the call fails instead. */
const MAX_PATIENCE = 30_000;

const IDEMPOTENT: ReadonlySet<Method> = new Set(['GET', 'PUT', 'DELETE']);
/** Statuses of a server that is busy, restarting, or unreachable behind its proxy. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether making the call twice has the same effect as making it once. */
export function isIdempotent(method: Method): boolean {
  return IDEMPOTENT.has(method);
}

/** Whether a retry may get another status than this one. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/**
 * Milliseconds to wait before a retry: full jitter, but never less than the server asked for.
 * @param retry 1 for the first
 * @param retryAfter the header, or null
 * @param random from 0 to 1
 * @returns null when the server asks for too long a wait
 */
export function waitBefore(
  retry: number,
  retryAfter: string | null,
  random: () => number = Math.random,
): number | null {
  const jittered = random() * Math.min(LONGEST, BASE * 2 ** retry);
  const asked = retryAfter === null ? 0 : millisecondsOf(retryAfter);
  if (asked > MAX_PATIENCE) return null;
  return Math.max(jittered, asked);
}

/** `Retry-After` is a number of seconds or a date. */
function millisecondsOf(retryAfter: string): number {
  const seconds = Number(retryAfter);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now());
}
