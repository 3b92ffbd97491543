import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { createServiceTurns } from '#core/server/services/providers/service-turns.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { createPaced, type TurnsOf } from '#plugins/engines/server/paced.ts';
import { chatTranslation } from '#plugins/engines/server/translation/chat/chat-translation.ts';
import { startTranslationService } from '#tests/fixtures/translation/translation-service.ts';
import { until } from '#tests/until.ts';

const scope = lastFirst({ after });
let first: Database;
let second: Database;
before(async () => {
  first = await testDatabase(scope);
  second = await connectDatabase({ connectionString: first.connectionString, log: testLog });
  scope.after(() => second.close());
});
/** Two nodes: each with connections and notifications of its own. @param lease milliseconds */
const nodes = (lease?: number): TurnsOf[] =>
  [first, second].map((db) => createServiceTurns({ db, log: testLog, ...(lease === undefined ? {} : { lease }) }));

async function service(t: TestContext) {
  const started = await startTranslationService();
  t.after(() => started.close());
  const request = { from: 'zh-CN', to: 'en-US', glossary: {}, about: '' };
  const engineOf = (turns: TurnsOf, pace: { atOnce: number; perMinute: number; rest?: () => Promise<void> }) => {
    const asked = { address: `${started.address}/v1`, key: 'secret', model: 'm', lines: 1, patience: 20 };
    const engine = chatTranslation({ ...asked, ...pace, turns: turns('chat') });
    return (text: string) => engine.translate({ ...request, texts: [text] });
  };
  return { started, engineOf };
}

test('two nodes together send a service no more at once than it takes, and each request once', async (t) => {
  const { started, engineOf } = await service(t);
  const engines = nodes().map((turns) => engineOf(turns, { atOnce: 2, perMinute: 0 }));
  const texts = Array.from({ length: 12 }, (_, at) => `第${at}句`);
  started.whims.push(...texts.map(() => ({ late: 60 })));
  await Promise.all(texts.map(async (text, at) => await engines[at % 2]?.(text)));
  assert.equal(started.busy.most, 2);
  assert.deepEqual(started.requests.flatMap(({ lines }) => lines.map(({ text }) => text)).toSorted(), texts.toSorted());
  const { rows } = await first.pool.query('select * from core_service_turns');
  assert.deepEqual(rows, []);
});

test('after a 429 no node begins before the time that the service says', async (t) => {
  const { started, engineOf } = await service(t);
  const waits: number[] = [];
  const [one, other] = nodes().map((turns) => {
    const rest = async (milliseconds?: number): Promise<void> => void waits.push(milliseconds ?? 0);
    return engineOf(turns, { atOnce: 2, perMinute: 0, rest });
  });
  started.whims.push({ status: 429, headers: { 'retry-after': '20' } });
  await one?.('一');
  await other?.('二');
  assert.equal(waits.length, 2);
  assert.ok(
    waits.every((wait) => wait > 10_000 && wait <= 20_000),
    waits.join(),
  );
});

test('requests of two nodes begin as far apart as a service takes in a minute', async () => {
  const waits: number[] = [];
  const [one, other] = nodes().map((turns) =>
    createPaced({ atOnce: 4, perMinute: 6, turns: turns('slow') }, async (wait) => void waits.push(wait)),
  );
  for (const paced of [one, other, one, other]) await paced?.(() => Promise.resolve());
  const apart = waits.map((wait) => Math.round(wait / 10_000));
  assert.deepEqual(apart, [1, 2, 3]);
});

test('the turn of a node that has died is given to another one, that of one at work is not', async () => {
  const [dead, alive] = nodes(1_500);
  const release = await dead?.('lone').take(1);
  const waiting = new AbortController();
  const second = alive?.('lone').take(1, waiting.signal);
  let isTaken = false;
  void second?.then(() => (isTaken = true));
  // It is prolonged as long as its process lives: long after its time it is still there.
  const { rows } = await first.pool.query<{ until: Date }>('select until from core_service_turns');
  await until(async () => {
    const now = await first.pool.query<{ until: Date }>('select until from core_service_turns');
    return (now.rows[0]?.until.getTime() ?? 0) > (rows[0]?.until.getTime() ?? 0) + 1_500;
  }, 'it is prolonged');
  assert.equal(isTaken, false);
  await release?.();
  await (
    await second
  )?.();

  // As a process leaves it that is killed.
  await first.pool.query(
    `insert into core_service_turns values ('lone', 1, gen_random_uuid(), now() + interval '1 second')`,
  );
  await (
    await alive?.('lone').take(1)
  )?.();
  await dead?.('lone').take(1);
  const cancelled = new AbortController();
  const never = alive?.('lone').take(1, cancelled.signal);
  cancelled.abort();
  await assert.rejects(never ?? Promise.resolve(), { name: 'AbortError' });
});
