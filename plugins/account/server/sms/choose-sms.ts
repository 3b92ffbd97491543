import type { ServerContext } from '#core/server/plugins/context.ts';
import type { SmsProvider } from '#core/server/services/providers/sms.ts';

import { SMS } from '../settings.ts';
import { createAliyunSms } from './aliyun-sms.ts';
import { createOutboxSms } from './outbox-sms.ts';
import { createTencentSms } from './tencent-sms.ts';
import { createTwilioSms } from './twilio-sms.ts';

/** The provider that the operator has chosen. */
export async function chooseSms(ctx: ServerContext): Promise<SmsProvider> {
  const settings = await ctx.settings.get(SMS);
  const services = { fetch, clock: ctx.clock };
  switch (settings.provider) {
    case 'aliyun':
      return createAliyunSms(settings, services);
    case 'tencent':
      return createTencentSms(settings, services);
    case 'twilio':
      return createTwilioSms(settings, services);
    case 'outbox':
      return createOutboxSms(ctx);
  }
}
