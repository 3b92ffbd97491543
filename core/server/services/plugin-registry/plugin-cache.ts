import type { Logger } from 'pino';
import { z } from 'zod';

import { pluginPackageSchema, type PluginPackage } from '#core/contract/plugin-package.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';

import { adoptGrants, type GrantHash } from './grant-hashes.ts';
import { afterPartners, installedPlugin, shippedPlugin } from './known-plugins.ts';
import type { KnownPlugin } from './plugins.ts';
import { withBuilds, type OwnBuild, type PluginSnapshots } from './plugin-snapshot.ts';
import { readStoredPlugins, type StoredVersion } from './stored-plugins.ts';
import type { HalfState } from './half-state.ts';

/** Topic of the message between nodes that a plugin has changed. */
export const PLUGINS_TOPIC = 'plugins';
/** How often the cache is reloaded while change notifications cannot be received. */
const UNHEARD_MILLISECONDS = 1_000;

/** A process's cache of the plugins. */
export interface PluginCache {
  /** Returns the same object until something changes. */
  read(): Promise<PluginSnapshots>;
  /** Empties the cache of this process. */
  forget(): void;
  /** Makes every process empty its cache when the transaction commits. */
  tell(tx: Tx): Promise<void>;
}

export interface PluginCacheOptions {
  db: Database;
  log: Logger;
  shipped: readonly PluginManifest[];
  /** Ids of the plugins that are always on. */
  needed: readonly string[];
  serverHalves(): ReadonlyMap<string, HalfState>;
  hashOf: GrantHash;
}

/** Makes the {@link PluginCache} of one process. */
export function createPluginCache(options: PluginCacheOptions): PluginCache {
  const { db, log, shipped, needed, serverHalves, hashOf } = options;
  let adopting: Promise<void> | undefined;
  let reading: { since: number; snapshot: Promise<PluginSnapshots> } | undefined;
  /** Versions never change, so each is checked once. */
  let checked = new Map<string, PluginPackage>();

  const forget = () => {
    reading = undefined;
  };
  const listen = listenForChanges(db.notifications, { topic: PLUGINS_TOPIC, schema: z.unknown(), forget });

  /** An earlier version of the product may have stored it, so new fields get their defaults. */
  function checkedVersion(plugin: string, version: StoredVersion): StoredVersion | undefined {
    const known = checked.get(version.id);
    if (known !== undefined) return { ...version, package: known };
    const { data, error } = pluginPackageSchema.safeParse(version.package);
    if (data === undefined) {
      log.error({ plugin, err: error }, 'an installed plugin does not fit this version of the product and is left out');
      return undefined;
    }
    return { ...version, package: data };
  }

  /** Once; again after it failed. */
  async function adopt(): Promise<void> {
    adopting ??= adoptGrants(db, hashOf);
    try {
      await adopting;
    } catch (error) {
      adopting = undefined;
      throw error;
    }
  }

  async function load(): Promise<PluginSnapshots> {
    await adopt();
    const stored = await readStoredPlugins(db);
    const halves = serverHalves();
    const ids = new Set(shipped.map(({ id }) => id));
    const versions = new Map<string, StoredVersion>();
    const installed: KnownPlugin[] = [];
    const builds: OwnBuild[] = [];
    for (const { builds: pushed, ...plugin } of stored.values()) {
      if (ids.has(plugin.id)) continue;
      const half = halves.get(plugin.id);
      const current = plugin.current === null ? undefined : checkedVersion(plugin.id, plugin.current);
      if (current !== undefined) {
        versions.set(plugin.id, current);
        installed.push(installedPlugin({ ...plugin, current }, half, hashOf));
      }
      for (const { owner, isolated, version } of pushed) {
        const build = checkedVersion(plugin.id, version);
        if (build === undefined) continue;
        const known = installedPlugin({ ...plugin, current: build, untrusted: isolated }, half, hashOf);
        builds.push({ owner, version: build, plugin: known });
      }
    }
    checked = new Map(
      [...versions.values(), ...builds.map(({ version }) => version)].map((version) => [version.id, version.package]),
    );
    const list = afterPartners([
      ...shipped.map((manifest) => {
        const { id } = manifest;
        return shippedPlugin(manifest, stored.get(id), { isNeeded: needed.includes(id), half: halves.get(id) });
      }),
      ...installed,
    ]);
    const byId = new Map(list.map((plugin) => [plugin.manifest.id, plugin]));
    return withBuilds({ list, byId, versions }, builds, afterPartners);
  }

  return {
    async read() {
      await listen();
      const now = performance.now();
      if (reading !== undefined && !db.notifications.connected && now - reading.since > UNHEARD_MILLISECONDS) forget();
      if (reading === undefined) {
        const begun = { since: now, snapshot: load() };
        reading = begun;
        begun.snapshot.catch(() => {
          if (reading === begun) forget();
        });
      }
      return await reading.snapshot;
    },
    forget,
    tell: (tx) => db.notifications.send(tx, PLUGINS_TOPIC, null),
  };
}
