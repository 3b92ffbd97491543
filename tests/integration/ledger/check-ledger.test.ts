import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';

import { forJob, startLedger } from './ledger-kit.ts';

test('a check proves every balance by its movements, while others go on', async (t) => {
  const { db, ledger, account, subAccount } = await startLedger(t);
  const accountId = await account(100);
  const subAccountId = await subAccount(accountId);
  const { id: holdId } = await ledger.hold(db, forJob(accountId, 'run', 30));
  await ledger.settle(db, { accountId, holdId, used: 12, key: 'end', facts: {} });
  await ledger.allot(db, { accountId, subAccountId, unit: 'mixes', amount: 40, key: 'allot', facts: {} });
  await ledger.hold(db, forJob(subAccountId, 'sub-run', 7));
  const correct = { accountId, corrects: holdId, unit: 'mixes', amount: -8, key: 'correct' } as const;
  await ledger.correct(db, { ...correct, facts: { reason: 'counted twice' } });
  await ledger.issue(db, { accountId, kind: 'grant', unit: 'fen', amount: 500, key: 'fen', facts: {} });

  const found = await checkLedger(db);
  assert.deepEqual(found.faults, []);
  assert.deepEqual(found.totals, [
    { unit: 'fen', issued: 500, spent: 0, owned: 500 },
    { unit: 'mixes', issued: 92, spent: 12, owned: 80 },
  ]);
  assert.deepEqual([found.movements, found.entries, found.openHolds], [7, 15, 1]);
});

test('a check finds whatever was changed behind the database’s back', async (t) => {
  const { db, ledger, account } = await startLedger(t);
  const [accountId, other] = [await account(100), await account(50)];
  const { id: holdId } = await ledger.hold(db, forJob(accountId, 'run', 30));
  await ledger.hold(db, forJob(other, 'run', 10));
  await ledger.settle(db, { accountId, holdId, used: 12, key: 'end', facts: {} });
  const tampered: [string, string[]][] = [
    [
      `update core_ledger_accounts set balance = balance + 1 where account_id = '${other}' and side = 'available'`,
      ['balance'],
    ],
    [
      `update core_ledger_entries set amount = amount + 1 where movement_id = '${holdId}' and line = 1`,
      ['balance', 'chain', 'unbalanced'],
    ],
    [`delete from core_ledger_entries where account_id is null and side = 'spent'`, ['unbalanced']],
    [`delete from core_ledger_movements where kind = 'settle'`, ['hold', 'orphan']],
    [`delete from core_ledger_holds`, ['held', 'hold']],
    [`update core_ledger_holds set amount = 9`, ['held']],
    [`delete from core_ledger_accounts where account_id = '${other}' and side = 'held'`, ['balance']],
    [
      `update core_ledger_entries set unit = 'fen' where movement_id = '${holdId}' and line = 2`,
      ['balance', 'chain', 'unbalanced'],
    ],
  ];
  const tables = ['accounts', 'movements', 'entries', 'holds'].map((name) => `core_ledger_${name}`);
  for (const table of tables) await db.pool.query(`create table ${table}_true as table ${table}`);
  /** As somebody with the rights of a superuser could. */
  const behindItsBack = async (statements: readonly string[]) => {
    const client = await db.pool.connect();
    await client.query('set session_replication_role = replica');
    for (const statement of statements) assert.ok(((await client.query(statement)).rowCount ?? 0) > 0, statement);
    client.release(true);
  };
  for (const [statement, kinds] of tampered) {
    await behindItsBack([statement]);
    const { faults } = await checkLedger(db);
    assert.deepEqual([...new Set(faults.map(({ kind }) => kind))].toSorted(), kinds, statement);
    const restored = tables.flatMap((table) => [
      `with gone as (delete from ${table} returning 1) select count(*) from gone`,
      `insert into ${table} select * from ${table}_true`,
    ]);
    await behindItsBack(restored);
  }
  assert.deepEqual((await checkLedger(db)).faults, []);
});
