import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { FEATURE_NAMES, tierLossSchema, tierRulesSchema } from './tier-rules.ts';

const access = 'operator' as const;
const path = '/api/membership/operator/tiers';

const heldSchema = z.object({
  rules: tierRulesSchema,
  /** Features that an installed plugin has; the others stand on no page that sells. */
  sold: z.array(z.enum(FEATURE_NAMES)),
});
/** What each level holds, as operators see it. */
export type HeldTiers = z.output<typeof heldSchema>;

export const readTierRules = defineCall({
  method: 'GET',
  path,
  summary: 'Reads what each membership level holds.',
  access,
  data: heldSchema,
});

const lossSchema = z.object({
  loss: tierLossSchema,
  /** Accounts that have this level now. */
  members: z.number().int(),
});

export const saveTierRules = defineCall({
  method: 'PUT',
  path,
  summary:
    'Sets what each membership level holds, at once and on every node; what members would lose has to be agreed to.',
  access,
  body: z.strictObject({
    rules: tierRulesSchema,
    /** What was shown: nothing is saved where another operator has changed it since. */
    before: tierRulesSchema,
    /** Whether what members would lose was shown, and agreed to. */
    isAgreed: z.boolean(),
  }),
  data: z.object({
    /** False where members would lose something that has not been agreed to. */
    isSaved: z.boolean(),
    rules: tierRulesSchema,
    losses: z.array(lossSchema),
  }),
});
/** What a saved change takes from members. */
export type MemberLoss = z.output<typeof lossSchema>;
