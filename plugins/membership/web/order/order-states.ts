import type { MessageKey } from '#core/contract/message-keys.ts';
import type { TagProps } from '#core/web/ui/Tag.tsx';

import type { InvoiceState, OrderState } from '#plugins/membership/order-calls.ts';

/** How the states of orders are shown. */
export const ORDER_STATE_TAGS: Record<OrderState, { text: MessageKey; tone: TagProps['tone'] }> = {
  waiting: { text: 'membership:records.waiting', tone: 'caution' },
  paid: { text: 'membership:records.paid', tone: 'info' },
  'late-paid': { text: 'membership:records.paid', tone: 'info' },
  fulfilled: { text: 'membership:records.fulfilled', tone: 'good' },
  closed: { text: 'membership:records.closed', tone: 'quiet' },
  review: { text: 'membership:records.review', tone: 'alarm' },
};

/** How the states of invoices are shown. */
export const INVOICE_STATE_TAGS: Record<InvoiceState, { text: MessageKey; tone: TagProps['tone'] }> = {
  requested: { text: 'membership:invoice.requested', tone: 'caution' },
  issued: { text: 'membership:invoice.issued', tone: 'good' },
  declined: { text: 'membership:invoice.declined', tone: 'alarm' },
};
