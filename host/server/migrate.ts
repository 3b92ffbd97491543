import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { migrate } from '#core/server/ground/database/migrate.ts';
import { createLog } from '#core/server/ground/log.ts';

import type { Configuration } from './configuration.ts';
import { discoverPlugins } from './discover-plugins.ts';
import { migrationSources } from './migration-sources.ts';

/**
 * Brings the database up to date: the kernel's migrations, then each plugin's after
 * those of the plugins that it uses. Any number of processes may do so at once.
 */
export async function migrateDatabase({ databaseUrl, dataDir, logLevel }: Configuration): Promise<void> {
  const log = createLog({ level: logLevel, name: 'migrate' });
  const connectionString = databaseUrl ?? (await connectEmbedded(dataDir));
  const db = await connectDatabase({ connectionString, log, poolSize: 2 });
  try {
    const applied = await migrate(db, migrationSources(await discoverPlugins()));
    log.info({ applied: applied.map(({ plugin, tag }) => `${plugin}/${tag}`) }, 'the database is up to date');
  } finally {
    await db.close();
  }
}
