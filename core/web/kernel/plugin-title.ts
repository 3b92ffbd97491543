import type { MessageKey } from '#core/contract/message-keys.ts';

import type { I18n } from '../i18n/i18n.ts';
import type { Plugins } from '../plugins/plugins.ts';

/** A plugin's title; its id until its texts have been loaded. */
export function pluginTitle(plugins: Plugins, i18n: I18n, plugin: string): string {
  const key = plugins.find(plugin)?.entry.manifest.title;
  if (key === undefined) return plugin;
  // Manifests are checked against the texts when messages are generated.
  const title = i18n.t(key as MessageKey);
  return title === key ? plugin : title;
}
