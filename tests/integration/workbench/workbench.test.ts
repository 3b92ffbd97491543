import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import * as calls from '#plugins/workbench/calls.ts';
import manifest from '#plugins/workbench/plugin.ts';
import workbench from '#plugins/workbench/server/index.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

const server = await startTestServer(
  { after },
  { discovered: [{ manifest, calls: callsAmong(calls), server: workbench }] },
);
const { db } = server.composed.ctx;
const mine = await server.signIn();
const other = await server.signIn();

test('first steps are 401 without a token', async () => {
  assert.equal((await server.call('GET', '/api/workbench/first-steps')).status, 401);
});

test('the first material counts as soon as a video is among the account’s own files', async () => {
  const read = async (token: string) =>
    (await server.call('GET', '/api/workbench/first-steps', { token })).envelope.data;
  const add = async (accountId: string, type: string) => {
    const hash = randomUUID();
    await db.pool.query('insert into core_blobs (hash, size) values ($1, 1)', [hash]);
    await db.pool.query(
      'insert into core_files (id, account_id, hash, size, name, type) values ($1, $2, $3, 1, $4, $5)',
      [randomUUID(), accountId, hash, 'a', type],
    );
  };
  await add(mine.accountId, 'image/png');
  await add(other.accountId, 'video/mp4');
  assert.deepEqual(await read(mine.token), { material: false });
  assert.deepEqual(await read(other.token), { material: true });
});
