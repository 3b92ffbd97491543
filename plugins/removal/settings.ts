import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';

import { MOST_VIDEOS } from './removal-settings.ts';

/** What operators decide about removing text from videos. */
export const settings = defineSettings({
  operator: z.object({
    freeVideos: z
      .number()
      .int()
      .min(0)
      .max(MOST_VIDEOS)
      .default(3)
      .meta({ title: 'removal:settings.free-videos', description: 'removal:settings.free-videos-about' }),
  }),
});
