import type { PluginRecord } from '../plugins/plugins.ts';

/** Whether the reader can set something of a plugin for themselves: what a tier locks is not theirs to set. */
export function hasAccountSettings({ entry: { manifest, state } }: PluginRecord): boolean {
  return manifest.settings.account !== null && state.name !== 'locked' && state.name !== 'login';
}
