import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { BUOY } from '#tests/fixtures/server-halves/buoy.ts';

import { startHarbour } from './harbour.ts';

const MAIN = fileURLToPath(new URL('../../../host/server/main.ts', import.meta.url));

test('what a half leaves behind, a rejection or a throw in a timer, is its fault and not the end of the process', async (t) => {
  const server = await startHarbour(lastFirst(t), [BUOY]);
  const { token } = await server.signIn();
  const { connectionString } = server.composed.ctx.db;
  const { NODE_TEST_CONTEXT: _test, ...env } = process.env;
  const api = spawn(process.execPath, [MAIN, 'api'], {
    env: {
      ...env,
      DATA_DIR: server.dataDir,
      DATABASE_URL: connectionString,
      PORT: '0',
      LOG_LEVEL: 'silent',
      LANG: 'C',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => api.once('exit', resolve));
  t.after(async () => {
    api.kill('SIGTERM');
    await ended;
  });
  let address: string | undefined;
  for await (const text of api.stdout) {
    address = /http:\/\/127\.0\.0\.1:\d+/.exec(String(text))?.[0];
    if (address !== undefined) break;
  }
  const go = async (how: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/api/p/buoy/go/${how}`, { method: 'POST', headers });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await go('stray'), 200);
  const told = async () => (await server.composed.ctx.plugins.faults('buoy')).map(({ message }) => message).toSorted();
  for (let round = 0; (await told()).length < 2 && round < 400; round += 1) await sleep(25);
  assert.deepEqual(await told(), ['stray: Error: nobody could wait', 'stray: Error: nobody waited']);
  assert.equal(await go('fine'), 200);
  assert.equal(api.exitCode, null);
});
