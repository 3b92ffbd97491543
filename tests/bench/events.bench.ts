import { request } from 'node:http';
import { after, test } from 'node:test';

import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

import { reportBench } from './bench-report.ts';

// 1000 open browsers on one api node: memory of the streams, and how long one event takes to reach all of them.

const bench = defineEvent({ topic: 'bench', to: 'account', data: z.object({ round: z.number() }) });
const CLIENTS = 1000;
const PER_ACCOUNT = 10;
const ROUNDS = 10;
const LIMIT_KILOBYTES = 200;
/** A page that follows along is to change before somebody looks again. */
const LIMIT_MILLISECONDS = 1000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

test(`${CLIENTS} event streams`, async () => {
  const server = await startTestServer({ after });
  const { ctx } = server.composed;
  const accounts = await Promise.all(Array.from({ length: CLIENTS / PER_ACCOUNT }, () => server.signIn()));

  let arrived = 0;
  let all = Promise.withResolvers<void>();
  const hangUps: (() => void)[] = [];
  after(() => {
    for (const hangUp of hangUps) hangUp();
  });
  const open = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const call = request(
        `${server.address}/api/events`,
        { headers: { authorization: `Bearer ${token}` }, agent: false },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
          answer.on('data', (chunk: Buffer) => {
            if (!chunk.includes('event: bench')) return;
            arrived += 1;
            if (arrived === CLIENTS) all.resolve();
          });
          answer.on('error', () => undefined);
          resolve();
        },
      );
      call.on('error', reject);
      hangUps.push(() => call.destroy());
      call.end();
    });

  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  for (const { token } of accounts) await Promise.all(Array.from({ length: PER_ACCOUNT }, () => open(token)));
  globalThis.gc?.();
  const held = process.memoryUsage().rss - before;

  const toAll: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    arrived = 0;
    all = Promise.withResolvers();
    const began = performance.now();
    await ctx.db.transaction(async (tx) => {
      for (const { accountId } of accounts) await ctx.events.publish(tx, bench, { accountId, data: { round } });
    });
    await all.promise;
    toAll.push(performance.now() - began);
  }
  reportBench({
    name: 'events',
    title: 'Event streams of one api node',
    columns: ['measure', 'value'],
    rows: [
      ['open streams', CLIENTS],
      ['memory of both ends, MB', megabytes(held)],
      ['one event to every stream, median ms', Math.round(median(toAll))],
      ['one event to every stream, worst ms', Math.round(Math.max(...toAll))],
    ],
    limits: [
      {
        what: 'memory of an open stream, both ends',
        unit: 'kB',
        rounds: [held / 1024 / CLIENTS],
        atMost: LIMIT_KILOBYTES,
      },
      { what: 'one event to every stream', unit: 'ms', rounds: toAll, atMost: LIMIT_MILLISECONDS },
    ],
    notes: [
      `${accounts.length} accounts with ${PER_ACCOUNT} streams each; server and clients share one process, so memory counts both ends.`,
      'Time runs from before the transaction that publishes to the last client’s receipt, through PostgreSQL.',
    ],
  });
});
