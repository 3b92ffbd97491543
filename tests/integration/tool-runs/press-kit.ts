import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import { press, stamps } from '#tests/fixtures/tool-runs/press-plugin.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

const PLUGINS = [press, stamps];

/** A server with a plugin whose tools do as files say, and a member with materials. */
export async function startPress(
  t: TestContext,
  { worker = true, others = [] }: { worker?: boolean; others?: readonly DiscoveredPlugin[] } = {},
) {
  const scope = lastFirst(t);
  const discovered = [...others, ...PLUGINS];
  const folder = mkdtempSync(join(tmpdir(), 'reelport-press-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const server = await startTestServer(scope, { discovered });
  const { ctx } = server.composed;
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: ctx.db.connectionString };
  if (worker) {
    const options = { concurrency: 2, plugins: discovered, log: testLog };
    const composed = await compose(readConfiguration(env), 'worker', options);
    scope.after(() => composed.close());
  }
  const { token, accountId } = await server.signIn({ level: 'level2' });

  async function call<T>(method: string, path: string, body?: unknown, as = token): Promise<T> {
    const { status, envelope } = await server.call(method, path, { token: as, body });
    assert.equal(status, 200, JSON.stringify(envelope));
    return envelope.data as T;
  }
  const read = (id: string) => call<ToolRun>('GET', `/api/tool-runs/${id}`);
  let files = 0;
  return {
    ...{ server, ctx, env, folder, token, accountId, call, read },
    /** Files of the account that runs take for materials. */
    async material(of = accountId): Promise<string> {
      files++;
      const path = join(folder, 'clip');
      writeFileSync(path, `clip ${files} of ${of}`);
      return (await ctx.files.addLocal(ctx.db, of, path, { name: `${files}.mp4`, type: 'video/mp4' })).id;
    },
    start: (inputs: string[], settings: object = {}, tool = 'press.stamp') =>
      call<ToolRun>('POST', '/api/tool-runs', { tool, name: 'Stamps', inputs, settings: { folder, ...settings } }),
    items: async (id: string) => (await call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${id}/items`)).items,
    /** Has items do something, or no longer. */
    have: (...what: string[]) => what.forEach((name) => writeFileSync(join(folder, name), '')),
    haveNot: (...what: string[]) => what.forEach((name) => rmSync(join(folder, name), { force: true })),
    /** Positions in the order in which they were begun. */
    begun: () =>
      readFileSync(join(folder, 'made'), { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[0])])),
    async reach(id: string, right: (run: ToolRun) => boolean): Promise<ToolRun> {
      let run = await read(id);
      await until(async () => right((run = await read(id))), 'the run gets there', 60).catch((error: unknown) => {
        throw new Error(`the run is ${JSON.stringify(run)}`, { cause: error });
      });
      return run;
    },
  };
}

export const isOver = ({ state }: ToolRun): boolean => ['done', 'failed', 'cancelled'].includes(state);
