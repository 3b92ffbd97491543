import type { Gate, PluginManifest, PluginRoute } from './plugin.ts';

/** The gate of a route: the plugin's own, with the route's differences. */
export function gateOfRoute(manifest: Pick<PluginManifest, 'gate'>, route: Pick<PluginRoute, 'gate'>): Gate {
  return { ...manifest.gate, ...route.gate };
}
