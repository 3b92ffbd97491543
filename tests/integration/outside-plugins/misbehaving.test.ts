import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { BUOY } from '#tests/fixtures/server-halves/buoy.ts';
import { MISBEHAVING } from '#tests/fixtures/server-halves/misbehaving.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';

import { startHarbour } from './harbour.ts';

const scope = lastFirst({ after });
const lines: { plugin?: string; err?: { message: string } }[] = [];
let server: TestServer;
before(async () => {
  server = await startHarbour(scope, [BUOY, ...MISBEHAVING], {
    install: false,
    importMilliseconds: 500,
    onLog: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
});

for (const { id, problem } of MISBEHAVING) {
  test(`${id} fails, and says why`, () => {
    const state = server.composed.halves.states().get(id);
    assert.equal(state?.state, 'failed');
    assert.match(state?.problem ?? '', problem);
    assert.ok(
      lines.some((line) => line.plugin === id && line.err !== undefined),
      'the log names it',
    );
  });

  test(`calls of ${id} are answered 503`, async () => {
    const answer = await server.call('GET', `/api/p/${id}/stay`);
    assert.deepEqual([answer.status, answer.failure.error], [503, 'core:plugin.server-failed']);
  });
}

test('everything else goes on beside them', async () => {
  assert.equal(server.composed.halves.states().get('buoy')?.state, 'running');
  assert.equal((await fetch(`${server.address}/health/ready`)).status, 200);
  const index = await server.call('GET', '/api/plugins');
  assert.equal(index.status, 200);
  assert.equal((await server.call('GET', '/api/p/nowhere/stay')).status, 404);
  const docs = await fetch(`${server.address}/api/openapi.json`);
  assert.match(await docs.text(), /\/api\/p\/buoy\/marks/);
});

test('nothing of a half that fails is left in the database', async () => {
  const { rows } = await server.composed.ctx.db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^(broken_migration|alters_accounts|core_extras)'`,
  );
  assert.deepEqual(rows, []);
});
