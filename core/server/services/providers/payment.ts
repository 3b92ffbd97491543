import type { ServiceAnswer, ServiceCall } from './service-call.ts';

/** What is to be paid. */
export interface PaymentOrder {
  /** Our number: 6 to 32 letters, digits, `_` and `-`, never used again. */
  number: string;
  /** In the smallest unit of the currency (fen, cent), a whole number above 0. */
  amount: number;
  /** ISO 4217, such as `CNY`. */
  currency: string;
  /** What it is for, as the payer sees it; at most 40 letters. */
  subject: string;
  /** Where the service tells of the payment; https, without parameters. */
  notify: string;
  /** Where the payer's browser returns to. That it returns proves nothing. */
  back: string;
  expiresAt: Date;
}

/**
 * How the payer pays: a text to show as a QR code, a page to open, or a bank account to transfer to, with the order's number
 * as the purpose.
 */
export type PaymentWay =
  | { show: 'qr-code'; text: string }
  | { show: 'page'; url: string }
  | { show: 'transfer'; holder: string; bank: string; account: string };

/** How far an order is. What was paid is compared with the order by the caller. */
export type PaymentState =
  | { state: 'open' | 'closed' | 'failed' }
  | { state: 'paid'; transaction: string; amount: number; currency: string; at: Date }
  | { state: 'refunded'; transaction: string };

/** How far a refund is. */
export type RefundState = { state: 'working' | 'done' } | { state: 'failed'; reason: string };

/** One service that people pay by. */
export interface PaymentProvider {
  /** ISO 4217 codes. */
  readonly currencies: readonly string[];
  /** Milliseconds for which an order can be paid by it; 30 minutes when absent. */
  readonly payWithin?: number;
  /** Opens an order. The same number and values again answer a way to pay the same order. @throws ProviderFailure */
  open(order: PaymentOrder): Promise<PaymentWay>;
  /** Asks how far an order is; one that the service does not know yet is `open`. @throws ProviderFailure */
  check(number: string): Promise<PaymentState>;
  /** Ends an order that was not paid. One that has ended is no failure. @throws ProviderFailure */
  close(number: string): Promise<void>;
  /**
   * Pays back all or a part.
   * @param refund.number ours; asked again with the same one, it pays once
   * @throws ProviderFailure
   */
  refund(
    order: { number: string; amount: number; currency: string },
    refund: { number: string; amount: number; reason: string },
  ): Promise<RefundState>;
  checkRefund(order: string, refund: string): Promise<RefundState>;
  /**
   * Checks and reads what the service sends to `notify`. The same may come many times and out of order; `answer` is sent
   * once the news are stored. @throws ProviderFailure `refused` for a wrong signature
   */
  receive(call: ServiceCall): Promise<{ answer: ServiceAnswer; news: { number: string; state: PaymentState } | null }>;
}
