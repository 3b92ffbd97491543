import { and, desc, eq, lt } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import type { Rejection } from './plugins.ts';
import { corePlugins, corePluginVersions } from './tables.ts';

/** The versions before and after rolling back. */
export interface WayBack {
  from: string;
  to: string;
}

/**
 * Makes the last earlier version that a browser has activated the current one, or the previous one if there is none.
 * The plugin's row must be locked.
 * @param current the row of the version that is left
 * @param rejection why, when it happens automatically: later versions then do not roll back to this one
 * @returns undefined when there is none to go back to
 */
export async function goBack(
  { orm }: Tx,
  current: typeof corePluginVersions.$inferSelect,
  rejection?: Rejection,
): Promise<WayBack | undefined> {
  const { id, plugin, version: from, installedAt } = current;
  const earlier = await orm
    .select({ id: corePluginVersions.id, version: corePluginVersions.version, proven: corePluginVersions.proven })
    .from(corePluginVersions)
    .where(
      and(
        eq(corePluginVersions.plugin, plugin),
        eq(corePluginVersions.dev, false),
        eq(corePluginVersions.rejected, false),
        lt(corePluginVersions.installedAt, installedAt),
      ),
    )
    .orderBy(desc(corePluginVersions.installedAt));
  const target = earlier.find(({ proven }) => proven) ?? earlier[0];
  if (target === undefined) return undefined;
  await orm.update(corePlugins).set({ current: target.id }).where(eq(corePlugins.id, plugin));
  if (rejection !== undefined) {
    await orm.update(corePluginVersions).set({ rejected: true, rejection }).where(eq(corePluginVersions.id, id));
  }
  return { from, to: target.version };
}

/** The version that a plugin's row says is running. */
export async function currentVersion(
  { orm }: Tx,
  { current }: { current: string | null },
): Promise<typeof corePluginVersions.$inferSelect | undefined> {
  if (current === null) return undefined;
  const [row] = await orm.select().from(corePluginVersions).where(eq(corePluginVersions.id, current));
  return row;
}
