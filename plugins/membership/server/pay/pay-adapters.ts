import { eq } from 'drizzle-orm';

import type { Database } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';

import { membershipStripeSessions } from '../tables.ts';
import { createAlipay } from './alipay.ts';
import { ALIPAY, STRIPE, WECHAT_PAY } from './pay-settings.ts';
import { createStripe, type SessionNames } from './stripe.ts';
import { createWechatPay } from './wechat-pay.ts';

/** The services that take money. */
export function payAdapters({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): ProviderAdapter[] {
  const services = { fetch, clock };
  return [
    defineProvider({
      ...{ kind: 'payment', id: 'membership.wechat-pay', title: 'membership:service.wechat-pay', settings: WECHAT_PAY },
      about: 'membership:service.wechat-pay-about',
      open: (settings) => createWechatPay(settings, services),
    }),
    defineProvider({
      ...{ kind: 'payment', id: 'membership.alipay', title: 'membership:service.alipay', settings: ALIPAY },
      about: 'membership:service.alipay-about',
      open: (settings) => createAlipay(settings, services),
    }),
    defineProvider({
      ...{ kind: 'payment', id: 'membership.stripe', title: 'membership:service.stripe', settings: STRIPE },
      about: 'membership:service.stripe-about',
      open: (settings) => createStripe(settings, { ...services, sessions: sessionNames(db) }),
    }),
  ];
}

function sessionNames(db: Database): SessionNames {
  const table = membershipStripeSessions;
  return {
    async keep(number, session) {
      await db.orm.insert(table).values({ number, session }).onConflictDoNothing();
    },
    async find(number) {
      const [row] = await db.orm.select().from(table).where(eq(table.number, number));
      return row?.session;
    },
  };
}
