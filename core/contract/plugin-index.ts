import { z } from 'zod';

import { defineCall } from './call.ts';
import { manifestSchema } from './plugin.ts';
import { LEVELS } from './tiers.ts';

/** Where a plugin stands for one session, as the server decides. What a session may not know of is not listed. */
export const pluginEntrySchema = z.object({
  manifest: manifestSchema,
  /** The texts that the manifest names, by language and key: menus need no other texts of a plugin. */
  texts: z.record(z.enum(['zh', 'en']), z.record(z.string(), z.string())).optional(),
  state: z.discriminatedUnion('name', [
    z.object({ name: z.literal('ready') }),
    /** Ready once somebody logs in. */
    z.object({ name: z.literal('login') }),
    z.object({
      name: z.literal('locked'),
      feature: z.number().int().nullable(),
      unlockedBy: z.enum(LEVELS).nullable(),
    }),
  ]),
});
export type PluginEntry = z.output<typeof pluginEntrySchema>;

/** The plugins that a session may see; no code of theirs is needed to draw menus and find routes. */
export const listPlugins = defineCall({
  method: 'GET',
  path: '/api/plugins',
  access: 'public',
  summary: 'Lists the plugins that this session may see, each with its state.',
  data: z.object({
    plugins: z.array(pluginEntrySchema),
    /** Names the build of the browser half that this server serves; another one means that it was updated. */
    build: z.string(),
  }),
});
export type PluginIndex = z.output<typeof listPlugins.data>;
