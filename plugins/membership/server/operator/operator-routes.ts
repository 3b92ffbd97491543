import { desc } from 'drizzle-orm';

import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '#plugins/membership/calls.ts';
import { askService } from '../orders/ask-service.ts';
import { decideOrder, findOrder } from '../orders/decide-order.ts';
import { membershipReconciliations } from '../tables.ts';
import { confirmTransfer, refuseSlip } from '../transfer/decide-transfer.ts';
import { listAllOrders } from './all-orders.ts';
import { orderFile } from './order-file.ts';

/** What operators see and decide of orders and payments. */
export function operatorRoutes(calls: CallRegistry, ctx: ServerContext): void {
  const find = (number: string) => findOrder(ctx.db, number);
  calls.handle(call.listAllOrders, ({ query }, { language }) => listAllOrders(ctx, query, language));
  calls.handle(call.readAnyOrder, async ({ params }, { language }) =>
    orderFile(ctx, await find(params.number), language),
  );
  calls.handle(call.confirmTransfer, async ({ params, body }, { caller, language }) =>
    orderFile(ctx, await confirmTransfer(ctx, await find(params.number), body, caller.accountId), language),
  );
  calls.handle(call.refuseSlip, async ({ params, body }, { caller, language }) =>
    orderFile(ctx, await refuseSlip(ctx, await find(params.number), body.note, caller.accountId), language),
  );
  calls.handle(call.decideOrder, async ({ params, body }, { caller, language }) => {
    const decision = { type: body.decision, reason: body.reason, actor: caller.accountId };
    return await orderFile(ctx, await decideOrder(ctx, await find(params.number), decision), language);
  });
  calls.handle(call.checkAnyOrder, async ({ params }, { language }) =>
    orderFile(ctx, await askService(ctx, await find(params.number), { ends: false }), language),
  );
  calls.handle(call.listDifferences, async ({ query }) => {
    const table = membershipReconciliations;
    const rows = await ctx.db.orm.select().from(table).orderBy(desc(table.day)).limit(query.days);
    return rows.map(({ day, orders, differences }) => ({ day, orders, differences }));
  });
}
