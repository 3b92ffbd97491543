import { expect, test } from '@rstest/core';
import { z } from 'zod';

import type { OwnCalls } from '#core/contract/call-hashes.ts';
import { defineCall, type Method } from '#core/contract/call.ts';
import { PLUGIN_HEADER, type Grant } from '#core/contract/grants.ts';
import { HttpFailure, type Http, type HttpRequest } from '#core/web/http/http.ts';
import { narrowHttp } from '#core/web/outside/narrow-http.ts';

const GRANTS: Grant[] = [
  { kind: 'http', methods: ['GET'], path: '/api/materials/:id', why: 'brand:why', optional: false },
  { kind: 'http', methods: ['GET', 'POST'], path: '/api/mixing/projects', why: 'brand:why', optional: false },
];

function build({ calls = null }: { calls?: OwnCalls } = {}) {
  const sent: HttpRequest[] = [];
  const told: string[] = [];
  const take = <T>(request: HttpRequest): Promise<T> => {
    sent.push(request);
    return Promise.resolve('answered' as T);
  };
  const http = narrowHttp({ send: take, bare: take, call: () => Promise.reject(new Error('not used')) } as Http, {
    plugin: 'brand',
    grants: GRANTS,
    calls,
    text: ({ method, path }) => `no ${method} ${path}`,
    tell: (text) => void told.push(text),
  });
  const send = (method: string, path: string, more: Partial<HttpRequest> = {}) =>
    http.send({ method: method as Method, path, ...more });
  return { http, send, sent, told };
}

test('what was granted is sent, and says whose call it is', async () => {
  const { send, sent } = build();
  expect(await send('GET', '/api/materials/7', { query: { a: 'b c' } })).toBe('answered');
  expect(sent).toMatchObject([
    { method: 'GET', path: '/api/materials/7?a=b%20c', headers: { [PLUGIN_HEADER]: 'brand' } },
  ]);
});

test('calls of its own go out each with its own hash, those of others with none', async () => {
  const calls = {
    'DELETE /api/p/brand/marks/:id': 'f01',
    'GET /api/p/brand/marks/:id': 'f02',
    'GET /api/p/brand/marks/newest': 'f03',
  };
  const { send, sent } = build({ calls });
  await send('DELETE', '/api/p/brand/marks/1');
  await send('GET', '/api/p/brand/marks/newest', { query: { of: 'today' } });
  await send('GET', '/api/p/brand/marks/2');
  await send('POST', '/api/p/brand/marks/2');
  await send('GET', '/api/materials/7');
  expect(sent.map(({ headers }) => headers?.[PLUGIN_HEADER])).toEqual([
    ...['brand;call=f01', 'brand;call=f03', 'brand;call=f02'],
    ...['brand', 'brand'],
  ]);
});

test('a package with one hash of all calls sends that', async () => {
  const { send, sent } = build({ calls: 'f00' });
  await send('DELETE', '/api/p/brand/marks/1');
  expect(sent[0]?.headers).toEqual({ [PLUGIN_HEADER]: 'brand;calls=f00' });
});

test('what was not granted is refused before it is sent, in words', async () => {
  const { send, sent, told } = build();
  const refused: [string, string][] = [
    ['POST', '/api/materials/7'],
    ['GET', '/api/materials'],
    ['GET', '/api/materials/7/file'],
    ['GET', '/api/accounts'],
    ['GET', '/api/p/other/marks'],
    ['GET', '/api/p/brand/../../accounts'],
    ['GET', '/api/p/brand/%2e%2e/%2E%2e/accounts'],
    ['GET', '/api/p/brand/.\t./.\t./accounts'],
    ['GET', '/api/p/brand/\\..\\..\\accounts'],
    ['GET', '/api/p/brand/%2f..%2faccounts'],
    ['GET', '//elsewhere.example/api/materials/7'],
    ['GET', 'https://elsewhere.example/api/materials/7'],
    ['GET', '\\\\elsewhere.example/api/materials/7'],
    ['GET', 'api/materials/7'],
  ];
  for (const [method, path] of refused) {
    const failure: unknown = await send(method, path).catch((error: unknown) => error);
    expect(failure, path).toBeInstanceOf(HttpFailure);
    expect(failure, path).toMatchObject({ kind: 'refused', status: 0 });
  }
  expect(sent).toEqual([]);
  expect(told).toHaveLength(refused.length);
  expect(told[3]).toBe('no GET /api/accounts');
});

test('a plugin that shows what went wrong itself is not told of', async () => {
  const { send, told } = build();
  await expect(send('GET', '/api/accounts', { handlesErrors: true })).rejects.toMatchObject({ kind: 'refused' });
  expect(told).toEqual([]);
});

test('it cannot speak for somebody else', async () => {
  const { send, sent } = build();
  for (const name of ['authorization', 'Authorization', 'X-Reelport-Plugin', ' cookie']) {
    await expect(send('GET', '/api/materials/7', { headers: { [name]: 'x' } })).rejects.toThrow(
      /cannot set the header/,
    );
  }
  await send('GET', '/api/materials/7', { headers: { 'x-mine': '1' } });
  expect(sent.map(({ headers }) => headers)).toEqual([{ 'x-mine': '1', [PLUGIN_HEADER]: 'brand' }]);
});

test('a declared call is checked with its parameters in their place', async () => {
  const { http, sent } = build();
  const data = z.object({});
  const read = defineCall({
    ...{ method: 'GET', path: '/api/materials/:id', summary: 'Reads.' },
    params: z.object({ id: z.string() }),
    data,
  });
  await http.call(read, { params: { id: 'a/b c' } }).catch(() => undefined);
  await http.call(read, { params: { id: 'ä b' } });
  const write = defineCall({
    ...{ method: 'POST', path: '/api/mixing/projects', summary: 'Writes.' },
    body: z.object({ name: z.string() }),
    data,
  });
  await http.call(write, { body: { name: 'x' } });
  await expect(http.call({ ...write, path: '/api/mixing/runs' })).rejects.toMatchObject({ kind: 'refused' });
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/materials/%C3%A4%20b', undefined],
    ['/api/mixing/projects', { name: 'x' }],
  ]);
});

test('what was checked is what is sent, whatever the request says the second time', async () => {
  const { http, sent } = build();
  let asked = 0;
  const request = {
    method: 'GET' as const,
    get path() {
      asked += 1;
      return asked === 1 ? '/api/materials/7' : '/api/accounts';
    },
  };
  await http.send(request);
  expect(sent.map(({ path }) => path)).toEqual(['/api/materials/7']);
});

test('a failure tells its facts and not what was sent', async () => {
  const cause = { config: { headers: { Authorization: 'Bearer secret' } } };
  const failing = () => Promise.reject(new HttpFailure('no', { kind: 'network', status: 0, data: null, cause }));
  const limits = { plugin: 'brand', grants: GRANTS, calls: null, text: () => '', tell: () => undefined };
  const http = narrowHttp({ send: failing, bare: failing, call: failing } as Http, limits);
  const request = { method: 'GET' as const, path: '/api/mixing/projects' };
  for (const call of [http.send(request), http.bare(request)]) {
    const failure: unknown = await call.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpFailure);
    expect(failure).toMatchObject({ message: 'no', kind: 'network', cause: undefined });
  }
});
