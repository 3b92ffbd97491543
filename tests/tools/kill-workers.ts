import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';

import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { processesIn } from '#tests/faults/struck-server.ts';
import { until } from '#tests/until.ts';

import { isOver, type ToolKit } from './tool-kit.ts';

/** Workers that are killed one after the other: a few in the suite, more by hand. */
export const KILLS = Number(process.env['REELPORT_KILLS'] ?? 2);
/** Videos that keep workers busy while so many are killed. */
export const STRUCK_VIDEOS = Math.ceil(KILLS / 2);

/** A kit whose workers are killed. */
export type StruckKit = Pick<ToolKit, 'server' | 'ctx' | 'accountId' | 'startWorker' | 'readRun' | 'reach' | 'items'>;

/** The tools that a server's workers have running. */
export const toolsOf = ({ server }: Pick<ToolKit, 'server'>) =>
  processesIn(server.dataDir).filter(({ command }) => /ffmpeg|ffprobe/.test(command));

/** Files of the account that runs have made, and what is in them; what the library keeps of them is not among them. */
export async function filesMade({ ctx, accountId }: StruckKit): Promise<{ id: string; hash: string }[]> {
  const { rows } = await ctx.db.pool.query<{ id: string; hash: string }>(
    `select id, hash from core_files where account_id = '${accountId}' and counted
     and id not in (select id from materials_items) order by id`,
  );
  return rows;
}

/** That nothing is left of what runs needed while they were at work. */
export async function assertTidy({ ctx, server }: StruckKit): Promise<void> {
  // The library and plugins that follow it look at what they were given meanwhile.
  await until(() => isPrepared(ctx), 'the library has looked at everything');
  const work = join(server.dataDir, 'cache', 'work');
  await until(() => readdirSync(work).length === 0, 'nothing is being worked on');
  // What looks at them beside it ends by itself; what a killed worker has left would stay.
  await until(() => readdirSync(ctx.temporaryFolder).length === 0, 'no temporary file is left');
  assert.deepEqual((await ctx.db.pool.query('select holder from core_file_holds')).rows, []);
}

const isPrepared = async ({ db }: ToolKit['ctx']) =>
  (await db.pool.query(`select 1 from materials_items where state = 'preparing'`)).rows.length === 0;

/**
 * Kills workers at any moment while they make a run: in the end everything is made once, byte for byte as it is without
 * that.
 * @param options.worker the one that works now; others take its place
 * @param options.begin starts the run; called twice, and both times the same is to be made
 * @param options.latest milliseconds of work after which a worker is killed at the latest: fewer than the run takes
 */
export async function assertStandsKills(
  t: Pick<TestContext, 'diagnostic'>,
  kit: StruckKit,
  { worker: first, begin, latest = 2000 }: { worker: ChildProcess; begin(): Promise<ToolRun>; latest?: number },
): Promise<{ run: ToolRun; items: ToolItem[] }> {
  await until(() => isPrepared(kit.ctx), 'the library has looked at everything');
  const before = new Set((await filesMade(kit)).map(({ id }) => id));
  await clearNodes(kit);

  const { next } = seededRandom(7);
  const { id } = await begin();
  let [worker, struck] = [first, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    await until(async () => toolsOf(kit).length > 0 || isOver(await kit.readRun(id)), 'it goes on');
    const moment = Math.round(next() * latest);
    await sleep(moment);
    const { made, state } = await kit.readRun(id);
    t.diagnostic(`killed after ${moment} ms: ${state}, ${made} made`);
    if (state !== 'done') struck++;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await until(() => toolsOf(kit).length === 0, 'tools end with their worker', 10);
    worker = kit.startWorker();
  }
  assert.ok(struck > 0, `${struck} workers were killed while they had work`);
  const run = await kit.reach(id, isOver, 120);
  const { items } = await kit.items(id);
  const made = await filesMade(kit);
  const named = items.flatMap(({ files }) => files.map((file) => file.id));
  const added = made.flatMap((file) => (before.has(file.id) ? [] : [file.id]));
  assert.deepEqual(added.toSorted(), named.toSorted(), 'no file that no item names');
  await assertTidy(kit);

  // Or else nothing would be left to do.
  await clearNodes(kit);
  const whole = await kit.reach((await begin()).id, isOver, 120);
  assert.deepEqual([run.state, run.made, run.failed], ['done', whole.made, 0]);
  assert.deepEqual(await contentsOf(kit, id), await contentsOf(kit, whole.id));
  return { run, items };
}

/**
 * That the library has each file of a run once.
 * @param materials what the run has kept there
 */
export async function assertKept({ ctx }: StruckKit, items: readonly ToolItem[], materials: readonly string[]) {
  const hashOf = async (table: string, ids: readonly string[]) =>
    (await ctx.db.pool.query<{ hash: string }>(`select hash from ${table} where id = any($1)`, [ids])).rows;
  const files = items.flatMap((item) => item.files.map(({ id }) => id));
  const [made, kept] = [await hashOf('core_files', files), await hashOf('materials_items', materials)];
  const sorted = (rows: readonly { hash: string }[]) => rows.map(({ hash }) => hash).toSorted();
  assert.deepEqual(sorted(kept), sorted(made));
}

async function clearNodes({ server }: StruckKit): Promise<void> {
  const nodes = join(server.dataDir, 'cache', 'nodes');
  for (const shelf of existsSync(nodes) ? readdirSync(nodes) : []) await rm(join(nodes, shelf), { recursive: true });
}

async function contentsOf(kit: StruckKit, run: string) {
  const files = new Map((await filesMade(kit)).map((file) => [file.id, file.hash]));
  const { items } = await kit.items(run);
  return items.map((item) => [item.name, item.state, ...item.files.map((file) => files.get(file.id))]);
}
