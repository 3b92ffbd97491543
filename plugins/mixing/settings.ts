import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';

/** What operators decide about mixing. */
export const settings = defineSettings({
  operator: z.object({
    freeOutputs: z
      .number()
      .int()
      .min(1)
      // As many as a run may make.
      .max(2700)
      .default(10)
      .meta({ title: 'mixing:settings.free-outputs', description: 'mixing:settings.free-outputs-about' }),
  }),
});
