import type { KnownPlugin } from './plugins.ts';
import type { StoredVersion } from './stored-plugins.ts';

/** All plugins as somebody has them. */
export interface PluginSnapshot {
  list: readonly KnownPlugin[];
  byId: ReadonlyMap<string, KnownPlugin>;
  /** The running version, for outside plugins. */
  versions: ReadonlyMap<string, StoredVersion>;
}

/** A plugin that runs for one account alone, in place of the one that everybody has, or beside all others. */
export interface OwnBuild {
  owner: string;
  plugin: KnownPlugin;
  version: StoredVersion;
}

/** All plugins, for everybody and for each developer. */
export interface PluginSnapshots {
  /** @param viewer an account; null for what everybody has */
  of(viewer: string | null): PluginSnapshot;
  builds: readonly OwnBuild[];
}

/**
 * Puts developers' builds in the place of what everybody has, for their owners.
 * @param order sorts plugins after those that they use
 */
export function withBuilds(
  everybody: PluginSnapshot,
  builds: readonly OwnBuild[],
  order: (plugins: readonly KnownPlugin[]) => KnownPlugin[],
): PluginSnapshots {
  const byOwner = Map.groupBy(builds, ({ owner }) => owner);
  const views = new Map<string, PluginSnapshot>();
  return {
    builds,
    of(viewer) {
      const own = viewer === null ? undefined : byOwner.get(viewer);
      if (viewer === null || own === undefined) return everybody;
      const known = views.get(viewer);
      if (known !== undefined) return known;
      const byId = new Map(everybody.byId);
      const versions = new Map(everybody.versions);
      for (const { plugin, version } of own) {
        byId.set(plugin.manifest.id, plugin);
        versions.set(plugin.manifest.id, version);
      }
      const view = { list: order([...byId.values()]), byId, versions };
      views.set(viewer, view);
      return view;
    },
  };
}
