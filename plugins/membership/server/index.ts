import { defineServer } from '#core/server/plugins/server-plugin.ts';

import { EXPORT_CONSUMPTION } from '../calls.ts';
import manifest from '../plugin.ts';
import { exportConsumption } from './consumption/export-job.ts';
import { sweepExports } from './consumption/exports.ts';
import { FOLLOW_ORDERS, followOrders, sweepLooks } from './orders/follow-orders.ts';
import { RECONCILE_PAYMENTS, reconcileYesterday } from './orders/reconcile-day.ts';
import { payAdapters } from './pay/pay-adapters.ts';
import { routes } from './routes.ts';
import { bankTransfer } from './transfer/bank-transfer.ts';
import { trialCashier } from './trial/trial-cashier.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes,
  providers: (ctx) => [...payAdapters(ctx), bankTransfer(ctx), trialCashier(ctx)],
  jobs: (ctx) => ({
    [FOLLOW_ORDERS]: followOrders(ctx),
    [RECONCILE_PAYMENTS]: reconcileYesterday(ctx),
    [EXPORT_CONSUMPTION]: exportConsumption(ctx),
  }),
  schedules: [
    { name: 'orders', cron: '* * * * *', zone: 'UTC', job: FOLLOW_ORDERS },
    // Once payment services have closed their books of the day.
    { name: 'payments', cron: '30 10 * * *', zone: 'Asia/Shanghai', job: RECONCILE_PAYMENTS },
  ],
  sweep: async (ctx) => (await sweepLooks(ctx)) + (await sweepExports(ctx)),
  consoleCommands: {
    ledger: async () => (await import('./command/ledger.ts')).default,
    prices: async () => (await import('./command/prices.ts')).default,
    orders: async () => (await import('./command/orders.ts')).default,
  },
});
