import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';

import { MOST_VIDEOS } from './limits.ts';

/** What operators decide about splitting videos. */
export const settings = defineSettings({
  operator: z.object({
    freeVideos: z
      .number()
      .int()
      .min(0)
      .max(MOST_VIDEOS)
      .default(3)
      .meta({ title: 'segmentation:settings.free-videos', description: 'segmentation:settings.free-videos-about' }),
  }),
});
