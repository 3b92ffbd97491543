import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { fail } from '#core/contract/errors.ts';
import { grantKey } from '#core/contract/grants.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { FEATURE_LEVELS, type FeatureLevels } from '#core/contract/tiers.ts';
import type { Audit } from '#core/server/ground/audit/audit.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import type { HashedCall } from './call-hashes.ts';
import { createServerHashes } from './grant-hashes.ts';
import { createGrantLedger } from './grant-ledger.ts';
import { installVersion, type NewVersion } from './install-version.ts';
import { readPluginFile, readVersions } from './kept-versions.ts';
import { inspectPackage } from './package/inspect-package.ts';
import { readPackage, type ReadPackage } from './package/read-package.ts';
import { assertGranted, assertSound } from './package/assert-sound.ts';
import { isProvenBy, isToBeLeft, keepableMessage, keepFault, readFaults, sweepFaults } from './plugin-faults.ts';
import { createPluginCache } from './plugin-cache.ts';
import type { OwnBuild } from './plugin-snapshot.ts';
import { keepPlugin, lockPlugin, type PluginRow } from './plugin-row.ts';
import { readLedger, writeGrant, writeTier } from './plugin-rules.ts';
import type { InstalledPlugins, KnownPlugin } from './plugins.ts';
import { endBuilds, pushBuild } from './push-build.ts';
import { removePlugin } from './remove-plugin.ts';
import { currentVersion, goBack } from './roll-back.ts';
import { corePlugins, corePluginVersions } from './tables.ts';
import type { HalfState } from './half-state.ts';

export interface PluginsOptions {
  db: Database;
  audit: Audit;
  events: Pick<ServerEvents, 'publish'>;
  clock: Clock;
  log: Logger;
  /** Manifests of the plugins that ship with the product, each after the plugins that it uses. */
  shipped: readonly PluginManifest[];
  /**
   * Ids of plugins without which nobody could switch anything on again: they cannot be switched off or kept from a
   * tier.
   */
  needed?: readonly string[];
  /** The server halves of outside plugins in this process, by id; none by default. */
  serverHalves?: () => ReadonlyMap<string, HalfState>;
  /** Every call of this server, to check what plugins ask to reach. */
  calls?: readonly HashedCall[];
  /** Which level includes which feature; the product's own rule by default. */
  featureLevels?: () => Promise<FeatureLevels>;
}

/** {@link InstalledPlugins} with the methods that only its process needs. */
export interface PluginsService extends InstalledPlugins {
  /** Reads the states of the server halves again. */
  refresh(): void;
  /** Removes faults that are too old. @returns how many */
  sweep(): Promise<number>;
  /** Stores when grants were last used. */
  close(): Promise<void>;
}

const FAULTS = 100;
const SYSTEM = 'system';

/** Implements the registry in the database. */
export function createPlugins(options: PluginsOptions): PluginsService {
  const {
    db,
    audit,
    events,
    clock,
    log,
    shipped,
    needed = [],
    serverHalves = () => new Map<string, HalfState>(),
    featureLevels = async () => FEATURE_LEVELS,
  } = options;
  const shippedIds = new Set(shipped.map(({ id }) => id));
  const hashes = createServerHashes(options.calls ?? []);
  const hashOf = hashes.ofGrant;
  const memory = createPluginCache({ db, log, shipped, needed, serverHalves, hashOf });
  const ledger = createGrantLedger({ db, clock, log });

  /** A change that every process and every open browser is notified of. */
  async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await db.transaction(async (tx) => {
      const done = await work(tx);
      await tellAll(tx);
      return done;
    });
    memory.forget();
    return result;
  }

  /** Processes are notified first: a notified browser reads the index from one of them. */
  async function tellAll(tx: Tx): Promise<void> {
    await memory.tell(tx);
    await events.publish(tx, pluginsChanged, {});
  }

  async function find(id: string, viewer: string | null = null): Promise<KnownPlugin | undefined> {
    return (await memory.read()).of(viewer).byId.get(id);
  }

  async function buildsOf(id: string): Promise<OwnBuild[]> {
    return (await memory.read()).builds.filter(({ plugin }) => plugin.manifest.id === id);
  }

  /** The row of an outside plugin, locked. */
  async function lockInstalled(tx: Tx, id: string): Promise<PluginRow> {
    if (shippedIds.has(id)) fail('core:plugin.shipped', { plugin: id }, { kind: 'conflict' });
    return (await lockPlugin(tx, id)) ?? unknown(id);
  }

  /** The row of any plugin, locked. */
  async function lockAny(tx: Tx, id: string): Promise<PluginRow> {
    return shippedIds.has(id) ? await keepPlugin(tx, id) : ((await lockPlugin(tx, id)) ?? unknown(id));
  }

  function refuseNeeded(id: string): void {
    if (needed.includes(id)) fail('core:plugin.needed', { plugin: id }, { kind: 'conflict' });
  }

  async function inspectRead(read: ReadPackage, viewer: string | null) {
    const half = serverHalves().get(read.package.manifest.id);
    const facts = {
      ...{ calls: options.calls, callHash: hashes.ofCall, featureLevels: await featureLevels() },
      ...(half === undefined || half.state === 'missing' ? {} : { serverCalls: half }),
    };
    return await inspectPackage(read, (await memory.read()).of(viewer).list, facts);
  }

  /** A package that may be stored. @throws expected its first finding of level `error` */
  async function readSound(packed: Buffer, viewer: string | null): Promise<NewVersion> {
    const read = await readPackage(packed);
    const { findings, texts } = await inspectRead(read, viewer);
    assertSound(read.package, findings, shippedIds);
    return { package: read.package, files: read.files, texts, bytes: read.packed, at: clock.now() };
  }

  return {
    list: async (viewer = null) => (await memory.read()).of(viewer).list,
    find,
    builds: async (id) =>
      (id === undefined ? (await memory.read()).builds : await buildsOf(id)).map(({ plugin }) => plugin),
    inspect: async (packed, viewer = null) => await inspectRead(await readPackage(packed), viewer),

    async install(packed, install) {
      const { actor, source, untrusted, grants } = install;
      const added = await readSound(packed, actor);
      const { manifest } = added.package;
      assertGranted(manifest, grants);
      await change(async (tx) => {
        const before = await installVersion(tx, added, install, hashOf);
        await audit.record(tx, {
          ...{ actor, action: before === null ? 'plugin.install' : 'plugin.update', target: manifest.id },
          details: { version: manifest.version, before, source, untrusted, grants: [...grants] },
        });
      });
      return (await find(manifest.id)) ?? unknown(manifest.id);
    },

    async push(packed, push) {
      const { owner, isolated } = push;
      const added = await readSound(packed, owner);
      const { id, version } = added.package.manifest;
      await change(async (tx) => {
        // Every save is a build: only the first is audited.
        if (!(await pushBuild(tx, added, push))) return;
        const details = { version, isolated };
        await audit.record(tx, { actor: owner, action: 'plugin.push', target: id, details });
      });
      return (await find(id, owner)) ?? unknown(id);
    },

    async rollBack(id, actor, why) {
      return await change(async (tx) => {
        const current = await currentVersion(tx, await lockInstalled(tx, id));
        if (current !== undefined && (await endBuilds(tx, id, actor))) return current.version;
        const way = current === undefined ? undefined : await goBack(tx, current);
        if (way === undefined) fail('core:plugin.no-earlier', { plugin: id }, { kind: 'conflict' });
        await audit.record(tx, {
          actor,
          action: 'plugin.roll-back',
          target: id,
          details: { ...way, why: why ?? null },
        });
        return way.to;
      });
    },

    async remove(id, actor) {
      await change(async (tx) => {
        const row = await lockInstalled(tx, id);
        const current = await currentVersion(tx, row);
        await removePlugin(db, tx, id);
        const details = { version: current?.version ?? null };
        await audit.record(tx, { actor, action: 'plugin.remove', target: id, details });
      });
    },

    async setDisabled(id, disabled, actor) {
      if (disabled) refuseNeeded(id);
      await change(async (tx) => {
        await lockAny(tx, id);
        await tx.orm.update(corePlugins).set({ disabled }).where(eq(corePlugins.id, id));
        await audit.record(tx, { actor, action: disabled ? 'plugin.disable' : 'plugin.enable', target: id });
      });
    },

    async setTier(id, level, mode, actor) {
      if (mode === 'locked' || mode === 'hidden') refuseNeeded(id);
      await change(async (tx) => {
        await lockAny(tx, id);
        await writeTier(tx, id, level, mode);
        await audit.record(tx, { actor, action: 'plugin.tier', target: id, details: { level, mode } });
      });
    },

    async setGrant(id, key, given, actor) {
      await change(async (tx) => {
        const current = await currentVersion(tx, await lockInstalled(tx, id));
        const running = [current?.package, ...(await buildsOf(id)).map(({ version }) => version.package)];
        const asked = running.flatMap((version) => version?.manifest.grants ?? []);
        if (!asked.some((grant) => grantKey(grant) === key))
          fail('core:plugin.grant-unknown', { plugin: id, grant: key }, { kind: 'not-found' });
        await writeGrant(tx, id, { key, given, call: hashOf(key) });
        await audit.record(tx, { actor, action: 'plugin.grant', target: id, details: { grant: key, given } });
      });
    },

    async fault(seen) {
      const fault = { ...seen, message: keepableMessage(seen.message), at: clock.now() };
      const { plugin } = fault;
      const own = await buildsOf(plugin);
      if (own.length === 0 && (await find(plugin)) === undefined) return;
      // What goes wrong with a developer's own build says nothing about what everybody has.
      const isOwn = own.some(({ owner }) => owner === fault.accountId);
      const left = await db.transaction(async (tx) => {
        const row = shippedIds.has(plugin) ? await keepPlugin(tx, plugin) : await lockPlugin(tx, plugin);
        // It was removed a moment ago.
        if (row === undefined) return undefined;
        await keepFault(tx, fault);
        const current = isOwn ? undefined : await currentVersion(tx, row);
        if (current === undefined || !(await isToBeLeft(tx, current, fault))) return undefined;
        const { phase, at } = fault;
        const message = keepableMessage(fault.message.slice(0, 500));
        const way = await goBack(tx, current, { at: at.toISOString(), phase, message });
        if (way === undefined) return undefined;
        const details = { ...way, phase, why: message };
        await audit.record(tx, { actor: SYSTEM, action: 'plugin.roll-back', target: plugin, details });
        await tellAll(tx);
        return way;
      });
      if (left === undefined) return;
      memory.forget();
      log.warn({ plugin, ...left, phase: fault.phase }, 'a plugin went back to its version before');
    },

    async proven(id, version, accountId) {
      const current = (await memory.read()).of(accountId).versions.get(id);
      if (current === undefined || current.dev || current.proven || current.package.manifest.version !== version)
        return;
      const isProven = await db.transaction(async (tx) => {
        if (!(await isProvenBy(tx, current.id, accountId, clock.now()))) return false;
        await tx.orm.update(corePluginVersions).set({ proven: true }).where(eq(corePluginVersions.id, current.id));
        // Nothing visible in a browser has changed.
        await memory.tell(tx);
        return true;
      });
      if (isProven) memory.forget();
    },

    used: (id, key, count) => ledger.used(id, key, count),

    faults: (id, limit = FAULTS) => readFaults(db, id, limit),

    async ledger(id, viewer = null) {
      await ledger.flush();
      const current = (await memory.read()).of(viewer).versions.get(id);
      return await readLedger(db, id, current?.package.manifest.grants ?? [], hashOf);
    },

    versions: (id, viewer = null) => readVersions(db, id, viewer),
    file: (plugin, name, path) => readPluginFile(db, { plugin, name, path }),
    refresh: () => memory.forget(),
    sweep: () => sweepFaults(db, clock.now()),
    close: () => ledger.close(),
  };
}

function unknown(id: string): never {
  fail('core:plugin.unknown', { plugin: id }, { kind: 'not-found' });
}
