import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { ERROR_CATALOGUE } from '#core/web/http/error-catalogue.ts';
import { HttpFailure, type HttpOptions } from '#core/web/http/http.ts';

import { buildHttp, envelope, type BuiltHttp, type Scripted } from './build-http.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

/** Makes a call that fails. */
async function fail(built: BuiltHttp, answer: Scripted, options: HttpOptions = {}): Promise<HttpFailure> {
  built.script(answer);
  const failing = built.http.send({ method: 'POST', path: '/api/anything', body: {}, ...options }).then(
    () => undefined,
    (error: unknown) => error,
  );
  await rs.advanceTimersByTimeAsync(0);
  const error = await failing;
  if (!(error instanceof HttpFailure)) throw new TypeError(`it did not fail: ${String(error)}`);
  return error;
}

const refusal = (secCode: number, message = '') => ({ body: envelope(0, { secCode, message }) });

test('402 opens the login dialog at the step that binds a mobile number', async () => {
  const built = buildHttp();
  await fail(built, refusal(402, '请绑定手机'));
  expect(built.dialogs.opened).toEqual([{ id: 'account/login', properties: { step: 'bind-mobile' } }]);
  expect(built.toasts.shown).toEqual([]);
});

test('406 is told once in ten seconds, and confirming it leads to the login', async () => {
  const built = buildHttp();
  for (let time = 0; time < 3; time += 1) await fail(built, refusal(406));
  expect(built.dialogs.opened.map(({ question }) => [question?.title, question?.cancel])).toEqual([
    ['shell:error.abnormal-account', null],
  ]);
  expect(built.counts.login).toBe(1);
  rs.setSystemTime(Date.now() + 10_000);
  await fail(built, refusal(406));
  expect(built.dialogs.opened.length).toBe(2);
});

test('406 ends the session and is told even when the caller handles errors, unless it is a login', async () => {
  const built = buildHttp();
  await fail(built, refusal(406), { handlesErrors: true });
  expect([built.session.cleared, built.dialogs.opened.length]).toEqual([1, 1]);
  const login = buildHttp({ token: null });
  await fail(login, refusal(406), { handlesErrors: true, purpose: 'login' });
  expect([login.session.cleared, login.dialogs.opened.length]).toEqual([0, 0]);
});

test('406 that is dismissed leads nowhere', async () => {
  const built = buildHttp();
  built.dialogs.script(false);
  await fail(built, refusal(406));
  expect(built.counts.login).toBe(0);
});

test('a plain 401 a moment before a 406 lays no login over what that says', async () => {
  const built = buildHttp();
  built.dialogs.script(false);
  const late = built.http.send({ method: 'POST', path: '/api/late' }).catch(() => undefined);
  built.script({ status: 401, body: envelope(0, { message: '请先登录。' }) });
  await late;
  await fail(built, refusal(406));
  await rs.advanceTimersByTimeAsync(2_000);
  expect([built.dialogs.opened.length, built.counts.login]).toEqual([1, 0]);
});

test('the alert of 406 says it to the letter', async () => {
  const failure = await fail(buildHttp(), refusal(406, 'something else'));
  expect(failure.message).toBe('您的账号出现异常，请联系客服!');
});

test('407 is silent', async () => {
  const built = buildHttp();
  const failure = await fail(built, refusal(407, '需要绑定'));
  expect([failure.kind, failure.secCode, failure.message]).toEqual(['refused', 407, '需要绑定']);
  expect([built.toasts.shown, built.dialogs.opened]).toEqual([[], []]);
});

test('408 takes messages away and forces the session offline, whoever handles errors', async () => {
  for (const handlesErrors of [false, true]) {
    const built = buildHttp();
    built.toasts.show({ kind: 'info', text: 'before' });
    await fail(built, refusal(408), { handlesErrors });
    expect([built.toasts.shown, built.counts.closed, built.session.forcedOffline]).toEqual([[], 1, true]);
  }
});

test('a 401 beside a 408 does not end what the prompt is about', async () => {
  const built = buildHttp();
  await fail(built, refusal(408));
  await fail(built, { status: 401, body: envelope(0, { message: '请先登录。' }) });
  await rs.advanceTimersByTimeAsync(2_000);
  expect([built.session.cleared, built.counts.login]).toEqual([0, 0]);

  const other = buildHttp();
  const late = other.http.send({ method: 'POST', path: '/api/late' }).catch(() => undefined);
  other.script(refusal(408));
  other.session.token = null;
  await late;
  expect(other.session.forcedOffline).toBe(true);
});

test('401 clears the token, and after one second the login is shown', async () => {
  const built = buildHttp();
  await fail(built, { status: 401, body: envelope(0, { message: '请先登录。' }) });
  expect([built.session.token, built.counts.login]).toEqual([null, 0]);
  await rs.advanceTimersByTimeAsync(999);
  expect(built.counts.login).toBe(0);
  await rs.advanceTimersByTimeAsync(1);
  expect(built.counts.login).toBe(1);
  expect(built.toasts.shown).toEqual([]);
});

test('many 401 ask once', async () => {
  const built = buildHttp({ token: null });
  for (let time = 0; time < 4; time += 1) await fail(built, { status: 401 });
  await rs.advanceTimersByTimeAsync(1_000);
  expect(built.counts.login).toBe(1);
});

test('401 asks nobody on a public page, nor a user of the quiet kind, nor who has logged in meanwhile', async () => {
  const onPublic = buildHttp();
  await fail(onPublic, { status: 401 });
  onPublic.place.isPublic = true;

  const quiet = buildHttp({ isQF: true });
  await fail(quiet, { status: 401 });

  const back = buildHttp();
  await fail(back, { status: 401 });
  back.session.token = 'token-2';

  await rs.advanceTimersByTimeAsync(1_000);
  expect([onPublic, quiet, back].map(({ counts }) => counts.login)).toEqual([0, 0, 0]);
  expect([onPublic, quiet, back].map(({ session }) => session.cleared)).toEqual([1, 1, 1]);
});

test('401 to a call of an earlier session leaves the new one alone', async () => {
  const built = buildHttp();
  built.script({ status: 401 });
  const late = built.http.send({ method: 'POST', path: '/api/late' }).catch(() => undefined);
  built.session.token = 'token-2';
  await late;
  expect([built.session.token, built.session.cleared]).toEqual(['token-2', 0]);
});

test('no network is told once in ten seconds, to the letter', async () => {
  const built = buildHttp();
  for (let time = 0; time < 3; time += 1) await fail(built, { fault: 'network' });
  expect(built.dialogs.opened.map(({ question }) => question?.title)).toEqual(['shell:error.network']);
  expect((await fail(built, { fault: 'network' })).message).toBe('网络错误，请检查当前网络状况。');
  rs.setSystemTime(Date.now() + 10_000);
  await fail(built, { fault: 'network' });
  expect(built.dialogs.opened.length).toBe(2);
});

test('a call that takes too long is told once in ten seconds, to the letter', async () => {
  const built = buildHttp();
  built.script('silence');
  const failing = built.http.send({ method: 'POST', path: '/api/slow' }).catch((error: unknown) => error);
  await rs.advanceTimersByTimeAsync(299_999);
  expect(built.dialogs.opened).toEqual([]);
  await rs.advanceTimersByTimeAsync(1);
  expect(await failing).toMatchObject({ kind: 'timeout', message: '请求超时' });
  await fail(built, { fault: 'timeout' });
  expect(built.dialogs.opened.map(({ question }) => question?.title)).toEqual(['shell:error.timeout']);
});

test('an HTTP error with code 0 is a toast of two seconds', async () => {
  const built = buildHttp();
  await fail(built, { status: 422, body: envelope(0, { message: '名称至少要有 2 个字符。' }) });
  expect(built.toasts.shown).toMatchObject([{ kind: 'error', text: '名称至少要有 2 个字符。', duration: 2_000 }]);
});

test('code 0 is an error toast with the message', async () => {
  const built = buildHttp();
  const failure = await fail(built, { body: envelope(0, { message: '项目不存在。', data: { error: 'x' } }) });
  expect(built.toasts.shown).toMatchObject([{ kind: 'error', text: '项目不存在。', duration: undefined }]);
  expect(failure).toMatchObject({ kind: 'refused', status: 200, code: 0, data: { error: 'x' } });
});

test('code 0 without a message says something all the same', async () => {
  const built = buildHttp();
  await fail(built, { body: envelope(0) });
  expect(built.toasts.shown[0]?.text).toBe('服务器开小差了，请稍后再试.');
});

for (const part of ['未检测到扫码用户', '还未绑定微信']) {
  test(`a message with ${part} is told by nobody`, async () => {
    const built = buildHttp();
    await fail(built, { body: envelope(0, { message: `${part}，请稍候` }) });
    expect(built.toasts.shown).toEqual([]);
  });
}

test('a caller that handles errors gets no toast and no alert, and the header says so', async () => {
  for (const answer of [
    { body: envelope(0, { message: 'no' }) },
    { status: 422, body: envelope(0, { message: 'no' }) },
    { status: 502, body: '<html>' },
    { fault: 'network' } as const,
    { fault: 'timeout' } as const,
  ]) {
    const built = buildHttp();
    await fail(built, answer, { handlesErrors: true });
    expect([built.toasts.shown, built.dialogs.opened]).toEqual([[], []]);
    expect(built.requests[0]?.headers.get('shouldIntercept')).toBe('false');
  }
  const byHeader = buildHttp();
  await fail(byHeader, { body: envelope(0, { message: 'no' }) }, { headers: { shouldIntercept: 'false' } });
  expect(byHeader.toasts.shown).toEqual([]);
});

test('an answer that is none of ours is told as the server’s trouble', async () => {
  const built = buildHttp();
  expect(await fail(built, { status: 500, body: '<html>Bad gateway</html>' })).toMatchObject({
    status: 500,
    code: null,
  });
  expect(await fail(built, { body: '<html>a captive portal</html>' })).toMatchObject({ status: 200, code: null });
  expect(built.toasts.shown.map(({ text }) => text)).toEqual(Array(2).fill('服务器开小差了，请稍后再试.'));
});

test('a password login is told in its own words', async () => {
  const built = buildHttp();
  const purpose = 'password-login';
  await fail(built, { status: 400, body: { error: 'invalid_grant' } }, { purpose });
  await fail(built, { status: 400, body: { error: 'other', message: '账号已停用' } }, { purpose });
  await fail(built, { status: 500, body: '' }, { purpose });
  expect(built.toasts.shown.map(({ kind, text }) => [kind, text])).toEqual([
    ['warning', '账号密码错误'],
    ['error', '账号已停用'],
    ['error', '服务器开小差了，请稍后再试.'],
  ]);
});

test('a bare answer that names an OAuth error is a failure, whatever its status', async () => {
  const built = buildHttp();
  built.script({ status: 200, body: { error: 'invalid_grant', message: '账号密码错误' } });
  const login = { method: 'POST', path: '/oauth/token', purpose: 'password-login' } as const;
  await expect(built.http.bare(login)).rejects.toMatchObject({ kind: 'refused', status: 200 });
  expect(built.toasts.shown).toMatchObject([{ kind: 'warning', text: '账号密码错误' }]);
  built.script({ status: 200, body: { access_token: 'token', expires_in: 60 } });
  expect(await built.http.bare(login)).toEqual({ access_token: 'token', expires_in: 60 });
});

test('a refused SMS code is a warning, a refused login an error', async () => {
  const built = buildHttp();
  const answer = { body: envelope(0, { message: '验证码错误' }) };
  await fail(built, answer, { purpose: 'sms-code' });
  await fail(built, answer, { purpose: 'login' });
  expect(built.toasts.shown.map(({ kind, text }) => [kind, text])).toEqual([
    ['warning', '验证码错误'],
    ['error', '验证码错误'],
  ]);
});

test('a cancelled call is told by nobody', async () => {
  const built = buildHttp();
  const cancel = new AbortController();
  built.script('silence');
  const failing = built.http.send({ method: 'GET', path: '/api/slow', signal: cancel.signal }).catch((e: unknown) => e);
  await rs.advanceTimersByTimeAsync(10);
  cancel.abort();
  expect(await failing).toMatchObject({ kind: 'cancelled' });
  expect([built.toasts.shown, built.dialogs.opened]).toEqual([[], []]);
  expect(built.requests[0]?.signal?.aborted).toBe(true);
});

test('a lock is answered by what opens it, also for a caller that handles errors, and by no toast', async () => {
  const built = buildHttp();
  const locked = {
    status: 403,
    body: envelope(0, { message: 'x', data: { error: 'core:locked.level2', params: { level: 'level2' } } }),
  };
  await fail(built, locked);
  await fail(built, locked, { handlesErrors: true });
  const lock = { feature: null, level: 'level2', levels: null };
  expect(built.offered).toEqual([
    { lock, source: undefined, byItself: false, isReading: false },
    { lock, source: undefined, byItself: true, isReading: false },
  ]);
  expect(built.toasts.shown).toEqual([]);
  // Another refusal of the same status is told as any.
  await fail(built, {
    status: 403,
    body: envelope(0, { message: '不行', data: { error: 'core:forbidden', params: {} } }),
  });
  expect(built.toasts.shown.map(({ text }) => text)).toEqual(['不行']);
});

test('space that is full is told with the way to more', async () => {
  const built = buildHttp();
  const body = envelope(0, { message: '空间不够', data: { error: 'core:space-full', params: {} } });
  await fail(built, { status: 413, body });
  expect(built.toasts.shown).toMatchObject([{ kind: 'error', text: '空间不够', action: { label: '升级' } }]);
  built.toasts.shown[0]?.action?.run();
  expect(built.offered).toMatchObject([{ lock: null, isReading: false }]);
});

test('the last line of the catalogue fits whatever none before it does', () => {
  const anything = { kind: 'refused', status: 299, code: 7, secCode: null, message: '', data: null } as const;
  expect(ERROR_CATALOGUE.findIndex(({ when }) => when(anything))).toBe(ERROR_CATALOGUE.length - 1);
});
