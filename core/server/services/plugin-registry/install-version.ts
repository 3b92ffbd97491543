import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import { grantKey } from '#core/contract/grants.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { GrantHash } from './grant-hashes.ts';
import { buildOf, filesOf } from './known-plugins.ts';
import { keepPlugin } from './plugin-row.ts';
import type { InstallOptions } from './plugins.ts';
import { corePluginFiles, corePluginGrants, corePlugins, corePluginVersions } from './tables.ts';

/** How many versions are kept beside the current one. */
const EARLIER = 3;

/** A version that is about to be stored. */
export interface NewVersion {
  package: PluginPackage;
  files: ReadonlyMap<string, Buffer>;
  texts: { zh: Record<string, string>; en: Record<string, string> };
  /** Bytes of the packed plugin. */
  bytes: number;
  at: Date;
}

/** Makes a version the one that everybody has, and ends all developers' builds. @returns the version before */
export async function installVersion(
  tx: Tx,
  added: NewVersion,
  options: InstallOptions,
  hashOf: GrantHash,
): Promise<string | null> {
  const { orm } = tx;
  const { manifest } = added.package;
  const { current } = await keepPlugin(tx, manifest.id);
  const kept = await orm
    .select({
      id: corePluginVersions.id,
      version: corePluginVersions.version,
      dev: corePluginVersions.dev,
      build: corePluginVersions.build,
      proven: corePluginVersions.proven,
    })
    .from(corePluginVersions)
    .where(eq(corePluginVersions.plugin, manifest.id));

  const build = buildOf(added.package);
  const same = kept.find((row) => row.version === manifest.version && !row.dev);
  const replaced = kept.filter((row) => row === same || row.dev).map(({ id }) => id);
  if (replaced.length > 0) await orm.delete(corePluginVersions).where(inArray(corePluginVersions.id, replaced));

  const { source, actor, untrusted } = options;
  const proven = same?.build === build && same.proven;
  const id = await insertVersion(tx, added, { dev: false, source, proven, installedBy: actor });
  await orm.update(corePlugins).set({ current: id, untrusted }).where(eq(corePlugins.id, manifest.id));
  await giveGrants(tx, added.package, new Set(options.grants), hashOf);
  await forgetOld(tx, manifest.id, id);
  return kept.find((row) => row.id === current)?.version ?? null;
}

/** Stores a version with its files. @returns its row's id */
export async function insertVersion(
  { orm }: Tx,
  added: NewVersion,
  row: Pick<typeof corePluginVersions.$inferInsert, 'dev' | 'source' | 'proven' | 'installedBy' | 'owner' | 'isolated'>,
): Promise<string> {
  const { manifest } = added.package;
  const id = uuidv7();
  await orm.insert(corePluginVersions).values({
    ...{ id, plugin: manifest.id, version: manifest.version, build: buildOf(added.package) },
    ...{ package: added.package, texts: added.texts, bytes: added.bytes, installedAt: added.at },
    ...row,
  });
  for (const { path, integrity } of filesOf(added.package)) {
    const bytes = added.files.get(path);
    if (bytes === undefined) throw new TypeError(`insertVersion: the package names ${path}, which was not read`);
    await orm.insert(corePluginFiles).values({ version: id, path, integrity, bytes });
  }
  return id;
}

/** Stores which grants a plugin has. Grants that only other versions ask for are left as they are, for rolling back. */
async function giveGrants(
  { orm }: Tx,
  { manifest }: PluginPackage,
  given: ReadonlySet<string>,
  hashOf: GrantHash,
): Promise<void> {
  const keys = [...new Set(manifest.grants.map(grantKey))];
  if (keys.length === 0) return;
  await orm
    .insert(corePluginGrants)
    .values(keys.map((key) => ({ plugin: manifest.id, key, given: given.has(key), call: hashOf(key) })))
    .onConflictDoUpdate({
      target: [corePluginGrants.plugin, corePluginGrants.key],
      set: { given: sql`excluded.given`, call: sql`excluded.call` },
    });
}

async function forgetOld({ orm }: Tx, plugin: string, current: string): Promise<void> {
  const others = and(
    eq(corePluginVersions.plugin, plugin),
    eq(corePluginVersions.dev, false),
    ne(corePluginVersions.id, current),
  );
  const earlier = await orm
    .select({ id: corePluginVersions.id })
    .from(corePluginVersions)
    .where(others)
    .orderBy(desc(corePluginVersions.installedAt))
    .limit(EARLIER);
  if (earlier.length < EARLIER) return;
  await orm.delete(corePluginVersions).where(
    and(
      others,
      notInArray(
        corePluginVersions.id,
        earlier.map(({ id }) => id),
      ),
    ),
  );
}
