// All pages about money in one file, apart from those of members, who never open them.
export { default as AllOrders } from './AllOrdersPage.tsx';
export { default as OrderFile } from './OrderFilePage.tsx';
export { default as Differences } from './DifferencesPage.tsx';
export { default as Members } from './MembersPage.tsx';
export { default as MemberFile } from './MemberFilePage.tsx';
export { default as Adjustments } from './AdjustmentsPage.tsx';
export { default as Prices } from './PricesPage.tsx';
export { default as TierRules } from './TierRulesPage.tsx';
export { default as Codes } from './CodesPage.tsx';
export { default as CodeSheet } from './CodeSheetPage.tsx';
export { default as Invoices } from './InvoicesPage.tsx';
