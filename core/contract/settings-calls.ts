import { z } from 'zod';

import { defineCall } from './call.ts';

/** Bytes that the settings of one namespace may take as JSON. */
export const SETTINGS_BYTES = 64 * 1024;
/** Namespaces that one account may have. */
export const SETTINGS_NAMESPACES = 100;

const namespace = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
const key = z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/);
const values = z.record(key, z.json());

/** What an account has set, on every device: by plugin id, or `shell`. */
export const readSettings = defineCall({
  method: 'GET',
  path: '/api/settings/:namespace',
  summary: 'Reads what the account has set in one namespace.',
  params: z.strictObject({ namespace }),
  data: z.object({ values }),
});

/** Sets the keys that are named and leaves the others; null takes one away. */
export const writeSettings = defineCall({
  method: 'PUT',
  path: '/api/settings/:namespace',
  summary: 'Sets some of what the account has set in one namespace; null takes a key away.',
  params: z.strictObject({ namespace }),
  body: z.strictObject({ values }),
  data: z.object({ values }),
});

/** What operators have set for a plugin, for whoever may see the plugin; secrets are never told. */
export const readPluginSettings = defineCall({
  method: 'GET',
  path: '/api/plugins/:id/settings',
  access: 'public',
  summary: 'Reads what operators have set for a plugin, but for secrets.',
  params: z.strictObject({ id: namespace }),
  data: z.object({ values }),
});
