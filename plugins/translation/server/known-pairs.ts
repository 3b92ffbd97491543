import type { ServerContext } from '#core/server/plugins/context.ts';
import { askAll } from '#core/server/services/providers/ask-all.ts';

/** What the services in use translate, together. @throws as `Providers.use`, and as `askAll` */
export async function knownPairs({ providers }: Pick<ServerContext, 'providers'>) {
  const told = await askAll(await providers.inOrder('translation'), ({ provider }) => provider.pairs());
  const pairs = new Map<string, Set<string>>();
  for (const { from, to } of told.flatMap(({ answer }) => answer)) {
    pairs.set(from, new Set([...(pairs.get(from) ?? []), ...to]));
  }
  return [...pairs].map(([from, to]) => ({ from, to: [...to] }));
}
