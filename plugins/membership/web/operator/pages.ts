// All pages about money in one file, as in ../pages.ts.
export { default as AllOrders } from './AllOrdersPage.tsx';
export { default as OrderFile } from './OrderFilePage.tsx';
export { default as Differences } from './DifferencesPage.tsx';
