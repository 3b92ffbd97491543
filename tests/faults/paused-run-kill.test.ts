import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { pino } from 'pino';

import { LEVEL_LIMITS } from '#core/contract/tiers.ts';
import { createAudit } from '#core/server/ground/audit/create-audit.ts';
import { createSecretBox } from '#core/server/services/settings/secret-box.ts';
import { createSettings } from '#core/server/services/settings/create-settings.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';
import type { MixOutput, MixRun } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { drawSmallClips } from '#tests/integration/mixing/small-clips.ts';

import { startStruckServer } from './struck-server.ts';

describe('a run that is paused and tried again while processes are killed', { timeout: 400_000 }, async () => {
  const { folder, start, withDatabase, member, strikeRole, strikeApi } = await startStruckServer({ after });
  const { accountId, client } = await member();
  const clips = drawSmallClips(join(folder, 'clips'), 3, 3);

  /** Bytes that the account may fill; null without limit. */
  const limitSpace = (bytes: number | null) =>
    withDatabase(async (db) => {
      const audit = createAudit({ clock: { now: () => new Date() } });
      const box = createSecretBox([randomBytes(32)]);
      const settings = createSettings({ db, box, audit, log: pino({ level: 'silent' }) });
      const gigabytes = bytes === null ? null : bytes / 1024 ** 3;
      const limits = { ...LEVEL_LIMITS, level1: { ...LEVEL_LIMITS.level1, gigabytes } };
      await settings.set(LEVEL_LIMITS_SETTING, limits, 'test');
      await sleep(2100);
    });

  const read = (id: string) => client.read(id);
  const post = (id: string, action: string, body?: unknown) => client.post(id, action, body);

  async function until(id: string, right: (run: MixRun) => boolean): Promise<MixRun> {
    for (const deadline = Date.now() + 120_000; ; await sleep(100)) {
      const run = await read(id);
      if (right(run)) return run;
      if (Date.now() > deadline) throw new Error(`the run is ${JSON.stringify(run)}`);
    }
  }

  const made = async (id: string) => (await client.outputs(id)).filter(({ state }) => state === 'made');
  /** The clips in the account's library. */
  const materials: string[] = [];
  for (const clip of clips) materials.push(await client.upload(clip));

  async function createProject(settings: Partial<MixProjectInput>): Promise<string> {
    const groups = [materials.slice(0, 3), materials.slice(3, 6), materials.slice(6, 9)];
    return (await client.call<{ id: string }>('POST', '/api/mixing/projects', projectOf(groups, settings))).id;
  }

  async function nothingIsDoubled(id: string, count: number, seen: readonly MixOutput[]): Promise<void> {
    const outputs = await made(id);
    assert.equal(outputs.length, count);
    assert.equal(new Set(outputs.map(({ position }) => position)).size, count, 'no place is filled twice');
    assert.equal(new Set(outputs.map(({ name }) => name)).size, count);
    const files = new Map(outputs.map((output) => [output.id, output.fileId]));
    for (const { id: output, fileId } of seen) assert.equal(files.get(output), fileId, 'what was made stays as it was');
    await withDatabase(async (db) => {
      const videos = await db.pool.query(
        `select id from core_files where account_id = $1 and type = 'video/mp4' and counted
         and id not in (select (file ->> 'id')::uuid from core_tool_items, jsonb_array_elements(files) file) and name like $2`,
        [accountId, `${(await read(id)).name}-%`],
      );
      assert.equal(videos.rowCount, 0, 'no video is there that no output names');
      // The other run may still be under way.
      const held = await db.pool.query('select 1 from core_file_holds where holder = $1', [`tool-run ${id}`]);
      assert.equal(held.rowCount, 0);
    });
  }

  /** A run of five, of which some have failed: there was no space for them. */
  async function runShort(): Promise<MixRun> {
    const projectId = await createProject({ name: 'Retried', shotSeconds: 1.1 });
    const [sample] = await made((await client.ended((await client.run(projectId, { count: 1 })).id)).id);
    const used = await withDatabase(async (db) => {
      const { rows } = await db.pool.query<{ bytes: string }>(
        'select sum(size) as bytes from (select distinct hash, size from core_files where account_id = $1 and counted) f',
        [accountId],
      );
      return Number(rows[0]?.bytes);
    });
    await limitSpace(used + Math.round((sample?.size ?? 0) * 2.5));
    const { id } = await client.run(projectId, { count: 5 });
    const short = await until(id, (run) => ['done', 'failed'].includes(run.state));
    await limitSpace(null);
    return short;
  }

  const end = (id: string) => until(id, (run) => ['done', 'failed', 'cancelled'].includes(run.state));

  test('kill -9 of worker and api around a pause and a retry: what is paused stays so, and each video is made once', async () => {
    const retried = await runShort();
    assert.ok(retried.failed >= 2, JSON.stringify(retried));
    const there = await made(retried.id);
    const paused = await client.run(await createProject({ name: 'Paused' }), { count: 5 });
    await until(paused.id, (run) => run.made >= 1);

    await post(retried.id, 'retry', {});
    strikeRole('worker');
    await post(paused.id, 'pause');
    const seen = await made(paused.id);
    await sleep(500);
    await strikeApi();
    await start();
    assert.equal((await read(paused.id)).state, 'paused');
    // What was under way when the worker died is finished by the next one; nothing else begins. That goes on with others.
    await until(retried.id, (run) => run.made > there.length);
    const { state, made: number } = await read(paused.id);
    assert.equal(state, 'paused');
    assert.ok(number <= seen.length + 2, `${number} videos of a paused run`);

    await post(paused.id, 'resume');
    await sleep(300);
    strikeRole('worker');
    for (const { id, before } of [
      { id: paused.id, before: seen },
      { id: retried.id, before: there },
    ]) {
      const done = await end(id);
      assert.deepEqual([done.state, done.made, done.failed], ['done', 5, 0], done.error ?? '');
      await nothingIsDoubled(id, 5, before);
    }
    const held = await withDatabase((db) => db.pool.query('select holder from core_file_holds'));
    assert.deepEqual(held.rows, []);
  });
});
