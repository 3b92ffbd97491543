import { verify } from 'node:crypto';

import {
  pem,
  rsa,
  send,
  type Answer,
  type Notice,
  type SimulatedOrder,
  type SimulatedService,
} from './simulated-service.ts';

const APP = '2021000000000001';
const SELLER = '2088000000000001';

/** Alipay as far as orders need it. */
export function simulateAlipay(service: SimulatedService) {
  function alipayAnswer(body: string): Answer {
    const { sign: signature = '', ...fields } = Object.fromEntries(new URLSearchParams(body));
    if (!verify('sha256', Buffer.from(sorted(fields)), service.merchant.publicKey, Buffer.from(signature, 'base64'))) {
      service.badRequests += 1;
    }
    const { out_trade_no } = JSON.parse(fields['biz_content'] ?? '{}') as { out_trade_no: string };
    const order = service.orders.get(out_trade_no);
    const method = fields['method'] ?? '';
    const inner = JSON.stringify(alipayResult(method, order));
    return (response, mischief) => {
      const signed = rsa(mischief === 'wrong-signature' ? `${inner} ` : inner, service.platform.privateKey);
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

  return {
    answer: alipayAnswer,
    settings: {
      ...{ appId: APP, sellerId: SELLER, privateKey: pem(service.merchant.privateKey, 'pkcs8') },
      ...{ alipayPublicKey: pem(service.platform.publicKey, 'spki'), endpoint: `${service.address}/gateway.do` },
    },
    notice(number: string, changes: Record<string, string> = {}): Notice {
      const order = service.orders.get(number) as SimulatedOrder;
      const fields = {
        ...{ app_id: APP, seller_id: SELLER, out_trade_no: number, trade_no: order.transaction },
        ...{ trade_status: tradeStatus(order), total_amount: (order.total / 100).toFixed(2), notify_id: 'a+b c=&d' },
        ...{ gmt_payment: '2026-11-26 20:00:00', subject: '白银会员 90 天', ...changes },
      };
      const { unsigned, ...signed } = fields as Record<string, string>;
      const signature = rsa(sorted(signed), service.platform.privateKey);
      const sent = { ...signed, ...(unsigned === undefined ? {} : (JSON.parse(unsigned) as Record<string, string>)) };
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: new URLSearchParams({ ...sent, sign_type: 'RSA2', sign: signature }).toString(),
      };
    },
  };
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
