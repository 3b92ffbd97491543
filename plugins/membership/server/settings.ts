import { z } from 'zod';

import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

import { oneOperatorSchema } from '../one-operator-calls.ts';

const { shape } = oneOperatorSchema;
const limits = z
  .strictObject({
    fen: shape.fen.default(100_000),
    days: shape.days.default(31),
    seconds: shape.seconds.default(36_000),
    publishes: shape.publishes.default(900),
    'digital-humans': shape['digital-humans'].default(28),
    mixes: shape.mixes.default(1_000),
    uses: shape.uses.default(1_000),
  })
  .prefault({});

/** How much of each unit one operator gives or takes within 24 hours without a second one. */
export const ONE_OPERATOR: SettingDefinition<typeof limits> = {
  key: 'membership.one-operator',
  schema: limits,
  secret: false,
};

const wish = z
  .strictObject({
    limits: oneOperatorSchema,
    /** Account id of an operator. */
    by: z.uuid(),
    at: z.iso.datetime(),
  })
  .nullable()
  .default(null);

/** Higher limits of {@link ONE_OPERATOR} that an operator asked for, while they wait for a second one. */
export const ONE_OPERATOR_WISH: SettingDefinition<typeof wish> = {
  key: 'membership.one-operator-wish',
  schema: wish,
  secret: false,
};
