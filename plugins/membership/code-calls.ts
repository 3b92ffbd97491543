import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { benefitSchema } from './benefit.ts';

// Codes that are redeemed for a membership or counts.

const access = 'operator' as const;
const ofBatch = z.strictObject({ id: z.uuid() });
const whole = z.number().int();

const batchSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  benefit: benefitSchema,
  count: whole,
  /** Accounts that may redeem one code. */
  uses: whole,
  /** How often codes of it were redeemed. */
  redeemed: whole,
  expiresAt: z.iso.datetime(),
  stoppedAt: z.iso.datetime().nullable(),
  by: shownName,
  createdAt: z.iso.datetime(),
});
/** Codes that were made together. */
export type CodeBatch = z.output<typeof batchSchema>;

export const createCodeBatch = defineCall({
  method: 'POST',
  path: '/api/membership/operator/code-batches',
  summary: 'Makes a batch of redemption codes.',
  access,
  body: z.strictObject({
    name: z.string().trim().min(1).max(60),
    benefit: benefitSchema,
    count: whole.min(1).max(5_000),
    uses: whole.min(1).max(100_000).default(1),
    expiresAt: z.iso.datetime(),
  }),
  data: batchSchema,
});

export const listCodeBatches = defineCall({
  method: 'GET',
  path: '/api/membership/operator/code-batches',
  summary: 'Lists the batches of redemption codes, newest first.',
  access,
  query: pageQuery,
  data: page(batchSchema),
});

export const readCodeBatch = defineCall({
  method: 'GET',
  path: '/api/membership/operator/code-batches/:id/codes',
  summary: 'Reads the codes of a batch, to print or to send out; each reading is audited.',
  access,
  params: ofBatch,
  data: z.object({ batch: batchSchema, codes: z.array(z.object({ serial: whole, code: z.string(), used: whole })) }),
});

export const stopCodeBatch = defineCall({
  method: 'POST',
  path: '/api/membership/operator/code-batches/:id/stop',
  summary: 'Lets no more codes of a batch be redeemed.',
  access,
  params: ofBatch,
  data: batchSchema,
});

export const redeemCode = defineCall({
  method: 'POST',
  path: '/api/membership/redemptions',
  summary: 'Redeems a code for the account.',
  body: z.strictObject({ code: z.string().max(60) }),
  data: z.object({
    benefit: benefitSchema,
    /** Until when the membership lasts now; null for counts. */
    until: z.iso.datetime().nullable(),
  }),
});
