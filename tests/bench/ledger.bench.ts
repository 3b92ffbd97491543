import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'drizzle-orm';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { CORE_MIGRATIONS, migrate } from '#core/server/ground/database/migrate.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import { testLog } from '#core/server/testing/test-log.ts';

import { reportBench } from './bench-report.ts';

// What a job costs in the ledger, a hold and its settlement, beside the least that counting could cost: two updates of a
// number in the same durable database, one when the job begins and one that gives back what it did not use.

const AT_ONCE = 50;
const ACCOUNTS = 1000;
const ROUNDS = 3;
const SECONDS = Number(process.env['REELPORT_BENCH_SECONDS'] ?? 8);
const PLENTY = 1_000_000_000;

interface Round {
  hot: Rate;
  hotUpdate: Rate;
  many: Rate;
  manyUpdate: Rate;
}

interface Rate {
  perSecond: number;
  median: number;
  p99: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'reelport-ledger-'));
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir, log: testLog });
try {
  const db = await connectDatabase({ connectionString: server.connectionString, log: testLog, poolSize: AT_ONCE });
  try {
    await migrate(db, [CORE_MIGRATIONS]);
    await measure(db);
  } finally {
    await db.close();
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(db: Database): Promise<void> {
  const ledger = createLedger({ clock: { now: () => new Date() } });
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, async () => (await buildAccount(db)).id));
  for (const accountId of accounts) {
    await ledger.issue(db, { accountId, kind: 'top-up', unit: 'mixes', amount: PLENTY, key: 'bought', facts: {} });
  }
  await db.orm.execute(sql`create table bench_balances (account uuid primary key, balance bigint not null)`);
  await db.orm.execute(sql`insert into bench_balances select id, ${PLENTY} from core_accounts`);
  await db.orm.execute(sql`vacuum analyze`);

  let jobs = 0;
  const facts = { service: 'mixing.mix', name: 'Spring sale' };
  const pair = async (accountId: string): Promise<void> => {
    const job = `bench:${jobs++}`;
    const held = await ledger.hold(db, { accountId, unit: 'mixes', amount: 20, key: `${job}:hold`, job, facts });
    await ledger.settle(db, { accountId, holdId: held.id, used: 12, key: `${job}:settle`, facts });
  };
  const update = async (accountId: string): Promise<void> => {
    await db.orm.execute(sql`update bench_balances set balance = balance - 12 where account = ${accountId}::uuid`);
  };
  const [hot = ''] = accounts;
  const one = () => hot;
  const any = () => accounts[Math.floor(Math.random() * ACCOUNTS)] ?? hot;

  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      hot: await rateOf(() => pair(one())),
      hotUpdate: await rateOf(() => update(one())),
      many: await rateOf(() => pair(any())),
      manyUpdate: await rateOf(() => update(any())),
    });
  }
  const middle = (of: (round: Round) => Rate): Rate => {
    const rates = rounds.map(of).toSorted((a, b) => a.perSecond - b.perSecond);
    return rates[Math.floor(ROUNDS / 2)] ?? { perSecond: NaN, median: NaN, p99: NaN };
  };
  const row = (what: string, { perSecond, median, p99 }: Rate) => [
    what,
    ...[perSecond.toFixed(0), median.toFixed(1), p99.toFixed(1)],
  ];
  reportBench({
    name: 'ledger',
    title: 'What a job costs in the ledger',
    columns: ['', 'a second', 'median ms', 'p99 ms'],
    rows: [
      row(
        'hold and settle, one account',
        middle(({ hot: rate }) => rate),
      ),
      row(
        'a bare UPDATE, one row',
        middle(({ hotUpdate }) => hotUpdate),
      ),
      row(
        `hold and settle, ${ACCOUNTS.toLocaleString('en')} accounts`,
        middle(({ many }) => many),
      ),
      row(
        `a bare UPDATE, ${ACCOUNTS.toLocaleString('en')} rows`,
        middle(({ manyUpdate }) => manyUpdate),
      ),
    ],
    notes: [
      `The embedded PostgreSQL with fsync, ${AT_ONCE} at once on as many connections, ${SECONDS} seconds each in ${ROUNDS} rounds, of which the middle one is shown; the client is beside it on the same machine.`,
      'A hold and its settlement are two transactions with five entries, each checked by the database; an UPDATE is one transaction that counts a number down, checks nothing and keeps no record. A pair is held against two of those.',
    ],
    limits: [
      {
        what: 'hold and settle of one account, beside two bare UPDATEs of one row',
        unit: 'times their time',
        rounds: rounds.map(({ hot: pairs, hotUpdate: updates }) => updates.perSecond / 2 / pairs.perSecond),
        atMost: 3,
      },
      {
        what: 'hold and settle of many accounts, beside two bare UPDATEs of many rows',
        unit: 'times their time',
        rounds: rounds.map(({ many: pairs, manyUpdate: updates }) => updates.perSecond / 2 / pairs.perSecond),
        atMost: 3,
      },
    ],
  });
}

/** Does something again and again, {@link AT_ONCE} at once. */
async function rateOf(work: () => Promise<void>): Promise<Rate> {
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { perSecond: times.length / seconds, median: at(0.5), p99: at(0.99) };
}
