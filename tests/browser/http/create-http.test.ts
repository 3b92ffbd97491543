import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { buildHttp, envelope } from './build-http.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

const readShip = defineCall({
  method: 'GET',
  path: '/api/ships/:id',
  summary: 'Reads a ship.',
  params: z.object({ id: z.string() }),
  query: z.object({ deep: z.boolean().optional(), tag: z.array(z.string()).optional(), none: z.string().optional() }),
  data: z.object({ name: z.string() }),
});

test('a declared call goes to its address with token, language and no body, and answers the data', async () => {
  const built = buildHttp();
  built.script({ body: envelope(1, { data: { name: 'Ever' } }) });
  const data = await built.http.call(readShip, { params: { id: 'a/b' }, query: { deep: true, tag: ['x', 'y'] } });
  expect(data).toEqual({ name: 'Ever' });
  const [request] = built.requests;
  expect([request?.method, request?.url]).toEqual(['get', '/api/ships/a%2Fb?deep=true&tag=x&tag=y']);
  expect(request?.baseURL).toBe('/');
  expect(request?.headers.get('Authorization')).toBe('Bearer token-1');
  expect(request?.headers.get('Accept-Language')).toBe('zh');
  expect(request?.headers.get('shouldIntercept')).toBe(undefined);
});

test('a missing parameter is the programmer’s mistake and is named', async () => {
  const built = buildHttp();
  await expect(built.http.call(readShip, {})).rejects.toThrow(/"id" is missing/);
  expect(built.requests).toEqual([]);
});

test('a body goes as JSON, a form as a form, and without a token there is no header for it', async () => {
  const built = buildHttp({ token: null });
  built.script({});
  await built.http.send({ method: 'POST', path: '/api/ships', body: { name: 'Ever' } });
  await built.http.send({ method: 'POST', path: '/oauth/token', body: new FormData() });
  const [json, form] = built.requests;
  expect(json?.headers.get('Content-Type')).toBe('application/json');
  expect(json?.data).toBe('{"name":"Ever"}');
  expect(form?.headers.get('Content-Type')).not.toBe('application/json');
  expect(json?.headers.get('Authorization')).toBe(undefined);
});

test('an absolute address gets no token, for it is not gone to', async () => {
  const built = buildHttp();
  built.script({});
  await built.http.send({ method: 'GET', path: 'https://elsewhere.example/' });
  expect(built.requests[0]?.allowAbsoluteUrls).toBe(false);
});

test('code 2 answers the conflict', async () => {
  const built = buildHttp();
  built.script({ body: envelope(2, { data: { key: 'k' } }) });
  expect(await built.http.send({ method: 'GET', path: '/register/1' })).toEqual({ key: 'k' });
});

test('a bare call answers everything as it came', async () => {
  const built = buildHttp();
  built.script({ body: { bg: 'b', front: 'f', token: 't' } });
  const captcha = defineCall({ ...readShip, path: '/nodeapi/captcha', answer: 'bare' });
  expect(await built.http.call(captcha)).toEqual({ bg: 'b', front: 'f', token: 't' });
  built.script({ body: envelope(0, { message: 'kept' }) });
  expect(await built.http.bare({ method: 'GET', path: '/refresh/1' })).toMatchObject({ code: 0, message: 'kept' });
});

test('an idempotent call is made again up to three times while the server is not reached or busy', async () => {
  for (const trouble of [{ fault: 'network' } as const, { status: 503 }, { status: 429 }, { status: 502, body: 'x' }]) {
    const built = buildHttp();
    built.script(trouble, trouble, trouble, { body: envelope(1, { data: 'there' }) });
    const answer = built.http.send({ method: 'GET', path: '/api/x' });
    await rs.advanceTimersByTimeAsync(50);
    expect(await answer).toBe('there');
    expect(built.requests.length).toBe(4);
    expect(built.toasts.shown).toEqual([]);
  }
});

test('after three retries the last answer is what it failed with', async () => {
  const built = buildHttp();
  built.script({ status: 503, body: envelope(0, { message: '数据库没有回应。' }) });
  const failing = built.http.send({ method: 'PUT', path: '/api/x' }).catch((error: unknown) => error);
  await rs.advanceTimersByTimeAsync(50);
  expect(await failing).toMatchObject({ status: 503, message: '数据库没有回应。' });
  expect(built.requests.length).toBe(4);
  expect(built.toasts.shown.length).toBe(1);
});

test('a call that is not idempotent is made once', async () => {
  for (const method of ['POST', 'PATCH'] as const) {
    const built = buildHttp();
    built.script({ status: 503 });
    const failing = built.http.send({ method, path: '/api/x' }).catch((error: unknown) => error);
    await rs.advanceTimersByTimeAsync(1);
    await failing;
    expect(built.requests.length).toBe(1);
  }
});

test('what another attempt would not change is not tried again', async () => {
  for (const answer of [{ status: 404 }, { status: 500 }, { body: envelope(0) }, { fault: 'timeout' } as const]) {
    const built = buildHttp();
    built.script(answer);
    await built.http.send({ method: 'GET', path: '/api/x' }).catch(() => undefined);
    expect(built.requests.length).toBe(1);
  }
});

test('a retry waits as long as the server asks for, in seconds or until a time', async () => {
  for (const retryAfter of [() => '2', () => new Date(Date.now() + 2_000).toUTCString()]) {
    const built = buildHttp();
    built.script({ status: 503, headers: { 'retry-after': retryAfter() } }, {});
    const answer = built.http.send({ method: 'GET', path: '/api/x' });
    await rs.advanceTimersByTimeAsync(900);
    expect(built.requests.length).toBe(1);
    await rs.advanceTimersByTimeAsync(1_200);
    await answer;
    expect(built.requests.length).toBe(2);
  }
});

test('a server that asks for more than half a minute is not waited for', async () => {
  const built = buildHttp();
  built.script({ status: 503, headers: { 'retry-after': '31' } });
  await built.http.send({ method: 'GET', path: '/api/x' }).catch(() => undefined);
  expect(built.requests.length).toBe(1);
});

test('cancelling ends the wait for a retry', async () => {
  const built = buildHttp();
  const cancel = new AbortController();
  built.script({ status: 503, headers: { 'retry-after': '20' } });
  const failing = built.http.send({ method: 'GET', path: '/api/x', signal: cancel.signal }).catch((e: unknown) => e);
  await rs.advanceTimersByTimeAsync(100);
  cancel.abort();
  expect(await failing).toMatchObject({ kind: 'cancelled' });
  await rs.advanceTimersByTimeAsync(60_000);
  expect(built.requests.length).toBe(1);
  expect(rs.getTimerCount()).toBe(0);
});

test('a plugin’s calls end with it, and what they tell and take is put down to it', async () => {
  const built = buildHttp();
  const life = new AbortController();
  const http = built.http.forPlugin('mixing', life.signal);
  built.script({ body: envelope(0, { message: 'no' }), headers: { 'content-length': '77' } });
  await http.send({ method: 'POST', path: '/api/x' }).catch(() => undefined);
  expect(built.toasts.shown[0]?.source).toBe('mixing');
  expect(built.spans).toMatchObject([{ plugin: 'mixing', step: 'call', bytes: 77 }]);

  built.script('silence');
  const failing = http.send({ method: 'GET', path: '/api/x' }).catch((error: unknown) => error);
  await rs.advanceTimersByTimeAsync(1);
  life.abort();
  expect(await failing).toMatchObject({ kind: 'cancelled' });
  expect(await http.send({ method: 'GET', path: '/api/x' }).catch((error: unknown) => error)).toMatchObject({
    kind: 'cancelled',
  });
  expect(built.requests.length).toBe(2);
});

test('whoever sends something large hears how much of it has gone out', async () => {
  const built = buildHttp();
  built.script({ body: envelope(1, { data: {} }) });
  const shares: number[] = [];
  const onSent = (share: number): void => void shares.push(share);
  await built.http.send({ method: 'POST', path: '/api/ships', body: new FormData(), onSent });
  const [request] = built.requests;
  request?.onUploadProgress?.({ loaded: 1, total: 4, progress: 0.25, bytes: 1, lengthComputable: true });
  expect(shares).toEqual([0.25]);
});
