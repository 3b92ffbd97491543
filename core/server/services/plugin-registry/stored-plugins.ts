import { eq } from 'drizzle-orm';

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
  /** Keys of the grants that it has been given. */
  given: ReadonlySet<string>;
  /** Null for a plugin that ships with the product. */
  current: StoredVersion | null;
}

/** Reads all stored plugins, by id. */
export async function readStoredPlugins({ orm }: Tx): Promise<Map<string, StoredPlugin>> {
  const rows = await orm
    .select({
      plugin: corePlugins,
      version: {
        id: corePluginVersions.id,
        dev: corePluginVersions.dev,
        build: corePluginVersions.build,
        proven: corePluginVersions.proven,
        package: corePluginVersions.package,
        texts: corePluginVersions.texts,
      },
    })
    .from(corePlugins)
    .leftJoin(corePluginVersions, eq(corePluginVersions.id, corePlugins.current))
    .orderBy(corePlugins.id);
  const tiers = await orm.select().from(corePluginTiers);
  const grants = await orm
    .select({ plugin: corePluginGrants.plugin, key: corePluginGrants.key })
    .from(corePluginGrants)
    .where(eq(corePluginGrants.given, true));
  const tiersOf = Map.groupBy(tiers, ({ plugin }) => plugin);
  const grantsOf = Map.groupBy(grants, ({ plugin }) => plugin);
  return new Map(
    rows.map(({ plugin: { id, disabled, untrusted }, version }) => [
      id,
      {
        ...{ id, disabled, untrusted, current: version },
        tiers: Object.fromEntries((tiersOf.get(id) ?? []).map(({ level, mode }) => [level, mode])),
        given: new Set((grantsOf.get(id) ?? []).map(({ key }) => key)),
      },
    ]),
  );
}
