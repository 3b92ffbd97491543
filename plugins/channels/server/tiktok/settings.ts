import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** An app of TikTok for Developers with Login Kit and the Content Posting API. */
export const TIKTOK = z.object({
  clientKey: plainField('channels:tiktok.client-key', 'channels:tiktok.addresses'),
  clientSecret: secretField('channels:tiktok.client-secret'),
  posting: z
    .enum(['direct', 'both', 'inbox'])
    .default('direct')
    .meta({
      ...{ title: 'channels:tiktok.posting', description: 'channels:tiktok.posting-about' },
      labels: {
        direct: 'channels:tiktok.posting-direct',
        both: 'channels:tiktok.posting-both',
        inbox: 'channels:tiktok.posting-inbox',
      },
    }),
  statistics: z
    .boolean()
    .default(false)
    .meta({ title: 'channels:tiktok.statistics', description: 'channels:tiktok.statistics-about' }),
  page: addressField('https://www.tiktok.com/v2/auth/authorize/', 'channels:field.page'),
  endpoint: addressField('https://open.tiktokapis.com/', 'channels:field.endpoint'),
});
export type TiktokSettings = z.output<typeof TIKTOK>;
