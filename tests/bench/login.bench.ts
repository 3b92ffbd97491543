import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';
import { v7 as uuid } from 'uuid';

import { connectEmbedded } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { keyring, loadMasterKeys } from '#core/server/services/settings/master-key.ts';
import { hashCode } from '#plugins/account/server/codes/hash-code.ts';
import { runStart } from '#tests/integration/host/run-start.ts';
import { freePort } from '../../scripts/testing/free-port.ts';

import { reportBench } from './bench-report.ts';

// Logins by mobile number and code at a fixed rate against `npm start`: half of the numbers are known, half are registered.

const PER_SECOND = 200;
/** Of 99 in 100 logins. */
const LIMIT_MILLISECONDS = 500;
const SECONDS = Number(process.env['REELPORT_BENCH_SECONDS'] ?? 60);
/** A program that has just begun is slower; its first logins are made and not counted. */
const WARM_UP_SECONDS = 5;
const WARM_UP = PER_SECOND * WARM_UP_SECONDS;
const LOGINS = WARM_UP + PER_SECOND * SECONDS;
const CODE = '123456';

test(`${PER_SECOND} logins a second for ${SECONDS} s`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-login-'));
  await chmod(dataDir, 0o755);
  process.env['TRUST_PROXY'] = 'loopback';
  process.env['LOG_LEVEL'] = 'warn';
  const port = await freePort();
  const server = runStart({ dataDir, port });
  try {
    await server.prints('Reelport runs at');
    await prepare(dataDir);
    const { times, failures } = await logInAll(port);
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
    reportBench({
      name: 'login',
      title: 'Logins by mobile number and code',
      columns: ['measure', 'value'],
      rows: [
        ['logins a second', PER_SECOND],
        ['seconds', SECONDS],
        ['failed', failures],
        ['median ms', at(0.5)],
        ['p99 ms', at(0.99)],
        ['worst ms', at(1)],
      ],
      notes: [
        '`npm start` on this machine: PostgreSQL with fsync, one api, one worker; the client is another process beside them.',
        'Each login is sent at its appointed time, whether earlier ones are answered or not, and timed from then.',
        `It begins after ${WARM_UP_SECONDS} s of the same that are not counted.`,
        'Each compares a code, opens a session and is audited; every second one registers a new account first.',
      ],
      limits: [
        { what: 'failed logins', unit: 'of all', rounds: [failures], atMost: 0 },
        { what: 'time of a login, p99', unit: 'ms', rounds: [at(0.99)], atMost: LIMIT_MILLISECONDS },
      ],
    });
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});

const mobileOf = (index: number): string => `13${String(index).padStart(9, '0')}`;

/** Codes for every number, and accounts for every second one. */
async function prepare(dataDir: string): Promise<void> {
  const [master] = await loadMasterKeys({ dataDir, environment: {} });
  const context = { keyFor: keyring(master) };
  const client = new Client({ connectionString: await connectEmbedded(dataDir) });
  await client.connect();
  try {
    for (let from = 0; from < LOGINS; from += 1000) {
      const indexes = Array.from({ length: Math.min(1000, LOGINS - from) }, (_, index) => from + index);
      const codes = indexes.map((index) => [mobileOf(index), uuid(), hashCode(context, mobileOf(index), CODE)]);
      await client.query(
        `insert into account_codes (mobile, id, code_hash, created_at, expires_at)
         select row->>0, (row->>1)::uuid, row->>2, now(), now() + interval '1 hour' from json_array_elements($1) row`,
        [JSON.stringify(codes)],
      );
      const known = indexes.filter((index) => index % 2 === 0).map((index) => [mobileOf(index), uuid()]);
      const rows = [JSON.stringify(known)];
      await client.query(
        `insert into core_accounts (id, name, role_code) select (row->>1)::uuid, 'Bench', 12 from json_array_elements($1) row`,
        rows,
      );
      await client.query(
        `insert into account_identities (kind, value, account_id, created_at)
         select 'mobile', row->>0, (row->>1)::uuid, now() from json_array_elements($1) row`,
        rows,
      );
    }
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function logInAll(port: number): Promise<{ times: number[]; failures: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const times: number[] = [];
  let failures = 0;
  const logIn = (index: number, appointed: number) =>
    new Promise<void>((resolve) => {
      const done = (failed: boolean) => {
        if (index >= WARM_UP) times.push(performance.now() - appointed);
        if (failed) failures += 1;
        resolve();
      };
      const body = JSON.stringify({ fdMobile: mobileOf(index), mobileCode: CODE, id: `device-${index}` });
      const call = request(
        {
          ...{ agent, port, host: '127.0.0.1', method: 'POST', path: '/loginByfdMobileV2' },
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (text += part));
          answer.on('end', () => done(answer.statusCode !== 200 || !text.startsWith('{"code":1,')));
          answer.on('error', () => done(true));
        },
      );
      call.on('error', () => done(true));
      call.end(body);
    });

  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < LOGINS;) {
    const due = Math.min(LOGINS, Math.floor(((performance.now() - began) / 1000) * PER_SECOND));
    for (; index < due; index += 1) running.push(logIn(index, began + (index / PER_SECOND) * 1000));
    await sleep(2);
  }
  await Promise.all(running);
  agent.destroy();
  return { times, failures };
}
