import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import type { LoginToken } from '#core/contract/account-calls.ts';
import { SEC_CODE } from '#core/contract/codes.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import { checkQrLogin, refreshQrLogin, startQrLogin } from '#plugins/account/calls.ts';
import { QrLogin } from '#plugins/account/web/login/QrLogin.ts';

import { ChangingServer, refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

function build() {
  const server = new ChangingServer(startQrLogin, refreshQrLogin, checkQrLogin)
    .on(startQrLogin, () => ({ qrcode: 'https://phone/qr/a', sceneId: 'a' }))
    .on(refreshQrLogin, () => ({ qrcode: 'https://phone/qr/b', sceneId: 'b' }))
    .on(checkQrLogin, () => refused('未检测到扫码用户'));
  const events = { loggedIn: rs.fn(), bindMobile: rs.fn(), abnormal: rs.fn() };
  return { server, events, qr: new QrLogin(server.http, events, () => 'device-1') };
}

test('it asks every three seconds until the code expires after thirty', async () => {
  const { qr, server } = build();
  await qr.start();
  expect(qr).toMatchObject({ state: 'waiting', qrcode: 'https://phone/qr/a' });
  await rs.advanceTimersByTimeAsync(2_999);
  expect(server.count(checkQrLogin)).toBe(0);
  await rs.advanceTimersByTimeAsync(1);
  expect(server.count(checkQrLogin)).toBe(1);
  expect(server.last(checkQrLogin)).toMatchObject({
    params: { sceneId: 'a' },
    query: undefined,
    headers: { 'x-device-id': 'device-1' },
  });
  await rs.advanceTimersByTimeAsync(26_999);
  expect(qr.state).toBe('waiting');
  await rs.advanceTimersByTimeAsync(1);
  expect(qr.state).toBe('expired');
  const asked = server.count(checkQrLogin);
  expect(asked).toBeGreaterThanOrEqual(9);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(server.count(checkQrLogin)).toBe(asked);
  expect(rs.getTimerCount()).toBe(0);
});

const scanned = () =>
  Promise.reject(
    new HttpFailure('已扫码', { kind: 'refused', status: 200, code: 0, data: { error: 'account:refused.qr-scanned' } }),
  );
const expired = () =>
  Promise.reject(
    new HttpFailure('已过期', { kind: 'refused', status: 200, code: 0, data: { error: 'account:refused.qr-expired' } }),
  );

test('a code that is scanned in time is asked about for two minutes more', async () => {
  const { qr, server, events } = build();
  await qr.start();
  await rs.advanceTimersByTimeAsync(25_000);
  server.on(checkQrLogin, scanned);
  await rs.advanceTimersByTimeAsync(2_000);
  expect(qr).toMatchObject({ state: 'scanned', qrcode: 'https://phone/qr/a' });
  await rs.advanceTimersByTimeAsync(100_000);
  expect(qr.state).toBe('scanned');
  server.on(checkQrLogin, () => ({ access_token: 'token', expires_in: 60 }));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(events.loggedIn).toHaveBeenCalledTimes(1);
  expect(rs.getTimerCount()).toBe(0);
});

test('a scanned code that nobody confirms expires: when the server says so, and after its time', async () => {
  for (const [answer, after] of [
    [expired, 3_000],
    [scanned, 120_000],
  ] as const) {
    const { qr, server } = build();
    await qr.start();
    server.on(checkQrLogin, scanned);
    await rs.advanceTimersByTimeAsync(3_000);
    server.on(checkQrLogin, answer);
    await rs.advanceTimersByTimeAsync(after);
    expect(qr.state).toBe('expired');
    expect(rs.getTimerCount()).toBe(0);
  }
});

test('a code that is scanned or confirmed in its last moment is not lost', async () => {
  const late = build();
  await late.qr.start();
  await rs.advanceTimersByTimeAsync(28_000);
  late.server.on(checkQrLogin, scanned);
  await rs.advanceTimersByTimeAsync(2_000);
  expect(late.qr.state).toBe('scanned');
  late.qr.stop();

  const slow = build();
  await slow.qr.start();
  await rs.advanceTimersByTimeAsync(26_000);
  let answer: (token: LoginToken) => void = () => undefined;
  slow.server.on(checkQrLogin, () => new Promise((resolve) => (answer = resolve)));
  await rs.advanceTimersByTimeAsync(4_000);
  expect(slow.qr.state).toBe('expired');
  answer({ access_token: 'token', expires_in: 60 });
  await rs.advanceTimersByTimeAsync(0);
  expect(slow.events.loggedIn).toHaveBeenCalledTimes(1);
});

test('an expired code says nothing of a question that fails', async () => {
  const { qr, server } = build();
  await qr.start();
  await rs.advanceTimersByTimeAsync(29_000);
  server.on(checkQrLogin, () => Promise.reject(new HttpFailure('网络错误', { kind: 'network' })));
  await rs.advanceTimersByTimeAsync(1_000);
  expect(qr).toMatchObject({ state: 'expired', trouble: null });
});

test('an expired code is replaced by a new one that is asked about', async () => {
  const { qr, server } = build();
  await qr.start();
  await rs.advanceTimersByTimeAsync(30_000);
  await qr.refresh();
  expect(server.last(refreshQrLogin)).toMatchObject({ params: { sceneId: 'a' } });
  expect(qr).toMatchObject({ state: 'waiting', qrcode: 'https://phone/qr/b' });
  await rs.advanceTimersByTimeAsync(3_000);
  expect(server.last(checkQrLogin).params).toEqual({ sceneId: 'b' });
  qr.stop();
});

test('a code that the server has forgotten is begun anew', async () => {
  const { qr, server } = build();
  server.on(refreshQrLogin, () => refused('没有', null, 404));
  await qr.start();
  await rs.advanceTimersByTimeAsync(30_000);
  await qr.refresh();
  expect(server.count(startQrLogin)).toBe(2);
  expect(qr.state).toBe('waiting');
  qr.stop();
});

test('a confirmed code logs in and ends the questions', async () => {
  const { qr, server, events } = build();
  await qr.start();
  server.on(checkQrLogin, () => ({ access_token: 'token', expires_in: 60 }));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(events.loggedIn).toHaveBeenCalledWith({ access_token: 'token', expires_in: 60 });
  expect(rs.getTimerCount()).toBe(0);
});

test('secCode 407 leads to binding a mobile number', async () => {
  const { qr, server, events } = build();
  await qr.start();
  server.on(checkQrLogin, () => refused('绑定手机号', SEC_CODE.silent));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(events.bindMobile).toHaveBeenCalledWith('a');
  expect(rs.getTimerCount()).toBe(0);
});

test('secCode 406 leads to the view of abnormal accounts', async () => {
  const { qr, server, events } = build();
  await qr.start();
  server.on(checkQrLogin, () => refused('异常', SEC_CODE.abnormalAccount));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(events.abnormal).toHaveBeenCalledTimes(1);
  expect(rs.getTimerCount()).toBe(0);
});

test.each([
  ['without a network', new HttpFailure('网络错误', { kind: 'network' })],
  ['when the server is in trouble', new HttpFailure('坏了', { kind: 'refused', status: 500 })],
  ['when it asks too often', new HttpFailure('太频繁', { kind: 'refused', status: 429 })],
])('the questions end %s', async (_name, failure) => {
  const { qr, server } = build();
  await qr.start();
  server.on(checkQrLogin, () => Promise.reject(failure));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(qr).toMatchObject({ state: 'failed', trouble: failure.message });
  expect(rs.getTimerCount()).toBe(0);
});

test('a code that cannot be fetched says why', async () => {
  const { qr, server } = build();
  server.on(startQrLogin, () => refused('太频繁', null, 429));
  await qr.start();
  expect(qr).toMatchObject({ state: 'failed', trouble: '太频繁', qrcode: null });
});

test('a slow answer is waited for before the next question, and not heard after a stop', async () => {
  const { qr, server, events } = build();
  await qr.start();
  let answer: (token: LoginToken) => void = () => undefined;
  server.on(checkQrLogin, () => new Promise((resolve) => (answer = resolve)));
  await rs.advanceTimersByTimeAsync(9_000);
  expect(server.count(checkQrLogin)).toBe(1);
  qr.stop();
  await rs.advanceTimersByTimeAsync(0);
  expect(server.http.underWay).toBe(0);
  answer({ access_token: 'late', expires_in: 1 });
  await rs.advanceTimersByTimeAsync(0);
  expect(events.loggedIn).not.toHaveBeenCalled();
  expect(rs.getTimerCount()).toBe(0);
});
