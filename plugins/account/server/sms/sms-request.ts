import type { z } from 'zod';

import type { Clock } from '#core/server/ground/clock.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** What an adapter works with; tests give it a server of their own. */
export interface SmsServices {
  fetch: typeof fetch;
  clock: Clock;
}

const TIMEOUT_MILLISECONDS = 8_000;

/**
 * Sends one request, once: whether a code has left is unknown after a lost answer, and a second one would cost a second.
 * @throws ProviderFailure `unavailable` without a readable answer
 */
export async function requestSms<T extends z.ZodType>(
  services: SmsServices,
  { url, schema, ...init }: { url: URL; schema: T; method: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; answer: z.output<T> }> {
  try {
    const response = await services.fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    return { status: response.status, answer: schema.parse(await response.json()) };
  } catch (error) {
    throw new ProviderFailure('unavailable', `${url.host} gave no readable answer`, { cause: error });
  }
}
