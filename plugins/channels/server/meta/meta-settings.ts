import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** An app of Meta for Developers, for Instagram and for Facebook Pages alike. */
export const META = z.object({
  appId: plainField('channels:meta.app-id', 'channels:meta.addresses'),
  appSecret: secretField('channels:meta.app-secret'),
  verifyToken: z
    .string()
    .trim()
    .max(100)
    .default('')
    .meta({ title: 'channels:meta.verify-token', description: 'channels:meta.verify-token-about', secret: true }),
  version: z
    .string()
    .regex(/^v\d{1,3}\.\d$/)
    .default('v25.0')
    .meta({ title: 'channels:meta.version' }),
  page: addressField('https://www.facebook.com/', 'channels:field.page'),
  endpoint: addressField('https://graph.facebook.com/', 'channels:field.endpoint'),
  uploadAddress: addressField('https://rupload.facebook.com/', 'channels:field.upload-address'),
});
export type MetaSettings = z.output<typeof META>;
