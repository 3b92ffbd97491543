import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { grantKey } from '#core/contract/grants.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { PROVIDER_KINDS } from '#core/contract/provider-kinds.ts';
import { CORE_MIGRATIONS } from '#core/server/ground/database/migrate.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { settableClock } from '#core/server/testing/settable-clock.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import type { OpenedServer, OpenOptions } from '#core/server/testing/workbench/opened-server.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { migrationSources } from '#host/server/migration-sources.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins, type DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { addPluginFolder } from '#host/server/outside-plugins/plugin-folders.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { testedServer } from '../tested-plugin.ts';

/** The plugin that brings services which stand in for real ones. */
const STAND_IN = 'tests';
/** What is known of this machine's ffmpeg, which takes half a second to find out. */
const MEDIA_TOOLS = 'media-tools.json';

/** Starts a whole server, which answers calls and works on jobs, with the built plugin in its data folder. */
export async function openTestedServer(options: OpenOptions): Promise<OpenedServer> {
  const stack = new AsyncDisposableStack();
  try {
    return await open(options, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function open({ partners, services }: OpenOptions, stack: AsyncDisposableStack): Promise<OpenedServer> {
  const { id, packed, folder: built, cacheFolder } = testedServer();
  const scope = lastFirst({ after: (work) => stack.defer(work) });
  const dataDir = await folderOf(scope, 'data');
  const folder = await folderOf(scope, 'files');
  // Checked first: nothing of a plugin that would be refused is run.
  const { added } = await addPluginFolder(dataDir, built);
  const { manifest } = added;
  const adapters = standIns(services);
  const plugins = [...(await discoverPlugins()), ...partners.map(partnerPlugin), bringer(adapters)];

  const own = { plugin: id, folder: new URL('server/migrations/', pathToFileURL(`${join(dataDir, 'plugins', id)}/`)) };
  const hasTables = added.server?.files.some(({ path }) => path.startsWith('server/migrations/')) === true;
  const db = await testDatabase(scope, {
    migrations: [
      ...migrationSources(plugins).filter((source) => source !== CORE_MIGRATIONS),
      ...(hasTables ? [own] : []),
    ],
  });
  const clock = settableClock();
  const known = join(cacheFolder, MEDIA_TOOLS);
  await mkdir(join(dataDir, 'cache'), { recursive: true });
  await copyFile(known, join(dataDir, 'cache', MEDIA_TOOLS)).catch(() => undefined);
  const configuration = readConfiguration({ DATA_DIR: dataDir, DATABASE_URL: db.connectionString });
  const composed = await compose(configuration, 'api', { concurrency: 2, plugins, log: testLog, clock });
  scope.after(() => composed.close());
  await mkdir(cacheFolder, { recursive: true });
  await copyFile(join(dataDir, 'cache', MEDIA_TOOLS), known, constants.COPYFILE_EXCL).catch(() => undefined);

  const { ctx } = composed;
  const http = await createHttpServer(ctx, {
    version: REELPORT_VERSION,
    plugins: httpPlugins(plugins, ctx),
    halves: composed.halves,
    ready: composed.ready,
    servedStore: composed.servedStore,
  });
  scope.after(() => http.close());
  const half = runningHalf(composed, id);
  const grants = manifest.grants.map(grantKey);
  await ctx.plugins.install(await readFile(packed), { actor: STAND_IN, source: STAND_IN, untrusted: false, grants });
  for (const adapter of adapters) {
    await ctx.providers.admin.choose(adapter.kind, { adapters: [adapter.id], orEmbedded: false }, STAND_IN);
  }
  const address = await http.listen({ host: '127.0.0.1', port: 0 });
  const closing = new AbortController();
  scope.after(async () => closing.abort());
  const running = stack.move();
  return {
    ...{ manifest, ctx, clock, address, folder, cacheFolder },
    ...{ half: half.server, calls: half.callHashes, own: half.ctx, closing: closing.signal },
    async materialState(accountId, material) {
      return (await ctx.use(LIBRARY)?.find(accountId, [material]))?.get(material)?.state;
    },
    close: () => running.disposeAsync(),
  };
}

/** @throws Error with the problem of a half that the workbench does not run */
function runningHalf({ halves }: Composed, id: string) {
  const half = halves.started().find(({ manifest }) => manifest.id === id);
  const state = halves.states().get(id);
  if (half === undefined || state?.state !== 'running') {
    throw new Error(`the workbench would not run this server half. ${state?.problem ?? ''}`);
  }
  return half;
}

async function folderOf(scope: TestScope, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `reelport-test-${name}-`));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function partnerPlugin({ id, provides, fires }: OpenOptions['partners'][number]): DiscoveredPlugin {
  const manifest = definePlugin({ id, version: '1.0.0', title: `${id}:title` });
  return { manifest, calls: {}, server: defineServer({ manifest, provides: () => provides, fires }) };
}

function standIns(services: OpenOptions['services']): ProviderAdapter[] {
  return PROVIDER_KINDS.flatMap((kind) => {
    const port = services[kind];
    if (port === undefined) return [];
    return [defineProvider({ kind, id: `${STAND_IN}.${kind}`, title: 'core:plugin.unknown', open: () => port })];
  });
}

function bringer(adapters: readonly ProviderAdapter[]): DiscoveredPlugin {
  const manifest = definePlugin({ id: STAND_IN, version: '1.0.0', title: `${STAND_IN}:title` });
  return { manifest, calls: {}, server: defineServer({ manifest, providers: () => adapters }) };
}
