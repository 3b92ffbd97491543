import { randomBytes, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { PaymentState, RefundState } from '#core/server/services/providers/payment.ts';

import { readPrivateKey, readPublicKey } from './keys.ts';
import { assertReachable, readJsonObject, repeatOnce, sendPayRequest, type PayServices } from './pay-request.ts';
import type { WECHAT_PAY } from './pay-settings.ts';
import {
  assertSigned,
  authorization,
  openSealed,
  readCertificates,
  sealedSchema,
  signedText,
  type SignedText,
} from './wechat-signature.ts';

type WechatPaySettings = z.output<typeof WECHAT_PAY>;

/** Certificates are fetched again when an unknown one signs, but not more often. */
const FETCH_AGAIN_MILLISECONDS = 60_000;
const DESCRIPTION_LETTERS = 120;

const codeSchema = z.object({ code_url: z.string() });
const transactionSchema = z.object({
  ...{ appid: z.string(), mchid: z.string(), out_trade_no: z.string(), trade_state: z.string() },
  transaction_id: z.string().optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.number().int(), currency: z.string().default('CNY') }).optional(),
});
const newsSchema = z.object({ event_type: z.string(), resource: sealedSchema });
const refundNewsSchema = z.object({ mchid: z.string(), out_trade_no: z.string(), transaction_id: z.string() });
const refundSchema = z.object({ status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']) });

const KINDS: Readonly<Record<number, ProviderFailureKind>> = {
  ...{ 400: 'refused', 401: 'configuration', 403: 'configuration', 404: 'refused', 429: 'limited' },
};

/** WeChat Pay's Native payments: a QR code that WeChat scans. */
export function createWechatPay(settings: WechatPaySettings, services: PayServices): Opened<'payment'> {
  const { appId, merchantId, serial, apiKey, endpoint } = settings;
  const merchant = { id: merchantId, serial, key: readPrivateKey(settings.privateKey) };
  const keys = createPlatformKeys(settings, { now: () => services.clock.now(), fetchCertificates });

  async function send(method: 'GET' | 'POST', path: string, body?: unknown) {
    const url = new URL(path, endpoint);
    const text = body === undefined ? '' : JSON.stringify(body);
    const once = {
      nonce: randomBytes(16).toString('hex'),
      timestamp: Math.floor(services.clock.now().getTime() / 1000),
    };
    const headers = {
      accept: 'application/json',
      'user-agent': 'reelport',
      authorization: authorization({ method, path: url.pathname + url.search, body: text }, merchant, once),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return await sendPayRequest(services, url, { method, headers, ...(body === undefined ? {} : { body: text }) });
  }

  /** Sends a request and verifies the answer. @returns undefined for one of the codes that are expected */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    { body, unless = [] }: { body?: unknown; unless?: readonly string[] } = {},
  ): Promise<unknown> {
    const answer = await send(method, path, body);
    if (answer.status >= 200 && answer.status < 300) {
      await assertOfPlatform(signedText((name) => answer.headers.get(name), answer.text)).catch((error: unknown) => {
        throw new ProviderFailure('unavailable', 'the answer is not of WeChat Pay', { cause: error });
      });
      return readJsonObject(answer.text) ?? {};
    }
    const { code = '', message = '' } = readJsonObject(answer.text) ?? {};
    if (unless.includes(String(code))) return undefined;
    throw new ProviderFailure(
      KINDS[answer.status] ?? 'unavailable',
      `${answer.status} ${String(code)}: ${String(message)}`,
    );
  }

  async function fetchCertificates(): Promise<Map<string, KeyObject>> {
    const answer = await send('GET', '/v3/certificates');
    if (answer.status !== 200) throw new ProviderFailure('configuration', `${answer.status} for the certificates`);
    const now = services.clock.now();
    const found = readCertificates(answer.text, apiKey, now);
    // Whoever could seal them knows the API v3 key; the signature says that they are of now.
    const signed = signedText((name) => answer.headers.get(name), answer.text);
    const key = found.get(signed.serial);
    if (key === undefined) throw new ProviderFailure('refused', 'the certificates are signed by none of them');
    assertSigned(signed, key, now);
    return found;
  }

  async function assertOfPlatform(signed: SignedText): Promise<void> {
    assertSigned(signed, await keys.of(signed.serial), services.clock.now());
  }

  function stateOf(said: unknown, number?: string): { number: string; state: PaymentState } {
    const transaction = transactionSchema.safeParse(said);
    if (!transaction.success) throw new ProviderFailure('unavailable', 'a transaction of another form');
    const { appid, mchid, out_trade_no, trade_state, transaction_id, amount, success_time } = transaction.data;
    if (appid !== appId || mchid !== merchantId || (number !== undefined && out_trade_no !== number)) {
      throw new ProviderFailure('refused', 'the transaction is of another merchant or order');
    }
    const paid = { transaction: transaction_id ?? '' };
    switch (trade_state) {
      case 'SUCCESS':
        if (transaction_id === undefined || amount === undefined) {
          throw new ProviderFailure('unavailable', 'a paid transaction without an amount');
        }
        return {
          number: out_trade_no,
          state: {
            ...{ state: 'paid', ...paid, amount: amount.total, currency: amount.currency },
            at: success_time === undefined ? services.clock.now() : new Date(success_time),
          },
        };
      case 'REFUND':
        return { number: out_trade_no, state: { state: 'refunded', ...paid } };
      case 'CLOSED':
      case 'REVOKED':
        return { number: out_trade_no, state: { state: 'closed' } };
      default:
        // A payment that failed may be tried again until the order is closed.
        return { number: out_trade_no, state: { state: 'open' } };
    }
  }

  const orderPath = (number: string) => `/v3/pay/transactions/out-trade-no/${number}`;
  const queryOrder = (number: string) =>
    ask('GET', `${orderPath(number)}?mchid=${encodeURIComponent(merchantId)}`, {
      unless: ['ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS'],
    });

  return {
    currencies: ['CNY'],

    async probe() {
      await queryOrder('reelport-probe');
    },

    async open({ number, amount, currency, subject, notify, expiresAt }) {
      assertReachable(notify);
      const body = {
        ...{ appid: appId, mchid: merchantId, out_trade_no: number, notify_url: notify },
        description: [...subject].slice(0, DESCRIPTION_LETTERS).join(''),
        amount: { total: amount, currency },
        time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
      };
      // The same order again answers a fresh code.
      const answer = await repeatOnce(() => ask('POST', '/v3/pay/transactions/native', { body }));
      const { data } = codeSchema.safeParse(answer);
      if (data === undefined) throw new ProviderFailure('unavailable', 'there is no code in the answer');
      return { show: 'qr-code', text: data.code_url };
    },

    async check(number) {
      const said = await queryOrder(number);
      return said === undefined ? { state: 'open' } : stateOf(said, number).state;
    },

    async close(number) {
      await ask('POST', `${orderPath(number)}/close`, {
        body: { mchid: merchantId },
        unless: ['ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS', 'ORDER_CLOSED', 'ORDERPAID'],
      });
    },

    async refund(order, { number, amount, reason }) {
      const body = {
        ...{ out_trade_no: order.number, out_refund_no: number, reason: [...reason].slice(0, 80).join('') },
        amount: { refund: amount, total: order.amount, currency: order.currency },
      };
      return refundState(await repeatOnce(() => ask('POST', '/v3/refund/domestic/refunds', { body })));
    },

    async checkRefund(_order, refund) {
      return refundState(await ask('GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refund)}`));
    },

    async receive({ headers, body }) {
      const text = body.toString();
      await assertOfPlatform(signedText((name) => headers[name], text));
      const answer = { status: 204, body: '' };
      const { event_type, resource } = newsSchema.parse(readJsonObject(text));
      const said = readJsonObject(openSealed(resource, apiKey));
      if (event_type === 'REFUND.SUCCESS') {
        const { mchid, out_trade_no, transaction_id } = refundNewsSchema.parse(said);
        if (mchid !== merchantId) throw new ProviderFailure('refused', 'the refund is of another merchant');
        return { answer, news: { number: out_trade_no, state: { state: 'refunded', transaction: transaction_id } } };
      }
      return { answer, news: event_type.startsWith('TRANSACTION.') ? stateOf(said) : null };
    },
  };
}

function refundState(said: unknown): RefundState {
  const { data } = refundSchema.safeParse(said);
  switch (data?.status) {
    case 'SUCCESS':
      return { state: 'done' };
    case 'CLOSED':
    case 'ABNORMAL':
      return { state: 'failed', reason: data.status };
    default:
      return { state: 'working' };
  }
}

/** The keys that the platform signs with: one that is set, or those of its certificates, which change. */
function createPlatformKeys(
  { publicKeyId, publicKey }: WechatPaySettings,
  { now, fetchCertificates }: { now(): Date; fetchCertificates(): Promise<Map<string, KeyObject>> },
) {
  const fixed = publicKeyId === '' || publicKey === '' ? undefined : readPublicKey(publicKey);
  let known = new Map<string, KeyObject>();
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | undefined;

  async function fetchAgain(): Promise<void> {
    fetchedAt = now().getTime();
    known = await fetchCertificates();
  }
  return {
    /** @throws ProviderFailure `refused` for a key that the platform does not have (any more) */
    async of(serial: string): Promise<KeyObject> {
      if (fixed !== undefined && serial === publicKeyId) return fixed;
      const found = known.get(serial);
      if (found !== undefined && now().getTime() - fetchedAt < 12 * 60 * FETCH_AGAIN_MILLISECONDS) return found;
      if (fixed === undefined && now().getTime() - fetchedAt >= FETCH_AGAIN_MILLISECONDS) {
        fetching ??= fetchAgain().finally(() => (fetching = undefined));
      }
      await fetching;
      const key = known.get(serial);
      if (key === undefined) throw new ProviderFailure('refused', `the platform does not sign with ${serial}`);
      return key;
    },
  };
}
