import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { SETTINGS_BYTES, SETTINGS_NAMESPACES } from '#core/contract/settings-calls.ts';

import { startTestServer } from '../http/test-server.ts';

const server = await startTestServer({ after });
const mine = await server.signIn();
const other = await server.signIn();

async function read(namespace: string, token = mine.token) {
  const { status, envelope } = await server.call('GET', `/api/settings/${namespace}`, { token });
  assert.equal(status, 200);
  return (envelope.data as { values: Record<string, unknown> }).values;
}

const write = (namespace: string, values: unknown, token: string | undefined = mine.token) =>
  server.call('PUT', `/api/settings/${namespace}`, { token, body: { values } });

test('what was never set is empty', async () => {
  assert.deepEqual(await read('mixing'), {});
});

test('keys that are named are set, the others stay, and null takes one away', async () => {
  await write('mixing', { ratio: '9:16', recent: ['a', 'b'], deep: { on: true, count: 2, none: null } });
  const { envelope } = await write('mixing', { ratio: '1:1', recent: null });
  const expected = { ratio: '1:1', deep: { on: true, count: 2, none: null } };
  assert.deepEqual(envelope.data, { values: expected });
  assert.deepEqual(await read('mixing'), expected);
  assert.deepEqual(await read('shell'), {});
});

test('two browsers that write at once lose nothing', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => write('race', { [`key${index}`]: index })));
  assert.equal(Object.keys(await read('race')).length, 8);
});

test('another account sees and changes only its own', async () => {
  await write('shell', { theme: 'mine' });
  assert.deepEqual(await read('shell', other.token), {});
  await write('shell', { theme: 'other' }, other.token);
  assert.deepEqual(await read('shell'), { theme: 'mine' });
});

test('the account’s other browsers hear of a change', async () => {
  const heard = Promise.withResolvers<unknown>();
  const end = new AbortController();
  server.composed.ctx.events.subscribe(mine.accountId, ({ topic, data }) => heard.resolve([topic, data]), end.signal);
  await write('heard', { a: 1 });
  assert.deepEqual(await heard.promise, ['settings', { namespace: 'heard' }]);
  end.abort();
});

test('more than 64 kB in one namespace is 413, and nothing of it is kept', async () => {
  await write('large', { first: 'x'.repeat(SETTINGS_BYTES / 2) });
  const { status, failure } = await write('large', { second: 'x'.repeat(SETTINGS_BYTES / 2) });
  assert.deepEqual([status, failure.error, failure.params], [413, 'core:settings-too-large', { limit: 64 }]);
  assert.deepEqual(Object.keys(await read('large')), ['first']);
});

test('an account has so many namespaces and no more', async () => {
  const { token } = await server.signIn();
  for (let index = 0; index < SETTINGS_NAMESPACES; index += 1) await write(`place-${index}`, { a: 1 }, token);
  const { status, failure } = await write('one-more', { a: 1 }, token);
  assert.deepEqual([status, failure.error], [413, 'core:settings-too-many']);
  assert.equal((await write('place-0', { a: 2 }, token)).status, 200);
});

test('both calls are 401 without a token', async () => {
  assert.equal((await server.call('GET', '/api/settings/shell')).status, 401);
  assert.equal((await server.call('PUT', '/api/settings/shell', { body: { values: {} } })).status, 401);
});

for (const namespace of ['UPPER', `a${'x'.repeat(40)}`]) {
  test(`a namespace that cannot be one is 404 and named: ${namespace.slice(0, 8)}`, async () => {
    const answer = await server.call('PUT', `/api/settings/${namespace}`, { token: mine.token, body: { values: {} } });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [404, 'params.namespace']);
  });
}

const bad: [string, unknown, string][] = [
  ['shell', {}, 'body.values'],
  ['shell', { values: [] }, 'body.values'],
  ['shell', { values: { _hidden: 1 } }, 'body.values._hidden'],
  ['shell', { values: { [`a${'x'.repeat(100)}`]: 1 } }, `body.values.a${'x'.repeat(100)}`],
  ['shell', { values: {}, more: 1 }, 'body'],
  ['shell', undefined, 'body'],
];
for (const [namespace, body, field] of bad) {
  test(`${JSON.stringify(body)?.slice(0, 40)} for ${namespace.slice(0, 8)} is 422 and names the field`, async () => {
    const answer = await server.call('PUT', `/api/settings/${namespace}`, { token: mine.token, body });
    assert.deepEqual([answer.status, answer.failure.fields?.[0]?.field], [422, field]);
  });
}
