import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { harbour } from './harbour-plugin.ts';
import { startTestServer } from './test-server.ts';

const lines: string[] = [];
const server = await startTestServer({ after }, { discovered: [harbour], onLog: (line) => lines.push(line) });
const member = (await server.signIn({ level: 'level2' })).token;

const id = '01930000-0000-7000-8000-000000000000';
const good = { name: 'Ever', tons: 3, kind: 'tug' };

test('a call answers the envelope, with defaults filled in and unknown fields left out', async () => {
  const { status, envelope, headers } = await server.call('POST', `/api/harbour/ships/${id}`, {
    token: member,
    body: good,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    { ...envelope, data: Object.keys(envelope.data as object) },
    { code: 1, message: '', secCode: null, data: ['name', 'limit', 'account'] },
  );
  assert.equal((envelope.data as { limit: number }).limit, 3);
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('without a token, or with one that nobody has, a call is 401', async () => {
  for (const token of [undefined, 'A'.repeat(43), 'x']) {
    const { status, envelope, failure, headers } = await server.call('POST', `/api/harbour/ships/${id}`, {
      token,
      body: good,
    });
    assert.equal(status, 401);
    assert.equal(envelope.code, 0);
    assert.equal(failure.error, 'core:unauthenticated');
    assert.equal(headers.get('www-authenticate'), 'Bearer');
  }
});

test('a token in the query is not taken', async () => {
  assert.equal((await server.call('GET', `/api/harbour/crane?access_token=${member}`)).status, 401);
});

test('401 comes before anything is said about the request', async () => {
  assert.equal((await server.call('POST', '/api/harbour/ships/nonsense', { body: '{' })).status, 401);
});

test('a call of a plugin that the tier lacks is 403 and says what opens it', async () => {
  const { token } = await server.signIn({ level: 'level1' });
  const { status, envelope, failure } = await server.call('POST', `/api/harbour/ships/${id}`, { token, body: good });
  assert.equal(status, 403);
  assert.equal(failure.error, 'core:locked.level2');
  assert.deepEqual(failure.params, { feature: 14, level: 'level2' });
  assert.equal(envelope.message, 'This feature comes with Silver membership and above.');
});

test('an operator’s call is 403 for members and open to operators whatever their tier', async () => {
  assert.equal((await server.call('GET', '/api/harbour/crane', { token: member })).status, 403);
  const operator = await server.signIn({ operator: true });
  assert.equal((await server.call('GET', '/api/harbour/crane', { token: operator.token })).status, 200);
});

test('a public call meets visitors and members', async () => {
  assert.deepEqual((await server.call('GET', '/api/harbour/open')).envelope.data, { visitor: true });
  assert.deepEqual((await server.call('GET', '/api/harbour/open', { token: member })).envelope.data, {
    visitor: false,
  });
  assert.deepEqual((await server.call('GET', '/api/harbour/open', { token: 'gone' })).envelope.data, {
    visitor: true,
  });
});

const bad: [string, string, unknown, string, string][] = [
  ['query', `${id}?limit=9`, good, 'query.limit', 'core:field.max'],
  ['a missing field', id, { ...good, name: undefined }, 'body.name', 'core:field.required'],
  ['a wrong type', id, { ...good, name: 7 }, 'body.name', 'core:field.type'],
  ['a short text', id, { ...good, name: 'x' }, 'body.name', 'core:field.min-length'],
  ['a long text', id, { ...good, name: 'x'.repeat(11) }, 'body.name', 'core:field.max-length'],
  ['a small number', id, { ...good, tons: 0 }, 'body.tons', 'core:field.min'],
  ['a large number', id, { ...good, tons: 101 }, 'body.tons', 'core:field.max'],
  ['a fraction', id, { ...good, tons: 1.5 }, 'body.tons', 'core:field.type'],
  ['an unknown choice', id, { ...good, kind: 'canoe' }, 'body.kind', 'core:field.choice'],
  ['a long list', id, { ...good, crew: [{ id }, { id }, { id }] }, 'body.crew', 'core:field.max-items'],
  ['a field inside a list', id, { ...good, crew: [{ id }, { id: 'x' }] }, 'body.crew.1.id', 'core:field.format'],
  ['an unknown field', id, { ...good, extra: 1 }, 'body', 'core:field.unknown'],
  ['no body', id, undefined, 'body', 'core:field.required'],
  ['a body that is a list', id, [], 'body', 'core:field.type'],
];
for (const [name, path, body, field, error] of bad) {
  test(`${name} that the schema refuses is 422 and named`, async () => {
    const { status, failure, envelope } = await server.call('POST', `/api/harbour/ships/${path}`, {
      token: member,
      body,
    });
    assert.equal(status, 422);
    assert.equal(envelope.code, 0);
    assert.equal(failure.fields?.[0]?.field, field);
    assert.equal(failure.error, error);
    // Where it is stands in the fields; readers are told what to do, in words.
    assert.doesNotMatch(envelope.message, /\b(body|query|params)\b/);
    assert.ok(!envelope.message.includes('{{'), envelope.message);
  });
}

test('an address with an id that is none is 404, and told in words', async () => {
  const { status, failure, envelope } = await server.call('POST', '/api/harbour/ships/x', {
    token: member,
    body: good,
  });
  assert.deepEqual([status, envelope.code, failure.error], [404, 0, 'core:http.missing']);
  assert.match(envelope.message, /was not found/);
});

test('every refused field is told at once, in the caller’s language', async () => {
  const { failure, envelope } = await server.call('POST', `/api/harbour/ships/${id}`, {
    token: member,
    body: { ...good, name: 'x', tons: 0 },
    headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' },
  });
  assert.deepEqual(
    failure.fields?.map(({ field }) => field),
    ['body.name', 'body.tons'],
  );
  assert.equal(envelope.message, '至少要有 2 个字符。');
});

test('a schema’s own text is used when it is one of ours', async () => {
  const { envelope } = await server.call('POST', '/api/harbour/own', { body: { a: 'x' } });
  assert.equal(envelope.message, 'This must be at most 7.');
});

test('a business failure is 200 with code 0', async () => {
  const { status, envelope } = await server.call('GET', '/api/harbour/broken?how=business');
  assert.equal(status, 200);
  assert.equal(envelope.code, 0);
  assert.equal(envelope.message, '“a.mp4” is empty and was not saved. Choose a file with something in it.');
});

test('a failure’s kind is its status, and its secCode is passed on', async () => {
  const { status, envelope } = await server.call('GET', '/api/harbour/broken?how=conflict');
  assert.equal(status, 409);
  assert.equal(envelope.secCode, 408);
});

test('an unexpected error tells its number and nothing else, and is logged with its stack', async () => {
  lines.length = 0;
  const { status, envelope, failure, headers } = await server.call('GET', '/api/harbour/broken?how=crash&token=abc');
  assert.equal(status, 500);
  assert.equal(failure.error, 'core:internal');
  const requestId = headers.get('x-request-id') ?? '';
  assert.ok(envelope.message.includes(requestId));
  assert.ok(!JSON.stringify(envelope).includes('hunter2'));
  const logged = lines.find((line) => line.includes('hunter2')) ?? '';
  assert.ok(logged.includes(requestId) && logged.includes('harbour-plugin.ts'));
});

test('an answer that breaks its own schema is an error of ours, not sent', async () => {
  assert.equal((await server.call('GET', '/api/harbour/broken?how=shape')).status, 500);
});
