import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { Client } from 'pg';

import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { runStart } from '#tests/integration/host/run-start.ts';
import { freePort } from '../../scripts/testing/free-port.ts';

import { reportBench } from './bench-report.ts';

// The list of materials over HTTP against `npm start`, with 100 000 materials of 1000 accounts: one has 10 000 of them.

const ACCOUNTS = 1000;
const MATERIALS = 100_000;
const LARGEST = 10_000;
const CALLS = Number(process.env['REELPORT_BENCH_CALLS'] ?? 3000);
/** Calls on their way at once. */
const AT_ONCE = 2;
const LIMIT_MILLISECONDS = 50;
const WARM_UP = 200;

const SORTS = ['created', 'name', 'seconds', 'size', 'mixCount', 'mixedAt'];
/** What people ask a list for. */
const FILTERS = [
  '',
  'kind=video',
  'kind=video&folder=top',
  'state=ready&mixed=true',
  'shape=portrait',
  'q=xiaji',
  'q=%E5%A4%8F%E5%AD%A3%20clip',
  'q=xjxp&kind=video',
  'trash=true',
];

interface Measured {
  milliseconds: number;
  nextCursor: string | null;
}

test(`the list call with ${MATERIALS} materials of ${ACCOUNTS} accounts`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-list-'));
  await chmod(dataDir, 0o755);
  process.env['LOG_LEVEL'] = 'warn';
  const port = await freePort();
  const server = runStart({ dataDir, port });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    await server.prints('Reelport runs at');
    const tokens = await prepare(dataDir);
    const list = (token: string, query: string) => call(agent, port, token, `/api/materials?${query}`);
    await measure(tokens, WARM_UP, list);
    const [large = ''] = tokens;
    const everybody = await measure(tokens, CALLS, list);
    const one = await measure([large], CALLS / 3, list);
    reportBench({
      name: 'material-list',
      title: `The list of materials, ${MATERIALS.toLocaleString('en')} of ${ACCOUNTS.toLocaleString('en')} accounts`,
      columns: ['who asks', 'calls', 'median ms', 'p99 ms', 'worst ms'],
      rows: [
        ['any account, most with 90 materials', everybody.length, ...figures(everybody)],
        ['the account with 10,000', one.length, ...figures(one)],
      ],
      notes: [
        '`npm start` on this machine: PostgreSQL with fsync, one api, one worker; the client is another process beside them.',
        `${AT_ONCE} calls at once, pages of 50, every order both ways, with and without filters and searches, every third page goes on from a cursor; timed until the last byte. Each answer counts all that its filters let through.`,
      ],
      limits: [
        {
          what: 'list call of any account, p99',
          unit: 'ms',
          rounds: [at(everybody, 0.99)],
          atMost: LIMIT_MILLISECONDS,
        },
        {
          what: 'list call of the largest account, p99',
          unit: 'ms',
          rounds: [at(one, 0.99)],
          atMost: LIMIT_MILLISECONDS,
        },
      ],
    });
  } finally {
    agent.destroy();
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});

const at = (times: number[], share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
const figures = (times: number[]) => [at(times, 0.5), at(times, 0.99), at(times, 1)].map((each) => each.toFixed(1));

/** Makes calls of chosen accounts, a few at once. @returns milliseconds, sorted */
async function measure(
  tokens: readonly string[],
  calls: number,
  list: (token: string, query: string) => Promise<Measured>,
): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  const caller = async (): Promise<void> => {
    while (begun < calls) {
      const number = begun++;
      const token = tokens[(number * 7919) % tokens.length] ?? '';
      const filter = FILTERS[number % FILTERS.length] ?? '';
      const order = `sort=${SORTS[(number >> 1) % SORTS.length]}&descending=${String(number % 2 === 0)}`;
      const query = `${order}&${filter}`;
      const first = await list(token, query);
      times.push(first.milliseconds);
      if (number % 3 === 0 && first.nextCursor !== null) {
        times.push((await list(token, `${query}&cursor=${first.nextCursor}`)).milliseconds);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return times.sort((a, b) => a - b);
}

function call(agent: Agent, port: number, token: string, path: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ agent, port, host: '127.0.0.1', path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const milliseconds = performance.now() - began;
        const { code, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
          code: number;
          data: { nextCursor: string | null };
        };
        if (code !== 1) reject(new Error(`${path}: ${answer.statusCode}`));
        else resolve({ milliseconds, nextCursor: data.nextCursor });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Accounts with a session each, the first with the most materials. @returns their tokens */
async function prepare(dataDir: string): Promise<string[]> {
  const tokens = Array.from({ length: ACCOUNTS }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  const client = new Client({ connectionString: await connectEmbedded(dataDir) });
  await client.connect();
  try {
    await client.query(
      `create temporary table bench as
       select number, gen_random_uuid() as account from generate_series(1, ${ACCOUNTS}) as number`,
    );
    await client.query(
      `insert into core_accounts (id, name, role_code) select account, 'Bench', 12 from bench order by number`,
    );
    await client.query(
      `insert into core_sessions (id, account_id, token_hash, expires_at, created_at)
       select gen_random_uuid(), account, ($1::text[])[number], now() + interval '1 day', now() from bench`,
      [hashes],
    );
    await client.query(
      `create temporary table bench_files as
       select row, gen_random_uuid() as id, md5(row::text) || md5('x' || row) as hash, account,
         to_char(row % 997, 'FM999') as figure
       from generate_series(1, ${MATERIALS}) as row
       join bench on bench.number = case when row <= ${LARGEST} then 1 else 2 + row % ${ACCOUNTS - 1} end`,
    );
    await client.query(`insert into core_blobs (hash, size) select hash, 1000 + row from bench_files`);
    await client.query(
      `insert into core_files (id, account_id, hash, size, name, type)
       select id, account, hash, 1000 + row, 'clip.mp4', 'video/mp4' from bench_files`,
    );
    await client.query(
      `insert into materials_items (id, account_id, kind, name, search, order_key, hash, size, type, seconds, width, height,
         state, split, mix_count, mixed_at, poster, sprite, peaks, created_at, deleted_at)
       select id, account, case row % 10 when 8 then 'music' when 9 then 'image' else 'video' end,
         '夏季新品 clip ' || figure || '.mp4', '夏季新品 clip ' || figure || E'.mp4\\nxiajixinpin clip\\nxjxp clip',
         'xiajixinpin clip ' || lpad(figure, 8, '0'), hash, 1000 + row, 'video/mp4',
         case when row % 11 > 0 then (row % 600) / 10.0 end, 1080, case when row % 3 = 0 then 608 else 1920 end,
         case when row % 50 = 0 then 'failed' else 'ready' end, 'none', row % 40,
         case when row % 40 > 0 then now() - row % 90 * interval '1 hour' end,
         jsonb_build_object('fileId', id, 'hash', hash, 'type', 'image/jpeg'),
         jsonb_build_object('fileId', id, 'hash', hash, 'type', 'image/jpeg', 'columns', 10, 'rows', 6, 'width', 160,
           'height', 284, 'count', 60, 'secondsEach', 0.25),
         repeat('QUJD', 80), date_trunc('milliseconds', now()) - row * interval '10 seconds',
         case when row % 25 = 0 then now() end
       from bench_files`,
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return tokens;
}
