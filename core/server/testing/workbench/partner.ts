import type { ServerHook } from '#core/server/services/hooks/server-hook.ts';
import type { Provision } from '#core/server/plugins/server-token.ts';

/** A plugin that stands in for one that the plugin under test works together with. */
export interface Partner {
  id: string;
  provides: readonly Provision[];
  fires: readonly ServerHook[];
}

/**
 * A stand-in for another plugin from outside: what it offers by tokens, and the hooks that it fires.
 * @param id as under `uses` in the manifest of the plugin under test
 * @example partner('harbour', { provides: [provide(TIDES, { at: () => 1.5 })] })
 */
export function partner(id: string, { provides = [], fires = [] }: Partial<Omit<Partner, 'id'>> = {}): Partner {
  return { id, provides, fires };
}
