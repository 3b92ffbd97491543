import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';

import { closeApp, createApp } from '#core/server/http/calls/create-app.ts';
import { testLog } from '#core/server/testing/test-log.ts';

import { harbour } from './harbour-plugin.ts';
import { startTestServer } from './test-server.ts';

const lines: string[] = [];
const server = await startTestServer({ after }, { discovered: [harbour], onLog: (line) => lines.push(line) });
const member = (await server.signIn({ level: 'level2' })).token;

const path = '/api/harbour/ships/01930000-0000-7000-8000-000000000000';

test('JSON that is none, another content type and a form where none is wanted are refused', async () => {
  const json = await server.call('POST', path, { token: member, body: '{"name":' });
  assert.deepEqual([json.status, json.failure.error], [422, 'core:http.json']);
  const poisoned = await server.call('POST', path, { token: member, body: '{"__proto__":{"a":1}}' });
  assert.equal(poisoned.status, 422);
  const xml = await server.call('POST', path, {
    token: member,
    body: '<a/>',
    headers: { 'content-type': 'application/xml' },
  });
  assert.deepEqual([xml.status, xml.failure.error], [415, 'core:http.media-type']);
  const form = new FormData();
  form.set('file', new Blob(['x']), 'a.txt');
  const sent = await server.call('POST', '/api/harbour/nothing', { body: form });
  assert.deepEqual([sent.status, sent.failure.error], [415, 'core:http.media-type']);
});

test('text that no database keeps, and a body nested out of all measure, are 422 wherever they stand', async () => {
  const ship = { name: 'Aurora', tons: 5, kind: 'tug' };
  const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  for (const [method, address, body] of [
    ['POST', path, { ...ship, name: 'a\0b' }],
    ['POST', path, { ...ship, name: 'a\ud800' }],
    ['POST', path, { ...ship, name: 'a\udc00b' }],
    ['POST', path, { ...ship, ['k\0']: 1 }],
    ['GET', '/api/harbour/broken?how=%00', undefined],
    ['PUT', '/api/settings/ui', { values: { line: 'a\0b' } }],
    ['PUT', '/api/settings/ui', { values: { line: { inner: ['\ud83d'] } } }],
    ['PUT', '/api/settings/ui', `{"values":{"deep":${deep(50_000)}}}`],
    ['PUT', '/api/settings/ui', `{"values":{"deep":${deep(100)}}}`],
    ['GET', '/plugin-files/a%00/1/x', undefined],
    ['GET', '/api/tasks?subjectId=%00', undefined],
  ] as const) {
    const answer = await server.call(method, address, { token: member, body });
    assert.equal(answer.status, 422, `${method} ${address} ${JSON.stringify(body ?? '').slice(0, 60)}`);
  }
  const kept = await server.call('PUT', '/api/settings/ui', {
    token: member,
    body: `{"values":{"deep":${deep(40)},"line":"😀\\n"}}`,
  });
  assert.equal(kept.status, 200);
});

test('a full disk says so, whoever noticed it', async () => {
  for (const how of ['disk-file', 'disk-database']) {
    const answer = await server.call('GET', `/api/harbour/broken?how=${how}`);
    assert.deepEqual([answer.status, answer.failure.error], [503, 'core:disk-full'], how);
  }
});

test('a body over the limit is 413', async () => {
  const { status, failure } = await server.call('POST', path, {
    token: member,
    body: { name: 'x'.repeat(2_000_000) },
  });
  assert.deepEqual([status, failure.error, failure.params], [413, 'core:http.body-too-large', { limit: 1024 }]);
});

test('an empty body with the JSON type counts as none', async () => {
  const { status } = await server.call('POST', '/api/harbour/nothing', {
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(status, 200);
});

test('an unknown route is 404 with the envelope', async () => {
  const { status, envelope } = await server.call('GET', '/api/nowhere?token=secret');
  assert.equal(status, 404);
  assert.equal(envelope.message, 'There is nothing at GET /api/nowhere');
});

test('a URL that cannot be decoded is refused with the envelope', async () => {
  const { status, envelope } = await server.call('GET', '/api/%E0%A4%A');
  assert.equal(status, 422);
  assert.equal(envelope.code, 0);
});

test('a proxy’s request number is kept when it is sane, else a new one is made', async () => {
  const sane = await server.call('GET', '/api/harbour/open', { headers: { 'x-request-id': 'abc-12345678' } });
  assert.equal(sane.headers.get('x-request-id'), 'abc-12345678');
  const odd = await server.call('GET', '/api/harbour/open', { headers: { 'x-request-id': '"><script>' } });
  assert.match(odd.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
});

test('every answer carries the security headers, errors included', async () => {
  for (const path of ['/', '/api/harbour/open', '/api/nowhere', '/api/harbour/broken?how=crash', '/api/%E0%A4%A']) {
    const answer = await fetch(server.address + path);
    await answer.arrayBuffer();
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'self'; script-src 'self';/, path);
    assert.match(policy, /frame-ancestors 'self'/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(answer.headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path);
  }
});

test('the log has one line a request, without tokens', async () => {
  lines.length = 0;
  await server.call('GET', `/api/harbour/open?access_token=${member}&a=1`, {
    token: member,
    headers: { cookie: `t=${member}` },
  });
  while (!lines.some((line) => line.includes('"msg":"request"'))) await new Promise((resolve) => setImmediate(resolve));
  const all = lines.join('\n');
  assert.ok(!all.includes(member));
  assert.ok(all.includes('/api/harbour/open?access_token=***&a=1'));
});

test('bytes that are no HTTP are answered and hung up on', async () => {
  const url = new URL(server.address);
  const socket = connect(Number(url.port), url.hostname);
  socket.write('this is not http\r\n\r\n');
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request/);
  assert.equal((JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { code: number }).code, 0);
});

test('a connection that drips its headers is answered and closed, however steadily it drips', async () => {
  assert.equal(createApp({ log: testLog, headers: {}, trustProxy: [] }).server.headersTimeout, 60_000);
  const app = createApp({ log: testLog, headers: {}, trustProxy: [], headersMilliseconds: 400 });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n');
  const drip = setInterval(() => socket.write('x-drop: 1\r\n'), 50);
  try {
    const answer = await Promise.race([text(socket), new Promise<string>((late) => setTimeout(late, 5_000, 'open'))]);
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout/);
  } finally {
    clearInterval(drip);
    socket.destroy();
    await closeApp(app);
  }
});
