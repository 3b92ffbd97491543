import { desc } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '#plugins/membership/calls.ts';
import { createCodeBatch, listCodeBatches, readCodeBatch, stopCodeBatch } from '../codes/code-batches.ts';
import { decideInvoice, issueInvoiceFile } from '../invoices/decide-invoice.ts';
import { listInvoices } from '../invoices/list-invoices.ts';
import { askService } from '../orders/ask-service.ts';
import { decideOrder, findOrder } from '../orders/decide-order.ts';
import { planPrices, readPrices } from '../prices/price-lists.ts';
import { membershipReconciliations } from '../tables.ts';
import { readTierRules, saveTierRules } from '../tiers/tier-rules.ts';
import { confirmTransfer, refuseSlip } from '../transfer/decide-transfer.ts';
import { adjustMember, decideAdjustment } from './adjust-member.ts';
import { listAllOrders, serviceTitle } from './all-orders.ts';
import { listAdjustments, presentAdjustment } from './list-adjustments.ts';
import { findMembers, membersOf } from './members.ts';
import { changeOneOperator, decideOneOperator, readOneOperator } from './one-operator.ts';
import { orderFile } from './order-file.ts';
import { listMemberSteps, readMember } from './read-member.ts';

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
  calls.handle(call.findMembers, async ({ query }) => {
    const found = await findMembers(ctx, ctx.db, query.q);
    return [...(await membersOf(ctx, found)).values()];
  });
  calls.handle(call.readMember, ({ params }) => readMember(ctx, params.id));
  calls.handle(call.listMemberSteps, ({ params, query }, { language }) =>
    listMemberSteps(ctx, params.id, query, language),
  );
  calls.handle(call.adjustMember, async ({ params, body }, { caller: { accountId } }) =>
    presentAdjustment(ctx, await adjustMember(ctx, { ...body, accountId: params.id }, accountId), accountId),
  );
  calls.handle(call.listAdjustments, ({ query }, { caller }) => listAdjustments(ctx, query, caller.accountId));
  calls.handle(call.decideAdjustment, async ({ params, body }, { caller: { accountId } }) =>
    presentAdjustment(ctx, await decideAdjustment(ctx, { ...body, id: params.id }, accountId), accountId),
  );
  calls.handle(call.readOneOperator, (_input, { caller }) => readOneOperator(ctx, caller.accountId));
  calls.handle(call.changeOneOperator, ({ body }, { caller }) => changeOneOperator(ctx, body.limits, caller.accountId));
  calls.handle(call.decideOneOperator, ({ body }, { caller }) => decideOneOperator(ctx, body, caller.accountId));
  calls.handle(call.createCodeBatch, ({ body }, { caller }) => createCodeBatch(ctx, body, caller.accountId));
  calls.handle(call.listCodeBatches, ({ query }) => listCodeBatches(ctx, query));
  calls.handle(call.readCodeBatch, ({ params }, { caller }) => readCodeBatch(ctx, params.id, caller.accountId));
  calls.handle(call.stopCodeBatch, ({ params }, { caller }) => stopCodeBatch(ctx, params.id, caller.accountId));
  calls.handle(call.listInvoices, ({ query }) => listInvoices(ctx, query));
  calls.handle(call.issueInvoice, ({ params, body: { invoiceNumber } }, { caller }) =>
    decideInvoice(ctx, params.id, { state: 'issued', invoiceNumber }, caller.accountId),
  );
  calls.handle(call.issueInvoiceFile, ({ params, query }, { caller, request }) =>
    issueInvoiceFile(ctx, params.id, { ...query, request }, caller.accountId),
  );
  calls.handle(call.declineInvoice, ({ params, body: { note } }, { caller }) =>
    decideInvoice(ctx, params.id, { state: 'declined', note }, caller.accountId),
  );
  calls.handle(call.readPrices, (_input, { language }) => readPrices(ctx, language));
  calls.handle(call.planPrices, async ({ body: { holdsFrom, prices } }, { caller, language }) => {
    const now = ctx.clock.now();
    const from = holdsFrom === null ? now : new Date(holdsFrom);
    if (from < now) fail('membership:prices.past', {}, { kind: 'invalid' });
    await planPrices(ctx, { holdsFrom: from, prices, by: caller.accountId });
    return await readPrices(ctx, language);
  });
  calls.handle(call.readTierRules, () => readTierRules(ctx));
  calls.handle(call.saveTierRules, ({ body }, { caller }) => saveTierRules(ctx, body, caller.accountId));
  calls.handle(call.listDifferences, async ({ query }, { language }) => {
    const table = membershipReconciliations;
    const rows = await ctx.db.orm.select().from(table).orderBy(desc(table.day)).limit(query.days);
    return rows.map(({ day, orders, differences }) => ({
      ...{ day, orders },
      differences: differences.map((each) => ({ ...each, service: serviceTitle(each.service, language) })),
    }));
  });
}
