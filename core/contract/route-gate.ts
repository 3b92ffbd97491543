import type { Gate, PluginManifest, PluginRoute } from './plugin.ts';

/** The gate of one route: the plugin's own, where the route says nothing else. */
export function gateOfRoute(manifest: Pick<PluginManifest, 'gate'>, route: Pick<PluginRoute, 'gate'>): Gate {
  return { ...manifest.gate, ...route.gate };
}
