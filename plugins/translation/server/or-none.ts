import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** What is asked of services where nothing can speak, or the one that does fails: lines are translated all the same. */
export async function orNone<T>(asked: Promise<T>): Promise<T | undefined> {
  return await asked.catch((error: unknown) => {
    if (error instanceof ExpectedError || error instanceof ProviderFailure) return undefined;
    throw error;
  });
}
