import { z } from 'zod';

import { LEDGER_UNITS, MAX_LEDGER_AMOUNT } from '#core/contract/ledger.ts';
import { LEVELS } from '#core/contract/tiers.ts';

/** What operators and codes give: days of a level, or an amount of what the ledger counts. */
export const benefitSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('level'),
    level: z.enum(LEVELS).exclude(['level0']),
    days: z.number().int().min(1).max(3650),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    // Days alone would be no membership.
    unit: z.enum(LEDGER_UNITS).exclude(['days']),
    amount: z.number().int().min(1).max(MAX_LEDGER_AMOUNT),
  }),
]);
/** What operators and codes give. */
export type Benefit = z.output<typeof benefitSchema>;
