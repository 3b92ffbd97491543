import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import type { Call } from '#core/contract/call.ts';
import { KERNEL_CALLS } from '#core/server/http/routes/kernel-calls.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

// Every call of the kernel and of every plugin, by its declaration: who it is not for is refused before anything of the request is read.

const scope = lastFirst({ after });
const plugins = await discoverPlugins();
const ofKernel = Object.values(KERNEL_CALLS).map((call) => ({ plugin: 'kernel', call }));
const ofPlugins = plugins.flatMap((plugin) =>
  Object.values(plugin.calls).map((call) => ({ plugin: plugin.manifest.id, call })),
);
const calls = [...ofKernel, ...ofPlugins];
let server: TestServer;
let member: string;
let subAccount: string;
before(async () => {
  server = await startTestServer(scope, { discovered: plugins });
  const { db, accounts } = server.composed.ctx;
  const { token, accountId } = await server.signIn({ level: 'level4' });
  member = token;
  const account = await accounts.create(db, { name: 'sub', parentId: accountId });
  subAccount = (await buildSession(db, { account })).token;
});

async function statusOf({ method, path, body }: Call, token?: string): Promise<number> {
  const filled = path.replaceAll(/:\w+\??/g, () => randomUUID());
  return (await server.call(method, filled, { token, ...(body === undefined ? {} : { body: {} }) })).status;
}

test('no call but the public ones answers a visitor', async () => {
  const answered: string[] = [];
  for (const { plugin, call } of calls.filter((each) => each.call.access !== 'public')) {
    const status = await statusOf(call);
    if (status !== 401) answered.push(`${plugin}: ${call.method} ${call.path} ${status}`);
  }
  assert.deepEqual(answered, []);
});

test('no call for operators answers members and their sub-accounts, of whatever level', async () => {
  const ofOperators = calls.filter((each) => each.call.access === 'operator');
  assert.ok(ofOperators.length > 20, `${ofOperators.length} calls`);
  const answered: string[] = [];
  for (const { plugin, call } of ofOperators) {
    for (const token of [member, subAccount]) {
      const status = await statusOf(call, token);
      if (status !== 403) answered.push(`${plugin}: ${call.method} ${call.path} ${status}`);
    }
  }
  assert.deepEqual(answered, []);
});
