import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

import { simulateAlipay } from './simulate-alipay.ts';
import { simulateStripe } from './simulate-stripe.ts';
import { simulateWechatPay } from './simulate-wechat-pay.ts';
import { keys, send, type Mischief, type SimulatedOrder, type SimulatedService } from './simulated-service.ts';

export type PaySimulators = Awaited<ReturnType<typeof startPaySimulators>>;

/** WeChat Pay, Alipay and Stripe on one local server, with the ways in which they misbehave. */
export async function startPaySimulators(scope: TestScope) {
  const orders = new Map<string, SimulatedOrder>();
  const service: SimulatedService = {
    ...{ address: '', orders, badRequests: 0, merchant: keys(), platform: keys() },
    add(number, total, currency) {
      if (orders.has(number)) return;
      orders.set(number, { number, total, currency, state: 'open', transaction: `42${number}` });
    },
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { mischief } = simulators;
      simulators.mischief = null;
      if (mischief === 'lose-request') return response.destroy();
      const url = new URL(request.url ?? '', 'http://simulator');
      const answer = url.pathname.startsWith('/v3/')
        ? simulators.wechat.answer(request, url, body)
        : url.pathname === '/gateway.do'
          ? simulators.alipay.answer(body)
          : simulators.stripe.answer(request, url, body);
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
  service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const simulators = {
    ...{ address: service.address, orders, mischief: null as Mischief | null },
    get badRequests() {
      return service.badRequests;
    },
    pay(number: string, other: Partial<SimulatedOrder> = {}): void {
      const order = orders.get(number);
      if (order === undefined) throw new TypeError(`the services know of no order ${number}`);
      Object.assign(order, { state: 'paid' }, other);
    },
    wechat: simulateWechatPay(service),
    alipay: simulateAlipay(service),
    stripe: simulateStripe(service),
  };
  return simulators;
}
