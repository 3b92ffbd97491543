import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { v7 as uuid } from 'uuid';

import { mixProjectSchema } from '#plugins/mixing/project.ts';
import { crc32OfStream } from '#core/server/services/files/crc32-of-file.ts';
import { mixingProjects } from '#plugins/mixing/server/tables.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { addMixOutput, addMixRun } from '#tests/integration/mixing/add-run.ts';

import { reportBench } from './bench-report.ts';

// A zip of 50 videos, against one file of the same bytes, both from the same server to a client in another process.

const VIDEOS = 50;
const VIDEO_BYTES = 20 * 1024 * 1024;
const ROUNDS = 5;
/** A zip streams as a plain file does. */
const LIMIT_TIMES = 1.25;
const LIMIT_MEGABYTES = 100;

/** Reads an address to its end and prints bytes and milliseconds; written so that the client is no part of what is measured. */
const CLIENT = `
const { get } = require('node:http');
let [bytes, began] = [0, performance.now()];
get(process.argv[1], (answer) => {
  if (answer.statusCode !== 200) throw new Error('status ' + answer.statusCode);
  answer.on('data', (chunk) => (bytes += chunk.length));
  answer.on('end', () => process.stdout.write(JSON.stringify({ bytes, milliseconds: performance.now() - began })));
});`;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const megabytes = (bytes: number) => bytes / 1024 / 1024;

test(`a zip of ${VIDEOS} videos`, { timeout: 600_000 }, async () => {
  const server = await startTestServer({ after }, { discovered: await discoverPlugins() });
  const { ctx } = server.composed;
  const { token, accountId } = await server.signIn({ level: 'level4' });
  const path = join(server.dataDir, 'bytes');

  async function store(
    name: string,
    parts: number,
  ): Promise<{ id: string; hash: string; size: number; crc32: number }> {
    const file = await open(path, 'w');
    for (let part = 0; part < parts; part++) await file.write(randomBytes(VIDEO_BYTES));
    await file.close();
    const crc32 = await crc32OfStream(createReadStream(path));
    const { id, hash, size } = await ctx.db.transaction((tx) =>
      ctx.files.addLocal(tx, accountId, path, { name, type: 'video/mp4' }),
    );
    return { id, hash, size, crc32 };
  }

  const scope = ctx.db.scope(accountId);
  const now = ctx.clock.now();
  const projectId = uuid();
  const document = mixProjectSchema.parse({ name: 'Bench', resolution: 1080, groups: [] });
  await scope.insert(mixingProjects, { id: projectId, name: 'Bench', document, createdAt: now, updatedAt: now });
  const runId = await addMixRun(scope, projectId, { state: 'done', at: now, count: VIDEOS });
  for (let position = 0; position < VIDEOS; position++) {
    const { id: fileId, hash: sha256, size, crc32 } = await store(`${position}.mp4`, 1);
    const facts = { sha256, size, seconds: 15, parts: [] as const, audio: '' };
    const file = { id: fileId, size, crc32 };
    await addMixOutput(scope, runId, { position, file, facts, name: `Bench-${position + 1}` });
  }
  const plain = await store('plain.mp4', VIDEOS);
  const plainUrl = await ctx.files.signedUrl(await ctx.files.get(accountId, plain.id));
  const archive = (await server.call('POST', `/api/tool-runs/${runId}/archives`, { token, body: {} })).envelope
    .data as { url: string; size: number };

  async function download(url: string) {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const cpu = process.cpuUsage();
    const client = spawn(process.execPath, ['-e', CLIENT, new URL(url, server.address).href], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    client.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(client, 'close');
    clearInterval(sampling);
    const { user, system } = process.cpuUsage(cpu);
    const { bytes, milliseconds } = JSON.parse(printed) as { bytes: number; milliseconds: number };
    return { bytes, milliseconds, cpu: (user + system) / 1000, growth: most - before };
  }

  const results = {
    plain: [] as Awaited<ReturnType<typeof download>>[],
    zip: [] as Awaited<ReturnType<typeof download>>[],
  };
  // The first of each warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, url] of [
      ['plain', plainUrl],
      ['zip', archive.url],
    ] as const) {
      const result = await download(url);
      if (round > 0) results[kind].push(result);
    }
  }
  if (results.zip.some(({ bytes }) => bytes !== archive.size)) throw new Error('the zip is not as large as was said');
  const row = (title: string, kind: keyof typeof results) => {
    const seconds = median(results[kind].map(({ milliseconds }) => milliseconds)) / 1000;
    return [
      title,
      Number(seconds.toFixed(2)),
      Math.round(megabytes(results[kind][0]?.bytes ?? 0) / seconds),
      Number((median(results[kind].map(({ cpu }) => cpu)) / 1000).toFixed(2)),
      Math.round(megabytes(Math.max(...results[kind].map(({ growth }) => growth)))),
      `${(seconds / (median(results.plain.map(({ milliseconds }) => milliseconds)) / 1000)).toFixed(2)} ×`,
    ];
  };
  reportBench({
    name: 'archive',
    title: `A zip of ${VIDEOS} videos of ${megabytes(VIDEO_BYTES)} MB`,
    columns: ['', 'seconds', 'MB a second', 'CPU seconds of the server', 'memory more, MB', 'against the plain file'],
    rows: [row('one file of the same bytes', 'plain'), row('the zip', 'zip')],
    notes: [
      `The median of ${ROUNDS} downloads each, in turn, over loopback to a client in another process; memory is the most that any of them added to the server's.`,
      'The zip is written as it is sent; its sums were kept when the videos were made.',
    ],
    limits: [
      {
        what: 'time of the zip, against the plain file',
        unit: 'times',
        rounds: results.zip.map(({ milliseconds }, round) => milliseconds / (results.plain[round]?.milliseconds ?? 0)),
        atMost: LIMIT_TIMES,
      },
      {
        what: 'memory that the zip adds',
        unit: 'MB',
        rounds: results.zip.map(({ growth }) => megabytes(growth)),
        by: 'most',
        atMost: LIMIT_MEGABYTES,
      },
    ],
  });
});
