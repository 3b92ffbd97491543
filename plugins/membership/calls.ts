import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { LEVELS } from '#core/contract/tiers.ts';

import { FEATURE_NAMES } from './tier-rules.ts';

/** What one membership level holds on this installation. */
const tierSchema = z.object({
  level: z.enum(LEVELS),
  /** Null means unlimited. */
  gigabytes: z.number().nullable(),
  devices: z.number().int(),
  /** Null means unlimited; absent where no installed plugin publishes to creator accounts. */
  creatorAccounts: z.number().int().nullable().optional(),
  /** What this level unlocks beyond the one below it, of the features that installed plugins have. */
  features: z.array(z.enum(FEATURE_NAMES)),
  /** Names of the plugins that open from this level on, in the reader's language; of the lowest, what it works with. */
  plugins: z.array(z.string()),
});
export type Tier = z.output<typeof tierSchema>;

export const listTiers = defineCall({
  method: 'GET',
  path: '/api/membership/tiers',
  access: 'public',
  summary: 'Lists what each membership level holds: the operator’s limits, and what installed plugins offer.',
  data: z.array(tierSchema),
});

export * from './adjustment-calls.ts';
export * from './code-calls.ts';
export * from './consumption-calls.ts';
export * from './invoice-calls.ts';
export * from './one-operator-calls.ts';
export * from './operator-calls.ts';
export * from './order-calls.ts';
export * from './price-calls.ts';
export * from './tier-calls.ts';
