import { z } from 'zod';

import { grantSchema } from './grants.ts';
import { nearestName } from './nearest-name.ts';
import { settingsSchema, type SettingsDefinition } from './plugin-settings.ts';
import { LEVELS, type Level } from './tiers.ts';

const pluginId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and dashes');
const text = z.string().regex(/^[a-z][a-z0-9-]*:[a-zA-Z0-9.-]+$/, 'a text key such as "mixing:title"');
const route = z
  .string()
  .regex(/^(\/|(\/(:[a-zA-Z]\w*\??|[^/\s?#:]+))+)$/, 'a path such as "/mixedCut/edit/:id" or "/music/:id?"');
const localName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,59}$/, 'letters, digits and dashes');

const gateFields = {
  /** Whether anonymous visitors are sent to the login dialog. */
  login: z.boolean(),
  /** Adapted role codes that may enter, or null for all. */
  roles: z.array(z.number().int()).nullable(),
  /** The feature id that a tier or package must include, or null. */
  feature: z.number().int().nullable(),
  /** Only operators may see it. */
  operator: z.boolean(),
  /** Tiers without full access: `locked` shows it with a lock, `hidden` hides it. Operators can change this. */
  tiers: z.partialRecord(z.enum(LEVELS), z.enum(['locked', 'hidden'])),
};

/** The usual rule for tiers in two words; the manifest holds the `tiers` that it stands for. */
const gateRule = {
  /** The lowest tier with full access, in place of `tiers`. */
  from: z.enum(LEVELS).optional(),
  /** What the tiers below `from` have: `locked`, also when absent, or `hidden`. */
  below: z.enum(['locked', 'hidden']).optional(),
};

const gateData = z.strictObject(gateFields);
const gate = z.codec(
  z
    .strictObject({
      login: gateFields.login.default(true),
      roles: gateFields.roles.default(null),
      feature: gateFields.feature.default(null),
      operator: gateFields.operator.default(false),
      tiers: gateFields.tiers.optional(),
      ...gateRule,
    })
    .check(proveRule),
  gateData,
  {
    decode(written) {
      const { tiers = {}, ...others } = byTiers(written);
      return { ...others, tiers };
    },
    encode: (known) => known,
  },
);
const routeGateData = gateData.partial();
const routeGate = z.codec(z.strictObject({ ...routeGateData.shape, ...gateRule }).check(proveRule), routeGateData, {
  decode: byTiers,
  encode: (known) => known,
});

interface GateRule {
  from?: Level | undefined;
  below?: 'locked' | 'hidden' | undefined;
  tiers?: Partial<Record<Level, 'locked' | 'hidden'>> | undefined;
}

function proveRule({ value, issues }: z.core.ParsePayload<GateRule>): void {
  const { from, below, tiers } = value;
  const refuse = (message: string): void => void issues.push({ code: 'custom', message, input: value });
  if (from === undefined && below !== undefined) refuse('"below" needs "from", the lowest tier with full access');
  if (from === LEVELS[0]) refuse(`no tier is below "${from}"; leave "from" out`);
  if (from !== undefined && tiers !== undefined) refuse('say either "from" and "below", or "tiers"');
}

/** A gate with `tiers` in place of `from` and `below`. */
function byTiers<G extends GateRule>({ from, below = 'locked', ...written }: G): Omit<G, 'from' | 'below'> {
  if (from === undefined) return written;
  const lower = LEVELS.slice(0, LEVELS.indexOf(from)).map((level) => [level, below]);
  return { ...written, tiers: Object.fromEntries(lower) as GateRule['tiers'] };
}

const routeSchema = z.strictObject({
  /** Its address: `:name` matches one path segment, `:name?` one or none. */
  path: route,
  /** The page of `web/index.ts` to show. */
  page: localName.optional(),
  /** A path to redirect to instead of showing a page. */
  redirect: route.optional(),
  /** A text key: the page's title in the browser's tab. */
  title: text.optional(),
  /** `workbench`: with rail and top bar; `bare`: the page has the whole window. */
  frame: z.enum(['workbench', 'bare']).default('workbench'),
  /** The page itself shows what a tier locks, for example with `useLocked`, so the workbench adds no banner. */
  readOnly: z.boolean().optional(),
  /** Where this route's gate differs from the plugin's. */
  gate: routeGate.optional(),
});

/** The manifest's schema; unknown keys are errors. */
export const manifestSchema = z.strictObject({
  /**
   * Its name everywhere: in addresses and in the names of its texts, tables and jobs. Lower-case letters, digits and
   * dashes.
   */
  id: pluginId,
  /** Three numbers, such as 1.0.0; the files of a version never change. */
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'three numbers, such as 1.0.0'),
  /** A text key: the plugin's display name. */
  title: text,
  /** Plugins whose tokens it asks for; any of them may be missing. Slots, grants and events need none. */
  uses: z.array(pluginId).default([]),
  /** Who may use it; the server applies the same rule. */
  gate: gate.prefault({}),
  /** Its pages. */
  routes: z.array(routeSchema).default([]),
  /** Entries of the menu on the left. */
  menus: z
    .array(
      z.strictObject({
        /** The path of one of its routes. */
        to: route,
        /** The part of the menu that it stands in. */
        section: z.enum(['create', 'tools', 'library', 'distribute', 'business', 'operator']),
        /** An icon of docs/look.html, one of `IconName`. */
        icon: z.string(),
        /** Its place in that part, the least first. */
        order: z.number().int(),
        /** A text key. */
        title: text,
      }),
    )
    .default([]),
  /** Commands for the palette; `web/index.ts` implements them. */
  commands: z
    .array(
      z.strictObject({
        /** Its name in `commands` of `defineWeb`; others know it as `<plugin>.<id>`. */
        id: localName,
        /** A text key, as people look for it. */
        title: text,
        /** Keys that run it, such as `mod+shift+k`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
        keys: z.string().optional(),
      }),
    )
    .default([]),
  /** Dialogs that other plugins can open as `<plugin>/<name>`. */
  dialogs: z
    .array(
      z.strictObject({
        /** Its name in `dialogs` of `defineWeb`. */
        name: localName,
        /** Pixels. */
        width: z.number().int().default(680),
        /** Pixels, about: what is kept free for it until its code is there. */
        height: z.number().int().optional(),
        /** False when only its own buttons close it; Esc always closes the dialogs of external plugins. */
        dismissible: z.boolean().default(true),
      }),
    )
    .default([]),
  /** Slots that it adds to; it is activated when one of them is shown. */
  slots: z.array(z.string()).default([]),
  /**
   * Topics of events that activate it, such as `materials.changed`; `subscriptions` of `defineWeb` handles them. Topics of
   * others take the grant `events@1`.
   */
  subscriptions: z.array(z.string()).default([]),
  /** Names of tokens that it provides, such as `materials.library@1`; it is activated when one is requested. */
  provides: z.array(z.string()).default([]),
  /** Hooks that its server half is told of, such as `materials.ready@1`. The manager shows them to operators. */
  hooks: z.array(z.string().regex(/^[a-z][a-z0-9.-]*@\d+$/, 'a hook such as "materials.ready@1"')).default([]),
  /** Its settings, for accounts and for operators: the result of `defineSettings`. */
  settings: settingsSchema.default({ account: null, operator: null }),
  /** Features that its code asks for beyond its gates, such as larger batches; pages about membership name them. */
  features: z.array(z.number().int()).default([]),
  /** What an external plugin requests beyond what every plugin has; built-in plugins need none. */
  grants: z.array(grantSchema).default([]),
  /** Maximum compressed size of its browser half in kilobytes; checked by `reelport plugin check`. */
  budget: z.number().positive().max(1000).default(40),
});

/** A plugin's gate: who may enter it. */
export type Gate = z.output<typeof gate>;
/** One route of a manifest. */
export type PluginRoute = z.output<typeof routeSchema>;
/** What an author writes in `plugin.ts`. */
export type PluginManifestInput = Omit<z.input<typeof manifestSchema>, 'settings'> & { settings?: SettingsDefinition };
/** A checked manifest with every default filled in. Data only: it survives JSON. */
export type PluginManifest = z.output<typeof manifestSchema>;

/**
 * Declares a plugin. The manifest is plain data and the only source of the plugin's static facts; both sides read it
 * without loading any code of the plugin.
 * @throws TypeError that names each wrong or unknown key, with the known one that is closest to it
 * @example
 * export default definePlugin({ id: 'mixing', version: '1.0.0', title: 'mixing:title', uses: ['materials'] });
 */
export function definePlugin(manifest: PluginManifestInput): PluginManifest {
  const { settings, ...rest } = manifest;
  const checked = manifestSchema.safeParse(settings === undefined ? rest : { ...rest, settings: settings.schemas });
  if (!checked.success) throw new TypeError(`definePlugin "${manifest.id}": ${manifestProblems(checked.error)}`);
  if (settings !== undefined) settings.plugin = manifest.id;
  return checked.data;
}

/** Describes a manifest's problems: where each is, and for an unknown key the one that was probably meant. */
export function manifestProblems(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const place = issue.path.map(String).join('.');
      if (issue.code !== 'unrecognized_keys') return `${place === '' ? 'manifest' : place}: ${issue.message}`;
      const known = knownKeys(issue.path);
      return issue.keys
        .map((key) => {
          const nearest = nearestName(key, known);
          const at = place === '' ? key : `${place}.${key}`;
          return nearest === undefined
            ? `unknown key "${at}", known are ${known.join(', ')}`
            : `unknown key "${at}", is "${nearest}" meant?`;
        })
        .join('; ');
    })
    .join('; ');
}

/** The keys that an object of the manifest may have. */
function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = manifestSchema;
  for (const part of path) {
    const inner = unwrap(schema);
    if (inner instanceof z.ZodArray) schema = inner.element;
    else if (inner instanceof z.ZodObject) schema = (inner.shape as Record<string, unknown>)[String(part)];
    else return [];
  }
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return unwrap(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}
