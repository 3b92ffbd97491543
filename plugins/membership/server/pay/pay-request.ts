import type { Clock } from '#core/server/ground/clock.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** What an adapter works with; tests give it a server of their own. */
export interface PayServices {
  fetch: typeof fetch;
  clock: Clock;
}

/** An answer, read as text because signatures are over it. */
export interface PayAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const TIMEOUT_MILLISECONDS = 8_000;

/** Sends one request. @throws ProviderFailure `unavailable` without a whole answer */
export async function sendPayRequest(
  services: PayServices,
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: string },
): Promise<PayAnswer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await services.fetch(url, { ...init, redirect: 'error', signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    throw new ProviderFailure('unavailable', `${url.host} gave no answer`, { cause: error });
  }
}

/** Sends what may be sent again without doing anything twice, and once more when the answer is lost. */
export async function repeatOnce<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'unavailable') throw error;
    return await send();
  }
}

/** @throws ProviderFailure `configuration` where services cannot reach this server */
export function assertReachable(notify: string): void {
  if (notify.startsWith('https://')) return;
  throw new ProviderFailure('configuration', 'PUBLIC_URL has to be an https address for news of payments');
}

/** A JSON object, or undefined. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
