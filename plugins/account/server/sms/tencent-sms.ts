import { createHash, createHmac } from 'node:crypto';

import { z } from 'zod';

import { SmsFailure, type SmsFailureKind, type SmsProvider } from '#core/server/services/providers/sms.ts';

import type { SmsSettings } from '../settings.ts';
import { requestSms, type SmsServices } from './sms-request.ts';

type TencentSettings = Extract<SmsSettings, { provider: 'tencent' }>;

const answerSchema = z.object({
  Response: z.object({
    RequestId: z.string().optional(),
    Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ Code: z.string(), Message: z.string().optional() })).optional(),
  }),
});

const KINDS: readonly [RegExp, SmsFailureKind][] = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'too-many'],
  [/IncorrectPhoneNumber|PhoneNumberInBlacklist/, 'number'],
  [/^InternalError/, 'unavailable'],
];

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** Tencent Cloud SMS 2021-01-11, signed with TC3-HMAC-SHA256. */
export function createTencentSms(settings: TencentSettings, services: SmsServices): SmsProvider {
  return {
    id: 'tencent',
    async send({ mobile, code, minutes }) {
      const url = new URL(settings.endpoint);
      const values = { code, minutes: String(minutes) };
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${mobile}`],
        SmsSdkAppId: settings.smsSdkAppId,
        SignName: settings.signName,
        TemplateId: settings.templateId,
        TemplateParamSet: settings.templateParams.map((name) => values[name]),
      });
      const headers = sign(settings, url, body, services.clock.now());
      const { answer } = await requestSms(services, { url, method: 'POST', headers, body, schema: answerSchema });
      const { Error: refused, SendStatusSet: [sent] = [], RequestId } = answer.Response;
      const result = refused ?? sent;
      if (result?.Code === 'Ok') return;
      const reason = result?.Code ?? 'no status';
      const kind = KINDS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'configuration';
      throw new SmsFailure(kind, `${reason}: ${result?.Message ?? ''} (${RequestId ?? ''})`);
    },
  };
}

function sign(settings: TencentSettings, url: URL, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const date = now.toISOString().slice(0, 10);
  const scope = `${date}/sms/tc3_request`;
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}`,
    `host:${url.host}`,
    '',
    'content-type;host',
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const key = [date, 'sms', 'tc3_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `TC3${settings.secretKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    'content-type': CONTENT_TYPE,
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-timestamp': timestamp,
    'x-tc-region': settings.region,
    authorization: `TC3-HMAC-SHA256 Credential=${settings.secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
  };
}
