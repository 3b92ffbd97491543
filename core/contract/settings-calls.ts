import { z } from 'zod';

import { defineCall } from './call.ts';

/** Maximum size of a namespace's settings as JSON, in bytes. */
export const SETTINGS_BYTES = 64 * 1024;
/** Maximum number of namespaces per account. */
export const SETTINGS_NAMESPACES = 100;

const namespace = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
const key = z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/);
const values = z.record(key, z.json());

/** The settings that an account has set, on any device: by plugin id, or `shell`. */
export const readSettings = defineCall({
  method: 'GET',
  path: '/api/settings/:namespace',
  summary: 'Reads what the account has set in one namespace.',
  params: z.strictObject({ namespace }),
  data: z.object({ values }),
});

/** Sets the given keys and leaves the others alone; null resets one. */
export const writeSettings = defineCall({
  method: 'PUT',
  path: '/api/settings/:namespace',
  summary: 'Sets some of what the account has set in one namespace; null takes a key away.',
  params: z.strictObject({ namespace }),
  body: z.strictObject({ values }),
  data: z.object({ values }),
});

/** The settings that operators have set for a plugin, for users who may see the plugin; secrets are never included. */
export const readPluginSettings = defineCall({
  method: 'GET',
  path: '/api/plugins/:id/settings',
  access: 'public',
  summary: 'Reads what operators have set for a plugin, but for secrets.',
  params: z.strictObject({ id: namespace }),
  data: z.object({ values }),
});
