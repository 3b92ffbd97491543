import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from 'pino';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { createAudit } from '#core/server/ground/audit/create-audit.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { migrate, pendingMigrations } from '#core/server/ground/database/migrate.ts';
import { createPresence } from '#core/server/ground/database/presence.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import { createLog } from '#core/server/ground/log.ts';
import type { ReadinessChecks } from '#core/server/http/routes/health.ts';
import { KERNEL_CALLS } from '#core/server/http/routes/kernel-calls.ts';
import { collectFailures, collectHooks, collectNamed } from '#core/server/plugins/collect-handlers.ts';
import { shippedHalves } from '#core/server/plugins/shipped-halves.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { createServerHalves } from '#core/server/plugins/create-server-halves.ts';
import { createPluginSwitches } from '#core/server/plugins/plugin-switches.ts';
import { createProvisions } from '#core/server/plugins/provisions.ts';
import type { ServerHalves } from '#core/server/plugins/server-halves.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { createEvents } from '#core/server/services/events/create-events.ts';
import { createAccountFiles, type AccountFiles } from '#core/server/services/files/account-files.ts';
import type { DiskStore } from '#core/server/services/files/disk-store.ts';
import type { S3Store } from '#core/server/services/files/s3-store.ts';
import { levelCapacity } from '#core/server/services/files/space.ts';
import { removeDeadTemporaries } from '#core/server/services/files/temporary-names.ts';
import { createHooks } from '#core/server/services/hooks/create-hooks.ts';
import { createJobs } from '#core/server/services/jobs/create-jobs.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { liveTasks } from '#core/server/services/jobs/live-tasks.ts';
import { boughtFeatures } from '#core/server/services/ledger/bought-features.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { createRemoteNodes } from '#core/server/services/media/remote-nodes.ts';
import { createPlugins, type PluginsService } from '#core/server/services/plugin-registry/create-plugins.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';
import { createProviders } from '#core/server/services/providers/registry/create-providers.ts';
import { createServiceRests } from '#core/server/services/providers/registry/create-service-rests.ts';
import { standingOf } from '#core/server/services/providers/registry/plugin-standing.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';
import { runEnded } from '#core/server/services/tool-runs/run-ended-hook.ts';
import { createSchedules, type Schedules } from '#core/server/services/schedules/create-schedules.ts';
import { createSettings } from '#core/server/services/settings/create-settings.ts';
import { deriveKey, keyring, loadMasterKeys } from '#core/server/services/settings/master-key.ts';
import { createSecretBox } from '#core/server/services/settings/secret-box.ts';
import { operatorTierRules } from '#core/server/services/settings/tier-rules.ts';
import { createToolRuns } from '#core/server/services/tool-runs/create-tool-runs.ts';
import { liveRuns } from '#core/server/services/tool-runs/live-runs.ts';

import type { Configuration } from './configuration.ts';
import { migrationSources } from './migration-sources.ts';
import { openStore } from './open-store.ts';
import { discoverPlugins, type DiscoveredPlugin } from './discover-plugins.ts';
import { exchangeHalf, placeHalf } from './outside-plugins/half-exchange.ts';
import { obeyRestarts } from './outside-plugins/obey-restarts.ts';
import { openHalves } from './outside-plugins/open-halves.ts';
import { claimStrayErrors, stopClaiming } from './outside-plugins/stray-errors.ts';
import { sweep, type Removed } from './sweep.ts';

/** The purpose of a server process: answering requests, or working on jobs. */
export type RoleName = 'api' | 'worker';

export interface ComposeOptions {
  /** How many jobs of each name this process works on at once; 0 for a process that only enqueues. */
  concurrency: number;
  /** The plugins to compose; those that ship with the product by default. */
  plugins?: readonly DiscoveredPlugin[];
  /** Where to write the log; standard output by default. */
  log?: Logger;
  /** The time; the machine's by default. */
  clock?: Clock;
  /** Milliseconds that importing the server half of an outside plugin may take; 10 000 by default. */
  importMilliseconds?: number;
  /** Milliseconds without a word after which work of such a half is given up; two hours by default. */
  hangMilliseconds?: number;
  /**
   * Whether single server halves are started anew when a console on this machine asks for it. By default only where the
   * database is the embedded one: a machine by itself, such as an author's.
   */
  obeysRestarts?: boolean;
  /** The states of the server halves of outside plugins; those of this process by default. */
  serverHalves?: () => ReadonlyMap<string, HalfState>;
}

/** Without these nobody could log in or switch a plugin on again. */
const NEEDED_PLUGINS = ['account', 'extensions', 'providers'];

/** A fully composed server process. */
export interface Composed {
  ctx: ServerContext & { readonly files: AccountFiles; readonly plugins: PluginsService };
  plugins: readonly DiscoveredPlugin[];
  /** The server halves of outside plugins. */
  halves: ServerHalves;
  /** Calls the listener after a server half was started anew, and waits for it before the console is told. */
  onRestart(listener: (id: string) => Promise<void>): void;
  /** What must work for this process to be healthy. */
  ready: ReadinessChecks;
  /** The store whose signed URLs an API node serves itself; undefined when a bucket serves them. */
  servedStore: DiskStore | undefined;
  /** What plugins have at certain times; a worker looks for it by itself. */
  schedules: Pick<Schedules, 'look'>;
  /** Removes data that plugins no longer keep, abandoned uploads, files without a record, and unused renderings. */
  sweep(): Promise<Removed>;
  /** Origins from which browsers load media, in addition to the server's own. */
  mediaOrigins: readonly string[];
  /**
   * Closes everything in an order that leaves no work half done: first the queue, which hands running jobs
   * back; then events, the media engine with its cache, and the store; the database last, because all of them
   * write to it.
   */
  close(): Promise<void>;
}

/**
 * Builds the context of a process from the configuration: database (migrated), store, queue and the rest, with
 * the installed plugins. When a step fails, everything opened before it is closed.
 * @throws expected the errors of every part, each as one clear line
 */
export async function compose(
  configuration: Configuration,
  role: RoleName,
  options: ComposeOptions,
): Promise<Composed> {
  const { dataDir } = configuration;
  const log = options.log ?? createLog({ level: configuration.logLevel, name: role });
  const { clock = { now: () => new Date() } } = options;
  const temporaryFolder = await openTemporaryFolder(dataDir, log);
  const plugins = options.plugins ?? (await discoverPlugins());
  const masters = await loadMasterKeys({ dataDir, environment: { REELPORT_SECRET_KEY: configuration.secretKey } });

  // Closed in reverse order of creation.
  const stack = new AsyncDisposableStack();
  try {
    const db = await connectDatabase({
      connectionString: configuration.databaseUrl ?? (await connectEmbedded(dataDir)),
      log,
    });
    stack.defer(() => db.close());

    const migrations = migrationSources(plugins);
    await migrate(db, migrations);
    const halves = createServerHalves({ db, clock, log, hangMilliseconds: options.hangMilliseconds });
    const presence = createPresence({ connectionString: db.connectionString, log });
    stack.defer(() => presence.close());
    const loading = {
      ...{ dataDir, db, log, presence, importMilliseconds: options.importMilliseconds },
      shipped: plugins.map(({ manifest }) => manifest.id),
    };
    await openHalves(halves, loading);

    const opened = await openStore(configuration, deriveKey(masters[0], 'signed-url'));
    stack.defer(() => opened.close());

    const media = await openMedia(configuration, db, opened.shared);
    stack.defer(() => media.close());

    const events = createEvents({ db, log });
    stack.defer(async () => events.close());
    // Listening starts before any event stream opens, so that no stream misses an event.
    if (role === 'api') await events.start();
    const audit = createAudit({ clock });
    const secrets = createSecretBox(masters);
    const settings = createSettings({ db, box: secrets, audit, log });
    const tierRules = operatorTierRules({ settings, db });
    const featureLevels = async () => (await tierRules.read()).featureLevels;
    const accounts = createAccounts({ db, clock, tierRules, boughtFeatures: (id) => boughtFeatures(db, id) });
    let ownHalves: ReadonlyMap<string, HalfState> = new Map();
    const ledger = createLedger({ clock });
    const installed = createPlugins({
      ...{ db, audit, events, clock, log, featureLevels },
      shipped: plugins.map(({ manifest }) => manifest),
      needed: NEEDED_PLUGINS,
      serverHalves: options.serverHalves ?? (() => new Map([...ownHalves, ...halves.states()])),
      calls: [KERNEL_CALLS, ...plugins.map(({ calls }) => calls)].flatMap((calls) => Object.values(calls)),
    });
    stack.defer(() => installed.close());
    const capacity = levelCapacity({ accounts, settings, clock });
    const files = createAccountFiles({ db, store: opened.store, temporaryFolder, capacity });
    const jobs = createJobs({ db, events, clock, log });
    const switches = await createPluginSwitches({ plugins: installed, db, log });
    const hooks = createHooks({ jobs, log, isOn: switches.isOn });
    hooks.declare('runs', [runEnded]);
    hooks.declare('posts', [postPublished]);
    const schedules = createSchedules({ db, jobs, clock, log, isOn: switches.isOn });
    const providers = createProviders({
      settings,
      log,
      clock,
      temporaryFolder,
      rests: createServiceRests({ db, events, clock }),
      standing: (plugin) => standingOf(installed, plugin),
    });
    const { publicUrl } = configuration;
    const keyFor = keyring(masters[0]);
    const toolRuns = createToolRuns({
      ...{ db, files, jobs, events, hooks, ledger, settings, clock, log, temporaryFolder, publicUrl },
      archiveKey: keyFor('tool-run-archive'),
    });
    const servers = plugins.flatMap(({ server }) => (server === undefined ? [] : [server]));
    const provisions = createProvisions({ log, isOn: switches.wasOn });
    const ctx = {
      db,
      files,
      jobs,
      events,
      media,
      toolRuns,
      accounts,
      ledger,
      providers,
      settings,
      plugins: installed,
      audit,
      clock,
      log,
      publicUrl,
      keyFor,
      secrets,
      temporaryFolder,
      dataFolder: dataDir,
      site: configuration.site,
      use: provisions.use,
      fire: hooks.fire,
    };
    for (const { manifest, provides } of servers) {
      provisions.add({ id: manifest.id, make: () => provides?.(ctx) ?? [] });
    }
    const offered = new Map(servers.map(({ manifest: { id } }) => [id, provisions.open(id)]));
    const told = collectHooks(servers, ctx, hooks);

    const adapters = new Map(servers.map((server) => [server.manifest.id, server.providers?.(ctx) ?? []]));
    for (const [id, brought] of adapters) providers.register(id, brought);
    for (const { upgrade } of servers) await upgrade?.(ctx);
    await halves.start(ctx, { note: (fault) => installed.fault(fault), provisions, hooks, schedules });
    hooks.tellUnknown();
    claimStrayErrors(halves.claim);
    stack.defer(async () => stopClaiming(halves.claim));
    halves.onChange(() => {
      installed.refresh();
      events.publish(db, pluginsChanged, {}).catch((error: unknown) => {
        log.warn({ err: error }, 'browsers could not be told of a server half');
      });
    });

    const outside = halves.started();
    const named = collectNamed(servers, ctx);
    media.operations.add(named.operations);
    media.effects.add(named.effects);
    toolRuns.add(named.tools);
    const places = { media, providers, toolRuns, jobs };
    for (const half of outside) placeHalf(places, half);
    ownHalves = shippedHalves(plugins, { adapters, offered, ...named }, ctx);
    installed.refresh();
    const own = Object.keys(named.jobs);
    for (const { manifest, schedules: times = [] } of servers) schedules.add(manifest.id, times, own);
    const handlers = [toolRuns.handlers(), named.jobs, told, ...outside.map((half) => half.jobs)];
    const failures = [toolRuns.failures(), collectFailures(servers, ctx), ...outside.map((half) => half.failures)];
    await jobs.start(Object.fromEntries(handlers.flatMap(Object.entries<JobHandler>)), {
      concurrency: options.concurrency,
      failures: Object.fromEntries(failures.flatMap(Object.entries<FailureHandler>)),
    });
    stack.defer(() => jobs.stop());
    const holders = Object.fromEntries(servers.flatMap((server) => Object.entries(server.holders ?? {})));
    const live = { 'tool-run': liveRuns, task: liveTasks, ...holders };
    const holds = createHoldSupervisor({ db, ledger, clock, log, jobs: live });
    if (options.concurrency > 0) {
      schedules.start();
      stack.defer(() => schedules.stop());
      holds.start();
      stack.defer(() => holds.stop());
    }

    const afterRestart: ((id: string) => Promise<void>)[] = [];
    if (options.obeysRestarts ?? configuration.databaseUrl === undefined) {
      const exchange = async (id: string): Promise<void> => {
        await exchangeHalf(places, halves, id);
        for (const listener of afterRestart) await listener(id);
      };
      await obeyRestarts({ ...loading, role, halves, exchange });
    }

    const open = stack.move();
    return {
      ctx,
      plugins,
      halves,
      onRestart: (listener) => void afterRestart.push(listener),
      ready: {
        database: () => db.pool.query('select 1'),
        migrations: async () => assert.deepEqual(await pendingMigrations(db, migrations), []),
        files: () => files.store.stat('health/probe'),
      },
      servedStore: opened.served,
      schedules,
      sweep: () => sweep({ plugins: servers, ctx, store: opened.store, others: [halves, installed, toolRuns], media }),
      mediaOrigins: opened.origins,
      close: () => open.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** Creates the folder for temporary files and removes what dead processes left in it. */
async function openTemporaryFolder(dataDir: string, log: Logger): Promise<string> {
  const folder = join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  await removeDeadTemporaries(folder).catch((error: unknown) => {
    log.warn({ err: error }, 'what earlier processes left could not be removed');
  });
  return folder;
}

async function openMedia(configuration: Configuration, db: Database, shared: S3Store | undefined) {
  return createMedia({
    folder: join(configuration.dataDir, 'cache'),
    slots: configuration.workerSlots,
    maxBytes: configuration.cacheMaxBytes,
    remote:
      shared === undefined ? undefined : createRemoteNodes({ store: shared, connectionString: db.connectionString }),
  });
}
