import { CORE_MIGRATIONS, type MigrationSource } from '#core/server/ground/database/migrate.ts';

import type { DiscoveredPlugin } from './discover-plugins.ts';

/** The kernel's migrations, then each plugin's after those of the plugins that it uses. */
export function migrationSources(plugins: readonly DiscoveredPlugin[]): MigrationSource[] {
  const own = plugins.flatMap(({ manifest, server }) =>
    server?.migrations === undefined ? [] : [{ plugin: manifest.id, folder: server.migrations }],
  );
  return [CORE_MIGRATIONS, ...own];
}
