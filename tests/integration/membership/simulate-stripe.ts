import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { send, type Answer, type Notice, type SimulatedOrder, type SimulatedService } from './simulated-service.ts';

const WEBHOOK_SECRET = 'whsec_simulated';

export interface StripeChanges {
  secret?: string;
  secondsAgo?: number;
  type?: string;
  session?: Record<string, unknown>;
}

/** Stripe Checkout as far as orders need it. */
export function simulateStripe(service: SimulatedService) {
  const sessions = new Map<string, string>();
  /** The sessions that were asked for with a key. */
  const repeated = new Map<string, string>();

  function stripeAnswer(request: IncomingMessage, url: URL, body: string): Answer {
    if (request.headers.authorization !== 'Bearer sk_simulated') {
      service.badRequests += 1;
      return (response) => send(response, 401, '{"error":{"type":"invalid_request_error","message":"key"}}');
    }
    const [, id, action] = /sessions\/(\w+)(\/expire)?$/.exec(url.pathname) ?? [];
    if (id === undefined) {
      const form = Object.fromEntries(new URLSearchParams(body));
      const key = String(request.headers['idempotency-key']);
      const number = form['client_reference_id'] ?? '';
      service.add(
        number,
        Number(form['line_items[0][price_data][unit_amount]']),
        (form['line_items[0][price_data][currency]'] ?? '').toUpperCase(),
      );
      const session = repeated.get(key) ?? `cs_${randomBytes(6).toString('hex')}`;
      repeated.set(key, session);
      sessions.set(session, number);
      return (response) => send(response, 200, JSON.stringify(stripeSession(number)));
    }
    const order = service.orders.get(sessions.get(id) ?? '');
    if (order === undefined) return (response) => send(response, 404, '{"error":{"type":"invalid_request_error"}}');
    if (action !== undefined && order.state !== 'open') {
      return (response) => send(response, 400, '{"error":{"type":"invalid_request_error","message":"complete"}}');
    }
    if (action !== undefined) order.state = 'closed';
    return (response) => send(response, 200, JSON.stringify(stripeSession(order.number)));
  }

  function stripeSession(number: string): Record<string, unknown> {
    const { state, total, currency, transaction } = service.orders.get(number) as SimulatedOrder;
    const [id = 'cs_none'] = [...sessions].find(([, of]) => of === number) ?? [];
    const paid = state === 'paid' || state === 'refunded';
    return {
      ...{ id, url: `https://checkout.stripe.example/${id}`, client_reference_id: number },
      ...{
        status: paid ? 'complete' : state === 'closed' ? 'expired' : 'open',
        payment_status: paid ? 'paid' : 'unpaid',
      },
      ...{ payment_intent: paid ? `pi_${transaction}` : null, amount_total: total, currency: currency.toLowerCase() },
    };
  }

  return {
    answer: stripeAnswer,
    settings: { secretKey: 'sk_simulated', webhookSecret: WEBHOOK_SECRET, endpoint: service.address },
    notice(
      number: string,
      {
        secret = WEBHOOK_SECRET,
        secondsAgo = 0,
        type = 'checkout.session.completed',
        session = {},
      }: StripeChanges = {},
    ): Notice {
      const object = { ...stripeSession(number), ...session };
      const body = JSON.stringify({ id: 'evt_1', type, created: Math.floor(Date.now() / 1000), data: { object } });
      const time = Math.floor(Date.now() / 1000) - secondsAgo;
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature}`,
      };
      return { headers, body };
    },
  };
}
