import { and, asc, desc, eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import type { KeptVersion } from './plugins.ts';
import { corePluginFiles, corePlugins, corePluginVersions } from './tables.ts';

/**
 * The versions of a plugin that are kept, newest first. The newest build that came by a key of the viewer is listed as
 * the current one, and carries its name behind a plus.
 */
export async function readVersions({ orm }: Tx, plugin: string, viewer: string | null): Promise<KeptVersion[]> {
  const rows = await orm
    .select({ kept: corePluginVersions, current: corePlugins.current })
    .from(corePluginVersions)
    .innerJoin(corePlugins, eq(corePlugins.id, corePluginVersions.plugin))
    .where(eq(corePluginVersions.plugin, plugin))
    .orderBy(desc(corePluginVersions.installedAt));
  const own = rows.find(({ kept }) => kept.dev && kept.owner === viewer)?.kept.id;
  return rows
    .filter(({ kept }) => !kept.dev || kept.id === own)
    .map(({ kept, current }) => ({
      version: kept.dev ? `${kept.version}+${kept.build}` : kept.version,
      installedAt: kept.installedAt,
      installedBy: kept.installedBy,
      source: kept.source,
      bytes: kept.bytes,
      integrity: kept.package.web?.integrity ?? null,
      current: kept.id === (own ?? current),
      proven: kept.proven,
      rejected: kept.rejected,
      rejection: kept.rejection,
    }));
}

/** Reads a file of a version such as `1.0.0`, or of one exact build of it, `1.0.0+<build>`. */
export async function readPluginFile(
  { orm }: Tx,
  { plugin, name, path }: { plugin: string; name: string; path: string },
): Promise<{ bytes: Buffer; integrity: string } | undefined> {
  const [version = '', build] = name.split('+');
  const [row] = await orm
    .select({ bytes: corePluginFiles.bytes, integrity: corePluginFiles.integrity })
    .from(corePluginFiles)
    .innerJoin(corePluginVersions, eq(corePluginVersions.id, corePluginFiles.version))
    .where(
      and(
        eq(corePluginVersions.plugin, plugin),
        eq(corePluginVersions.version, version),
        ...(build === undefined ? [] : [eq(corePluginVersions.build, build)]),
        eq(corePluginFiles.path, path),
      ),
    )
    .orderBy(asc(corePluginVersions.dev), desc(corePluginVersions.installedAt))
    .limit(1);
  return row;
}
