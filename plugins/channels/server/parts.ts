import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { ChannelServices } from './ask-platform.ts';

/** How often in a row a part may fail, and the milliseconds before it is sent again. */
const [TRIES, REST] = [5, 4_000];

/** Sends a part of an upload that has a number, so that one that is sent twice is there once; again when it fails for a moment. */
export async function sendPart<T>(
  send: () => Promise<T>,
  { rest }: Pick<ChannelServices, 'rest'>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      const isLost = error instanceof ProviderFailure && error.kind === 'unavailable';
      if (!isLost || failures >= TRIES) throw error;
      await rest(REST, signal);
    }
  }
}
