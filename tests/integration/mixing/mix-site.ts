import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { QUICK } from './video-formats.ts';

/** The whole product as an api node, with a library to mix from. */
export interface MixSite {
  server: TestServer;
  /** A folder for files of the test. */
  folder: string;
  /** Starts a worker on the same database and files, once. */
  work(): Promise<Composed>;
  /** Puts a file into the account's library, as it is after an upload. @returns the material's id */
  adopt(accountId: string, path: string, kind?: 'video' | 'music'): Promise<string>;
  /** Says what a look at the material would have found; for tests without a worker. */
  prepared(id: string, facts: { seconds?: number; state?: 'ready' | 'failed' }): Promise<void>;
  /** Waits until the worker has prepared all materials. */
  allPrepared(accountId: string): Promise<void>;
}

export async function startMixSite(outer: TestScope, options: TestServerOptions = {}): Promise<MixSite> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-mix-site-'));
  const scope = lastFirst(outer);
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const discovered = await discoverPlugins();
  const server = await startTestServer(scope, { discovered, sharedRenders: true, ...options });
  const { ctx } = server.composed;
  let worker: Promise<Composed> | undefined;
  scope.after(async () => (await worker)?.close());

  return {
    server,
    folder,
    work() {
      worker ??= compose(
        readConfiguration({
          DATA_DIR: server.dataDir,
          DATABASE_URL: ctx.db.connectionString,
          WORKER_SLOTS: '2',
        }),
        'worker',
        { concurrency: 2, plugins: discovered, log: testLog },
      );
      return worker;
    },
    async adopt(accountId, path, kind = 'video') {
      const name = basename(path);
      const file = await ctx.files.add(accountId, createReadStream(path), { name, maxSize: 1e9 });
      return ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id: file.id, name }, { kind }));
    },
    async prepared(id, { seconds = 3, state = 'ready' }) {
      await ctx.db.pool.query('update materials_items set state = $2, seconds = $3 where id = $1', [
        id,
        state,
        seconds,
      ]);
    },
    async allPrepared(accountId) {
      for (;;) {
        const { rows } = await ctx.db.pool.query(
          "select 1 from materials_items where account_id = $1 and state = 'preparing'",
          [accountId],
        );
        if (rows.length === 0) return;
        await sleep(100);
      }
    },
  };
}

/** A project with a group for each list of materials. */
export function projectOf(
  groups: readonly (readonly string[])[],
  settings: Partial<MixProjectInput> = {},
): MixProjectInput {
  return {
    ...{ name: 'Port', ...QUICK, shotSeconds: 1 },
    groups: groups.map((materials, index) => ({
      id: String(index + 1),
      name: `Group ${index + 1}`,
      materials: materials.map((material) => ({ material })),
    })),
    ...settings,
  };
}
