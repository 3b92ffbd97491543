import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { findMediaTools } from '#core/server/services/media/media-tools.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { startS3 } from '#tests/integration/files/start-s3.ts';
import { mixClient, type MixClient, type MixOutput } from '#tests/integration/mixing/mix-client.ts';
import { drawSmallClips } from '#tests/integration/mixing/small-clips.ts';
import { freePort } from '../../scripts/testing/free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../host/server/main.ts', import.meta.url));

describe('two api nodes and two workers on one database and one bucket', { timeout: 300_000 }, () => {
  const ends: (() => unknown)[] = [];
  const processes = new Map<string, ChildProcess>();
  let folder: string;
  let environment: Record<string, string>;
  let clients: [MixClient, MixClient];
  let projectId: string;
  let first: MixOutput[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelport-cluster-test-'));
    const db = await testDatabase({ after: (end) => void ends.push(end) });
    const s3 = await startS3();
    ends.push(() => s3.stop());
    environment = {
      DATABASE_URL: db.connectionString,
      S3_ENDPOINT: s3.options.endpoint ?? '',
      S3_BUCKET: s3.options.bucket,
      S3_ACCESS_KEY_ID: s3.options.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
      REELPORT_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
      WORKER_SLOTS: '1',
    };
    const ffmpeg = await writeFfmpeg();
    environment['FFMPEG_PATH'] = ffmpeg;
    // What is known of it is found out once and not by each node.
    await findMediaTools({ cacheFolder: join(folder, 'cache'), env: { ...process.env, FFMPEG_PATH: ffmpeg } });
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
    await startNode('api-1', 'api', { PORT: String(ports[0]) });
    await startNode('api-2', 'api', { PORT: String(ports[1]) });
    await startNode('worker-1', 'worker', { WORKER_PORT: String(ports[2]) });
    await startNode('worker-2', 'worker', { WORKER_PORT: String(ports[3]) });
    const { token } = await buildSession(db, { level: 'level1' });
    clients = [mixClient(`http://127.0.0.1:${ports[0]}`, token), mixClient(`http://127.0.0.1:${ports[1]}`, token)];
    await Promise.all(ports.map(isReady));
  });

  after(async () => {
    for (const child of processes.values()) {
      child.kill('SIGKILL');
    }
    for (const end of ends.reverse()) {
      await end();
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** An ffmpeg that writes down every segment that it is asked for, in its node's folder. */
  async function writeFfmpeg(): Promise<string> {
    const ffmpeg = join(folder, 'ffmpeg');
    await writeFile(
      ffmpeg,
      [
        '#!/bin/sh',
        'for word in "$@"; do',
        // Posters read segments, too.
        '  [ "$last" != -i ] && [ "${word##*/}" = body.mp4 ] && echo segment >> "$TMPDIR/segments"',
        '  last=$word',
        'done',
        'exec ffmpeg "$@"',
        '',
      ].join('\n'),
    );
    await chmod(ffmpeg, 0o755);
    return ffmpeg;
  }

  async function startNode(name: string, role: 'api' | 'worker', extra: Record<string, string> = {}): Promise<void> {
    const home = join(folder, name);
    await cp(join(folder, 'cache'), join(home, 'data/cache'), { recursive: true });
    const child = spawn(process.execPath, [PROGRAM, role], {
      env: { ...process.env, ...environment, ...extra, DATA_DIR: join(home, 'data'), TMPDIR: home },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.set(name, child);
  }

  async function kill(name: string): Promise<void> {
    const child = processes.get(name);
    child?.kill('SIGKILL');
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      await once(child, 'exit');
    }
  }

  /** How many segments a worker's ffmpeg was asked for. */
  async function segments(name: string): Promise<number> {
    const text = await readFile(join(folder, name, 'segments'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '').length;
  }

  function distinctShots(outputs: readonly MixOutput[]): number {
    return new Set(outputs.flatMap(({ shots }) => shots.map(({ material, window }) => `${material} ${window.start}`)))
      .size;
  }

  test('share a batch and render no segment twice', async () => {
    const files = drawSmallClips(join(folder, 'clips'), 3, 3);
    const groups = [0, 1, 2].map((group) => files.slice(group * 3, group * 3 + 3));
    projectId = await clients[0].createProject(groups);
    const { id } = await clients[1].run(projectId, { count: 6 });
    const run = await clients[0].ended(id);
    assert.equal(run.state, 'done', run.error ?? '');
    assert.equal(run.made, 6);
    first = await clients[1].outputs(id);
    const [one, two] = [await segments('worker-1'), await segments('worker-2')];
    assert.ok(one > 0 && two > 0, `both workers took part (${one} and ${two} segments)`);
    assert.equal(one + two, distinctShots(first), 'each segment was rendered once');
    const video = await clients[1].download(first[0]?.fileId ?? '');
    assert.equal(video.subarray(4, 8).toString(), 'ftyp');
  });

  test('lose and double nothing when a worker and an api node are killed', async () => {
    const { id } = await clients[0].run(projectId, { count: 6, seed: 3 });
    for (let made = 0; made < 2; await sleep(50)) {
      ({ made } = await clients[1].read(id));
    }
    await kill('worker-1');
    await kill('api-1');
    const run = await clients[1].ended(id, 150);
    assert.equal(run.state, 'done', run.error ?? '');
    const outputs = (await clients[1].outputs(id)).filter(({ state }) => state === 'made');
    assert.equal(outputs.length, 6);
    assert.equal(new Set(outputs.map(({ position }) => position)).size, 6, 'no place is filled twice');
    assert.equal(new Set(outputs.map(({ fileId }) => fileId)).size, 6);
    const words = [...first, ...outputs].map(({ shots }) => shots.map(({ material }) => material).join());
    assert.equal(new Set(words).size, words.length, 'no video was made twice');
  });
});

async function isReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (answer?.ok === true) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`the node on port ${port} is not ready`);
}
