import { z } from 'zod';

import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { translate } from '#core/server/ground/messages.ts';

import type { TWILIO_SMS } from '../services/service-settings.ts';
import { requestSms, type SmsServices } from './sms-request.ts';

type TwilioSettings = z.output<typeof TWILIO_SMS>;

const answerSchema = z.object({
  sid: z.string().optional(),
  status: z.union([z.string(), z.number()]).optional(),
  code: z.number().optional(),
  error_code: z.number().nullish(),
  message: z.string().nullish(),
});

const KINDS: Readonly<Record<number, ProviderFailureKind>> = {
  21211: 'refused',
  21610: 'refused',
  21614: 'refused',
  20429: 'limited',
};

/** Twilio's Messages: one text, written by us. */
export function createTwilioSms(settings: TwilioSettings, services: SmsServices): Opened<'sms'> {
  const { accountSid, authToken } = settings;
  const account = `2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    async probe() {
      const url = new URL(`${account}.json`, settings.endpoint);
      const asked = { url, method: 'GET', headers: { authorization }, schema: answerSchema };
      const { status, answer } = await requestSms(services, asked);
      if (status !== 200) throw new ProviderFailure(kindOf(status, answer.code ?? 0), answer.message ?? `${status}`);
    },
    async send({ mobile, code, minutes, language }) {
      const { from, messagingServiceSid } = settings;
      const url = new URL(`${account}/Messages.json`, settings.endpoint);
      const form = new URLSearchParams({
        To: `+86${mobile}`,
        Body: translate(language, 'account:sms.text', { code, minutes }),
      });
      if (from !== '') form.set('From', from);
      if (messagingServiceSid !== '') form.set('MessagingServiceSid', messagingServiceSid);
      const { status, answer } = await requestSms(services, {
        ...{ url, method: 'POST', body: form.toString(), schema: answerSchema },
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      });
      const failed = answer.status === 'failed' || answer.status === 'undelivered';
      if (status === 201 && !failed) return;
      const reason = answer.code ?? answer.error_code ?? 0;
      throw new ProviderFailure(kindOf(status, reason), `${status} ${reason}: ${answer.message ?? ''}`);
    },
  };
}

function kindOf(status: number, reason: number): ProviderFailureKind {
  const known = KINDS[reason];
  if (known !== undefined) return known;
  if (status === 429) return 'limited';
  return status >= 500 ? 'unavailable' : 'configuration';
}
