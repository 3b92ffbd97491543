import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { translate } from '#core/server/ground/messages.ts';
import { listen } from '#host/server/listen.ts';

async function told(code: string, setting: 'PORT' | 'WORKER_PORT'): Promise<string> {
  const server = { listen: () => Promise.reject(Object.assign(new Error(`${code}: listen`), { code })) };
  try {
    return await listen(server, { host: '127.0.0.1', port: 80, setting });
  } catch (error) {
    assert.ok(error instanceof ExpectedError);
    return translate('en', error.code, error.params);
  }
}

test('a port that cannot be had is told with the variable that it is from', async () => {
  assert.match(await told('EADDRINUSE', 'PORT'), /^Port 80 is taken.* set PORT to/);
  assert.match(await told('EADDRINUSE', 'WORKER_PORT'), /^Port 80 is taken.* set WORKER_PORT to/);
  assert.match(await told('EACCES', 'WORKER_PORT'), /^No permission to listen on port 80\. Set WORKER_PORT to/);
});
