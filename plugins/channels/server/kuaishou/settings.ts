import { z } from 'zod';

import { addressField, plainField, secretField } from '../key-fields.ts';

/** A website app of the Kuaishou Open Platform that may publish for people. */
export const KUAISHOU = z.object({
  appId: plainField('channels:kuaishou.app-id', 'channels:kuaishou.addresses'),
  appSecret: secretField('channels:kuaishou.app-secret'),
  megabytes: z
    .int()
    .min(1)
    .max(4_000)
    .default(100)
    .meta({ title: 'channels:kuaishou.megabytes', description: 'channels:kuaishou.megabytes-about' }),
  page: addressField('https://open.kuaishou.com/oauth2/authorize', 'channels:field.page'),
  endpoint: addressField('https://open.kuaishou.com/', 'channels:field.endpoint'),
});
export type KuaishouSettings = z.output<typeof KUAISHOU>;
