import { desc, eq } from 'drizzle-orm';

import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { Level } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import type { TierMode } from './plugins.ts';
import { corePluginGrants, corePlugins, corePluginTiers, corePluginVersions } from './tables.ts';

/** The running version of an outside plugin. */
export interface StoredVersion {
  id: string;
  dev: boolean;
  build: string;
  proven: boolean;
  package: PluginPackage;
  texts: { zh: Record<string, string>; en: Record<string, string> };
}

/** What the database stores about one plugin, as every process caches it. */
export interface StoredPlugin {
  id: string;
  disabled: boolean;
  untrusted: boolean;
  tiers: Partial<Record<Level, TierMode>>;
  /** The grants that it has been given, by key, each with the hash of what it was given for; null where unknown. */
  given: ReadonlyMap<string, string | null>;
  /** What runs for everybody; null for a plugin that ships with the product, or that only developers have. */
  current: StoredVersion | null;
}

/** A {@link StoredPlugin} with the newest build of each of its developers. */
export interface StoredPluginWithBuilds extends StoredPlugin {
  builds: readonly StoredBuild[];
}

/** A developer's build. */
export interface StoredBuild {
  /** The account whose sessions get it. */
  owner: string;
  isolated: boolean;
  version: StoredVersion;
}

const VERSION = {
  id: corePluginVersions.id,
  dev: corePluginVersions.dev,
  build: corePluginVersions.build,
  proven: corePluginVersions.proven,
  package: corePluginVersions.package,
  texts: corePluginVersions.texts,
};

/** Reads all stored plugins, by id. */
export async function readStoredPlugins({ orm }: Tx): Promise<Map<string, StoredPluginWithBuilds>> {
  const rows = await orm
    .select({ plugin: corePlugins, version: VERSION })
    .from(corePlugins)
    .leftJoin(corePluginVersions, eq(corePluginVersions.id, corePlugins.current))
    .orderBy(corePlugins.id);
  const tiers = await orm.select().from(corePluginTiers);
  const grants = await orm
    .select({ plugin: corePluginGrants.plugin, key: corePluginGrants.key, call: corePluginGrants.call })
    .from(corePluginGrants)
    .where(eq(corePluginGrants.given, true));
  const builds = await orm
    .selectDistinctOn([corePluginVersions.plugin, corePluginVersions.owner], {
      ...{ plugin: corePluginVersions.plugin, owner: corePluginVersions.owner, isolated: corePluginVersions.isolated },
      version: VERSION,
    })
    .from(corePluginVersions)
    .where(eq(corePluginVersions.dev, true))
    .orderBy(corePluginVersions.plugin, corePluginVersions.owner, desc(corePluginVersions.installedAt));
  const tiersOf = Map.groupBy(tiers, ({ plugin }) => plugin);
  const grantsOf = Map.groupBy(grants, ({ plugin }) => plugin);
  const buildsOf = Map.groupBy(builds, ({ plugin }) => plugin);
  return new Map(
    rows.map(({ plugin: { id, disabled, untrusted }, version }) => [
      id,
      {
        ...{ id, disabled, untrusted, current: version },
        tiers: Object.fromEntries((tiersOf.get(id) ?? []).map(({ level, mode }) => [level, mode])),
        given: new Map((grantsOf.get(id) ?? []).map(({ key, call }) => [key, call])),
        builds: (buildsOf.get(id) ?? []).flatMap(({ owner, isolated, version: build }) =>
          owner === null ? [] : [{ owner, isolated, version: build }],
        ),
      },
    ]),
  );
}
