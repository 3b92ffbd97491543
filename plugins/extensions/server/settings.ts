import { z } from 'zod';

import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

const allowPrivateAddresses = z.boolean().default(false);

/** Whether packages may be fetched from this server's own network, such as from a build server beside it. */
export const ALLOW_PRIVATE_ADDRESSES: SettingDefinition<typeof allowPrivateAddresses> = {
  key: 'extensions.allow-private-addresses',
  schema: allowPrivateAddresses,
  secret: false,
};
