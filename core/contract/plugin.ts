import { z } from 'zod';

const pluginId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and dashes');
const text = z.string().regex(/^[a-z][a-z0-9-]*:[a-zA-Z0-9.-]+$/, 'a text key such as "mixing:title"');
const route = z
  .string()
  .regex(/^(\/|(\/(:[a-zA-Z]\w*\??|[^/\s?#:]+))+)$/, 'a path such as "/mixedCut/edit/:id" or "/music/:id?"');
const localName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,59}$/, 'letters, digits and dashes');

const gateFields = {
  /** Whether an anonymous visitor is turned to the login dialog. */
  login: z.boolean(),
  /** Adapted role codes that may enter, or null for all. */
  roles: z.array(z.number().int()).nullable(),
  /** The feature id that a tier or package must include, or null for none. */
  feature: z.number().int().nullable(),
  /** Only operators may know of it. */
  operator: z.boolean(),
};

const gate = z.strictObject({
  login: gateFields.login.default(true),
  roles: gateFields.roles.default(null),
  feature: gateFields.feature.default(null),
  operator: gateFields.operator.default(false),
});

const routeSchema = z.strictObject({
  path: route,
  /** The page of `web/index.ts` that it shows. */
  page: localName.optional(),
  /** Another path that it leads to instead of a page. */
  redirect: route.optional(),
  title: text.optional(),
  /** `workbench`: with rail and top bar; `bare`: the page has the whole window. */
  frame: z.enum(['workbench', 'bare']).default('workbench'),
  /** What is narrower or wider here than in the plugin's own gate. */
  gate: z.strictObject(gateFields).partial().optional(),
});

/** The manifest's schema; unknown keys are errors. */
export const manifestSchema = z.strictObject({
  id: pluginId,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers, such as 1.0.0'),
  title: text,
  /** Plugins whose `api.ts` it uses; each may be missing. */
  uses: z.array(pluginId).default([]),
  gate: gate.prefault({}),
  /** `:name` takes one part of a path, `:name?` one or none. */
  routes: z.array(routeSchema).default([]),
  menus: z
    .array(
      z.strictObject({
        to: route,
        section: z.enum(['create', 'tools', 'library', 'distribute', 'business', 'operator']),
        /** A name of `core/web/components/Icon.tsx`. */
        icon: z.string(),
        order: z.number().int(),
        title: text,
      }),
    )
    .default([]),
  commands: z.array(z.strictObject({ id: localName, title: text, keys: z.string().optional() })).default([]),
  /** Dialogs that others may open as `<plugin>/<name>`. */
  dialogs: z
    .array(
      z.strictObject({
        name: localName,
        /** Pixels. */
        width: z.number().int().default(680),
        /** False: only its own buttons end it. */
        dismissible: z.boolean().default(true),
      }),
    )
    .default([]),
  /** Slots that it adds to; it is activated when one of them is shown. */
  slots: z.array(z.string()).default([]),
  /** Topics of events that it is activated for, such as `mixing.run-ended`; its `hears` acts on them on any page. */
  hears: z.array(z.string()).default([]),
  /** Names of tokens that it provides, such as `materials.picker@1`; it is activated when one is asked for. */
  provides: z.array(z.string()).default([]),
});

/** A plugin's gate: who may enter it. */
export type Gate = z.output<typeof gate>;
/** One route of a manifest. */
export type PluginRoute = z.output<typeof routeSchema>;
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
