import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';

import { memberSchema, reasonSchema } from './operator-calls.ts';
import { INVOICE_STATES, ofOrder } from './order-calls.ts';

const access = 'operator' as const;

const invoiceSchema = z.object({
  id: z.uuid(),
  state: z.enum(INVOICE_STATES),
  /** Who the invoice is for. */
  title: z.string(),
  /** Null for a person. */
  taxNumber: z.string().nullable(),
  /** In fen. */
  amount: z.number().int(),
  /** The number of the invoice that was issued. */
  invoiceNumber: z.string().nullable(),
  /** The invoice itself; its address expires. */
  file: z.object({ name: z.string(), url: z.string() }).nullable(),
  /** Why it was declined. */
  note: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
/** An invoice as it was requested, and what became of that. */
export type Invoice = z.output<typeof invoiceSchema>;

const orderInvoice = z.object({
  /** The last request; null before the first. */
  invoice: invoiceSchema.nullable(),
  /**
   * Why none can be requested: the order is not paid for good, no money moved, or there is a request already. Null when it
   * can.
   */
  refusal: z.enum(['unpaid', 'no-money', 'requested']).nullable(),
});
/** The invoice of an order, or whether one can be requested. */
export type OrderInvoice = z.output<typeof orderInvoice>;

export const readInvoice = defineCall({
  method: 'GET',
  path: '/api/membership/orders/:number/invoice',
  summary: 'Reads how far the invoice of an order is, or whether one can be requested.',
  params: ofOrder,
  data: orderInvoice,
});

/** Letters of a title. */
export const MOST_TITLE = 100;

export const requestInvoice = defineCall({
  method: 'POST',
  path: '/api/membership/orders/:number/invoice',
  summary: 'Requests the invoice of a paid order, once; again only after it was declined.',
  params: ofOrder,
  body: z.strictObject({
    title: z.string().trim().min(2).max(MOST_TITLE),
    /** Null for a person, who has none. */
    taxNumber: z.string().max(30).nullable(),
  }),
  data: orderInvoice,
});

const requestedInvoice = invoiceSchema.extend({
  order: z.string(),
  /** Whether the order still stands, so that the invoice may be issued. */
  isPaid: z.boolean(),
  account: memberSchema,
});
/** A request as operators see it. */
export type RequestedInvoice = z.output<typeof requestedInvoice>;

const ofInvoice = z.strictObject({ id: z.uuid() });
/** 8 digits on paper, 20 for electronic invoices. */
const invoiceNumber = z
  .string()
  .trim()
  .regex(/^\d{8,20}$/);

export const listInvoices = defineCall({
  method: 'GET',
  path: '/api/membership/operator/invoices',
  summary: 'Lists the invoices that members requested, newest first.',
  access,
  query: pageQuery.extend({
    state: z.enum(INVOICE_STATES).optional(),
    /** Begins an order number or tax number, or is part of a title. */
    q: z.string().trim().max(100).optional(),
  }),
  data: page(requestedInvoice),
});

export const issueInvoice = defineCall({
  method: 'POST',
  path: '/api/membership/operator/invoices/:id/issue',
  summary: 'Says that a requested invoice was issued, and under which number.',
  access,
  params: ofInvoice,
  body: z.strictObject({ invoiceNumber }),
  data: requestedInvoice,
});

export const issueInvoiceFile = defineCall({
  method: 'POST',
  path: '/api/membership/operator/invoices/:id/file',
  summary: 'Hands a requested invoice to the member as a file, a PDF or a picture, and marks it issued.',
  access,
  upload: true,
  params: ofInvoice,
  query: z.strictObject({ invoiceNumber: invoiceNumber.optional() }),
  data: requestedInvoice,
});

export const declineInvoice = defineCall({
  method: 'POST',
  path: '/api/membership/operator/invoices/:id/decline',
  summary: 'Declines a requested invoice and tells the member why; another one can be requested.',
  access,
  params: ofInvoice,
  body: z.strictObject({ note: reasonSchema }),
  data: requestedInvoice,
});
