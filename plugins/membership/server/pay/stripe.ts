import { createHmac, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { PaymentState, RefundState } from '#core/server/services/providers/payment.ts';

import { assertReachable, readJsonObject, repeatOnce, sendPayRequest, type PayServices } from './pay-request.ts';
import type { STRIPE } from './pay-settings.ts';

type StripeSettings = z.output<typeof STRIPE>;

/** Which session of the service an order has; the service does not find it by our number. */
export interface SessionNames {
  keep(number: string, session: string): Promise<void>;
  find(number: string): Promise<string | undefined>;
}

const VERSION = '2026-07-29.dahlia';
const MOST_AGE_SECONDS = 300;
/** The service takes no shorter time to pay. */
const LEAST_MILLISECONDS = 31 * 60_000;

const sessionSchema = z.object({
  id: z.string(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  payment_intent: z.string().nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
});
type Session = z.output<typeof sessionSchema>;
const eventSchema = z.object({ type: z.string(), created: z.number(), data: z.object({ object: z.unknown() }) });
const refundSchema = z.object({ status: z.string().nullish() });

/** Stripe Checkout: a page of Stripe that the browser opens. */
export function createStripe(
  { secretKey, webhookSecret, endpoint }: StripeSettings,
  services: PayServices & { sessions: SessionNames },
): Opened<'payment'> {
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    { form, key }: { form?: Record<string, string>; key?: string } = {},
  ): Promise<unknown> {
    const { status, text } = await sendPayRequest(services, new URL(path, endpoint), {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': VERSION,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
    });
    const answer = readJsonObject(text);
    if (status === 200 && answer !== undefined) return answer;
    const error = z
      .object({ error: z.object({ type: z.string(), message: z.string().default('') }) })
      .safeParse(answer);
    const said = error.data === undefined ? 'no answer' : `${error.data.error.type}: ${error.data.error.message}`;
    throw new ProviderFailure(kindOf(status), `${status} ${said}`);
  }

  function readSession(value: unknown): Session {
    const { data } = sessionSchema.safeParse(value);
    if (data === undefined) throw new ProviderFailure('unavailable', 'a session of another form');
    return data;
  }

  async function sessionOf(number: string): Promise<Session | undefined> {
    const id = await services.sessions.find(number);
    if (id === undefined) return undefined;
    const session = readSession(await ask('GET', `/v1/checkout/sessions/${encodeURIComponent(id)}`));
    if (session.client_reference_id !== number) {
      throw new ProviderFailure('refused', 'the session is of another order');
    }
    return session;
  }

  return {
    currencies: ['CNY'],

    async probe() {
      await ask('GET', '/v1/checkout/sessions?limit=1');
    },

    async open({ number, amount, currency, subject, notify, back, expiresAt }) {
      assertReachable(notify);
      const until = Math.max(expiresAt.getTime(), services.clock.now().getTime() + LEAST_MILLISECONDS);
      const form = {
        ...{ mode: 'payment', client_reference_id: number, success_url: back, cancel_url: back },
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amount),
        'line_items[0][price_data][product_data][name]': subject,
        'line_items[0][quantity]': '1',
        'payment_intent_data[metadata][order]': number,
        expires_at: String(Math.floor(until / 1000)),
      };
      const answer = await repeatOnce(() => ask('POST', '/v1/checkout/sessions', { form, key: `open-${number}` }));
      const session = readSession(answer);
      await services.sessions.keep(number, session.id);
      if (!session.url) throw new ProviderFailure('unavailable', 'a session without a page');
      return { show: 'page', url: session.url };
    },

    async check(number) {
      const session = await sessionOf(number);
      return session === undefined ? { state: 'open' } : stateOf(session, services.clock.now());
    },

    async close(number) {
      const session = await sessionOf(number);
      if (session?.status !== 'open') return;
      const path = `/v1/checkout/sessions/${encodeURIComponent(session.id)}/expire`;
      await ask('POST', path, { key: `close-${number}` }).catch((error: unknown) => {
        // Completed between the two: the next check says so.
        if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
      });
    },

    async refund(order, { number, amount }) {
      const session = await sessionOf(order.number);
      if (!session?.payment_intent) return { state: 'failed', reason: 'it was not paid' };
      const form = { payment_intent: session.payment_intent, amount: String(amount), 'metadata[refund]': number };
      return refundState(await repeatOnce(() => ask('POST', '/v1/refunds', { form, key: `refund-${number}` })));
    },

    async checkRefund(order, refund) {
      const session = await sessionOf(order);
      if (!session?.payment_intent) return { state: 'failed', reason: 'it was not paid' };
      const path = `/v1/refunds?limit=100&payment_intent=${encodeURIComponent(session.payment_intent)}`;
      const listSchema = z.object({ data: z.array(z.object({ status: z.string(), metadata: z.looseObject({}) })) });
      const { data } = listSchema.parse(await ask('GET', path));
      return refundState(data.find(({ metadata }) => metadata['refund'] === refund));
    },

    async receive({ headers, body }) {
      assertSigned(headers['stripe-signature'] ?? '', body, { secret: webhookSecret, now: services.clock.now() });
      const { type, created, data } = eventSchema.parse(readJsonObject(body.toString()));
      const answer = { body: '' };
      if (!type.startsWith('checkout.session.')) return { answer, news: null };
      const session = readSession(data.object);
      if (!session.client_reference_id) return { answer, news: null };
      const number = session.client_reference_id;
      if (type === 'checkout.session.async_payment_failed')
        return { answer, news: { number, state: { state: 'failed' } } };
      return { answer, news: { number, state: stateOf(session, new Date(created * 1000)) } };
    },
  };
}

function stateOf(
  { status, payment_status, payment_intent, amount_total, currency, id }: Session,
  at: Date,
): PaymentState {
  if (payment_status === 'paid' && typeof amount_total === 'number' && typeof currency === 'string') {
    const transaction = payment_intent ?? id;
    return { state: 'paid', transaction, amount: amount_total, currency: currency.toUpperCase(), at };
  }
  return { state: status === 'expired' ? 'closed' : 'open' };
}

function refundState(said: unknown): RefundState {
  const { data } = refundSchema.safeParse(said);
  if (data?.status === 'succeeded') return { state: 'done' };
  if (data?.status === 'failed' || data?.status === 'canceled') return { state: 'failed', reason: data.status };
  return { state: 'working' };
}

function kindOf(status: number): ProviderFailureKind {
  if (status === 401 || status === 403) return 'configuration';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** @throws ProviderFailure `refused` for what is not signed with the secret, or too long ago */
function assertSigned(header: string, body: Buffer, { secret, now }: { secret: string; now: Date }): void {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const age = Math.abs(now.getTime() / 1000 - Number(time));
  if (time === '' || !(age <= MOST_AGE_SECONDS)) throw new ProviderFailure('refused', 'it was signed too long ago');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isRight = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isRight) throw new ProviderFailure('refused', 'the signature is wrong');
}
