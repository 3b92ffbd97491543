import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { coreAudit } from '#core/server/ground/audit/tables.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { runConsoleCommand } from '#host/server/console.ts';

async function startConsole(t: TestScope) {
  const db = await testDatabase(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-ledger-'));
  lastFirst(t).after(() => rm(dataDir, { recursive: true, force: true }));
  const configuration = readConfiguration({ DATA_DIR: dataDir, DATABASE_URL: db.connectionString });
  const ledger = createLedger({ clock: { now: () => new Date() } });
  return {
    ...{ db, ledger },
    async run(...words: string[]) {
      const lines: string[] = [];
      const code = await runConsoleCommand(configuration, {
        ...{ plugin: 'membership', command: 'ledger', arguments: words, address: 'http://localhost' },
        print: (line) => lines.push(line),
      });
      return { code, lines };
    },
  };
}

test('the console gives to an account, once with one key, and it is audited with the reason', async (t) => {
  const { db, ledger, run } = await startConsole(t);
  const { id } = await buildAccount(db);
  const words = ['--account', id, '--unit', 'fen', '--amount', '1234', '--reason', 'goodwill for an outage'];
  const grant = () => run('grant', ...words, '--key', 'outage-2026');
  const first = await grant();
  assert.equal(first.code, 0);
  assert.match(first.lines.join('\n'), /12\.34/);
  assert.notDeepEqual((await grant()).lines, first.lines, 'it says that nothing was done again');
  assert.equal((await ledger.balance(db, id, 'fen')).available, 1234);
  await run('grant', ...words);
  await run('grant', ...words);
  assert.equal((await ledger.balance(db, id, 'fen')).available, 3 * 1234, 'without a key each gives');
  const audited = await db.orm.select().from(coreAudit);
  const given = audited.filter(({ action }) => action === 'ledger.grant');
  assert.equal(given.length, 3, 'what was not done is not audited');
  assert.ok(given.every(({ actor, target }) => actor === 'console' && target === id));
  assert.match(JSON.stringify(given[0]?.details), /goodwill for an outage/);
});

test('what is mistyped, or for nobody, gives nothing', async (t) => {
  const { db, ledger, run } = await startConsole(t);
  const { id } = await buildAccount(db);
  const words = (changed: Record<string, string>) =>
    Object.entries({ account: id, unit: 'fen', amount: '5', reason: 'a good one', ...changed }).flatMap(
      ([name, value]) => [`--${name}`, value],
    );
  const mistakes: Record<string, string>[] = [
    { amount: '0' },
    { amount: '-5' },
    { amount: '1.5' },
    { amount: '1e13' },
    { amount: '' },
    { unit: 'yuan' },
    { account: 'me' },
    { reason: '' },
    { key: 'short' },
    { nonsense: 'x' },
  ];
  for (const wrong of mistakes) {
    const refused = run('grant', ...words(wrong));
    await assert.rejects(refused, { code: 'membership:ledger.help' }, JSON.stringify(wrong));
  }
  const nobody = run('grant', ...words({ account: '00000000-0000-4000-8000-000000000000' }));
  await assert.rejects(nobody, { code: 'membership:ledger.account-missing' });
  assert.deepEqual(await ledger.balances(db, id), []);
  assert.deepEqual([(await run()).code, (await run('help')).code, (await run('nonsense')).code], [0, 0, 2]);
});

test('a check tells by its exit code whether everything adds up, and where not', async (t) => {
  const { db, ledger, run } = await startConsole(t);
  const { id: accountId } = await buildAccount(db);
  await ledger.issue(db, { accountId, kind: 'grant', unit: 'mixes', amount: 30, key: 'given', facts: {} });
  const hold = { accountId, unit: 'mixes', amount: 20, key: 'run', job: 'test:run', facts: {} } as const;
  const { id: holdId } = await ledger.hold(db, hold);
  await ledger.settle(db, { accountId, holdId, used: 12, key: 'end', facts: {} });
  const right = await run('check');
  assert.equal(right.code, 0);
  assert.ok(right.lines.includes('  mixes: 30 = 12 + 18'), right.lines.join('\n'));

  const client = await db.pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query('update core_ledger_accounts set balance = 99 where account_id = $1', [accountId]);
  client.release(true);
  const wrong = await run('check');
  assert.equal(wrong.code, 1);
  assert.match(wrong.lines.join('\n'), new RegExp(accountId));
});

test('where there is one operator the console says how much they may give alone', async (t) => {
  const { db, run } = await startConsole(t);
  const most = ['--unit', 'fen', '--most', '250000'];
  const { code, lines } = await run('one-operator', ...most);
  assert.equal(code, 0);
  assert.match(lines.join('\n'), /2500\.00/);
  const [entry] = await db.orm.select().from(coreAudit);
  assert.deepEqual([entry?.actor, entry?.target], ['console', 'membership.one-operator']);
  assert.match(JSON.stringify(entry?.details), /250000/);
  await assert.rejects(run('one-operator', '--unit', 'gold', '--most', '1'), { code: 'membership:ledger.help' });
});
