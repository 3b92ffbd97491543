import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';
import { resyncNeeded } from '#core/contract/kernel-events.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { createEvents } from '#core/server/services/events/create-events.ts';
import type { ServerEvent } from '#core/server/services/events/events.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { until } from '#tests/until.ts';

/** Two processes on one database. */
async function twoNodes(t: TestContext) {
  const scope = lastFirst(t);
  const db = await testDatabase(scope);
  const otherDb = await connectDatabase({ connectionString: db.connectionString, log: testLog });
  scope.after(() => otherDb.close());
  const [events, other] = [db, otherDb].map((own) => createEvents({ db: own, log: testLog }));
  assert.ok(events && other);
  scope.after(async () => {
    events.close();
    other.close();
  });
  return { db, events, other };
}

const event = (topic: string) => defineEvent({ topic, to: 'account', data: z.unknown() });
const forEverybody = defineEvent({ topic: 'everybody', to: 'everybody' });
const forOperators = defineEvent({ topic: 'operators', to: 'operators', data: z.strictObject({ count: z.number() }) });

test('what is for everybody reaches every account in every process, and those that were away read it later', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const accounts = [randomUUID(), randomUUID(), randomUUID()];
  const heard: ServerEvent[] = [];
  const end = new AbortController();
  for (const [index, accountId] of accounts.entries()) {
    (index === 0 ? events : other).subscribe(accountId, (event) => heard.push(event), end.signal);
  }
  await Promise.all([events.start(), other.start()]);
  await events.publish(db, event('own'), { accountId: accounts[1] ?? '', data: 1 });
  await db.transaction((tx) => events.publish(tx, forEverybody, {}));
  await until(() => heard.length === 4);
  const broadcast = heard.filter(({ topic }) => topic === 'everybody');
  assert.deepEqual(broadcast.map(({ accountId }) => accountId).sort(), accounts.toSorted());
  assert.equal(new Set(broadcast.map(({ id }) => id)).size, 1);
  for (const [accountId, topics] of [
    [accounts[0], ['everybody']],
    [accounts[1], ['own', 'everybody']],
    [randomUUID(), ['everybody']],
  ] as const) {
    const missed = await other.since(accountId ?? '', '0');
    assert.deepEqual(
      missed?.map((event) => [event.accountId, event.topic]),
      topics.map((topic) => [accountId, topic]),
    );
  }
  end.abort();
});

test('what is for operators reaches them alone, as long as they are, and what they missed comes later', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const [operator, member] = [randomUUID(), randomUUID()];
  const heard: unknown[] = [];
  let isOperator = true;
  other.subscribe(
    operator,
    ({ data }) => heard.push(data),
    t.signal,
    () => isOperator,
  );
  other.subscribe(member, ({ topic }) => assert.notEqual(topic, 'operators'), t.signal);
  await other.start();
  await events.publish(db, forOperators, { data: { count: 1 } });
  await until(() => heard.length === 1);
  isOperator = false;
  await events.hint(forOperators, { data: { count: 2 } });
  await events.publish(db, event('own'), { accountId: operator, data: 3 });
  await until(() => heard.length === 2);
  assert.deepEqual(heard, [{ count: 1 }, 3]);
  assert.deepEqual((await events.since(operator, '0', true))?.length, 2);
  assert.deepEqual((await events.since(member, '0'))?.length, 0);
});

test('an event that carries something else than it is declared to is refused, and nothing goes out', async (t) => {
  const { db, events } = await twoNodes(t);
  const wrong = { count: 'many' } as unknown as { count: number };
  await assert.rejects(events.publish(db, forOperators, { data: wrong }), /count/);
  await assert.rejects(events.hint(forOperators, { data: wrong }), /count/);
  await assert.rejects(events.publish(db, event('own'), { data: 1 } as never), /say which/);
  assert.deepEqual((await db.pool.query('select 1 from core_events')).rowCount, 0);
});

test('an event reaches the subscribers of its account in another process when it is committed', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const [accountId, stranger] = [randomUUID(), randomUUID()];
  const heard: ServerEvent[] = [];
  const end = new AbortController();
  other.subscribe(accountId, (event) => heard.push(event), end.signal);
  other.subscribe(stranger, () => assert.fail('heard by a stranger'), end.signal);
  await other.start();

  await assert.rejects(
    db.transaction(async (tx) => {
      await events.publish(tx, event('lost'), { accountId, data: null });
      throw new Error('rolled back');
    }),
  );
  await db.transaction(async (tx) => {
    await events.publish(tx, event('a'), { accountId, data: { text: '中文' } });
    await events.publish(tx, event('b'), { accountId, data: null });
    await sleep(50);
    assert.deepEqual(heard, []);
  });
  await until(() => heard.length === 2);
  assert.deepEqual(
    heard.map(({ topic, data }) => ({ topic, data })),
    [
      { topic: 'a', data: { text: '中文' } },
      { topic: 'b', data: null },
    ],
  );
  end.abort();
  await events.publish(db, event('c'), { accountId, data: 1 });
  await until(async () => (await events.since(accountId, '0'))?.length === 3);
  assert.equal(heard.length, 2);
});

test('a hint is heard and not kept', async (t) => {
  const { events, other } = await twoNodes(t);
  const accountId = randomUUID();
  const heard: ServerEvent[] = [];
  other.subscribe(accountId, (event) => heard.push(event), t.signal);
  await other.start();
  await events.hint(event('progress'), { accountId, data: 0.5 });
  await until(() => heard.length === 1);
  assert.deepEqual(heard, [{ id: '', accountId, topic: 'progress', data: 0.5 }]);
  assert.deepEqual(await events.since(accountId, '0'), []);
});

test('an event larger than a notification arrives whole', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const accountId = randomUUID();
  const heard: ServerEvent[] = [];
  other.subscribe(accountId, (event) => heard.push(event), t.signal);
  await other.start();
  const data = '大'.repeat(20_000);
  await events.publish(db, event('large'), { accountId, data });
  await events.hint(event('large-hint'), { accountId, data });
  await until(() => heard.length === 2);
  assert.deepEqual(
    heard.map((event) => event.data),
    [data, data],
  );
});

test('a browser that comes back reads what it missed, in order, and only its own', async (t) => {
  const { db, events } = await twoNodes(t);
  const [accountId, other] = [randomUUID(), randomUUID()];
  for (const topic of ['one', 'two', 'three']) {
    await events.publish(db, event(topic), { accountId, data: null });
    await events.publish(db, event(topic), { accountId: other, data: null });
  }
  const all = await events.since(accountId, '0');
  assert.deepEqual(
    all?.map(({ topic }) => topic),
    ['one', 'two', 'three'],
  );
  assert.deepEqual(
    (await events.since(accountId, all?.[1]?.id ?? ''))?.map(({ topic }) => topic),
    ['three'],
  );
  assert.equal(await events.since(accountId, '999999'), null);
  assert.equal(await events.since(accountId, 'x; drop table core_events'), null);
});

test('a transaction that began early and commits late is not skipped by who caught up in between', async (t) => {
  const { db, events } = await twoNodes(t);
  const accountId = randomUUID();
  let seen = '0';
  await db.transaction(async (tx) => {
    await events.publish(tx, event('slow'), { accountId, data: null });
    await events.publish(db, event('fast'), { accountId, data: null });
    seen = (await events.since(accountId, '0'))?.at(-1)?.id ?? '';
  });
  assert.deepEqual(
    (await events.since(accountId, seen))?.map(({ topic }) => topic),
    ['slow'],
  );
});

test('who missed more than is kept reads everything anew', async (t) => {
  const { db, events } = await twoNodes(t);
  const accountId = randomUUID();
  for (const topic of ['one', 'two', 'three']) await events.publish(db, event(topic), { accountId, data: null });
  const all = await events.since(accountId, '0');
  assert.ok(all?.[0] && all[1]);
  await db.pool.query('delete from core_events where id < $1', [all[2]?.id]);
  assert.equal(await events.since(accountId, all[0].id), null);
  assert.deepEqual((await events.since(accountId, all[1].id))?.length, 1);
});

test('subscribers get what was published while their process was cut off', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const accountId = randomUUID();
  const heard: string[] = [];
  other.subscribe(accountId, ({ topic }) => heard.push(topic), t.signal);
  await other.start();
  await events.publish(db, event('before'), { accountId, data: null });
  await until(() => heard.length === 1);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'reelport listen' and datname = current_database()`;
  await db.pool.query(cut);
  await events.publish(db, event('meanwhile'), { accountId, data: null });
  await until(() => heard.includes('meanwhile'));
  await events.publish(db, event('after'), { accountId, data: null });
  await until(() => heard.includes('after'));
  assert.deepEqual(
    heard.filter((topic) => topic !== resyncNeeded.topic),
    ['before', 'meanwhile', 'after'],
  );
});

test('a thousand subscribers hear one event', async (t) => {
  const { db, events, other } = await twoNodes(t);
  const accountId = randomUUID();
  let heard = 0;
  for (let index = 0; index < 1000; index += 1) {
    const end = new AbortController();
    other.subscribe(accountId, () => (heard += 1), end.signal);
  }
  await other.start();
  await events.publish(db, event('one'), { accountId, data: null });
  await until(() => heard === 1000);
  const { rowCount } = await db.pool.query(
    `select 1 from pg_stat_activity where application_name = 'reelport listen' and datname = current_database()`,
  );
  assert.equal(rowCount, 1);
});
