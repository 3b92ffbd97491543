import { v7 as uuid } from 'uuid';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate } from '#core/server/ground/messages.ts';
import type { SmsProvider } from '#core/server/services/providers/sms.ts';

import { maskNumber } from '../limits.ts';
import { accountOutbox } from '../tables.ts';

/** Sends nothing: keeps each message for operators, and writes it to the log of the server. */
export function createOutboxSms(ctx: ServerContext): SmsProvider {
  return {
    async send({ mobile, code, minutes, language }) {
      const text = translate(language, 'account:sms.text', { code, minutes });
      await ctx.db.orm.insert(accountOutbox).values({ id: uuid(), to: mobile, text, createdAt: ctx.clock.now() });
      ctx.log.info({ to: maskNumber(mobile), text }, 'no SMS provider is set up; this message was kept in the outbox');
    },
  };
}
