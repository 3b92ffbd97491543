import type { PluginManifest } from '#core/contract/plugin.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';

import type { Named } from './collect-handlers.ts';
import type { ServerContext } from './context.ts';
import { halfParts } from './half-parts.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** What was collected of all plugins that ship with the product. */
interface Collected extends Named {
  /** Their services, by plugin. */
  adapters: ReadonlyMap<string, readonly ProviderAdapter[]>;
  /** Names of the tokens that they offer, by plugin. */
  offered: ReadonlyMap<string, readonly string[]>;
}

interface ShippedPlugin {
  manifest: PluginManifest;
  calls: object;
  server: ServerPlugin | undefined;
}

/** The server halves that ship with the product as operators see them, by the ids of their plugins. */
export function shippedHalves(
  plugins: readonly ShippedPlugin[],
  { adapters, offered, ...collected }: Collected,
  ctx: ServerContext,
): Map<string, HalfState> {
  const halves = plugins.flatMap(({ manifest: { id, hooks }, calls, server }): [string, HalfState][] => {
    if (server === undefined) return [];
    const isOwn = (name: string) => name.startsWith(`${id}.`);
    const own = <T extends { name: string }>(things: readonly T[]) => things.filter(({ name }) => isOwn(name));
    const parts = halfParts({
      ...{ hooks, routes: Object.keys(calls).length, uploads: Object.keys(server.uploads?.(ctx) ?? {}) },
      ...{ providers: adapters.get(id) ?? [], provides: offered.get(id) ?? [], schedules: server.schedules },
      ...{ jobs: Object.keys(collected.jobs).filter(isOwn), operations: own(collected.operations) },
      ...{ effects: own(collected.effects), tools: own(collected.tools) },
    });
    return [[id, { state: 'running', resting: false, problem: null, callsHash: null, calls: null, parts }]];
  });
  return new Map(halves);
}
