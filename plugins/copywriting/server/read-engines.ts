import type { CallData } from '#core/contract/call.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { askAll } from '#core/server/services/providers/ask-all.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { EYE } from '#plugins/eye/server/api.ts';

import type { readEngines as call } from '../calls.ts';

/** What can be read and heard at the moment. A service that does not answer counts as none. */
export async function readEngines(ctx: ServerContext): Promise<CallData<typeof call>> {
  const picture = orNone(async () => [...((await ctx.use(EYE)?.languages()) ?? [])]);
  const speech = orNone(async () => {
    const told = await askAll(await ctx.providers.inOrder('transcription'), ({ provider }) => provider.languages());
    return [...new Set(told.flatMap(({ answer }) => answer))];
  });
  return { picture: await picture, speech: await speech };
}

async function orNone<T>(ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ExpectedError || error instanceof ProviderFailure) return [];
    throw error;
  }
}
