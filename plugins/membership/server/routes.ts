import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { redeemCode } from './codes/redeem-code.ts';
import { listConsumption, sumConsumption } from './consumption/consumption.ts';
import { createConsumptionExport, listConsumptionExports } from './consumption/exports.ts';
import { readInvoice, requestInvoice } from './invoices/request-invoice.ts';
import { createOrder } from './orders/create-order.ts';
import { cancelOrder, checkOrder, listOrders, readOrder } from './orders/own-orders.ts';
import { readShop } from './orders/read-shop.ts';
import { receiveNotice } from './pay/receive-notice.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { listTiers } from './tiers/list-tiers.ts';
import { sendSlip } from './transfer/send-slip.ts';
import { payOnTrial } from './trial/pay-on-trial.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTiers, (_input, { language }) => listTiers(ctx, language));
  calls.handle(call.listConsumption, ({ query }, { caller, language }) =>
    listConsumption(ctx, caller.accountId, { ...query, language }),
  );
  calls.handle(call.sumConsumption, ({ query }, { caller }) => sumConsumption(ctx, caller.accountId, query));
  calls.handle(call.createConsumptionExport, ({ body }, { caller, language }) =>
    createConsumptionExport(ctx, caller.accountId, { ...body, language }),
  );
  calls.handle(call.listConsumptionExports, (_input, { caller, language }) =>
    listConsumptionExports(ctx, caller.accountId, language),
  );
  calls.handle(call.readShop, (_input, { caller, language }) => readShop(ctx, caller, language));
  calls.handle(call.createOrder, ({ body }, context) => createOrder(ctx, context, body));
  calls.handle(call.listOrders, ({ query }, { caller }) => listOrders(ctx, caller, query));
  calls.handle(call.readOrder, ({ params }, { caller }) => readOrder(ctx, caller, params.number));
  calls.handle(call.checkOrder, ({ params }, { caller }) => checkOrder(ctx, caller, params.number));
  calls.handle(call.payOnTrial, ({ params }, { caller }) => payOnTrial(ctx, caller, params.number));
  calls.handle(call.cancelOrder, ({ params }, { caller }) => cancelOrder(ctx, caller, params.number));
  calls.handle(call.sendSlip, ({ params }, { caller, request }) => sendSlip(ctx, caller, params.number, request));
  calls.handle(call.readInvoice, ({ params }, { caller }) => readInvoice(ctx, caller, params.number));
  calls.handle(call.requestInvoice, ({ params, body }, { caller }) => requestInvoice(ctx, caller, params.number, body));
  calls.handle(call.redeemCode, ({ body }, context) => redeemCode(ctx, context, body.code));
  operatorRoutes(calls, ctx);
  calls.stream(call.receiveNotice, async ({ params, query, body }, { request, reply, ip }) => {
    const asked = {
      method: 'POST',
      query: texts(query),
      headers: texts(request.headers),
      body: Buffer.from(body),
    } as const;
    const { status = 200, type = 'text/plain', body: text } = await receiveNotice(ctx, params.service, asked, ip);
    reply.status(status).type(type).send(text);
  });
}

function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
