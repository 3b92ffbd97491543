import assert from 'node:assert/strict';

import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { coreAudit } from '#core/server/ground/audit/tables.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import type { PaymentOrder, PaymentProvider, PaymentState } from '#core/server/services/providers/payment.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { Order } from '#plugins/membership/calls.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import half from '#plugins/membership/server/index.ts';
import { followDueOrders } from '#plugins/membership/server/orders/follow-orders.ts';
import { account } from '#tests/integration/account/account-kit.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/integration/http/test-server.ts';

/** A payment service that does what a test says. */
export const TILL = 'till.pay';

export interface Till extends PaymentProvider {
  opened: Map<string, PaymentOrder>;
  /** What it says of an order: open when absent. */
  says: Map<string, PaymentState>;
  /** What it does instead of answering `open` once. */
  onOpen: ((order: PaymentOrder) => void) | null;
  isSilent: boolean;
}

export interface OrderKit extends TestServer {
  till: Till;
  /** A main account with a mobile number. */
  member(options?: Parameters<TestServer['signIn']>[0]): Promise<{ token: string; accountId: string }>;
  order(token: string, wish: Record<string, unknown>): Promise<Answer>;
  /** Makes an order that must be accepted. */
  ordered(token: string, wish: Record<string, unknown>): Promise<Order>;
  read(token: string, number: string): Promise<Order>;
  /** What the service says of an order from now on: that it was paid, as asked unless the test says otherwise. */
  pays(number: string, other?: Partial<Extract<PaymentState, { state: 'paid' }>>): void;
  /** Lets the deadline of an order pass, and looks. */
  look(number: string): Promise<void>;
  /** Level code and end of an account. */
  role(accountId: string): Promise<{ roleCode: number; roleUntil: Date | null }>;
  audited(action: string, target?: string): Promise<Record<string, unknown>[]>;
}

function createTill(): Till {
  const till: Till = {
    currencies: ['CNY'],
    opened: new Map(),
    says: new Map(),
    onOpen: null,
    isSilent: false,
    async open(order) {
      till.opened.set(order.number, order);
      const { onOpen } = till;
      till.onOpen = null;
      onOpen?.(order);
      return { show: 'qr-code', text: `till:${order.number}` };
    },
    async check(number) {
      if (till.isSilent) throw new ProviderFailure('unavailable', 'the till is silent');
      return till.says.get(number) ?? { state: 'open' };
    },
    async close(number) {
      const said = till.says.get(number);
      if (said === undefined) till.says.set(number, { state: 'closed' });
    },
    refund: async () => ({ state: 'done' }),
    checkRefund: async () => ({ state: 'done' }),
    async receive() {
      throw new ProviderFailure('refused', 'the till sends nothing');
    },
  };
  return till;
}

/** A server that sells, with a {@link Till} in use. */
export async function startShop(scope: TestScope, env: Record<string, string> = {}): Promise<OrderKit> {
  const till = createTill();
  const plugin = definePlugin({ id: 'till', version: '1.0.0', title: 'till:title' });
  const adapter = defineProvider({ kind: 'payment', id: TILL, title: 'Till', open: () => till });
  const server = await startTestServer(scope, {
    env,
    discovered: [
      account,
      { manifest, calls: callsAmong(calls), server: half },
      { manifest: plugin, calls: {}, server: defineServer({ manifest: plugin, providers: () => [adapter] }) },
    ],
  });
  const { ctx } = server.composed;
  await ctx.providers.admin.choose('payment', { adapters: [TILL], orEmbedded: false }, 'test');
  let mobile = 13_800_000_000;
  const kit: OrderKit = {
    ...{ ...server, till },
    async member(options) {
      const session = await server.signIn(options);
      mobile += 1;
      await ctx.db.pool.query(
        `insert into account_identities (kind, value, account_id, created_at) values ('mobile', $1, $2, now())`,
        [String(mobile), session.accountId],
      );
      return session;
    },
    order: (token, wish) => server.call('POST', '/api/membership/orders', { token, body: { service: TILL, ...wish } }),
    async ordered(token, wish) {
      const answer = await kit.order(token, wish);
      assert.equal(answer.envelope.code, 1, JSON.stringify(answer.envelope));
      return answer.envelope.data as Order;
    },
    async read(token, number) {
      return (await server.call('GET', `/api/membership/orders/${number}`, { token })).envelope.data as Order;
    },
    pays(number, other = {}) {
      const { amount, currency } = till.opened.get(number) ?? assert.fail(number);
      till.says.set(number, {
        ...{ state: 'paid', transaction: `tx-${number}`, amount, currency, at: new Date() },
        ...other,
      });
    },
    async look(number) {
      await ctx.db.pool.query(
        `update membership_orders set deadline = now() - interval '1 second' where number = $1 and deadline is not null`,
        [number],
      );
      await followDueOrders(ctx);
    },
    async role(accountId) {
      const { roleCode, roleUntil } = (await ctx.accounts.find(ctx.db, accountId)) ?? assert.fail(accountId);
      return { roleCode, roleUntil };
    },
    async audited(action, target) {
      const rows = await ctx.db.orm.select().from(coreAudit).orderBy(coreAudit.id);
      return rows.filter((row) => row.action === action && (target === undefined || row.target === target));
    },
  };
  return kit;
}
