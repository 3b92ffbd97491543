import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** An app of X's developer console with OAuth 2.0, as a confidential client. */
export const X = z.object({
  clientId: plainField('channels:x.client-id', 'channels:x.addresses'),
  clientSecret: secretField('channels:x.client-secret'),
  page: addressField('https://x.com/i/oauth2/authorize', 'channels:field.page'),
  endpoint: addressField('https://api.x.com/', 'channels:field.endpoint'),
});
export type XSettings = z.output<typeof X>;
