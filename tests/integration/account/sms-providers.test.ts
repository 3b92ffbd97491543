import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SmsProvider } from '#core/server/services/providers/sms.ts';
import { setEarlierService } from '#plugins/account/server/services/earlier-services.ts';
import { createAliyunSms } from '#plugins/account/server/sms/aliyun-sms.ts';
import { createTencentSms } from '#plugins/account/server/sms/tencent-sms.ts';
import { createTwilioSms } from '#plugins/account/server/sms/twilio-sms.ts';

import { startAccountServer } from './account-kit.ts';

interface Asked {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

const scope = lastFirst({ after });
let endpoint = '';
let asked: Asked[] = [];
/** What the carrier answers next. */
let answer: { status: number; body: unknown } = { status: 200, body: {} };
const clock = { now: () => new Date('2026-11-21T12:34:56.789Z') };
const message = { mobile: '13800000000', code: '012345', minutes: 5, language: 'en' } as const;

const carrier = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({
      method: request.method ?? '',
      url: new URL(request.url ?? '', endpoint),
      headers: request.headers,
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
});
before(async () => {
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  endpoint = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`;
  scope.after(async () => {
    carrier.close();
    carrier.closeAllConnections();
  });
});
beforeEach(() => (asked = []));

const sha256 = (part: string) => createHash('sha256').update(part).digest('hex');

async function kindOf(provider: SmsProvider, status: number, body: unknown): Promise<string> {
  answer = { status, body };
  try {
    await provider.send(message);
    return 'sent';
  } catch (error) {
    assert.ok(error instanceof ProviderFailure);
    return error.kind;
  }
}

const aliyun = () =>
  createAliyunSms(
    {
      ...{ accessKeyId: 'id', accessKeySecret: 'key', signName: '映港', templateCode: 'SMS_1' },
      ...{ codeVariable: 'code', endpoint },
    },
    { fetch, clock },
  );

test('Aliyun gets its parameters in the query, signed with ACS3-HMAC-SHA256', async () => {
  assert.equal(await kindOf(aliyun(), 200, { Code: 'OK', Message: 'OK', BizId: 'b', RequestId: 'r' }), 'sent');
  const [{ method, url, headers }] = asked as [Asked];
  assert.equal(method, 'POST');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    PhoneNumbers: '13800000000',
    SignName: '映港',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"012345"}',
  });
  assert.deepEqual(
    [headers['x-acs-action'], headers['x-acs-version'], headers['x-acs-date']],
    ['SendSms', '2017-05-25', '2026-11-21T12:34:56Z'],
  );
  const names = 'host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version';
  const signed = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `POST\n/\n${url.search.slice(1)}\n${signed.join('')}\n${names}\n${sha256('')}`;
  const signature = createHmac('sha256', 'key')
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  assert.equal(headers.authorization, `ACS3-HMAC-SHA256 Credential=id,SignedHeaders=${names},Signature=${signature}`);
});

test('Aliyun’s refusals are told apart', async () => {
  for (const [Code, kind] of [
    ['isv.BUSINESS_LIMIT_CONTROL', 'limited'],
    ['isv.MOBILE_NUMBER_ILLEGAL', 'refused'],
    ['isv.OUT_OF_SERVICE', 'configuration'],
    ['InternalError', 'unavailable'],
  ]) {
    assert.equal(await kindOf(aliyun(), 200, { Code, Message: 'no' }), kind, Code);
  }
  assert.equal(await kindOf(aliyun(), 403, { Code: 'SignatureDoesNotMatch', Message: 'no' }), 'configuration');
});

const tencent = () =>
  createTencentSms(
    {
      ...{ secretId: 'id', secretKey: 'key', smsSdkAppId: '1400', signName: '映港' },
      ...{ templateId: '42', templateParams: ['code', 'minutes'], region: 'ap-guangzhou', endpoint },
    },
    { fetch, clock },
  );

test('Tencent Cloud gets JSON, signed with TC3-HMAC-SHA256', async () => {
  const ok = { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }], RequestId: 'r' } };
  assert.equal(await kindOf(tencent(), 200, ok), 'sent');
  const [{ method, headers, body }] = asked as [Asked];
  assert.equal(method, 'POST');
  assert.deepEqual(JSON.parse(body), {
    PhoneNumberSet: ['+8613800000000'],
    SmsSdkAppId: '1400',
    SignName: '映港',
    TemplateId: '42',
    TemplateParamSet: ['012345', '5'],
  });
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  assert.deepEqual(
    [headers['x-tc-action'], headers['x-tc-version'], headers['x-tc-timestamp'], headers['x-tc-region']],
    ['SendSms', '2021-01-11', timestamp, 'ap-guangzhou'],
  );
  const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\n\ncontent-type;host\n${sha256(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n2026-11-21/sms/tc3_request\n${sha256(canonical)}`;
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const key = hmac(hmac(hmac('TC3key', '2026-11-21'), 'sms'), 'tc3_request');
  const signature = hmac(key, toSign).toString('hex');
  assert.equal(
    headers.authorization,
    `TC3-HMAC-SHA256 Credential=id/2026-11-21/sms/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`,
  );
});

test('Tencent Cloud’s refusals are told apart, of the call and of the number', async () => {
  const ofCall = (Code: string) => ({ Response: { Error: { Code, Message: 'no' }, RequestId: 'r' } });
  const ofNumber = (Code: string) => ({ Response: { SendStatusSet: [{ Code, Message: 'no' }] } });
  assert.equal(await kindOf(tencent(), 200, ofCall('AuthFailure.SignatureFailure')), 'configuration');
  assert.equal(await kindOf(tencent(), 200, ofCall('RequestLimitExceeded')), 'limited');
  assert.equal(await kindOf(tencent(), 200, ofCall('InternalError.Timeout')), 'unavailable');
  assert.equal(await kindOf(tencent(), 200, ofNumber('LimitExceeded.PhoneNumberDailyLimit')), 'limited');
  assert.equal(await kindOf(tencent(), 200, ofNumber('InvalidParameterValue.IncorrectPhoneNumber')), 'refused');
  assert.equal(await kindOf(tencent(), 200, { Response: {} }), 'configuration');
});

const twilio = (sender: { from?: string; messagingServiceSid?: string } = { from: '+15550001' }) =>
  createTwilioSms(
    { accountSid: 'AC1', authToken: 'token', endpoint, from: '', messagingServiceSid: '', ...sender },
    { fetch, clock },
  );

test('Twilio gets a form with our text', async () => {
  assert.equal(await kindOf(twilio(), 201, { sid: 'SM1', status: 'queued', error_code: null }), 'sent');
  const [{ method, url, headers, body }] = asked as [Asked];
  assert.deepEqual([method, url.pathname], ['POST', '/2010-04-01/Accounts/AC1/Messages.json']);
  assert.equal(headers.authorization, `Basic ${Buffer.from('AC1:token').toString('base64')}`);
  const form = Object.fromEntries(new URLSearchParams(body));
  assert.deepEqual([form['To'], form['From']], ['+8613800000000', '+15550001']);
  assert.match(form['Body'] ?? '', /012345/);
  await kindOf(twilio({ messagingServiceSid: 'MG1' }), 201, { sid: 'SM2', status: 'accepted' });
  const second = Object.fromEntries(new URLSearchParams(asked[1]?.body));
  assert.deepEqual([second['MessagingServiceSid'], second['From']], ['MG1', undefined]);
});

test('Twilio’s refusals are told apart', async () => {
  const refusal = (code: number, status: number) => ({ code, message: 'no', more_info: 'x', status });
  assert.equal(await kindOf(twilio(), 400, refusal(21211, 400)), 'refused');
  assert.equal(await kindOf(twilio(), 401, refusal(20003, 401)), 'configuration');
  assert.equal(await kindOf(twilio(), 429, refusal(20429, 429)), 'limited');
  assert.equal(await kindOf(twilio(), 503, refusal(0, 503)), 'unavailable');
  assert.equal(await kindOf(twilio(), 201, { sid: 'SM1', status: 'failed', error_code: 30003 }), 'configuration');
});

test('an answer that is no JSON, or none at all, is unavailable, and nothing is sent twice', async () => {
  for (const provider of [aliyun(), tencent(), twilio()]) {
    asked = [];
    assert.equal(await kindOf(provider, 502, '<html>'), 'unavailable');
    assert.equal(asked.length, 1);
  }
  const nowhere = createTwilioSms(
    { accountSid: 'AC1', authToken: 't', from: '+1', messagingServiceSid: '', endpoint: 'http://127.0.0.1:1/' },
    { fetch, clock },
  );
  assert.equal(await kindOf(nowhere, 200, {}), 'unavailable');
});

test('the operator chooses the provider, and who asks for a code is told what went wrong', async () => {
  const server = await startAccountServer(scope);
  const { ctx } = server.composed;
  assert.equal((await ctx.providers.use('sms')).id, 'account.outbox');
  const secrets = { accountSid: 'AC-secret', authToken: 'very-secret', from: '+1' };
  await setEarlierService(ctx.settings, 'account.sms', { provider: 'twilio', ...secrets, endpoint }, 'test');
  assert.equal((await ctx.providers.use('sms')).id, 'account.twilio');
  const { rows } = await ctx.db.pool.query('select value from core_settings');
  assert.ok(!JSON.stringify(rows).includes('very-secret'));

  answer = { status: 201, body: { sid: 'SM1', status: 'queued' } };
  assert.equal((await server.browser().askForCode('13800000001')).code, 1);
  answer = { status: 400, body: { code: 21211, message: 'bad number' } };
  assert.equal((await server.browser().askForCode('13800000002')).error, 'account:refused.sms-number');
  answer = { status: 401, body: { code: 20003, message: 'auth' } };
  const refused = await server.browser().askForCode('13800000003');
  assert.deepEqual([refused.status, refused.error], [503, 'account:refused.sms-unavailable']);
  assert.ok(!JSON.stringify(refused.body).includes('auth'));
  assert.equal((await ctx.db.pool.query('select 1 from account_outbox')).rowCount, 0);
  const both = { provider: 'twilio', ...secrets, messagingServiceSid: 'MG1' } as const;
  await assert.rejects(setEarlierService(ctx.settings, 'account.sms', both, 'test'), { code: 'core:settings-invalid' });
});
