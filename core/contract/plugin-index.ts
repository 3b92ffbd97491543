import { z } from 'zod';

import { defineCall } from './call.ts';
import { grantSchema } from './grants.ts';
import { requiresSchema } from './plugin-package.ts';
import { manifestSchema } from './plugin.ts';
import { LEVELS } from './tiers.ts';

/** Where the browser half of a plugin from outside comes from, and what it may do. */
export const pluginSourceSchema = z.object({
  /** Addresses of its files on this server; they never change what they hold. `web` is null for one without a browser half. */
  web: z.object({ url: z.string(), integrity: z.string(), bytes: z.number() }).nullable(),
  styles: z.object({ url: z.string(), integrity: z.string() }).nullable(),
  texts: z.object({ zh: z.string(), en: z.string() }),
  requires: requiresSchema,
  /** Hash of the calls that its two halves share; null without a server half. */
  calls: z.string().nullable(),
  /** The grants that an operator gave. */
  grants: z.array(grantSchema),
  /** It runs in a frame of an origin of its own. */
  untrusted: z.boolean(),
  /** Another one means that it must be loaded anew: a new version, other grants, a build of its developer. */
  revision: z.string(),
  /** Pushed by its developer: its stores' state is kept over a new build where the shape allows. */
  dev: z.boolean(),
});
export type PluginSource = z.output<typeof pluginSourceSchema>;

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
    /**
     * It cannot run as it is, whoever asks: `requires`: the workbench lacks what it was built against; `update`: its
     * halves do not fit together; `server`: its server half is not there or has failed. `details` names what.
     */
    z.object({
      name: z.literal('blocked'),
      reason: z.enum(['requires', 'update', 'server']),
      details: z.array(z.string()),
    }),
  ]),
  /** Absent for a plugin that ships with the product. */
  source: pluginSourceSchema.optional(),
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
