import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { SpreadsheetFormat } from '#core/contract/spreadsheet.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import type { PaymentWay } from '#core/server/services/providers/payment.ts';

import type { AdjustmentDeed } from '../adjustment-calls.ts';
import type { Benefit } from '../benefit.ts';
import type { ConsumptionFilter } from '../consumption-calls.ts';
import type { InvoiceState, OrderState } from '../order-calls.ts';
import type { PriceList, Purchase } from '../price-list.ts';
import type { CarriedDays } from '../terms.ts';
import type { ReviewReason } from './orders/order-state.ts';

const amount = () => bigint({ mode: 'number' });
const time = () => timestamp({ withTimezone: true });

/** Price lists, append-only: the one in effect is the newest of those that hold since the latest time. */
export const membershipPriceLists = pgTable(
  'membership_price_lists',
  {
    id: uuid().primaryKey(),
    holdsFrom: time().notNull(),
    prices: jsonb().$type<PriceList>().notNull(),
    /** Account id of an operator, or `console`. */
    by: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [index('membership_price_lists_holds').on(table.holdsFrom, table.id)],
);

/** Orders, with the price that they were made with. */
export const membershipOrders = pgTable(
  'membership_orders',
  {
    id: uuid().primaryKey(),
    /** What payers and payment services know it by. */
    number: text().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    purchase: jsonb().$type<Purchase>().notNull(),
    /** What was left of another level when it was made, as it was shown. */
    carried: jsonb().$type<CarriedDays>(),
    /** Null for the prices that hold until an operator plans some. */
    priceListId: uuid().references(() => membershipPriceLists.id),
    /** In fen: the price, and what paying by this service adds to it. */
    price: amount().notNull(),
    fee: amount().notNull(),
    currency: text().notNull(),
    /** Id of the payment service. */
    service: text().notNull(),
    /** How to pay, once the service has said so. */
    way: jsonb().$type<PaymentWay>(),
    state: text().$type<OrderState>().notNull(),
    reason: text().$type<ReviewReason>(),
    /** What an operator tells the payer, such as why a slip was refused. */
    note: text(),
    deadline: time(),
    tries: smallint().notNull().default(0),
    /** The service's own name of the payment, and what was paid. */
    transaction: text(),
    paidAmount: amount(),
    paidCurrency: text(),
    paidAt: time(),
    fulfilledAt: time(),
    /** Until when it can be paid. */
    expiresAt: time().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('membership_orders_number').on(table.number),
    uniqueIndex('membership_orders_transaction')
      .on(table.service, table.transaction)
      .where(sql`${table.transaction} is not null`),
    index('membership_orders_account').on(table.accountId, table.id),
    index('membership_orders_deadline')
      .on(table.deadline)
      .where(sql`${table.deadline} is not null`),
    check('membership_orders_amounts', sql`${table.price} > 0 and ${table.fee} >= 0`),
  ],
);
export type OrderRow = typeof membershipOrders.$inferSelect;

/** What the trial cashier has been asked to take, and whether somebody has pressed its button. No money moves. */
export const membershipTrialPayments = pgTable('membership_trial_payments', {
  /** Of the order. */
  number: text().primaryKey(),
  amount: amount().notNull(),
  currency: text().notNull(),
  subject: text().notNull(),
  state: text().$type<'open' | 'paid' | 'closed' | 'refunded'>().notNull(),
  expiresAt: time().notNull(),
  paidAt: time(),
});

/** Transfers that payers have sent a slip of, and what operators found on the bank statement. */
export const membershipTransfers = pgTable('membership_transfers', {
  /** Of the order. */
  number: text().primaryKey(),
  state: text().$type<'open' | 'slip' | 'paid' | 'closed'>().notNull(),
  /** A file of the payer, held until the order is over. */
  slipFileId: uuid(),
  slipAt: time(),
  /** The bank's own name of the transfer, and what arrived. */
  reference: text(),
  amount: amount(),
  paidAt: time(),
});

/** What operators give and put right, also while it waits for a second one. */
export const membershipAdjustments = pgTable(
  'membership_adjustments',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    deed: jsonb().$type<AdjustmentDeed>().notNull(),
    reason: text().notNull(),
    /** Makes it happen once. */
    key: uuid().notNull(),
    state: text().$type<'waiting' | 'done' | 'refused'>().notNull(),
    /** Account ids of operators. */
    askedBy: uuid().notNull(),
    askedAt: time().notNull(),
    /** Null while it waits, and for what needed no second operator. */
    decidedBy: uuid(),
    decidedAt: time(),
  },
  (table) => [
    index('membership_adjustments_state').on(table.state, table.id),
    uniqueIndex('membership_adjustments_key').on(table.askedBy, table.key),
    index('membership_adjustments_asked').on(table.askedBy, table.askedAt),
    check(
      'membership_adjustments_four_eyes',
      sql`${table.decidedBy} is null or ${table.decidedBy} <> ${table.askedBy}`,
    ),
  ],
);
export type AdjustmentRow = typeof membershipAdjustments.$inferSelect;

/** Invoices that members requested; the last one of an order counts. */
export const membershipInvoices = pgTable(
  'membership_invoices',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    orderId: uuid()
      .notNull()
      .references(() => membershipOrders.id),
    state: text().$type<InvoiceState>().notNull(),
    title: text().notNull(),
    taxNumber: text(),
    /** In fen. */
    amount: amount().notNull(),
    invoiceNumber: text(),
    fileId: uuid().references(() => coreFiles.id),
    note: text(),
    requestedAt: time().notNull(),
    /** Account id of an operator. */
    decidedBy: uuid(),
    decidedAt: time(),
  },
  (table) => [
    index('membership_invoices_state').on(table.state, table.id),
    index('membership_invoices_order').on(table.orderId, table.id),
    // Nothing twice for one order.
    uniqueIndex('membership_invoices_once')
      .on(table.orderId)
      .where(sql`${table.state} <> 'declined'`),
    check(
      'membership_invoices_issued',
      sql`${table.state} <> 'issued' or ${table.invoiceNumber} is not null or ${table.fileId} is not null`,
    ),
  ],
);
export type InvoiceRow = typeof membershipInvoices.$inferSelect;

/** Codes that were made together: what each of them gives, to how many accounts, and until when. */
export const membershipCodeBatches = pgTable('membership_code_batches', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  benefit: jsonb().$type<Benefit>().notNull(),
  /** How many codes. */
  count: integer().notNull(),
  /** Accounts that may redeem one code. */
  uses: integer().notNull(),
  expiresAt: time().notNull(),
  stoppedAt: time(),
  /** Account id of an operator. */
  by: uuid().notNull(),
  createdAt: time().notNull(),
});
export type CodeBatchRow = typeof membershipCodeBatches.$inferSelect;

/** Codes by their hash. What they say is made again from the installation's key, the batch and the serial. */
export const membershipCodes = pgTable(
  'membership_codes',
  {
    /** sha-256, lower-case hex. */
    hash: text().primaryKey(),
    batchId: uuid()
      .notNull()
      .references(() => membershipCodeBatches.id),
    serial: integer().notNull(),
    /** How many accounts have redeemed it. */
    used: integer().notNull().default(0),
  },
  (table) => [index('membership_codes_batch').on(table.batchId, table.serial)],
);

/** Who has redeemed what: a code once, and one code of a batch. */
export const membershipRedemptions = pgTable(
  'membership_redemptions',
  {
    batchId: uuid()
      .notNull()
      .references(() => membershipCodeBatches.id),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    hash: text()
      .notNull()
      .references(() => membershipCodes.hash),
    at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.accountId] })],
);

/** Which session of Stripe Checkout belongs to an order. */
export const membershipStripeSessions = pgTable('membership_stripe_sessions', {
  /** Of the order. */
  number: text().primaryKey(),
  session: text().notNull(),
});

/** Where what a payment service says of a day's orders is not what is known here. */
export interface PaymentDifference {
  number: string;
  service: string;
  /**
   * `found`: it was paid, which had not been told; `missing`: it knows of no payment; `other`: another payment or amount;
   * `refunded`: the money went back; `silent`: it could not be asked.
   */
  kind: 'found' | 'missing' | 'other' | 'refunded' | 'silent';
}

/** What asking the payment services for all orders of a day has shown. */
export const membershipReconciliations = pgTable('membership_reconciliations', {
  /** `2026-11-26`, in China. */
  day: text().primaryKey(),
  orders: amount().notNull(),
  differences: jsonb().$type<PaymentDifference[]>().notNull(),
  createdAt: time().notNull(),
});

/** Spreadsheets of consumption that members asked for; the id is that of the task which writes it. */
export const membershipExports = pgTable(
  'membership_exports',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    filter: jsonb().$type<ConsumptionFilter>().notNull(),
    format: text().$type<SpreadsheetFormat>().notNull(),
    zone: text().notNull(),
    language: text().$type<MessageLanguage>().notNull(),
    /** Null until it is written. */
    fileId: uuid().references(() => coreFiles.id, { onDelete: 'cascade' }),
    rows: integer(),
    createdAt: time().notNull(),
    /** When it goes, written or not. */
    expiresAt: time().notNull(),
  },
  (table) => [
    index('membership_exports_account').on(table.accountId, table.id),
    index('membership_exports_expires').on(table.expiresAt),
  ],
);
export type ExportRow = typeof membershipExports.$inferSelect;
