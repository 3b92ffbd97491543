import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { ALIYUN_SMS, TENCENT_SMS, TWILIO_SMS } from '../services/service-settings.ts';
import { createAliyunSms } from './aliyun-sms.ts';
import { createOutboxSms } from './outbox-sms.ts';
import { createTencentSms } from './tencent-sms.ts';
import { createTwilioSms } from './twilio-sms.ts';

/** What sends codes to phones. */
export function smsAdapters(ctx: ServerContext) {
  const services = { fetch, clock: ctx.clock };
  return [
    defineProvider({
      ...{ kind: 'sms', id: 'account.outbox', title: 'account:service.outbox', about: 'account:service.outbox-about' },
      embedded: true,
      open: () => createOutboxSms(ctx),
    }),
    defineProvider({
      ...{ kind: 'sms', id: 'account.aliyun', title: 'account:service.aliyun-sms', settings: ALIYUN_SMS },
      about: 'account:service.aliyun-sms-about',
      open: (settings) => createAliyunSms(settings, services),
    }),
    defineProvider({
      ...{ kind: 'sms', id: 'account.tencent', title: 'account:service.tencent-sms', settings: TENCENT_SMS },
      about: 'account:service.tencent-sms-about',
      open: (settings) => createTencentSms(settings, services),
    }),
    defineProvider({
      ...{ kind: 'sms', id: 'account.twilio', title: 'account:service.twilio-sms', settings: TWILIO_SMS },
      about: 'account:service.twilio-sms-about',
      open: (settings) => createTwilioSms(settings, services),
    }),
  ];
}
