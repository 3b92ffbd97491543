// All pages in one file: whoever opens one opens the next on the way, and the start names each file that is fetched later.
export { default as Tiers } from './TiersPage.tsx';
export { default as Packages } from './PackagesPage.tsx';
export { default as Balance } from './BalancePage.tsx';
export { default as Order } from './order/OrderPage.tsx';
export { default as Trial } from './order/TrialPage.tsx';
export { default as Exchange } from './ExchangePage.tsx';
export { default as Orders } from './order/OrdersPage.tsx';
export { default as Consumption } from './consumption/ConsumptionPage.tsx';
