import { z } from 'zod';

import { ownCallsSchema } from './call-hashes.ts';
import { defineCall } from './call.ts';
import { grantSchema } from './grants.ts';
import { requiresSchema } from './plugin-package.ts';
import type { PluginManifest } from './plugin.ts';
import { LEVELS } from './tiers.ts';

/** Where the browser half of a plugin from outside comes from, and what it may do. */
export const pluginSourceSchema = z.object({
  /**
   * Addresses of its files on this server; an address always serves the same content. `web` is null for a plugin
   * without a browser half.
   */
  web: z.object({ url: z.string(), integrity: z.string(), bytes: z.number() }).nullable(),
  styles: z.object({ url: z.string(), integrity: z.string() }).nullable(),
  texts: z.object({ zh: z.string(), en: z.string() }),
  requires: requiresSchema,
  /** The calls that its two halves share. */
  calls: ownCallsSchema,
  /** The grants that an operator gave. */
  grants: z.array(grantSchema),
  /** It runs in a frame with its own origin. */
  untrusted: z.boolean(),
  /** Changes when the plugin must be reloaded: for a new version, other grants, or a developer's build. */
  revision: z.string(),
  /** Pushed by its developer: its stores' data carries over to a new build where it fits. */
  dev: z.boolean(),
});
export type PluginSource = z.output<typeof pluginSourceSchema>;

/** What the index says about a plugin's source: enough to know how to run it and when it has changed. */
const sourceMarkSchema = pluginSourceSchema.pick({ untrusted: true, revision: true, dev: true });

/**
 * The state of a plugin for one session, as decided by the server. Plugins that a session may not know of are not
 * listed.
 */
const pluginEntrySchema = z.object({
  /** The argument of `definePlugin`, without default values; see `lean-index.ts`. */
  manifest: z.looseObject({ id: z.string(), version: z.string(), title: z.string() }),
  /** The texts that the manifest names, by language and key: menus need no other texts of a plugin. */
  texts: z.record(z.enum(['zh', 'en']), z.record(z.string(), z.string())).optional(),
  state: z.discriminatedUnion('name', [
    z.object({ name: z.literal('ready') }),
    /** Ready once the user logs in. */
    z.object({ name: z.literal('login') }),
    z.object({
      name: z.literal('locked'),
      feature: z.number().int().nullable(),
      unlockedBy: z.enum(LEVELS).nullable(),
    }),
    /**
     * It cannot run for anybody. `requires`: the workbench lacks something that it was built against; `update`: its
     * halves are of different builds; `server`: its server half is missing or has failed. `details` names what.
     */
    z.object({
      name: z.literal('blocked'),
      reason: z.enum(['requires', 'update', 'server']),
      details: z.array(z.string()),
    }),
  ]),
  /** Absent for a plugin that ships with the product. */
  source: sourceMarkSchema.optional(),
});
export type PluginEntry = Omit<z.output<typeof pluginEntrySchema>, 'manifest'> & { manifest: PluginManifest };

/** The plugins that a session may see. Menus and routes need nothing else of them. */
export const listPlugins = defineCall({
  method: 'GET',
  path: '/api/plugins',
  access: 'public',
  summary: 'Lists the plugins that this session may see, each with its state.',
  data: z.object({
    plugins: z.array(pluginEntrySchema),
    /** Identifies the build of the browser half that this server serves; it changes with an update. */
    build: z.string(),
  }),
});
/** Which plugins are not installed any more: what they have stored in a browser goes. */
export const listGonePlugins = defineCall({
  method: 'GET',
  path: '/api/plugins/gone',
  summary: 'Of some plugins, names those that are not installed, whether or not the caller may use them.',
  query: z.strictObject({
    /** Ids, separated by commas. */
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(z.string().max(40)).max(100)),
  }),
  data: z.object({ ids: z.array(z.string()) }),
});

/** The index as the browser half uses it. */
export interface PluginIndex {
  plugins: PluginEntry[];
  build: string;
}

/** What is needed to load an external plugin; requested on first use, so that it does not delay the start. */
export const readPluginSource = defineCall({
  method: 'GET',
  path: '/api/plugins/:id/source',
  access: 'public',
  summary: 'Tells where the browser half of a plugin from outside comes from, and what it was granted.',
  params: z.strictObject({ id: z.string().max(40) }),
  data: pluginSourceSchema,
});
