import { z } from 'zod';

import { tiersChanged } from '#core/contract/kernel-events.ts';
import { LEVEL_LIMITS, LEVELS } from '#core/contract/tiers.ts';

import type { SettingDefinition } from './settings.ts';

const limitsSchema = z.strictObject({
  gigabytes: z.number().positive().nullable(),
  creatorAccounts: z.number().int().positive().nullable(),
  devices: z.number().int().min(1).max(1000),
});

const schema = z.record(z.enum(LEVELS), limitsSchema).default(LEVEL_LIMITS);

/** The limits of each level; operators may change them. */
export const LEVEL_LIMITS_SETTING: SettingDefinition<typeof schema> = {
  key: 'core.level-limits',
  schema,
  secret: false,
  changed: tiersChanged,
};
