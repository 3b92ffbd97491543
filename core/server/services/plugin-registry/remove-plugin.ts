import { eq, like, or } from 'drizzle-orm';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { SETTING_CHANGED } from '#core/server/services/settings/create-settings.ts';
import { coreAccountSettings, coreSettings } from '#core/server/services/settings/tables.ts';

import { corePlugins } from './tables.ts';

/** Removes everything stored about an outside plugin, including settings of operators and accounts. */
export async function removePlugin({ notifications }: Database, tx: Tx, id: string): Promise<void> {
  // Versions, files, rules, grants and faults are deleted with the row.
  await tx.orm.delete(corePlugins).where(eq(corePlugins.id, id));
  const removed = await tx.orm
    .delete(coreSettings)
    .where(or(eq(coreSettings.key, `plugin.${id}`), like(coreSettings.key, `plugin.${id}.%`)))
    .returning({ key: coreSettings.key });
  for (const { key } of removed) await notifications.send(tx, SETTING_CHANGED, { key });
  await tx.orm.delete(coreAccountSettings).where(eq(coreAccountSettings.namespace, id));
}
