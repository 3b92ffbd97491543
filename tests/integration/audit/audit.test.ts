import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createAudit } from '#core/server/ground/audit/create-audit.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };

test('an entry is written with its transaction and with secrets masked', async (t) => {
  const db = await testDatabase(t);
  const audit = createAudit({ clock });
  await assert.rejects(
    db.transaction(async (tx) => {
      await audit.record(tx, { actor: 'system', action: 'a.b', target: 'lost' });
      throw new Error('no');
    }),
  );
  const details = {
    name: 'n',
    password: 'hunter2',
    nested: [{ apiKey: 'k', accessToken: 't', size: 3 }],
    smsCode: '1234',
    code: 7,
  };
  await db.transaction((tx) =>
    audit.record(tx, { actor: 'system', action: 'a.b', target: 'kept', ip: '127.0.0.1', details }),
  );
  const { rows } = await db.pool.query('select target, at, ip, details from core_audit');
  assert.deepEqual(rows, [
    {
      target: 'kept',
      at: clock.now(),
      ip: '127.0.0.1',
      details: {
        name: 'n',
        password: '•••',
        nested: [{ apiKey: '•••', accessToken: '•••', size: 3 }],
        smsCode: '•••',
        code: 7,
      },
    },
  ]);
});

test('nobody changes or removes an entry', async (t) => {
  const db = await testDatabase(t);
  await createAudit({ clock }).record(db, { actor: 'system', action: 'a.b', target: 't' });
  for (const statement of ["update core_audit set actor = 'x'", 'delete from core_audit', 'truncate core_audit']) {
    await assert.rejects(db.pool.query(statement), /append-only/);
  }
});
