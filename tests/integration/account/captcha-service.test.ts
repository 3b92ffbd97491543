import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { setEarlierService } from '#plugins/account/server/services/earlier-services.ts';

import { startAccountServer, type AccountServer } from './account-kit.ts';

const APP = 190_000_001;
const KEYS = { secretId: 'AKIDharbour', secretKey: 'harbour-secret', appSecretKey: 'app-secret' };

const scope = lastFirst({ after });
let server: AccountServer;
let endpoint = '';
let asked: { headers: IncomingHttpHeaders; body: string; url: string }[] = [];
/** What the service answers next. */
let answer: { status: number; body: unknown } = { status: 200, body: {} };

const service = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({ headers: request.headers, body, url: `${request.method} ${request.url}` });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
});

before(async () => {
  server = await startAccountServer(scope);
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  scope.after(async () => {
    service.close();
    service.closeAllConnections();
  });
  const settings = { provider: 'tencent', captchaAppId: APP, endpoint, ...KEYS } as const;
  await setEarlierService(server.composed.ctx.settings, 'account.captcha', settings, 'test');
});
beforeEach(async () => {
  asked = [];
  await server.forgetLimits();
});

const verdict = (CaptchaCode: number, facts: object = {}) => ({
  status: 200,
  body: { Response: { CaptchaCode, CaptchaMsg: 'said', EvilLevel: 0, RequestId: 'r', ...facts } },
});
const MOBILE = '13900000001';
const prove = (ticket = 'tr03ticket', fdMobile = MOBILE, browser = server.browser()) =>
  browser.call('POST', '/api/account/captcha-proofs', { body: { ticket, randstr: '@Vki', fdMobile } });

const sha256 = (part: string) => createHash('sha256').update(part).digest('hex');
const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();

test('the service is asked with every field it wants, signed with TC3-HMAC-SHA256', async () => {
  answer = verdict(1);
  const proved = await prove();
  assert.equal(proved.code, 1);
  const [request] = asked;
  assert.ok(request);
  const { headers, body, url } = request;
  assert.equal(url, 'POST /');
  const { UserIp, ...rest } = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual(rest, {
    ...{ CaptchaType: 9, Ticket: 'tr03ticket', Randstr: '@Vki', CaptchaAppId: APP, AppSecretKey: KEYS.appSecretKey },
  });
  assert.match(String(UserIp), /^[0-9a-f.:]+$/);
  const timestamp = String(headers['x-tc-timestamp']);
  assert.deepEqual(
    [headers['x-tc-action'], headers['x-tc-version'], headers['x-tc-region'], headers['content-type']],
    ['DescribeCaptchaResult', '2019-07-22', undefined, 'application/json; charset=utf-8'],
  );
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
  const date = new Date(Number(timestamp) * 1000).toISOString().slice(0, 10);
  const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\n\ncontent-type;host\n${sha256(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/captcha/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${KEYS.secretKey}`, date), 'captcha'), 'tc3_request');
  assert.equal(
    headers.authorization,
    `TC3-HMAC-SHA256 Credential=${KEYS.secretId}/${date}/captcha/tc3_request, SignedHeaders=content-type;host, Signature=${hmac(key, toSign).toString('hex')}`,
  );
});

test('a solved captcha is good for one code, to the number it was solved for', async () => {
  answer = verdict(1);
  const browser = server.browser();
  const { validate } = (await prove('tr1', MOBILE, browser)).data;
  const send = (fdMobile: string) =>
    browser.call('POST', '/getMobileCode', { body: { fdMobile, type: 6, validate }, headers: { key: 'reelport-web' } });
  assert.equal((await send('13900000002')).error, 'account:refused.captcha');
  assert.equal((await send(MOBILE)).code, 1);
  await server.forgetLimits();
  assert.equal((await send(MOBILE)).error, 'account:refused.captcha');
});

test('what the service does not accept proves nothing: bad, used and made-up tickets, and programs', async () => {
  for (const refused of [
    verdict(7),
    verdict(8),
    verdict(9),
    verdict(15),
    verdict(16),
    verdict(21),
    verdict(1, { EvilLevel: 100 }),
  ]) {
    answer = refused;
    assert.equal((await prove()).error, 'account:refused.captcha', JSON.stringify(refused.body));
  }
  asked = [];
  answer = verdict(1);
  for (const ticket of ['terror_1001_190000001_1', 'trerror_1001_190000001_1']) {
    assert.equal((await prove(ticket)).error, 'account:refused.captcha');
  }
  assert.deepEqual(asked, [], 'a ticket that the widget made up is not even asked about');
});

test('a service that fails, or keys that are wrong, are nobody’s miss, and told in the log only', async () => {
  const browser = server.browser();
  const again = () => prove('tr03ticket', MOBILE, browser);
  await server.setLimits({ captchaMissesPerAddress: { count: 2, seconds: 600 } });
  const wrong = { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' }, RequestId: 'r' } };
  for (const body of ['<html>', wrong, { Response: { CaptchaCode: 100, CaptchaMsg: 'mismatch' } }]) {
    answer = { status: 200, body };
    const failed = await again();
    assert.deepEqual([failed.status, failed.error], [503, 'account:refused.captcha-unavailable']);
    assert.doesNotMatch(failed.message, /Signature|mismatch/);
  }
  answer = verdict(21);
  assert.equal((await again()).error, 'account:refused.captcha');
  assert.equal((await again()).error, 'account:refused.captcha');
  assert.equal((await again()).status, 429);
  await server.setLimits({});
});

test('the page learns which widget to show and no secret, and our own slider proves nothing meanwhile', async () => {
  const browser = server.browser();
  const { data, text: whole } = await browser.call('GET', '/api/account/login-methods');
  assert.deepEqual((data as unknown as { captcha: unknown }).captcha, {
    ...{ provider: 'tencent', script: 'https://turing.captcha.qcloud.com/TJCaptcha.js', appId: String(APP) },
  });
  for (const secret of Object.values(KEYS)) assert.ok(!whole.includes(secret));
  assert.equal((await browser.call('GET', '/nodeapi/captcha')).error, 'account:refused.captcha-other');
  const verify = await browser.call('POST', '/nodeapi/captcha/verify', {
    body: { positionX: 1, trail: [], token: 'x' },
  });
  assert.equal(verify.error, 'account:refused.captcha-other');
});

test('each bad field is refused, and without a service there is nothing to prove', async () => {
  const browser = server.browser();
  const good = { ticket: 't', randstr: 'r', fdMobile: MOBILE };
  for (const wrong of [
    { ticket: '' },
    { ticket: 'x'.repeat(2001) },
    { randstr: 'x'.repeat(201) },
    { fdMobile: '12' },
  ]) {
    const body = { ...good, ...wrong };
    assert.equal((await browser.call('POST', '/api/account/captcha-proofs', { body })).status, 422);
  }
  await setEarlierService(server.composed.ctx.settings, 'account.captcha', { provider: 'slider' }, 'test');
  assert.equal((await prove()).error, 'account:refused.captcha-other');
  assert.equal((await browser.call('GET', '/nodeapi/captcha')).status, 200);
});
