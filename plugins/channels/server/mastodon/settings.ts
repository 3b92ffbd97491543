import { z } from 'zod';

import { instanceSettings } from '../instance.ts';

/** Mastodon takes no keys: the workbench registers itself with each server. */
export const MASTODON = z.object({
  appName: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default('Reelport')
    .meta({ title: 'channels:mastodon.app-name', description: 'channels:mastodon.app-name-about' }),
  ...instanceSettings,
});
