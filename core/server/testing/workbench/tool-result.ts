import { copyFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startToolRun, type ToolItem, type ToolRun } from '#core/contract/tool-run-calls.ts';

import { makeCall } from './make-call.ts';
import type { OpenedServer } from './opened-server.ts';

/** How a run of a tool is started in a test. */
export interface RunToolOptions {
  /** Ids of materials. */
  inputs?: readonly string[];
  /** What the tool's schema takes. */
  settings?: unknown;
  /** What the run is called. */
  name?: string;
  /** Seconds until the test fails; 60 by default. */
  seconds?: number;
}

/** A file that a run has made. */
export interface RunFile extends Pick<ToolItem['files'][number], 'name' | 'type' | 'size'> {
  /** A copy of it, to look into. */
  path: string;
}

/** One item of a run that has ended. */
export interface RunItem extends Pick<ToolItem, 'id' | 'name' | 'state' | 'sources' | 'params' | 'error' | 'facts'> {
  files: RunFile[];
}

/** A run that has ended. */
export interface ToolResult {
  run: ToolRun;
  items: RunItem[];
}

const ENDS: readonly ToolRun['state'][] = ['done', 'failed', 'cancelled'];
const LOOK_MILLISECONDS = 25;
const PAGE = 200;

/** Starts a run as an account, and waits for its end. @throws CallRefused when it is not started; Error after `seconds` */
export async function runTool(
  server: OpenedServer,
  { accountId, token }: { accountId: string; token: string },
  tool: string,
  { inputs = [], settings = {}, name = 'Test', seconds = 60 }: RunToolOptions,
): Promise<ToolResult> {
  const { toolRuns } = server.ctx;
  const body = { tool, name, settings, inputs: [...inputs] };
  const { id } = await makeCall(server, { token, asPlugin: false }, startToolRun, { body });
  const end = Date.now() + seconds * 1000;
  let run = await toolRuns.read(accountId, id, 'en');
  while (!ENDS.includes(run.state)) {
    if (Date.now() > end) {
      throw new Error(
        `the run of ${tool} is still ${run.state} after ${seconds} s, ${run.made} of ${run.planned} made`,
      );
    }
    await sleep(LOOK_MILLISECONDS);
    run = await toolRuns.read(accountId, id, 'en');
  }
  return { run, items: await itemsOf(server, accountId, id) };
}

async function itemsOf(server: OpenedServer, accountId: string, run: string): Promise<RunItem[]> {
  const found: RunItem[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await server.ctx.toolRuns.items(accountId, run, { limit: PAGE, language: 'en', cursor });
    for (const { id, name, state, sources, params, error, facts, files } of page.items) {
      const copies = await Promise.all(files.map((file) => copyOf(server, accountId, file)));
      found.push({ id, name, state, sources, params, error, facts, files: copies });
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

async function copyOf(
  { ctx, folder }: OpenedServer,
  accountId: string,
  { id, name, type, size }: ToolItem['files'][number],
): Promise<RunFile> {
  const path = join(folder, `${id}${extname(name)}`);
  await ctx.files.withLocal(await ctx.files.get(accountId, id), (local) => copyFile(local, path));
  return { name, type, size, path };
}
