import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { MAX_LEDGER_AMOUNT } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';

const access = 'operator' as const;
const path = '/api/membership/operator/one-operator';

const most = z.number().int().min(0).max(MAX_LEDGER_AMOUNT);
export const oneOperatorSchema = z.strictObject({
  ...{ fen: most, days: most, seconds: most },
  ...{ publishes: most, 'digital-humans': most, mixes: most, uses: most },
});
/** How much of each unit one operator gives or takes within 24 hours without a second one. */
export type OneOperatorLimits = z.output<typeof oneOperatorSchema>;

const stateSchema = z.object({
  limits: oneOperatorSchema,
  /** Higher limits that wait for a second operator; null where none do. */
  wish: z
    .object({
      limits: oneOperatorSchema,
      by: shownName,
      at: z.iso.datetime(),
      /** Whether the caller asked for it, and so may only withdraw it. */
      isOwn: z.boolean(),
    })
    .nullable(),
});
/** The limits in effect, and those that wait for a second operator. */
export type OneOperatorState = z.output<typeof stateSchema>;

export const readOneOperator = defineCall({
  method: 'GET',
  path,
  summary: 'Reads how much one operator gives or takes alone within 24 hours.',
  access,
  data: stateSchema,
});

export const changeOneOperator = defineCall({
  method: 'PUT',
  path,
  summary:
    'Changes how much one operator gives or takes alone: lower limits hold at once, higher ones wait for a second operator.',
  access,
  body: z.strictObject({ limits: oneOperatorSchema }),
  data: stateSchema,
});

export const decideOneOperator = defineCall({
  method: 'POST',
  path: `${path}/decide`,
  summary: 'Agrees to higher limits that another operator asked for, or drops them.',
  access,
  body: z.strictObject({
    agreed: z.boolean(),
    /** What was shown: others are not decided about. */
    limits: oneOperatorSchema,
  }),
  data: stateSchema,
});
