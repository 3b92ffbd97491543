import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';

import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import type { Where } from '#core/server/ground/database/database.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';

const notes = pgTable('notes', {
  id: integer().primaryKey(),
  accountId: uuid().notNull(),
  noteText: text().notNull(),
});

async function setUp(t: TestContext) {
  const db = await testDatabase(t);
  await db.pool.query('create table notes (id int primary key, account_id uuid not null, note_text text not null)');
  const [mine, theirs] = [db.scope(randomUUID()), db.scope(randomUUID())];
  await mine.insert(notes, [
    { id: 1, noteText: 'a' },
    { id: 2, noteText: 'b' },
  ]);
  await theirs.insert(notes, { id: 3, noteText: 'c' });
  return { db, mine, theirs };
}

test('an account reads its own rows only', async (t) => {
  const { mine, theirs } = await setUp(t);
  assert.deepEqual(
    (await mine.select(notes, { orderBy: desc(notes.id), limit: 1 })).map(({ id }) => id),
    [2],
  );
  assert.deepEqual(await theirs.select(notes), [{ id: 3, accountId: theirs.accountId, noteText: 'c' }]);
  assert.equal(await mine.find(notes, eq(notes.id, 3)), undefined);
  assert.equal((await mine.find(notes, eq(notes.id, 1)))?.noteText, 'a');
  assert.equal(await mine.count(notes), 2);
  assert.equal(await mine.count(notes, eq(notes.noteText, 'b')), 1);
});

test('a condition with "or" does not open the door to other accounts', async (t) => {
  const { mine } = await setUp(t);
  const any = sql`${notes.id} = 1 or true`;
  assert.deepEqual((await mine.select(notes, { where: any })).map(({ id }) => id).toSorted(), [1, 2]);
  assert.equal((await mine.update(notes, any, { noteText: 'x' })).length, 2);
  assert.equal((await mine.delete(notes, any)).length, 2);
});

test('an account changes and removes its own rows only', async (t) => {
  const { mine, theirs } = await setUp(t);
  assert.deepEqual(await mine.update(notes, eq(notes.id, 3), { noteText: 'mine' }), []);
  assert.deepEqual(await mine.delete(notes, eq(notes.id, 3)), []);
  assert.equal((await theirs.find(notes, eq(notes.id, 3)))?.noteText, 'c');
  assert.deepEqual(await mine.update(notes, eq(notes.id, 1), { noteText: 'z' }), [
    { id: 1, accountId: mine.accountId, noteText: 'z' },
  ]);
});

test('of several conditions all must hold', async (t) => {
  const { mine } = await setUp(t);
  const both = (id: number, noteText: string): Where => [eq(notes.id, id), eq(notes.noteText, noteText)];
  assert.deepEqual(await mine.update(notes, both(1, 'b'), { noteText: 'x' }), []);
  assert.deepEqual(await mine.delete(notes, both(2, 'a')), []);
  assert.equal((await mine.find(notes, both(2, 'b')))?.id, 2);
  assert.equal(await mine.count(notes, [sql`${notes.id} = 1 or true`, eq(notes.noteText, 'b')]), 1);
  assert.equal((await mine.select(notes, { where: both(1, 'a') })).length, 1);
});

test('an absent condition changes nothing, whatever the types were told', async (t) => {
  const { mine } = await setUp(t);
  // and() answers undefined for no conditions, and its type says so for all.
  for (const absent of [and() as SQL, [] as unknown as Where, [eq(notes.id, 1), undefined] as unknown as Where]) {
    await assert.rejects(mine.update(notes, absent, { noteText: 'x' }), /a condition is undefined/);
    await assert.rejects(mine.delete(notes, absent), /a condition is undefined/);
    await assert.rejects(mine.find(notes, absent), /a condition is undefined/);
  }
  assert.deepEqual((await mine.select(notes)).map(({ noteText }) => noteText).toSorted(), ['a', 'b']);
});

test('a row cannot be given to another account', async (t) => {
  const { mine, theirs } = await setUp(t);
  const { accountId } = theirs;
  await assert.rejects(mine.update(notes, eq(notes.id, 1), { accountId }), /another account/);
  // The types forbid it; a caller with spread values may still do it.
  const row = { id: 9, noteText: 'x', accountId };
  await assert.rejects(mine.insert(notes, row), /another account/);
});

test('a scope in a transaction is part of it', async (t) => {
  const { db, mine } = await setUp(t);
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.scope(mine.accountId).delete(notes, sql`true`);
      throw new Error('no');
    }),
  );
  assert.equal(await mine.count(notes), 2);
  assert.throws(() => db.scope(''), TypeError);
});
