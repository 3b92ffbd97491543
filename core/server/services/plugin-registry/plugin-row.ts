import { eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { corePlugins } from './tables.ts';

export type PluginRow = typeof corePlugins.$inferSelect;

/** The row of a plugin, which nobody else changes before this transaction ends. */
export async function lockPlugin({ orm }: Tx, id: string): Promise<PluginRow | undefined> {
  const [row] = await orm.select().from(corePlugins).where(eq(corePlugins.id, id)).for('update');
  return row;
}

/** The same, made when it is not there yet. */
export async function keepPlugin(tx: Tx, id: string): Promise<PluginRow> {
  await tx.orm.insert(corePlugins).values({ id }).onConflictDoNothing();
  const row = await lockPlugin(tx, id);
  // Removed by somebody between the two.
  return row ?? (await keepPlugin(tx, id));
}
