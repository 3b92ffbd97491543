import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inspect } from 'node:util';

import { eq } from 'drizzle-orm';

import { coreFiles } from '#core/server/services/files/tables.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import type { Material } from '#plugins/materials/calls.ts';
import { enqueuePreparation } from '#plugins/materials/server/items/add-item.ts';
import { materialsItems } from '#plugins/materials/server/tables.ts';
import { makeClip, realRunner } from '#tests/integration/media/media-kit.ts';
import { until } from '#tests/until.ts';

import { openLibrary, type Member } from './library-kit.ts';

const library = await openLibrary({ after });
const { ctx } = library.server.composed;

const derivedOf = async (of: Member) =>
  (await ctx.db.scope(of.accountId).select(coreFiles)).filter(({ counted }) => !counted).length;

test('a killed worker leaves its materials to the next, and nothing is there twice', { timeout: 290_000 }, async () => {
  const killed = await library.join();
  const path = await makeClip(
    await realRunner(library.folder),
    library.folder,
    ...['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=25:d=10', '-f', 'lavfi', '-i', 'sine=d=10'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', 'long.mp4'],
  );
  const material = await killed.upload(path);
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../../host/server/main.ts'), 'worker'], {
    env: {
      ...process.env,
      DATA_DIR: library.server.dataDir,
      DATABASE_URL: ctx.db.connectionString,
      LOG_LEVEL: 'silent',
      WORKER_SLOTS: '1',
    },
    stdio: 'ignore',
  });
  const stateOf = async () =>
    (await ctx.db.orm.select().from(coreTasks).where(eq(coreTasks.subjectId, material.id)))[0];
  await until(async () => (await stateOf())?.state === 'running', 'the worker has begun');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  assert.equal((await killed.call<Material>('GET', `/api/materials/${material.id}`)).state, 'preparing');
  await library.work();
  const prepared = await killed.prepared(material.id).catch(async (error: unknown) => {
    const queued = await ctx.db.pool.query(
      `select id, name, state, retry_count, started_on, heartbeat_on, heartbeat_seconds, now() from pgboss.job where name like 'materials.%'`,
    );
    throw new Error(inspect({ task: await stateOf(), queued: queued.rows }), { cause: error });
  });
  assert.equal(prepared.state, 'ready', prepared.error ?? '');
  assert.equal((await stateOf())?.attempt, 2);
  assert.equal(await derivedOf(killed), 3);

  // The same task once more, as after a kill between the commit and the queue's word of it.
  await ctx.db.transaction(async (tx) => {
    const one = eq(materialsItems.id, material.id);
    await tx.scope(killed.accountId).update(materialsItems, one, { state: 'preparing' });
    await enqueuePreparation(ctx, tx, killed.accountId, material.id);
  });
  assert.equal((await killed.prepared(material.id)).state, 'ready');
  assert.equal(await derivedOf(killed), 3, 'pictures of an earlier look go');
});
