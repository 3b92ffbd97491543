import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';

import { MOST_VIDEOS } from './mask-settings.ts';

/** What operators decide about covering parts of videos. */
export const settings = defineSettings({
  operator: z.object({
    freeVideos: z
      .number()
      .int()
      .min(0)
      .max(MOST_VIDEOS)
      .default(3)
      .meta({ title: 'mask:settings.free-videos', description: 'mask:settings.free-videos-about' }),
  }),
});
