import { fail } from '#core/contract/errors.ts';
import type { OrderedKind, SingleKind } from '#core/contract/provider-kinds.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';
import type { InUse, Providers } from '../providers.ts';

/** The embedded defaults alone, for commands that run without a server and its settings. */
export function embeddedProviders(adapters: readonly ProviderAdapter[]): Pick<Providers, 'use' | 'inOrder'> {
  async function use<K extends SingleKind>(kind: K): Promise<InUse<K>> {
    const adapter = adapters.find((known) => known.kind === kind && known.embedded === true);
    if (adapter === undefined) fail(`core:provider.none-${kind}`, {}, { kind: 'unavailable' });
    // The adapter says of which kind it is, and its kind what it opens.
    return { id: adapter.id, provider: (await adapter.open({})) as InUse<K>['provider'] };
  }
  const turn = { failed: () => Promise.resolve(), worked: () => Promise.resolve() };
  return { use, inOrder: async <K extends OrderedKind>(kind: K) => [{ ...(await use(kind)), ...turn }] };
}
