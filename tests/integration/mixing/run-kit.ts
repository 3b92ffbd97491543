import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import type { ServerEvent } from '#core/server/services/events/events.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

import { mixClient, type MixClient, type MixRun } from './mix-client.ts';
import { drawSmallClips } from './small-clips.ts';

/** An api node and workers that make videos of small clips: nine of them, three a group. */
export interface RunKit {
  server: TestServer;
  folder: string;
  clips: string[];
  /** Three groups of three clips. */
  groups: string[][];
  /** A member who may make large batches, of small videos, and the account. */
  signIn(): Promise<{ client: MixClient; accountId: string }>;
  startWorker(): Promise<Composed>;
  /** Waits until a run is as it should be, and looks as soon as something of it has changed. */
  until(client: MixClient, runId: string, right: (run: MixRun) => boolean): Promise<MixRun>;
  /** Events of an account from now on. */
  hear(accountId: string): ServerEvent[];
  /** Bytes that every account may fill from now on; null without limit. */
  limitSpace(bytes: number | null): Promise<void>;
  end(): Promise<void>;
}

export async function startRunKit(env: Record<string, string> = {}): Promise<RunKit> {
  const ends: (() => unknown)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'reelport-run-kit-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const clips = drawSmallClips(folder, 3, 3);
  const discovered = await discoverPlugins();
  const server = await startTestServer(
    { after: (end) => void ends.push(end) },
    { discovered, env, sharedRenders: true },
  );
  const { ctx } = server.composed;
  const workers = new Set<Composed>();
  const silence = new AbortController();
  const accounts = new Map<MixClient, string>();
  return {
    ...{ server, folder, clips, groups: [clips.slice(0, 3), clips.slice(3, 6), clips.slice(6, 9)] },
    async signIn() {
      const { token, accountId } = await server.signIn({ level: 'level1' });
      const client = mixClient(server.address, token);
      accounts.set(client, accountId);
      return { client, accountId };
    },
    async startWorker() {
      const configuration = readConfiguration({
        ...{ DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString, WORKER_SLOTS: '2', ...env },
      });
      const worker = await compose(configuration, 'worker', { concurrency: 2, plugins: discovered, log: testLog });
      const { close } = worker;
      worker.close = () => {
        workers.delete(worker);
        return close();
      };
      workers.add(worker);
      return worker;
    },
    async until(client, runId, right) {
      let changes = Promise.withResolvers<void>();
      const listening = new AbortController();
      ctx.events.subscribe(accounts.get(client) ?? '', () => changes.resolve(), listening.signal);
      try {
        for (const deadline = Date.now() + 120_000; ;) {
          changes = Promise.withResolvers();
          const run = await client.read(runId);
          if (right(run)) return run;
          if (Date.now() > deadline) throw new Error(`the run is ${JSON.stringify(run)}`);
          await Promise.race([changes.promise, sleep(500)]);
        }
      } finally {
        listening.abort();
      }
    },
    hear(accountId) {
      const heard: ServerEvent[] = [];
      ctx.events.subscribe(accountId, (event) => heard.push(event), silence.signal);
      return heard;
    },
    async limitSpace(bytes) {
      const gigabytes = bytes === null ? null : bytes / 1024 ** 3;
      const limits = { ...LEVEL_LIMITS, level1: { ...LEVEL_LIMITS.level1, gigabytes } };
      await ctx.settings.set(LEVEL_LIMITS_SETTING, limits, 'test');
      // Workers hear of it within two seconds.
      await sleep(2100);
    },
    async end() {
      silence.abort();
      for (const worker of workers) await worker.close();
      for (const end of ends.reverse()) await end();
    },
  };
}
