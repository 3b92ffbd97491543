import { z } from 'zod';

import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { SmsProvider } from '#core/server/services/providers/sms.ts';

import type { TENCENT_SMS } from '../services/service-settings.ts';
import { signTencentCall } from '../tencent-signature.ts';
import { requestSms, type SmsServices } from './sms-request.ts';

type TencentSettings = z.output<typeof TENCENT_SMS>;

const answerSchema = z.object({
  Response: z.object({
    RequestId: z.string().optional(),
    Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ Code: z.string(), Message: z.string().optional() })).optional(),
  }),
});

const KINDS: readonly [RegExp, ProviderFailureKind][] = [
  [/^(LimitExceeded|RequestLimitExceeded)/, 'limited'],
  [/IncorrectPhoneNumber|PhoneNumberInBlacklist/, 'refused'],
  [/^InternalError/, 'unavailable'],
];

/** Tencent Cloud SMS 2021-01-11, signed with TC3-HMAC-SHA256. */
export function createTencentSms(settings: TencentSettings, services: SmsServices): SmsProvider {
  return {
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
      const { secretId, secretKey, region } = settings;
      const call = { service: 'sms', action: 'SendSms', version: '2021-01-11', region, secretId, secretKey };
      const headers = signTencentCall(call, url, body, services.clock.now());
      const { answer } = await requestSms(services, { url, method: 'POST', headers, body, schema: answerSchema });
      const { Error: refused, SendStatusSet: [sent] = [], RequestId } = answer.Response;
      const result = refused ?? sent;
      if (result?.Code === 'Ok') return;
      const reason = result?.Code ?? 'no status';
      const kind = KINDS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'configuration';
      throw new ProviderFailure(kind, `${reason}: ${result?.Message ?? ''} (${RequestId ?? ''})`);
    },
  };
}
