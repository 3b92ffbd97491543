import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from 'drizzle-orm';

import type { Database } from '#core/server/ground/database/database.ts';

import { forJob, startLedger } from './ledger-kit.ts';

// What nobody can do to the ledger, not even with the database in hand.

interface Line {
  accountId?: string | null;
  side: string;
  amount: number;
}

/** Writes a movement by hand, in one transaction. */
async function write(
  db: Database,
  accountId: string,
  lines: readonly Line[],
  { kind = 'grant', unit = 'mixes', count = lines.length, holdId = null as string | null } = {},
): Promise<void> {
  await db.transaction(async ({ orm }) => {
    const { rows } = await orm.execute<{ id: string }>(sql`
      insert into core_ledger_movements (id, kind, account_id, unit, key, lines, hold_id, facts, at)
      values (core_ledger_id(), ${kind}, ${accountId}, ${unit}, gen_random_uuid(), ${count}, ${holdId}, '{}', now())
      returning id`);
    for (const [index, { side, amount, ...line }] of lines.entries()) {
      const owner = line.accountId === undefined ? accountId : line.accountId;
      const { rowCount } = await orm.execute(sql`
        insert into core_ledger_entries (movement_id, line, account_id, unit, side, amount, before, after, version)
        select ${rows[0]?.id}, ${index + 1}, account_id, unit, side, ${amount}, balance, balance + ${amount}, version + 1
        from core_ledger_accounts where account_id = ${owner} and unit = ${unit} and side = ${side}`);
      if (rowCount === 1) continue;
      await orm.execute(sql`
        insert into core_ledger_entries (movement_id, line, account_id, unit, side, amount)
        values (${rows[0]?.id}, ${index + 1}, ${owner}, ${unit}, ${side}, ${amount})`);
    }
  });
}

/** Why the database refuses something. */
async function reasonOf(refused: Promise<unknown>): Promise<string> {
  return await refused.then(
    () => 'nothing',
    (error: Error) => `${error.message} ${String(error.cause)}`,
  );
}

test('the database refuses to change, remove or empty what was written', async (t) => {
  const { db, ledger, account } = await startLedger(t);
  await ledger.hold(db, forJob(await account(10), 'run', 5));
  for (const table of ['core_ledger_movements', 'core_ledger_entries']) {
    for (const statement of [`delete from ${table}`, `truncate ${table}`, `truncate ${table} cascade`]) {
      await assert.rejects(db.pool.query(statement), /append-only/, statement);
    }
  }
  await assert.rejects(db.pool.query(`update core_ledger_movements set facts = '{"by":"me"}'`), /append-only/);
  await assert.rejects(db.pool.query('update core_ledger_entries set amount = amount * 2'), /append-only/);
  for (const statement of [
    'update core_ledger_accounts set balance = balance + 1',
    'update core_ledger_accounts set balance = balance + 1, version = version + 1',
    'update core_ledger_accounts set account_id = account_id',
    'delete from core_ledger_accounts',
    'truncate core_ledger_accounts',
    'truncate core_accounts cascade',
    'truncate core_ledger_holds',
    'delete from core_accounts',
  ]) {
    await assert.rejects(db.pool.query(statement), /append-only|violates foreign key/, statement);
  }
});

test('the database refuses movements that are not balanced, not whole, or not what they say', async (t) => {
  const { db, ledger, account, subAccount, mixes } = await startLedger(t);
  const accountId = await account(15);
  const [sub, stranger] = [await subAccount(accountId), await account(10)];
  await ledger.hold(db, forJob(accountId, 'run', 5));
  await ledger.allot(db, { accountId, subAccountId: sub, unit: 'mixes', amount: 2, key: 'allot', facts: {} });
  const own = (side: string, amount: number): Line => ({ side, amount });
  const of = (owner: string | null, side: string, amount: number): Line => ({ accountId: owner, side, amount });
  const given = [own('available', 5), of(null, 'issued', -5)];
  const refused: [string, readonly Line[], RegExp, Parameters<typeof write>[3]?][] = [
    ['not balanced', [own('available', 5), of(null, 'issued', -4)], /not balanced/],
    ['one side', [own('available', 5)], /not balanced/],
    ['an entry is missing', given, /not balanced/, { count: 3 }],
    ['more entries than it says', [...given, of(null, 'issued', -1)], /does not follow/, { count: 2 }],
    ['a grant that takes', [own('available', -5), of(null, 'issued', 5)], /is no grant/],
    ['a grant out of an account', [own('available', 5), of(stranger, 'available', -5)], /is no grant/],
    ['a grant to nobody', [of(null, 'available', 5), of(null, 'issued', -5)], /is no grant/],
    ['an unknown kind', given, /is no gift/, { kind: 'gift' }],
    ['an unknown side', [own('hidden', 5), of(null, 'issued', -5)], /does not follow/],
    ['an unknown side of the installation', [own('available', 5), of(null, 'hidden', -5)], /is no grant/],
    ['nothing is moved', [own('available', 0), of(null, 'issued', 0)], /is no grant/],
    ['a unit that the account has nothing of', given, /does not follow/, { unit: 'fen' }],
    ['more than there is', [own('available', -9), own('held', 9)], /not_negative/, { kind: 'hold' }],
    ['more than can be counted', [own('available', 1e16), of(null, 'issued', -1e16)], /not_negative/],
    ['a settlement of no hold', [own('held', -5), of(null, 'spent', 5)], /is no settle/, { kind: 'settle' }],
    ['a release of no hold', [own('available', 5), own('held', -5)], /is no release/, { kind: 'release' }],
    [
      'an allotment to a stranger',
      [own('available', -5), of(stranger, 'available', 5)],
      /is no allot/,
      { kind: 'allot' },
    ],
    ['a correction of nothing', [own('available', 5), of(null, 'corrected', -5)], /is no correct/, { kind: 'correct' }],
  ];
  for (const [what, lines, why, options] of refused) {
    assert.match(await reasonOf(write(db, accountId, lines, options)), why, what);
  }
  assert.deepEqual(
    [...(await mixes(accountId)), ...(await mixes(stranger)), ...(await mixes(sub))],
    [8, 5, 10, 0, 2, 0],
  );
  // What is right can be written by hand.
  await write(db, accountId, given);
  await write(db, accountId, [own('available', -3), of(sub, 'available', 3)], { kind: 'allot' });
  assert.deepEqual([...(await mixes(accountId)), ...(await mixes(sub))], [10, 5, 5, 0]);
});

test('the database refuses entries for a movement that is committed, and holds that are closed twice or by halves', async (t) => {
  const { db, ledger, account, mixes } = await startLedger(t);
  const accountId = await account(10);
  const { id: holdId } = await ledger.hold(db, forJob(accountId, 'run', 5));
  const add = `insert into core_ledger_entries (movement_id, line, account_id, unit, side, amount, before, after, version)
    values ($1, $2, $3, 'mixes', 'available', 5, 5, 10, 3)`;
  await assert.rejects(db.pool.query(add, [holdId, 3, accountId]), /does not follow/);
  await assert.rejects(db.pool.query(add, [holdId, 1, accountId]), /duplicate key/);

  const close = (amount: number) => {
    const lines = [
      { side: 'available', amount },
      { side: 'held', amount: -amount },
    ];
    return reasonOf(write(db, accountId, lines, { kind: 'release', holdId }));
  };
  assert.match(await close(4), /is no release/);
  await assert.rejects(db.pool.query('delete from core_ledger_holds'), /no movement that closes it/);
  await assert.rejects(db.pool.query('update core_ledger_holds set amount = 1'), /append-only/);
  await ledger.settle(db, { accountId, holdId, used: 2, key: 'end', facts: {} });
  await ledger.hold(db, forJob(accountId, 'other', 5));
  assert.match(await close(5), /duplicate key/);
  assert.deepEqual(await mixes(accountId), [3, 5]);
});

test('ids of movements are of version 7 and rise in the order in which they are made', async (t) => {
  const { db } = await startLedger(t);
  const { rows } = await db.pool.query<{ id: string }>('select core_ledger_id() as id from generate_series(1, 500)');
  const ids = rows.map(({ id }) => id);
  assert.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
  assert.equal(new Set(ids).size, 500);
  assert.ok(Math.abs(parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16) - Date.now()) < 60_000);
  const fractions = ids.map((id) => id.slice(0, 18));
  assert.deepEqual(fractions, fractions.toSorted());
});
