import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';

/** What operators decide about hosts. */
export const settings = defineSettings({
  operator: z.object({
    privateNetwork: z
      .boolean()
      .default(false)
      .meta({ title: 'hosts:settings.private', description: 'hosts:settings.private-about' }),
  }),
});
