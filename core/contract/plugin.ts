import { z } from 'zod';

const pluginId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and dashes');
const text = z.string().regex(/^[a-z][a-z0-9-]*:[a-zA-Z0-9.-]+$/, 'a text key such as "mixing:title"');
const route = z.string().startsWith('/');

const gate = z.strictObject({
  /** Whether an anonymous visitor is turned to the login dialog. */
  login: z.boolean().default(true),
  /** Adapted role codes that may enter, or null for all. */
  roles: z.array(z.number().int()).nullable().default(null),
  /** The feature id that a tier or package must include, or null for none. */
  feature: z.number().int().nullable().default(null),
});

const manifestSchema = z.strictObject({
  id: pluginId,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers, such as 1.0.0'),
  title: text,
  uses: z.array(pluginId).default([]),
  gate: gate.prefault({}),
  routes: z
    .array(z.strictObject({ path: route, page: z.string(), title: text.optional(), gate: gate.partial().optional() }))
    .default([]),
  menus: z
    .array(
      z.strictObject({
        to: route,
        section: z.enum(['create', 'tools', 'library', 'distribute', 'business']),
        icon: z.string(),
        order: z.number().int(),
        title: text,
      }),
    )
    .default([]),
  commands: z.array(z.strictObject({ id: z.string(), title: text, keys: z.string().optional() })).default([]),
});

/** A plugin's gate: who may enter it. */
export type Gate = z.output<typeof gate>;
/** What an author writes in `plugin.ts`. */
export type PluginManifestInput = z.input<typeof manifestSchema>;
/** A checked manifest with every default filled in. Data only: it survives JSON. */
export type PluginManifest = z.output<typeof manifestSchema>;

/**
 * Declares a plugin. The manifest is data only and the one source of everything
 * static about the plugin; both sides read it, and no plugin code is loaded for it.
 * @throws TypeError that names each wrong or unknown key
 * @example
 * export default definePlugin({ id: 'mixing', version: '1.0.0', title: 'mixing:title', uses: ['materials'] });
 */
export function definePlugin(manifest: PluginManifestInput): PluginManifest {
  const checked = manifestSchema.safeParse(manifest);
  if (!checked.success) {
    throw new TypeError(`definePlugin "${manifest.id}": ${z.prettifyError(checked.error)}`);
  }
  return checked.data;
}
