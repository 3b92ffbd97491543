import { eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { corePlugins } from './tables.ts';

export type PluginRow = typeof corePlugins.$inferSelect;

/** The row of a plugin, locked until the transaction ends. */
export async function lockPlugin({ orm }: Tx, id: string): Promise<PluginRow | undefined> {
  const [row] = await orm.select().from(corePlugins).where(eq(corePlugins.id, id)).for('update');
  return row;
}

/** The locked row of a plugin, inserted if it does not exist yet. */
export async function keepPlugin(tx: Tx, id: string): Promise<PluginRow> {
  await tx.orm.insert(corePlugins).values({ id }).onConflictDoNothing();
  const row = await lockPlugin(tx, id);
  // The plugin was removed between the two statements.
  return row ?? (await keepPlugin(tx, id));
}
