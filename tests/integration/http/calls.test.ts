import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';

import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/server-plugin.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';

import { startTestServer } from './test-server.ts';

const manifest = definePlugin({ id: 'harbour', version: '1.0.0', title: 'core:welcome.name', gate: { feature: 14 } });

const ship = z.object({
  name: z.string().min(2).max(10),
  tons: z.number().int().min(1).max(100),
  kind: z.enum(['tug', 'ferry']),
  crew: z
    .array(z.object({ id: z.uuid() }))
    .max(2)
    .default([]),
});
const echo = defineCall({
  method: 'POST',
  path: '/api/harbour/ships/:id',
  summary: 'Echoes.',
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z.coerce.number().int().max(5).default(3) }),
  body: z.strictObject(ship.shape),
  data: z.object({ name: z.string(), limit: z.number(), account: z.string() }),
});
const open = defineCall({
  method: 'GET',
  path: '/api/harbour/open',
  summary: 'Open.',
  access: 'public',
  data: z.object({ visitor: z.boolean() }),
});
const crane = defineCall({
  method: 'GET',
  path: '/api/harbour/crane',
  summary: 'Operators.',
  access: 'operator',
  data: z.null(),
});
const broken = defineCall({
  method: 'GET',
  path: '/api/harbour/broken',
  summary: 'Breaks.',
  access: 'public',
  query: z.object({ how: z.string() }),
  data: z.object({ ok: z.boolean() }),
});
const nothing = defineCall({
  method: 'POST',
  path: '/api/harbour/nothing',
  summary: 'No body.',
  access: 'public',
  data: z.null(),
});
const own = defineCall({
  method: 'POST',
  path: '/api/harbour/own',
  summary: 'Own text.',
  access: 'public',
  body: z.object({ a: z.string().refine(() => false, { error: 'core:field.max', params: { max: 7 } }) }),
  data: z.null(),
});

const calls = { echo, open, crane, broken, nothing, own };
const plugin: DiscoveredPlugin = {
  manifest,
  calls,
  server: defineServer({
    manifest,
    routes(registry) {
      registry.handle(echo, async ({ body, query }, { caller }) => {
        const leaky = { name: body.name, limit: query.limit, account: caller.accountId, secret: 'not in the schema' };
        return leaky;
      });
      registry.handle(open, async (_input, { caller }) => ({ visitor: caller === null }));
      registry.handle(crane, async () => null);
      registry.handle(broken, async ({ query }) => {
        if (query.how === 'business') fail('core:file-empty', { name: 'a.mp4' });
        if (query.how === 'conflict') fail('core:file-empty', { name: 'a.mp4' }, { kind: 'conflict', secCode: 408 });
        if (query.how === 'shape') return { ok: 'yes' } as never;
        throw new Error('the password is hunter2');
      });
      registry.handle(nothing, async () => null);
      registry.handle(own, async () => null);
    },
  }),
};

const lines: string[] = [];
const server = await startTestServer({ after }, { discovered: [plugin], onLog: (line) => lines.push(line) });
const member = (await server.signIn({ level: 'level2' })).token;

describe('calls over HTTP', () => {
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
    ['params', 'x', good, 'params.id', 'core:field.format'],
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
      assert.ok(envelope.message.includes(field.split('.')[0] ?? ''), envelope.message);
      assert.ok(!envelope.message.includes('{{'), envelope.message);
    });
  }

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
    assert.equal(envelope.message, 'body.name 至少要有 2 个字符。');
  });

  test('a schema’s own text is used when it is one of ours', async () => {
    const { envelope } = await server.call('POST', '/api/harbour/own', { body: { a: 'x' } });
    assert.equal(envelope.message, 'body.a must be at most 7.');
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
    assert.ok(logged.includes(requestId) && logged.includes('calls.test.ts'));
  });

  test('an answer that breaks its own schema is an error of ours, not sent', async () => {
    assert.equal((await server.call('GET', '/api/harbour/broken?how=shape')).status, 500);
  });

  test('JSON that is none, another content type and a form where none is wanted are refused', async () => {
    const path = `/api/harbour/ships/${id}`;
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

  test('a body over the limit is 413', async () => {
    const { status, failure } = await server.call('POST', `/api/harbour/ships/${id}`, {
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
    while (!lines.some((line) => line.includes('"msg":"request"')))
      await new Promise((resolve) => setImmediate(resolve));
    const all = lines.join('\n');
    assert.ok(!all.includes(member));
    assert.ok(all.includes('/api/harbour/open?access_token=***&a=1'));
  });

  test('bytes that are no HTTP are answered and hung up on', async () => {
    const { connect } = await import('node:net');
    const { text } = await import('node:stream/consumers');
    const url = new URL(server.address);
    const socket = connect(Number(url.port), url.hostname);
    socket.write('this is not http\r\n\r\n');
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request/);
    assert.equal((JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as { code: number }).code, 0);
  });
});

describe('the registry of calls', () => {
  const withRoutes = (
    declared: Record<string, typeof open | typeof crane>,
    routes: NonNullable<DiscoveredPlugin['server']>['routes'],
  ): DiscoveredPlugin => ({
    manifest,
    calls: declared,
    server: { manifest, routes },
  });

  test('a declared call without a handler stops the start and names the line to add', async (t) => {
    const start = startTestServer(t, {
      discovered: [withRoutes({ open, crane }, (registry) => registry.handle(open, async () => ({ visitor: true })))],
    });
    await assert.rejects(
      start,
      /^TypeError: harbour: crane \(GET \/api\/harbour\/crane\) has no handler; add calls\.handle\(crane, /,
    );
  });

  test('a plugin that declares calls and has no routes stops the start too', async (t) => {
    const start = startTestServer(t, { discovered: [withRoutes({ crane }, undefined)] });
    await assert.rejects(start, /crane .* has no handler/);
  });

  test('two handlers of one call stop the start', async (t) => {
    const twice = withRoutes({ open }, (registry) => {
      registry.handle(open, async () => ({ visitor: true }));
      registry.handle(open, async () => ({ visitor: true }));
    });
    await assert.rejects(startTestServer(t, { discovered: [twice] }), /open .* has a handler already/);
  });

  test('a handler of a call that nobody declares stops the start', async (t) => {
    const stray = withRoutes({}, (registry) => registry.handle(open, async () => ({ visitor: true })));
    await assert.rejects(startTestServer(t, { discovered: [stray] }), /no calls\.ts of harbour exports it/);
  });
});
