import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { until } from '#tests/until.ts';

const MAIN = fileURLToPath(import.meta.resolve('#host/server/main.ts'));

/** Whether a run has come to its end. */
export const isOver = ({ state }: ToolRun): boolean => ['done', 'failed', 'cancelled'].includes(state);

export type ToolKit = Awaited<ReturnType<typeof startToolKit>>;

/**
 * A server with all plugins, and a member who has clips in the library and works with a tool.
 * @param options.worker `own`: none is started but those of `startWorker`
 */
export async function startToolKit(
  outer: TestScope,
  { tool, worker = 'here' }: { tool: string; worker?: 'here' | 'own' },
) {
  const scope = lastFirst(outer);
  const folder = mkdtempSync(join(tmpdir(), 'reelport-tool-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const discovered = await discoverPlugins();
  const server = await startTestServer(scope, { discovered });
  const { ctx } = server.composed;
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString, WORKER_SLOTS: '2' };
  if (worker === 'here') {
    const options = { concurrency: 2, plugins: discovered, log: testLog };
    const composed = await compose(readConfiguration(env), 'worker', options);
    scope.after(() => composed.close());
  }
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const call = async (method: string, path: string, body?: unknown) => server.call(method, path, { token, body });
  const read = async (path: string) => (await call('GET', path)).envelope.data;
  const post = (inputs: readonly string[], settings: object) =>
    call('POST', '/api/tool-runs', { tool, name: 'Run', inputs, settings });
  const kit = {
    ...{ server, folder, ctx, accountId, call },
    /** Starts a worker as a process of its own, which a test may kill. */
    startWorker(): ChildProcess {
      const child = spawn(process.execPath, [MAIN, 'worker'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...env, LOG_LEVEL: 'fatal' },
      });
      scope.after(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      });
      return child;
    },
    /** Puts a file into the library. @returns the id of its material */
    async adopt(path: string): Promise<string> {
      const name = basename(path);
      const file = await ctx.files.addLocal(ctx.db, accountId, path, { name, type: 'video/mp4' });
      return ctx.db.transaction((tx) => libraryOf(ctx).adopt(tx, accountId, { id: file.id, name }, { kind: 'video' }));
    },
    /** Draws a clip of five seconds, and puts it into the library. */
    async clip(name: string, size: string, more: { seconds?: number; options?: string[] } = {}): Promise<string> {
      const path = join(folder, name);
      const { seconds = 5, options = [] } = more;
      drawOnce(path, [
        ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=${seconds}`, ...options],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p'],
      ]);
      return kit.adopt(path);
    },
    async start(inputs: readonly string[], settings: object): Promise<ToolRun> {
      const { status, envelope } = await post(inputs, settings);
      assert.equal(status, 200, JSON.stringify(envelope));
      return envelope.data as ToolRun;
    },
    /** The status of a start that is refused. */
    refusal: async (inputs: readonly string[], settings: object) => (await post(inputs, settings)).status,
    readRun: async (id: string) => (await read(`/api/tool-runs/${id}`)) as ToolRun,
    async reach(id: string, right: (run: ToolRun) => boolean, seconds = 60): Promise<ToolRun> {
      let run = await kit.readRun(id);
      await until(async () => right((run = await kit.readRun(id))), 'the run gets there', seconds).catch(
        (cause: unknown) => {
          throw new Error(`the run is ${JSON.stringify(run)}`, { cause });
        },
      );
      return run;
    },
    async items(id: string) {
      return (await read(`/api/tool-runs/${id}/items`)) as {
        items: ToolItem[];
        working: Array<{ id: string; progress: number }>;
      };
    },
    async run(
      inputs: readonly string[],
      settings: object,
      seconds?: number,
    ): Promise<{ run: ToolRun; items: ToolItem[] }> {
      const run = await kit.reach((await kit.start(inputs, settings)).id, isOver, seconds);
      return { run, items: (await kit.items(run.id)).items };
    },
    /** Keeps what a run has made in the library. @returns the ids of its materials */
    async keep({ id }: ToolRun): Promise<string[]> {
      const { envelope } = await call('POST', '/api/material-keeps', { runId: id, folderId: null });
      return (envelope.data as { materials: string[] }).materials;
    },
    /** The ids of what a material was made from. */
    async sourcesOf(id: string): Promise<string[]> {
      const { from } = (await read(`/api/materials/${id}/origins`)) as { from: { id: string }[] };
      return from.map((source) => source.id);
    },
    /** Downloads the first file that an item came to. @returns its path */
    async download({ id, files: [file] }: ToolItem): Promise<string> {
      const path = join(folder, `made-${id}.mp4`);
      writeFileSync(path, Buffer.from(await (await fetch(server.address + (file?.url ?? ''))).arrayBuffer()));
      return path;
    },
  };
  return kit;
}
