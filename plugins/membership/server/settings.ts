import { z } from 'zod';

import { MAX_LEDGER_AMOUNT } from '#core/contract/ledger.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

const most = (usual: number) => z.number().int().min(0).max(MAX_LEDGER_AMOUNT).default(usual);

const limits = z
  .strictObject({
    fen: most(100_000),
    days: most(31),
    seconds: most(36_000),
    publishes: most(900),
    'digital-humans': most(28),
    mixes: most(1_000),
    uses: most(1_000),
  })
  .prefault({});

/** How much of each unit one operator gives or takes within 24 hours without a second one. */
export const ONE_OPERATOR: SettingDefinition<typeof limits> = {
  key: 'membership.one-operator',
  schema: limits,
  secret: false,
};
