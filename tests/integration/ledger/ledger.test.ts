import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from 'drizzle-orm';

import { forJob, startLedger } from './ledger-kit.ts';

test('a hold takes from what can be spent, and what a job did not use of it comes back', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(340);
  const hold = await ledger.hold(db, forJob(accountId, 'run', 20));
  assert.deepEqual([hold.before, hold.after, hold.isRepeated], [340, 320, false]);
  assert.deepEqual(await mixes(accountId), [320, 20]);

  const settled = await ledger.settle(db, { accountId, holdId: hold.id, used: 12, key: 'end', facts: {} });
  assert.deepEqual(settled, { held: 20, spent: 12, isRepeated: false });
  assert.deepEqual(await mixes(accountId), [328, 0]);

  const other = await ledger.hold(db, forJob(accountId, 'other', 28));
  await ledger.settle(db, { accountId, holdId: other.id, used: 28, key: 'other-end', facts: {} });
  assert.deepEqual(await mixes(accountId), [300, 0]);
  const third = await ledger.hold(db, forJob(accountId, 'third', 300));
  await ledger.settle(db, { accountId, holdId: third.id, used: 0, key: 'third-end', facts: {} });
  assert.deepEqual(await mixes(accountId), [300, 0]);
});

test('a step that comes twice is done once, and a key that has done something else is refused', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(100);
  const hold = await ledger.hold(db, forJob(accountId, 'run', 20));
  assert.deepEqual(await ledger.hold(db, forJob(accountId, 'run', 20)), { ...hold, isRepeated: true });
  await assert.rejects(ledger.hold(db, forJob(accountId, 'run', 21)), { code: 'core:ledger.key-used' });
  await assert.rejects(ledger.hold(db, { ...forJob(accountId, 'run', 20), unit: 'uses' }), {
    code: 'core:ledger.key-used',
  });
  assert.deepEqual(await mixes(accountId), [80, 20]);

  const end = { accountId, holdId: hold.id, used: 5, key: 'end', facts: {} };
  await ledger.settle(db, end);
  assert.deepEqual(await ledger.settle(db, end), { held: 20, spent: 5, isRepeated: true });
  await assert.rejects(ledger.settle(db, { ...end, used: 6 }), { code: 'core:ledger.key-used' });
  await assert.rejects(ledger.settle(db, { ...end, key: 'again' }), { code: 'core:ledger.hold-closed' });
  assert.deepEqual(await mixes(accountId), [95, 0]);
  assert.equal((await ledger.hold(db, forJob(accountId, 'run', 20))).isRepeated, true, 'also after it was settled');
});

test('twenty at once with one key do it once, and twenty with keys of their own never spend more than there is', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(100);
  const same = await Promise.all(Array.from({ length: 20 }, () => ledger.hold(db, forJob(accountId, 'run', 10))));
  assert.equal(same.filter(({ isRepeated }) => !isRepeated).length, 1);
  assert.deepEqual(await mixes(accountId), [90, 10]);

  const races = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => ledger.hold(db, forJob(accountId, `race-${index}`, 8))),
  );
  assert.equal(races.filter(({ status }) => status === 'fulfilled').length, 11);
  assert.deepEqual(await mixes(accountId), [2, 98]);

  const [hold] = same;
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      ledger.settle(db, { accountId, holdId: hold?.id ?? '', used: index % 11, key: `end-${index}`, facts: {} }),
    ),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1, 'a hold is closed once');
});

test('what an account does not have is refused in words, and nothing of the transaction stays', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(12);
  await assert.rejects(
    db.transaction(async (tx) => {
      await ledger.hold(tx, forJob(accountId, 'one', 10));
      await ledger.hold(tx, forJob(accountId, 'two', 20));
    }),
    { code: 'core:ledger.short.mixes', params: { needed: '20', available: '2' } },
  );
  assert.deepEqual(await mixes(accountId), [12, 0]);
  const stranger = await account();
  await assert.rejects(ledger.hold(db, forJob(stranger, 'one', 1)), { code: 'core:ledger.short.mixes' });
  await assert.rejects(ledger.hold(db, { ...forJob(accountId, 'fen', 1234), unit: 'fen' }), {
    code: 'core:ledger.short.fen',
    params: { needed: '12.34', available: '0.00' },
  });
});

test('holds of many jobs are opened together, each once, and all or none of them', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(10);
  const many = (count: number, amount: number) => ({
    ...{ accountId, unit: 'mixes' as const },
    holds: Array.from({ length: count }, (_, at) => ({ amount, job: `run:${at}`, key: `run-${at}`, facts: {} })),
  });
  const opened = await db.transaction((tx) => ledger.holdMany(tx, many(3, 2)));
  assert.deepEqual(
    opened.map(({ before, after, isRepeated }) => [before, after, isRepeated]),
    [
      [10, 8, false],
      [8, 6, false],
      [6, 4, false],
    ],
  );
  assert.deepEqual(await mixes(accountId), [4, 6]);
  const [first] = opened;
  const settled = await ledger.settle(db, { accountId, holdId: first?.id ?? '', used: 1, key: 'end', facts: {} });
  assert.equal(settled.held, 2);

  const again = await db.transaction((tx) => ledger.holdMany(tx, many(4, 2)));
  assert.deepEqual(
    again.map(({ isRepeated }) => isRepeated),
    [true, true, true, false],
  );
  assert.deepEqual(await mixes(accountId), [3, 6]);
  const short = db.transaction((tx) => ledger.holdMany(tx, many(6, 2)));
  await assert.rejects(short, ({ code, params }: { code: string; params: object }) => {
    assert.deepEqual([code, params], ['core:ledger.short.mixes', { needed: '4', available: '3' }]);
    return true;
  });
  assert.deepEqual(await mixes(accountId), [3, 6]);
  assert.deepEqual(await ledger.holdMany(db, many(0, 1)), []);
});

test('another account’s hold and movement are not there, and amounts that cannot be are mistakes', async (t) => {
  const { ledger, db, account } = await startLedger(t);
  const [accountId, stranger] = [await account(100), await account(100)];
  const { id: holdId } = await ledger.hold(db, forJob(accountId, 'run', 20));
  const theft = { accountId: stranger, holdId, used: 0, key: 'end', facts: {} };
  await assert.rejects(ledger.settle(db, theft), { code: 'core:ledger.hold-missing' });
  const correct = { accountId: stranger, corrects: holdId, unit: 'mixes', amount: 5, key: 'c' } as const;
  await assert.rejects(ledger.correct(db, { ...correct, facts: { reason: 'mine' } }), {
    code: 'core:ledger.movement-missing',
  });
  await assert.rejects(ledger.correct(db, { ...correct, accountId, unit: 'fen', facts: { reason: 'another unit' } }), {
    code: 'core:ledger.movement-missing',
  });
  for (const amount of [0, -1, 1.5, NaN, Infinity, 1e15]) {
    await assert.rejects(ledger.hold(db, forJob(accountId, `bad-${amount}`, amount)), TypeError);
  }
  await assert.rejects(ledger.settle(db, { ...theft, accountId, used: 21 }), TypeError);
  await assert.rejects(ledger.settle(db, { ...theft, accountId, used: -1 }), TypeError);
});

test('a correction names what it puts right, and takes no more than is left', async (t) => {
  const { ledger, db, account, mixes } = await startLedger(t);
  const accountId = await account(100);
  const hold = await ledger.hold(db, forJob(accountId, 'run', 20));
  const facts = { reason: 'rendered without sound', by: 'console' };
  const correct = { accountId, corrects: hold.id, unit: 'mixes', facts } as const;
  assert.deepEqual(
    [(await ledger.correct(db, { ...correct, amount: 20, key: 'give' })).after, await mixes(accountId)],
    [100, [100, 20]],
  );
  await ledger.correct(db, { ...correct, amount: -30, key: 'take' });
  await assert.rejects(ledger.correct(db, { ...correct, amount: -71, key: 'more' }), {
    code: 'core:ledger.short.mixes',
  });
  assert.deepEqual(await mixes(accountId), [70, 20]);
});

test('a main account allots to its sub-accounts and takes back what is left, also while jobs go on', async (t) => {
  const { ledger, db, account, subAccount, mixes } = await startLedger(t);
  const parent = await account(100);
  const [sub, stranger] = [await subAccount(parent), await account(50)];
  const allot = { accountId: parent, subAccountId: sub, unit: 'mixes', facts: {} } as const;
  await ledger.allot(db, { ...allot, amount: 40, key: 'raise' });
  await ledger.allot(db, { ...allot, amount: -10, key: 'lower' });
  assert.deepEqual(
    [await mixes(parent), await mixes(sub)],
    [
      [70, 0],
      [30, 0],
    ],
  );
  await assert.rejects(ledger.allot(db, { ...allot, amount: -31, key: 'too-low' }), {
    code: 'core:ledger.short.mixes',
  });
  await assert.rejects(ledger.allot(db, { ...allot, amount: 71, key: 'too-high' }), {
    code: 'core:ledger.short.mixes',
  });
  const foreign = { ...allot, subAccountId: stranger, amount: -5, key: 'theft' };
  await assert.rejects(ledger.allot(db, foreign), { code: 'core:ledger.not-sub-account' });
  await assert.rejects(ledger.takeBackAll(db, foreign), { code: 'core:ledger.not-sub-account' });

  await ledger.hold(db, forJob(sub, 'run', 25));
  await assert.rejects(ledger.hold(db, forJob(sub, 'more', 6)), { code: 'core:ledger.allotment-short.mixes' });
  const taken = await db.transaction((tx) => ledger.takeBackAll(tx, allot));
  assert.deepEqual([taken, await mixes(parent), await mixes(sub)], [[{ unit: 'mixes', amount: 5 }], [75, 0], [0, 25]]);
  assert.deepEqual(await ledger.takeBackAll(db, allot), []);
});

test('no step reads a whole table of the ledger, however small it was when the session began', async (t) => {
  const { ledger, db, account } = await startLedger(t);
  const accountId = await account(1000);
  const scans = async (): Promise<number> => {
    await db.orm.execute(sql`select pg_stat_force_next_flush()`);
    const { rows } = await db.orm.execute<{ scans: string }>(
      sql`select sum(seq_scan) as scans from pg_stat_user_tables where relname like 'core\\_ledger\\_%'`,
    );
    return Number(rows[0]?.scans);
  };
  // With figures of nearly empty tables, reading them whole is planned as the quickest way.
  await db.orm.execute(sql`analyze`);
  const before = await scans();
  for (let at = 0; at < 12; at++) {
    const hold = await ledger.hold(db, forJob(accountId, `run-${at}`, 20));
    await ledger.settle(db, { accountId, holdId: hold.id, used: at, key: `end-${at}`, facts: {} });
  }
  assert.equal((await scans()) - before, 0);
});
