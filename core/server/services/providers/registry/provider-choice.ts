import { z } from 'zod';

import { providersChanged } from '#core/contract/providers-changed.ts';
import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

const choice = z
  .strictObject({
    /** Ids of the adapters in use: one at most, or several of a kind that may have several. */
    adapters: z.array(z.string().max(200)).max(50),
    /** Whether the embedded default stands in for a chosen one that cannot be used. */
    orEmbedded: z.boolean(),
  })
  .nullable()
  .default(null);

/** Where what operators have chosen for a kind is kept: null while they have not. */
export function choiceSetting(kind: ProviderKind): SettingDefinition<typeof choice> {
  return { key: `core.provider.${kind}`, schema: choice, secret: false, changed: providersChanged };
}
