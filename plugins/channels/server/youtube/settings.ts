import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** An OAuth client of a Google Cloud project with the YouTube Data API v3. */
export const YOUTUBE = z.object({
  clientId: plainField('channels:youtube.client-id', 'channels:youtube.addresses'),
  clientSecret: secretField('channels:youtube.client-secret'),
  category: z
    .string()
    .regex(/^\d{1,4}$/)
    .default('22')
    .meta({ title: 'channels:youtube.category', description: 'channels:youtube.category-about' }),
  madeForKids: z.boolean().default(false).meta({ title: 'channels:youtube.made-for-kids' }),
  page: addressField('https://accounts.google.com/o/oauth2/v2/auth', 'channels:field.page'),
  tokenAddress: addressField('https://oauth2.googleapis.com/', 'channels:field.token-address'),
  endpoint: addressField('https://www.googleapis.com/', 'channels:field.endpoint'),
});
export type YoutubeSettings = z.output<typeof YOUTUBE>;
