import { and, desc, eq, inArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { insertVersion, type NewVersion } from './install-version.ts';
import { buildOf } from './known-plugins.ts';
import { keepPlugin } from './plugin-row.ts';
import type { PushOptions } from './plugins.ts';
import { corePluginVersions } from './tables.ts';

/**
 * Stores a developer's build for the sessions of its owner. What everybody has, and every grant, stays as it is.
 * @returns whether it is the first one of this owner
 */
export async function pushBuild(tx: Tx, added: NewVersion, { owner, isolated }: PushOptions): Promise<boolean> {
  const { manifest } = added.package;
  await keepPlugin(tx, manifest.id);
  const builds = await tx.orm
    .select({ id: corePluginVersions.id, build: corePluginVersions.build, version: corePluginVersions.version })
    .from(corePluginVersions)
    .where(ownBuilds(manifest.id, owner))
    .orderBy(desc(corePluginVersions.installedAt));
  const build = buildOf(added.package);
  // A browser may still be loading the last build, so that one is removed with the next but one.
  const replaced = builds.filter(
    (row, index) => index > 0 || (row.build === build && row.version === manifest.version),
  );
  if (replaced.length > 0) {
    const ids = replaced.map(({ id }) => id);
    await tx.orm.delete(corePluginVersions).where(inArray(corePluginVersions.id, ids));
  }
  await insertVersion(tx, added, { dev: true, source: 'dev', proven: false, installedBy: owner, owner, isolated });
  return builds.length === 0;
}

/** Ends the builds of one owner. @returns whether there were any */
export async function endBuilds({ orm }: Tx, plugin: string, owner: string): Promise<boolean> {
  const ended = await orm
    .delete(corePluginVersions)
    .where(ownBuilds(plugin, owner))
    .returning({ id: corePluginVersions.id });
  return ended.length > 0;
}

function ownBuilds(plugin: string, owner: string) {
  return and(
    eq(corePluginVersions.plugin, plugin),
    eq(corePluginVersions.dev, true),
    eq(corePluginVersions.owner, owner),
  );
}
