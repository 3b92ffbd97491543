import { createHash, createHmac, randomUUID } from 'node:crypto';

import { z } from 'zod';

import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { SmsProvider } from '#core/server/services/providers/sms.ts';

import type { ALIYUN_SMS } from '../services/service-settings.ts';
import { requestSms, type SmsServices } from './sms-request.ts';

type AliyunSettings = z.output<typeof ALIYUN_SMS>;

const answerSchema = z.object({ Code: z.string(), Message: z.string().optional(), RequestId: z.string().optional() });

const KINDS: readonly [RegExp, ProviderFailureKind][] = [
  [/BUSINESS_LIMIT_CONTROL|DAY_LIMIT_CONTROL|MONTH_LIMIT_CONTROL|Throttling/, 'limited'],
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|DOMESTIC_NUMBER_NOT_SUPPORTED/, 'refused'],
  [/^(InternalError|ServiceUnavailable|isp\.SYSTEM_ERROR)/, 'unavailable'],
];

/** Aliyun Dysmsapi 2017-05-25, signed with ACS3-HMAC-SHA256. */
export function createAliyunSms(settings: AliyunSettings, services: SmsServices): SmsProvider {
  return {
    async send({ mobile, code }) {
      const url = new URL(settings.endpoint);
      const query = new Map([
        ['PhoneNumbers', mobile],
        ['SignName', settings.signName],
        ['TemplateCode', settings.templateCode],
        ['TemplateParam', JSON.stringify({ [settings.codeVariable]: code })],
      ]);
      url.search = canonicalQuery(query);
      const headers = sign(settings, url, services.clock.now());
      const { answer } = await requestSms(services, { url, method: 'POST', headers, schema: answerSchema });
      if (answer.Code === 'OK') return;
      const kind = KINDS.find(([pattern]) => pattern.test(answer.Code))?.[1] ?? 'configuration';
      throw new ProviderFailure(kind, `${answer.Code}: ${answer.Message ?? ''} (${answer.RequestId ?? ''})`);
    },
  };
}

/** Sorted by name, each part encoded as RFC 3986 says. */
function canonicalQuery(query: ReadonlyMap<string, string>): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sign(settings: AliyunSettings, url: URL, now: Date): Record<string, string> {
  const emptyHash = sha256('');
  const signed: Record<string, string> = {
    host: url.host,
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': emptyHash,
    'x-acs-date': now.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': '2017-05-25',
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    'POST',
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    emptyHash,
  ].join('\n');
  const signature = createHmac('sha256', settings.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const { host: _host, ...headers } = signed;
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${settings.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
