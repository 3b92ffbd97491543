import type { OrderState } from '#plugins/membership/order-calls.ts';

/** Why an operator has to look at an order. */
export type ReviewReason =
  /** Another amount or currency was paid. */
  | 'amount'
  | 'currency'
  /** The payment is that of another order. */
  | 'payment-used'
  /** There is a second payment, or one for what was given without. */
  | 'paid-twice'
  /** The service says that the payment went back. */
  | 'refunded'
  /** The account could not be given the level any more. */
  | 'level-lower'
  | 'level-endless'
  | 'level-too-long'
  | 'level-unpriced'
  /** Giving what was bought has failed again and again. */
  | 'not-fulfilled'
  /** The payment service has not answered for hours. */
  | 'service-silent'
  /** The payer has sent the slip of a bank transfer. */
  | 'transfer';

/** What of an order decides about its next state. */
export interface OrderFacts {
  state: OrderState;
  /** What has to be paid, in the smallest unit of the currency. */
  total: number;
  currency: string;
  /** The service's own name of the payment; null before there is one. */
  transaction: string | null;
  reason: ReviewReason | null;
  /** How often what its deadline asks for has failed. */
  tries: number;
  /** Whether what was bought was given, whatever happened since. */
  wasFulfilled: boolean;
}

/** What happens to an order. */
export type OrderEvent =
  /** @property isUsed whether the payment is known as that of another order */
  | { type: 'paid'; transaction: string; amount: number; currency: string; isUsed: boolean }
  /** The service says that nothing was paid, and nothing can be paid any more. */
  | { type: 'not-paid' }
  | { type: 'refunded' }
  | { type: 'fulfilled' }
  | { type: 'unfulfillable'; reason: ReviewReason }
  /** What the deadline asks for could not be done: the service did not answer, or giving has failed. */
  | { type: 'failed' }
  /** The payer has sent the slip of a bank transfer. */
  | { type: 'slip' }
  /** The slip does not prove the payment; the payer may send another one. */
  | { type: 'slip-refused' }
  /** Nobody has looked at it yet. */
  | { type: 'reminded' }
  /** An operator has looked at it: what was paid stands, or went back by hand. */
  | { type: 'accepted' }
  | { type: 'given-up' };

/** What becomes of an order. */
export interface OrderStep {
  state: OrderState;
  reason: ReviewReason | null;
  /** When the server looks at it by itself; null for never again. */
  deadline: Date | null;
  tries: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** What was paid is given at once; when that has failed, again after this. */
const GIVE_AGAIN = MINUTE;
/** Longer than services repeat what they tell (WeChat Pay for 24 hours 4 minutes, Alipay for 25 hours). */
const AFTER_CLOSING = 26 * 60 * MINUTE;
const REMIND = DAY;
/** Days in which another slip can be sent. */
export const SLIP_AGAIN = 3 * DAY;
const MOST_WAIT = 30 * MINUTE;
/** About 5 hours of asking. */
const MOST_TRIES = 14;

/**
 * What an event makes of an order. Pure.
 * @returns null when it changes nothing, such as what is told a second time
 */
export function nextOrder(order: OrderFacts, event: OrderEvent, now: Date): OrderStep | null {
  const { state } = order;
  const to = (next: OrderState, after: number | null, reason: ReviewReason | null = null): OrderStep => ({
    ...{ state: next, reason, tries: 0 },
    deadline: after === null ? null : new Date(now.getTime() + after),
  });
  const review = (reason: ReviewReason) => to('review', REMIND, reason);
  const isOpen = state === 'waiting' || state === 'closed';
  const isPaid = state === 'paid' || state === 'late-paid';

  switch (event.type) {
    case 'paid': {
      if (order.transaction === event.transaction) return null;
      if (order.transaction !== null || order.wasFulfilled) return review('paid-twice');
      if (event.isUsed) return review('payment-used');
      if (event.currency !== order.currency) return review('currency');
      if (event.amount !== order.total) return review('amount');
      const isInTime = state === 'waiting' || state === 'paid' || order.reason === 'transfer';
      return to(isInTime ? 'paid' : 'late-paid', GIVE_AGAIN);
    }
    case 'not-paid':
      if (state === 'waiting') return to('closed', AFTER_CLOSING);
      return state === 'closed' ? to('closed', null) : null;
    case 'refunded':
      // Who gave it back had a reason, and knows of the order: only what was given for it has to be looked at.
      return state === 'review' ? null : review('refunded');
    case 'fulfilled':
      return isPaid ? to('fulfilled', null) : null;
    case 'unfulfillable':
      return isPaid ? review(event.reason) : null;
    case 'failed': {
      if (!isOpen && !isPaid) return null;
      const tries = order.tries + 1;
      if (tries >= MOST_TRIES) return review(isPaid ? 'not-fulfilled' : 'service-silent');
      const wait = Math.min(MOST_WAIT, GIVE_AGAIN * 2 ** order.tries);
      return { state, reason: null, tries, deadline: new Date(now.getTime() + wait) };
    }
    case 'slip':
      return isOpen ? review('transfer') : null;
    case 'slip-refused':
      return order.reason === 'transfer' ? to('waiting', SLIP_AGAIN) : null;
    case 'reminded':
      return state === 'review' ? to('review', REMIND, order.reason) : null;
    case 'accepted':
      // What came by transfer is confirmed with its amount.
      if (state !== 'review' || order.reason === 'transfer') return null;
      return order.wasFulfilled ? to('fulfilled', null) : to('late-paid', GIVE_AGAIN);
    case 'given-up':
      return state === 'review' ? to('closed', null) : null;
  }
}
