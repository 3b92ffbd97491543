// Replaces '@reelport/core/contract' while plugin.ts is read: a manifest is returned as written, so that each
// of its faults can be reported with its line.

import type { PluginManifestInput } from '#core/contract/plugin.ts';

export * from '#core/contract/index.ts';

/** @see definePlugin of core/contract/plugin.ts */
export function definePlugin(manifest: PluginManifestInput): PluginManifestInput {
  return manifest;
}
