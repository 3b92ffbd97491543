import { definePlugin } from '#core/contract/plugin.ts';

const OPERATOR = { login: true, operator: true };

export default definePlugin({
  id: 'membership',
  version: '1.0.0',
  title: 'membership:title',
  uses: ['account', 'landing'],
  // Visitors see the levels on the landing page.
  gate: { login: false },
  routes: [
    { path: '/recharge', redirect: '/recharge/purchaseMember' },
    { path: '/recharge/purchaseMember', page: 'Tiers', title: 'membership:title', gate: { login: true } },
    { path: '/recharge/number', page: 'Packages', title: 'membership:shop.number', gate: { login: true } },
    { path: '/recharge/account', page: 'Balance', title: 'membership:shop.account', gate: { login: true } },
    { path: '/recharge/orders', page: 'Orders', title: 'membership:records.title', gate: { login: true } },
    { path: '/recharge/orders/:number', page: 'Order', title: 'membership:pay.title', gate: { login: true } },
    { path: '/recharge/trial/:number', page: 'Trial', title: 'membership:trial.title', gate: { login: true } },
    {
      path: '/accountCenter/buy-member-record',
      page: 'Orders',
      title: 'membership:records.title',
      gate: { login: true },
    },
    {
      path: '/consumption/records',
      page: 'Consumption',
      title: 'membership:consumption.title',
      gate: { login: true },
    },
    {
      path: '/accountCenter/used-record',
      page: 'Consumption',
      title: 'membership:consumption.title',
      gate: { login: true },
    },
    { path: '/memberExchange', page: 'Exchange', title: 'membership:exchange.title', gate: { login: true } },
    { path: '/operator/money', page: 'AllOrders', title: 'membership:operator.orders', gate: OPERATOR },
    { path: '/operator/money/orders/:number', page: 'OrderFile', title: 'membership:operator.order', gate: OPERATOR },
    { path: '/operator/money/members', page: 'Members', title: 'membership:operator.members', gate: OPERATOR },
    { path: '/operator/money/members/:id', page: 'MemberFile', title: 'membership:operator.member', gate: OPERATOR },
    {
      path: '/operator/money/adjustments',
      page: 'Adjustments',
      title: 'membership:operator.adjustments',
      gate: OPERATOR,
    },
    { path: '/operator/money/prices', page: 'Prices', title: 'membership:operator.prices', gate: OPERATOR },
    { path: '/operator/money/tiers', page: 'TierRules', title: 'membership:operator.tiers', gate: OPERATOR },
    { path: '/operator/money/codes', page: 'Codes', title: 'membership:operator.codes', gate: OPERATOR },
    { path: '/operator/money/codes/:id', page: 'CodeSheet', title: 'membership:operator.codes', gate: OPERATOR },
    { path: '/operator/money/invoices', page: 'Invoices', title: 'membership:invoice.title', gate: OPERATOR },
    {
      path: '/operator/money/differences',
      page: 'Differences',
      title: 'membership:operator.differences',
      gate: OPERATOR,
    },
  ],
  menus: [
    { to: '/recharge/purchaseMember', section: 'business', icon: 'crown', order: 90, title: 'membership:title' },
    { to: '/operator/money', section: 'operator', icon: 'wallet', order: 40, title: 'membership:operator.menu' },
  ],
  slots: ['landing.sections', 'tasks.work'],
});
