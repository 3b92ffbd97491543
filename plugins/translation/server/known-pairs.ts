import type { ServerContext } from '#core/server/plugins/context.ts';

/**
 * What the services in use translate, together; of several, one that does not answer now is left out.
 * @throws as `Providers.use`, and why the first one does not answer, where none does
 */
export async function knownPairs({ providers }: Pick<ServerContext, 'providers'>) {
  const engines = await providers.inOrder('translation');
  const told = await Promise.allSettled(engines.map(({ provider }) => provider.pairs()));
  const pairs = new Map<string, Set<string>>();
  for (const answer of told) {
    if (answer.status === 'rejected') continue;
    for (const { from, to } of answer.value) pairs.set(from, new Set([...(pairs.get(from) ?? []), ...to]));
  }
  const [first] = told;
  if (first?.status === 'rejected' && told.every(({ status }) => status === 'rejected')) throw first.reason;
  return [...pairs].map(([from, to]) => ({ from, to: [...to] }));
}
