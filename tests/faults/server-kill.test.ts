import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import { processesOf } from '#tests/integration/host/run-start.ts';
import type { MixClient, MixOutput, MixRun } from '#tests/integration/mixing/mix-client.ts';
import { drawSmallClips } from '#tests/integration/mixing/small-clips.ts';
import { QUICK } from '#tests/integration/mixing/video-formats.ts';

import { processesIn, startStruckServer, strike } from './struck-server.ts';

const SEED = 20_260;
const OUTPUTS = 6;
const GROUPS = 2;
const CLIPS = 3;

type Victim = 'worker' | 'ffmpeg' | 'postgres' | 'api' | 'supervisor';

/** Who is struck during each run, one after another. */
const RUNS: readonly (readonly Victim[])[] = [
  ['worker', 'ffmpeg', 'postgres'],
  ['api', 'supervisor'],
];

const ENDED: readonly MixRun['state'][] = ['done', 'failed', 'cancelled'];

/** Victims whose end is the server's; it is started again. */
const ENDS_THE_SERVER: readonly Victim[] = ['api', 'supervisor'];

describe('a server that is struck while it makes videos', { timeout: 600_000 }, async () => {
  const { dataDir, folder, supervisor, start, member } = await startStruckServer({ after }, { embedded: true });
  const { client } = await member();
  const clips = drawSmallClips(join(folder, 'clips'), GROUPS, CLIPS);

  /** What the server has acknowledged; nothing of it may ever be lost. */
  const projects: string[] = [];
  const uploads = new Map<string, string>();
  const runs: string[] = [];
  const seenMade = new Map<string, string | null>();

  /** Strikes a process that surely still works, waiting for one; false when the run is over before. */
  async function strikeOne(victim: Victim, runId: string): Promise<boolean> {
    for (;;) {
      const pid = processOf(victim);
      if (pid !== undefined && (await stopsInItsWork(pid))) {
        strike(pid);
        return true;
      }
      const { state } = await client.read(runId);
      if (state !== 'working') return false;
      await sleep(5);
    }
  }

  function processOf(victim: Victim): number | undefined {
    switch (victim) {
      case 'supervisor':
        return supervisor().pid;
      case 'postgres':
        return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      case 'ffmpeg':
        return processesIn(dataDir).find(({ command }) => /^(\S*\/)?ffmpeg /.test(command))?.pid;
      default:
        return processesOf(dataDir).find(({ command }) => command.endsWith(`main.ts ${victim}`))?.pid;
    }
  }

  /** Uploads the clips anew and creates a project whose segments no earlier one has made. */
  async function createProject(round: number): Promise<string> {
    const groups: string[][] = [];
    for (let group = 0; group < GROUPS; group++) {
      const ids: string[] = [];
      for (const clip of clips.slice(group * CLIPS, (group + 1) * CLIPS)) {
        const id = await client.upload(clip);
        uploads.set(id, sha256(await readFile(clip)));
        ids.push(id);
      }
      groups.push(ids);
    }
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', {
      ...{ name: `Round ${round}`, ...QUICK, shotSeconds: 1 + round * 0.02 },
      groups: groups.map((materials, index) => ({
        ...{ id: String(index + 1), name: `Group ${index + 1}` },
        materials: materials.map((material) => ({ material })),
      })),
    });
    projects.push(id);
    return id;
  }

  /** Waits for a run's end, through the time that the api or the database is away. */
  async function ended(runId: string): Promise<MixRun> {
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(100)) {
      try {
        return await client.ended(runId, Math.max(1, (until - Date.now()) / 1000));
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('the run has not ended')) throw error;
      }
    }
    throw new Error('the server does not answer');
  }

  for (const [round, victims] of RUNS.entries()) {
    test(`kill -9 of the ${victims.join(', then of the ')}: the run completes by itself`, async () => {
      const { next } = seededRandom(SEED, round);
      const { id } = await client.run(await createProject(round), { count: OUTPUTS, seed: round + 1 });
      runs.push(id);
      for (const [index, victim] of victims.entries()) {
        let run: MixRun;
        do {
          await sleep(40);
          run = await client.read(id);
        } while (run.made <= index && !ENDED.includes(run.state));
        for (const moment = Date.now() + next() * 400; Date.now() < moment && run.made <= index + 1;) {
          await sleep(Math.min(40, Math.max(0, moment - Date.now())));
          run = await client.read(id);
        }
        for (const { id: output, fileId } of await madeBy(client, id)) seenMade.set(output, fileId);
        assert(
          !ENDED.includes(run.state) && (await strikeOne(victim, id)),
          'the strike comes while the run is at work',
        );
        if (ENDS_THE_SERVER.includes(victim)) {
          await supervisor().ended;
          await start();
        }
      }
      const done = await ended(id);
      assert.equal(done.state, 'done', done.error ?? '');
      assert.deepEqual([done.made, done.refused], [OUTPUTS, []]);
    });
  }

  test('nothing is lost, doubled or broken', async () => {
    const all: MixOutput[] = [];
    for (const run of runs) {
      const outputs = await madeBy(client, run);
      assert.equal(outputs.length, OUTPUTS);
      assert.equal(new Set(outputs.map(({ position }) => position)).size, OUTPUTS, 'no place is filled twice');
      all.push(...outputs);
    }
    assert.equal(new Set(all.map(({ fileId }) => fileId)).size, all.length);
    const made = new Map(all.map(({ id, fileId }) => [id, fileId]));
    for (const [output, file] of seenMade) assert.equal(made.get(output), file, 'what was made stays as it was');
    for (const id of projects)
      assert.equal((await client.call<{ id: string }>('GET', `/api/mixing/projects/${id}`)).id, id);
    for (const [id, hash] of uploads) assert.equal(sha256(await read(id)), hash);
    const paths = all.map((_, index) => join(folder, `made-${index}.mp4`));
    for (const [index, { fileId }] of all.entries()) await writeFile(paths[index] ?? '', await read(fileId ?? ''));
    const { status, stderr } = spawnSync('ffmpeg', [
      ...['-nostdin', '-v', 'warning', '-xerror', ...paths.flatMap((path) => ['-i', path])],
      ...[
        ...paths.flatMap((_, index) => ['-map', `${index}:v`, '-map', `${index}:a`]),
        '-c',
        'copy',
        '-f',
        'null',
        '-',
      ],
    ]);
    assert.deepEqual([status, String(stderr)], [0, '']);
  });

  /** A file's bytes, compared with its record. */
  async function read(id: string): Promise<Buffer> {
    const { hash } = await client.call<{ hash: string }>('GET', `/api/files/${id}`);
    const bytes = await client.download(id);
    assert.equal(sha256(bytes), hash);
    return bytes;
  }

  test('after Ctrl-C no process and no unfinished file is left', async () => {
    supervisor().child.kill('SIGINT');
    assert.equal(await supervisor().ended, 0);
    assert.deepEqual([...processesOf(dataDir), ...processesIn(dataDir)], []);
    for (const place of ['tmp', 'cache/work', 'files/tmp', 'files/objects/staging']) {
      assert.deepEqual(entriesOf(join(dataDir, place)), [], place);
    }
  });
});

async function madeBy(client: MixClient, run: string): Promise<MixOutput[]> {
  return (await client.outputs(run)).filter(({ state }) => state === 'made');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stops a process; false when it was ending already, so that a strike would change nothing. */
async function stopsInItsWork(pid: number): Promise<boolean> {
  strike(pid, 'SIGSTOP');
  for (;;) {
    const [, state] = /\) (\S) /.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) ?? [];
    if (state === 'T') return true;
    if (state === undefined || state === 'Z' || state === 'X') return false;
    await sleep(1);
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
