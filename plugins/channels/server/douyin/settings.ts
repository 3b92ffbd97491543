import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** An app of the Douyin Open Platform that may publish on behalf of people. */
export const DOUYIN = z.object({
  clientKey: plainField('channels:douyin.client-key', 'channels:douyin.addresses'),
  clientSecret: secretField('channels:douyin.client-secret'),
  scopes: z
    .string()
    .trim()
    .regex(/^[a-z._]+(,[a-z._]+)*$/)
    .default('user_info,video.create.bind,video.data.bind,video.list.bind')
    .meta({ title: 'channels:douyin.scopes', description: 'channels:douyin.scopes-about' }),
  page: addressField('https://open.douyin.com/platform/oauth/connect/', 'channels:field.page'),
  endpoint: addressField('https://open.douyin.com/', 'channels:field.endpoint'),
});
export type DouyinSettings = z.output<typeof DOUYIN>;
