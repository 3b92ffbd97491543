import { and, eq } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import { giveSoon } from '../orders/ask-service.ts';
import { takePaymentState } from '../orders/move-order.ts';
import { membershipOrders } from '../tables.ts';

/** Who calls without being the service is written down so often: each minute, by service. */
const AUDITED_A_MINUTE = 5;

/**
 * Takes what a payment service tells of an order. What is answered as taken is stored; a service that is answered a failure
 * tells again.
 */
export async function receiveNotice(
  ctx: ServerContext,
  service: string,
  call: ServiceCall,
  ip: string,
): Promise<ServiceAnswer> {
  try {
    const { provider } = await ctx.providers.one('payment', service);
    const { answer, news } = await provider.receive(call);
    if (news === null) return answer;
    const own = and(eq(membershipOrders.number, news.number), eq(membershipOrders.service, service));
    const [row] = await ctx.db.orm.select().from(membershipOrders).where(own);
    if (row === undefined) {
      // Told again it would be no better known.
      const details = { state: news.state };
      await ctx.audit.record(ctx.db, { actor: service, action: 'order.unknown', target: news.number, details });
      return answer;
    }
    const moved = await takePaymentState(ctx, row.id, news.state);
    if (moved.state === 'paid' || moved.state === 'late-paid') await giveSoon(ctx, moved);
    return answer;
  } catch (error) {
    ctx.log.warn({ err: error, service }, 'news of a payment service were not taken');
    const isRefused = error instanceof ExpectedError || (error instanceof ProviderFailure && error.kind === 'refused');
    if (isRefused) await auditRefusal(ctx, { service, ip, why: error.message });
    const body = JSON.stringify({ code: 'FAIL', message: isRefused ? 'refused' : 'try again' });
    return { status: isRefused ? 401 : 500, type: 'application/json', body };
  }
}

async function auditRefusal(
  { db, audit }: ServerContext,
  { service, ip, why }: { service: string; ip: string; why: string },
): Promise<void> {
  if (!(await takeRate(db, `membership:refused-notice:${service}`, AUDITED_A_MINUTE, 60)).allowed) return;
  const details = { why };
  await audit.record(db, { actor: 'anonymous', action: 'order.notice-refused', target: service, ip, details });
}
