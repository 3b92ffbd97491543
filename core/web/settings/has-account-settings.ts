import type { PluginRecord } from '../plugins/plugins.ts';

/** Whether the user can change settings of a plugin; settings of a plugin that their tier locks cannot be changed. */
export function hasAccountSettings({ entry: { manifest, state } }: PluginRecord): boolean {
  return manifest.settings.account !== null && state.name !== 'locked' && state.name !== 'login';
}
