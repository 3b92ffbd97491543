import {
  createCipheriv,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

// WeChat Pay, Alipay and Stripe as far as orders need them, on one local server, with the ways in which they misbehave.

/** What a payment service knows of an order. */
export interface SimulatedOrder {
  number: string;
  /** In fen. */
  total: number;
  currency: string;
  state: 'open' | 'paid' | 'closed' | 'refunded';
  transaction: string;
}

/** What the simulator does instead of answering well, once: after it has done what was asked, or before. */
export type Mischief = 'lose-answer' | 'lose-request' | 'error-500' | 'wrong-signature' | 'old-signature';

/** News as the service would send them. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

export interface PaySimulators {
  address: string;
  orders: Map<string, SimulatedOrder>;
  mischief: Mischief | null;
  /** Requests that were not signed as they have to be. */
  badRequests: number;
  pay(number: string, other?: Partial<SimulatedOrder>): void;
  wechat: { settings: Record<string, string>; notice(number: string, changes?: WechatChanges): Notice };
  alipay: { settings: Record<string, string>; notice(number: string, changes?: Record<string, string>): Notice };
  stripe: { settings: Record<string, string>; notice(number: string, changes?: StripeChanges): Notice };
}

export interface WechatChanges {
  key?: KeyObject;
  apiKey?: string;
  serial?: string;
  secondsAgo?: number;
  transaction?: Record<string, unknown>;
  /** Changes the body after it was signed. */
  tamper?(body: string): string;
}

export interface StripeChanges {
  secret?: string;
  secondsAgo?: number;
  type?: string;
  session?: Record<string, unknown>;
}

const API_KEY = 'an-api-v3-key-of-32-characters-.';
const PLATFORM_KEY_ID = 'PUB_KEY_ID_0114232134912410000000000000';
const WEBHOOK_SECRET = 'whsec_simulated';
const APP = 'wx8888888888888888';
const MERCHANT = '1900000001';
const ALIPAY_APP = '2021000000000001';
const SELLER = '2088000000000001';

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => String(key.export({ format: 'pem', type }));
const rsa = (body: string, key: KeyObject) => sign('sha256', Buffer.from(body), key).toString('base64');

export async function startPaySimulators(scope: TestScope): Promise<PaySimulators> {
  const [merchant, platform] = [keys(), keys()];
  const orders = new Map<string, SimulatedOrder>();
  /** Stripe's sessions by their id, and what was asked for with a key. */
  const sessions = new Map<string, string>();
  const repeated = new Map<string, string>();

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const mischief = simulators.mischief;
      simulators.mischief = null;
      if (mischief === 'lose-request') return response.destroy();
      const url = new URL(request.url ?? '', 'http://simulator');
      const answer = url.pathname.startsWith('/v3/')
        ? wechatAnswer(request, url, body)
        : url.pathname === '/gateway.do'
          ? alipayAnswer(body)
          : stripeAnswer(request, url, body);
      if (mischief === 'lose-answer') return response.destroy();
      if (mischief === 'error-500') return send(response, 500, '{"code":"SYSTEM_ERROR","message":"later"}');
      return answer(response, mischief);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  lastFirst(scope).after(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  type Answer = (response: ServerResponse, mischief: Mischief | null) => unknown;
  const add = (number: string, total: number, currency: string) => {
    const known = orders.get(number);
    if (known === undefined) orders.set(number, { number, total, currency, state: 'open', transaction: `42${number}` });
  };

  function wechatAnswer(request: IncomingMessage, url: URL, body: string): Answer {
    const fields = new Map<string, string>();
    for (const [, name = '', value = ''] of (request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)) {
      fields.set(name, value);
    }
    const signed = [
      request.method,
      url.pathname + url.search,
      fields.get('timestamp'),
      fields.get('nonce_str'),
      body,
      '',
    ].join('\n');
    const isSigned = verify(
      'sha256',
      Buffer.from(signed),
      merchant.publicKey,
      Buffer.from(fields.get('signature') ?? '', 'base64'),
    );
    if (!isSigned || fields.get('mchid') !== MERCHANT) {
      simulators.badRequests += 1;
      return (response) => send(response, 401, '{"code":"SIGN_ERROR","message":"wrong signature"}');
    }
    const [, number = '', end] = /out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? [];
    const order = orders.get(number);
    if (number === '') {
      const asked = JSON.parse(body) as { out_trade_no: string; amount: { total: number; currency: string } };
      add(asked.out_trade_no, asked.amount.total, asked.amount.currency);
      return signedAnswer(200, JSON.stringify({ code_url: `weixin://wxpay/bizpayurl?pr=${asked.out_trade_no}` }));
    }
    if (order === undefined) return (response) => send(response, 404, '{"code":"ORDER_NOT_EXIST","message":"none"}');
    if (end === undefined) return signedAnswer(200, JSON.stringify(wechatTransaction(order)));
    if (order.state === 'paid') return (response) => send(response, 400, '{"code":"ORDERPAID","message":"paid"}');
    order.state = 'closed';
    return signedAnswer(204, '');
  }

  const signedAnswer =
    (status: number, body: string): Answer =>
    (response, mischief) => {
      const age = mischief === 'old-signature' ? 600 : 0;
      send(response, status, body, wechatHeaders(mischief === 'wrong-signature' ? `${body} ` : body, { age }));
    };

  function wechatHeaders(
    body: string,
    {
      age = 0,
      key = platform.privateKey,
      serial = PLATFORM_KEY_ID,
    }: { age?: number; key?: KeyObject; serial?: string },
  ): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000) - age);
    const nonce = randomBytes(8).toString('hex');
    return {
      ...{ 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-serial': serial },
      'wechatpay-signature': rsa(`${timestamp}\n${nonce}\n${body}\n`, key),
    };
  }

  function wechatTransaction({ number, state, transaction, total, currency }: SimulatedOrder) {
    const trade_state = { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED', refunded: 'REFUND' }[state];
    const paid = {
      ...{ transaction_id: transaction, success_time: '2026-11-26T20:00:00+08:00' },
      amount: { total, payer_total: total, currency },
    };
    return {
      ...{ appid: APP, mchid: MERCHANT, out_trade_no: number, trade_state },
      ...(state === 'paid' || state === 'refunded' ? paid : {}),
    };
  }

  function alipayAnswer(body: string): Answer {
    const { sign: signature = '', ...fields } = Object.fromEntries(new URLSearchParams(body));
    if (!verify('sha256', Buffer.from(sorted(fields)), merchant.publicKey, Buffer.from(signature, 'base64'))) {
      simulators.badRequests += 1;
    }
    const { out_trade_no } = JSON.parse(fields['biz_content'] ?? '{}') as { out_trade_no: string };
    const order = orders.get(out_trade_no);
    const method = fields['method'] ?? '';
    const inner = JSON.stringify(alipayResult(method, order));
    return (response, mischief) => {
      const signed = rsa(mischief === 'wrong-signature' ? `${inner} ` : inner, platform.privateKey);
      send(response, 200, `{"${method.replaceAll('.', '_')}_response":${inner},"sign":"${signed}"}`);
    };
  }

  function alipayResult(method: string, order: SimulatedOrder | undefined): Record<string, string> {
    if (order === undefined) return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' };
    const { number: out_trade_no, transaction: trade_no } = order;
    if (method === 'alipay.trade.close') {
      if (order.state === 'paid') return { code: '40004', msg: 'Failed', sub_code: 'ACQ.TRADE_STATUS_ERROR' };
      order.state = 'closed';
      return { code: '10000', msg: 'Success', out_trade_no, trade_no };
    }
    return {
      ...{ code: '10000', msg: 'Success "{" and "}"', out_trade_no, trade_no, trade_status: tradeStatus(order) },
      ...{ total_amount: (order.total / 100).toFixed(2), send_pay_date: '2026-11-26 20:00:00' },
    };
  }

  function stripeAnswer(request: IncomingMessage, url: URL, body: string): Answer {
    if (request.headers.authorization !== 'Bearer sk_simulated') {
      simulators.badRequests += 1;
      return (response) => send(response, 401, '{"error":{"type":"invalid_request_error","message":"key"}}');
    }
    const [, id, action] = /sessions\/(\w+)(\/expire)?$/.exec(url.pathname) ?? [];
    if (id === undefined) {
      const form = Object.fromEntries(new URLSearchParams(body));
      const key = String(request.headers['idempotency-key']);
      const number = form['client_reference_id'] ?? '';
      add(
        number,
        Number(form['line_items[0][price_data][unit_amount]']),
        (form['line_items[0][price_data][currency]'] ?? '').toUpperCase(),
      );
      const session = repeated.get(key) ?? `cs_${randomBytes(6).toString('hex')}`;
      repeated.set(key, session);
      sessions.set(session, number);
      return (response) => send(response, 200, JSON.stringify(stripeSession(number)));
    }
    const order = orders.get(sessions.get(id) ?? '');
    if (order === undefined) return (response) => send(response, 404, '{"error":{"type":"invalid_request_error"}}');
    if (action !== undefined && order.state !== 'open') {
      return (response) => send(response, 400, '{"error":{"type":"invalid_request_error","message":"complete"}}');
    }
    if (action !== undefined) order.state = 'closed';
    return (response) => send(response, 200, JSON.stringify(stripeSession(order.number)));
  }

  function stripeSession(number: string): Record<string, unknown> {
    const { state, total, currency, transaction } = orders.get(number) as SimulatedOrder;
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

  const simulators: PaySimulators = {
    ...{ address, orders, mischief: null, badRequests: 0 },
    pay(number, other = {}) {
      const order = orders.get(number);
      if (order === undefined) throw new TypeError(`the services know of no order ${number}`);
      Object.assign(order, { state: 'paid' }, other);
    },
    wechat: {
      settings: {
        ...{ appId: APP, merchantId: MERCHANT, serial: '5157F09E', privateKey: pem(merchant.privateKey, 'pkcs8') },
        ...{ apiKey: API_KEY, publicKeyId: PLATFORM_KEY_ID, publicKey: pem(platform.publicKey, 'spki') },
        endpoint: address,
      },
      notice(
        number,
        { key, serial, apiKey = API_KEY, secondsAgo = 0, transaction = {}, tamper = (body: string) => body } = {},
      ) {
        const plain = { ...wechatTransaction(orders.get(number) as SimulatedOrder), ...transaction };
        const resource = seal(JSON.stringify(plain), apiKey);
        const body = JSON.stringify({
          ...{ id: randomBytes(8).toString('hex'), create_time: '2026-11-26T20:00:01+08:00' },
          ...{ event_type: 'TRANSACTION.SUCCESS', resource_type: 'encrypt-resource', summary: 'paid' },
          resource: { original_type: 'transaction', ...resource },
        });
        const headers = wechatHeaders(body, { age: secondsAgo, key, serial });
        return { headers: { 'content-type': 'application/json', ...headers }, body: tamper(body) };
      },
    },
    alipay: {
      settings: {
        ...{ appId: ALIPAY_APP, sellerId: SELLER, privateKey: pem(merchant.privateKey, 'pkcs8') },
        ...{ alipayPublicKey: pem(platform.publicKey, 'spki'), endpoint: `${address}/gateway.do` },
      },
      notice(number, changes = {}) {
        const order = orders.get(number) as SimulatedOrder;
        const fields = {
          ...{ app_id: ALIPAY_APP, seller_id: SELLER, out_trade_no: number, trade_no: order.transaction },
          ...{ trade_status: tradeStatus(order), total_amount: (order.total / 100).toFixed(2), notify_id: 'a+b c=&d' },
          ...{ gmt_payment: '2026-11-26 20:00:00', subject: '白银会员 90 天', ...changes },
        };
        const { unsigned, ...signed } = fields as Record<string, string>;
        const signature = rsa(sorted(signed), platform.privateKey);
        const sent = { ...signed, ...(unsigned === undefined ? {} : (JSON.parse(unsigned) as Record<string, string>)) };
        return {
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
          body: new URLSearchParams({ ...sent, sign_type: 'RSA2', sign: signature }).toString(),
        };
      },
    },
    stripe: {
      settings: { secretKey: 'sk_simulated', webhookSecret: WEBHOOK_SECRET, endpoint: address },
      notice(
        number,
        { secret = WEBHOOK_SECRET, secondsAgo = 0, type = 'checkout.session.completed', session = {} } = {},
      ) {
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
    },
  };
  return simulators;
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function tradeStatus({ state }: SimulatedOrder): string {
  return { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED', refunded: 'TRADE_CLOSED' }[state];
}

function sorted(fields: Record<string, string>): string {
  return Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

function seal(plain: string, apiKey: string): Record<string, string> {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: 'transaction' };
}
