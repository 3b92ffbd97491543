import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

/**
 * Whether the adapters of a plugin can be used: `stopped` when its server half is not running on this node, `gone` when
 * it is not installed. A tier that a plugin is locked for changes nothing: its gate is about its own pages.
 */
export type PluginStanding = 'serving' | 'disabled' | 'stopped' | 'gone';

/** The present standing of a plugin. */
export async function standingOf(
  plugins: Pick<InstalledPlugins, 'find' | 'builds'>,
  id: string,
): Promise<PluginStanding> {
  // One of which there are only developers' builds has its server half all the same.
  const known = (await plugins.find(id)) ?? (await plugins.builds(id))[0];
  if (known === undefined) return 'gone';
  if (known.disabled) return 'disabled';
  return known.half === undefined || known.half.state === 'running' ? 'serving' : 'stopped';
}
