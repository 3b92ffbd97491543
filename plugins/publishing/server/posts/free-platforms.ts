import type { ServerContext } from '#core/server/plugins/context.ts';

/** Platforms where posts take none of an account's publishes. */
export async function freePlatforms({ providers }: Pick<ServerContext, 'providers'>): Promise<ReadonlySet<string>> {
  const all = await providers.every('channels');
  return new Set(all.filter(({ provider }) => provider.isFree === true).map(({ provider }) => provider.platform));
}
