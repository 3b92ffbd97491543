import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Database } from '#core/server/ground/database/database.ts';
import type { Presence } from '#core/server/ground/database/presence.ts';
import { migrate } from '#core/server/ground/database/migrate.ts';
import { addTexts } from '#core/server/ground/messages.ts';
import { ownsName, takenName } from '#core/server/services/plugin-registry/package/reserved-ids.ts';
import type { LoadedHalf, ServerHalvesService } from '#core/server/plugins/server-halves.ts';

import { importHalf } from './import-half.ts';
import { readFolder } from './read-folder.ts';

/** Subfolder of the data folder with one folder per plugin, named by its id. */
export const OUTSIDE_PLUGINS = 'plugins';

const IMPORT_MILLISECONDS = 10_000;
const ID = /^[a-z][a-z0-9-]{1,39}$/;

export interface OpenHalvesOptions {
  dataDir: string;
  db: Database;
  /** Ids of the plugins that ship with the product. */
  shipped: readonly string[];
  log: Logger;
  /** Where this process says which halves it has loaded. */
  presence: Presence;
  /** Milliseconds that importing one half may take; 10 000 by default. */
  importMilliseconds?: number;
}

/** What a process with a half says about itself: while it does, the half's tables are not dropped. */
export const halfPresence = (id: string): string => `server half ${id}`;

/**
 * Finds the server halves of outside plugins, imports them and migrates their tables, after those of the
 * product. A failure of one of them affects no other.
 */
export async function openHalves(halves: ServerHalvesService, options: OpenHalvesOptions): Promise<void> {
  const ids = await outsideIds(options.dataDir, options.log);
  const migrated = await migratedPlugins(options.db, options.shipped);
  const isOwn = await ownership(options);
  await Promise.all(ids.map((id) => halves.open(id, () => loadHalf(id, isOwn, options))));
  for (const half of halves.opened()) {
    await halves.attempt(half.manifest.id, () => migrateHalf(options.db, half));
  }
  for (const id of migrated) if (!ids.includes(id)) halves.addMissing(id);
}

/** Loads the half that lies in the data folder now, and migrates its tables. */
export async function loadHalfAnew(id: string, options: OpenHalvesOptions): Promise<LoadedHalf> {
  const half = await loadHalf(id, await ownership(options), options);
  await migrateHalf(options.db, half);
  return half;
}

/** Whether a name in the database belongs to a plugin. */
type IsOwn = (id: string, name: string) => boolean;

async function ownership({ dataDir, db, shipped }: OpenHalvesOptions): Promise<IsOwn> {
  const others = new Set([...(await outsideIds(dataDir)), ...(await migratedPlugins(db, shipped))]);
  return (id, name) => ownsName(id, name, others);
}

async function loadHalf(
  id: string,
  isOwn: IsOwn,
  { dataDir, shipped, presence, importMilliseconds = IMPORT_MILLISECONDS }: OpenHalvesOptions,
): Promise<LoadedHalf> {
  const taken = takenName(id, shipped);
  if (taken !== undefined) {
    throw new TypeError(`the id "${id}" is not free: names that begin with "${taken}" are the product's own`);
  }
  const found = await readFolder(join(dataDir, OUTSIDE_PLUGINS, id), isOwn);
  const { manifest } = found.package;
  if (manifest.id !== id) {
    throw new TypeError(`plugins/${id} in the data folder holds the plugin "${manifest.id}"; name the folder after it`);
  }
  // Also for one that fails from here on: some of its code may run.
  await presence.announce(halfPresence(id));
  addTexts(id, found.texts);
  return await importHalf(found, importMilliseconds);
}

async function migrateHalf(db: Database, { manifest, server }: LoadedHalf): Promise<void> {
  if (server.migrations !== undefined) await migrate(db, [{ plugin: manifest.id, folder: server.migrations }]);
}

/** The ids of the plugins in the data folder. Names that begin with a dot are temporary. */
export async function outsideIds(dataDir: string, log?: Logger): Promise<string[]> {
  const folder = join(dataDir, OUTSIDE_PLUGINS);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') log?.warn({ err: error }, 'the folder of plugins from outside cannot be read');
    return [];
  });
  const ids: string[] = [];
  for (const name of names.toSorted()) {
    if (name.startsWith('.')) continue;
    const isFolder = await stat(join(folder, name)).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder && ID.test(name)) ids.push(name);
    else log?.warn({ name }, 'what lies among the plugins in the data folder is no folder named after a plugin');
  }
  return ids;
}

/** Outside plugins that have tables, whether or not they are still installed. */
export async function migratedPlugins(db: Database, shipped: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ plugin: string }>(
    'select distinct plugin from reelport_migrations where plugin <> all($1) order by plugin',
    [['core', ...shipped]],
  );
  return rows.map(({ plugin }) => plugin);
}
