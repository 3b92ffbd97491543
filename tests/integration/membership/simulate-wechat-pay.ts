import { createCipheriv, randomBytes, verify, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import {
  pem,
  rsa,
  send,
  type Answer,
  type Notice,
  type SimulatedOrder,
  type SimulatedService,
} from './simulated-service.ts';

const API_KEY = 'an-api-v3-key-of-32-characters-.';
const PLATFORM_KEY_ID = 'PUB_KEY_ID_0114232134912410000000000000';
const APP = 'wx8888888888888888';
const MERCHANT = '1900000001';

export interface WechatChanges {
  key?: KeyObject;
  apiKey?: string;
  serial?: string;
  secondsAgo?: number;
  transaction?: Record<string, unknown>;
  /** Changes the body after it was signed. */
  tamper?(body: string): string;
}

/** WeChat Pay v3 as far as orders need it. */
export function simulateWechatPay(service: SimulatedService) {
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
      service.merchant.publicKey,
      Buffer.from(fields.get('signature') ?? '', 'base64'),
    );
    if (!isSigned || fields.get('mchid') !== MERCHANT) {
      service.badRequests += 1;
      return (response) => send(response, 401, '{"code":"SIGN_ERROR","message":"wrong signature"}');
    }
    const [, number = '', end] = /out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? [];
    const order = service.orders.get(number);
    if (number === '') {
      const asked = JSON.parse(body) as { out_trade_no: string; amount: { total: number; currency: string } };
      service.add(asked.out_trade_no, asked.amount.total, asked.amount.currency);
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
      key = service.platform.privateKey,
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

  return {
    answer: wechatAnswer,
    settings: {
      ...{
        appId: APP,
        merchantId: MERCHANT,
        serial: '5157F09E',
        privateKey: pem(service.merchant.privateKey, 'pkcs8'),
      },
      ...{ apiKey: API_KEY, publicKeyId: PLATFORM_KEY_ID, publicKey: pem(service.platform.publicKey, 'spki') },
      endpoint: service.address,
    },
    notice(
      number: string,
      { key, serial, apiKey = API_KEY, secondsAgo = 0, transaction = {}, tamper = (body) => body }: WechatChanges = {},
    ): Notice {
      const plain = { ...wechatTransaction(service.orders.get(number) as SimulatedOrder), ...transaction };
      const resource = seal(JSON.stringify(plain), apiKey);
      const body = JSON.stringify({
        ...{ id: randomBytes(8).toString('hex'), create_time: '2026-11-26T20:00:01+08:00' },
        ...{ event_type: 'TRANSACTION.SUCCESS', resource_type: 'encrypt-resource', summary: 'paid' },
        resource: { original_type: 'transaction', ...resource },
      });
      const headers = wechatHeaders(body, { age: secondsAgo, key, serial });
      return { headers: { 'content-type': 'application/json', ...headers }, body: tamper(body) };
    },
  };
}

function seal(plain: string, apiKey: string): Record<string, string> {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce));
  cipher.setAAD(Buffer.from('transaction'));
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: 'transaction' };
}
