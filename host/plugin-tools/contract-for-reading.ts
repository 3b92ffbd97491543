// Stands in for '@reelport/core/contract' while plugin.ts is read: a manifest is answered as it was written, so that
// each fault of it can be told by its line.

import type { PluginManifestInput } from '#core/contract/plugin.ts';

export * from '#core/contract/index.ts';

/** @see definePlugin of core/contract/plugin.ts */
export function definePlugin(manifest: PluginManifestInput): PluginManifestInput {
  return manifest;
}
