import type { Logger } from 'pino';
import { z } from 'zod';

import type { Database } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';
import { PLUGINS_TOPIC } from '#core/server/services/plugin-registry/plugin-cache.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

/**
 * Which plugins are installed and switched on. One of which there are only developers' builds is on too: its server half
 * runs because somebody has put it into the data folder.
 */
export interface PluginSwitches {
  /** For code that cannot wait: as the registry was when it last changed, a moment later. */
  wasOn(id: string): boolean;
  isOn(id: string): Promise<boolean>;
}

/** Creates {@link PluginSwitches}, which follow the registry from then on. */
export async function createPluginSwitches(options: {
  plugins: Pick<InstalledPlugins, 'list' | 'builds'>;
  db: Pick<Database, 'notifications'>;
  log: Pick<Logger, 'warn'>;
}): Promise<PluginSwitches> {
  const { plugins, db, log } = options;
  let on = new Set<string>();
  const read = async (): Promise<void> => {
    const [installed, builds] = [await plugins.list(), await plugins.builds()];
    on = new Set([...builds, ...installed].map(({ manifest }) => manifest.id));
    for (const { disabled, manifest } of installed) if (disabled) on.delete(manifest.id);
  };
  const warn = (error: unknown) => log.warn({ err: error }, 'it could not be read which plugins are switched on');
  await listenForChanges(db.notifications, {
    topic: PLUGINS_TOPIC,
    schema: z.unknown(),
    // Once the registry, which listens too, has forgotten what it knew.
    forget: () => setImmediate(() => void read().catch(warn)),
  })();
  await read();
  return {
    wasOn: (id) => on.has(id),
    async isOn(id) {
      await read();
      return on.has(id);
    },
  };
}
