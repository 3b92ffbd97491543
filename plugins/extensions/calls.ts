import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { grantSchema } from '#core/contract/grants.ts';
import { pluginSourceSchema } from '#core/contract/plugin-index.ts';
import { pluginPackageSchema } from '#core/contract/plugin-package.ts';
import { manifestSchema } from '#core/contract/plugin.ts';
import { LEVELS } from '#core/contract/tiers.ts';

const access = 'operator' as const;
const id = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
const params = z.strictObject({ id });
const time = z.iso.datetime();
const tierMode = z.enum(['on', 'locked', 'hidden']);
const tiers = z.partialRecord(z.enum(LEVELS), tierMode);

/** Why a plugin cannot run for anybody. */
const blocked = z.object({ reason: z.enum(['requires', 'update', 'server']), details: z.array(z.string()) }).nullable();

/** One plugin of the installation as the manager lists it. */
export const extensionSchema = z.object({
  manifest: manifestSchema,
  /** Its titles by key, in both languages; null for one that ships with the product. */
  texts: z.object({ zh: z.record(z.string(), z.string()), en: z.record(z.string(), z.string()) }).nullable(),
  /** `shipped` with the product, `installed` from outside, or pushed by its `developer`. */
  origin: z.enum(['shipped', 'installed', 'developer']),
  disabled: z.boolean(),
  /** It is always on, for every tier: without it nobody could log in or switch anything on again. */
  needed: z.boolean(),
  blocked,
  /** What operators chose; the manifest's own gate holds for the others. */
  tiers,
  /** The lowest level that has the feature it needs; null when it needs none, or no level has it. */
  featureLevel: z.enum(LEVELS).nullable(),
  source: pluginSourceSchema.nullable(),
  /** Where it was installed from, when and by whom; null for one that ships with the product. */
  installed: z
    .object({ from: z.string(), at: time, by: z.string(), bytes: z.number(), earlier: z.array(z.string()) })
    .nullable(),
  /** Of its server half on this node; null when it has none. */
  server: z
    .object({
      /** `resting`: its routes do since three faults, until {@link retryExtension}; `failed`: to start. */
      state: z.enum(['running', 'resting', 'failed', 'missing']),
      problem: z.string().nullable(),
      /** What it brings; null while it has not started. */
      parts: z
        .object({
          routes: z.int(),
          jobs: z.array(z.string()),
          uploads: z.array(z.string()),
          operations: z.array(z.string()),
          effects: z.array(z.string()),
          tools: z.array(z.string()),
          /** With their kinds. */
          providers: z.array(z.string()),
          provides: z.array(z.string()),
          hooks: z.array(z.string()),
          schedules: z.array(z.string()),
        })
        .nullable(),
    })
    .nullable(),
  /**
   * What waits while the rest works, by key: grants whose calls the workbench has changed since they were given, and
   * calls of the server half, which is another build.
   */
  waiting: z.object({ grants: z.array(z.string()), calls: z.array(z.string()) }),
  /** Faults of the last 24 hours. */
  faults: z.number().int(),
  /** How many of its grants it has used at least once. */
  used: z.number().int(),
});
export type Extension = z.output<typeof extensionSchema>;

export const listExtensions = defineCall({
  method: 'GET',
  path: '/api/extensions',
  summary: 'Lists all plugins of this installation with everything that is known of them.',
  access,
  data: z.object({ items: z.array(extensionSchema) }),
});

const finding = z.object({
  level: z.enum(['error', 'warning']),
  /** A finished sentence in the reader's language. */
  text: z.string(),
});

/** What an installation would do, from the package alone. */
export const inspectionSchema = z.object({
  /** Names the inspected package for {@link installExtension}; good for an hour. */
  ticket: z.string(),
  package: pluginPackageSchema,
  change: z.enum(['new', 'update', 'downgrade', 'same']),
  installed: z.string().nullable(),
  texts: z.object({ zh: z.record(z.string(), z.string()), en: z.record(z.string(), z.string()) }),
  bytes: z.object({
    packed: z.number(),
    web: z.number(),
    styles: z.number(),
    texts: z.number(),
    server: z.number(),
  }),
  newGrants: z.array(z.string()),
  findings: z.array(finding),
  tiers: z.record(z.enum(LEVELS), z.enum(['ready', 'locked', 'hidden'])),
});
export type InspectionData = z.output<typeof inspectionSchema>;

export const inspectUpload = defineCall({
  method: 'POST',
  path: '/api/extensions/inspect',
  summary: 'Says what installing a packed plugin would do; nothing of it is run.',
  access,
  upload: true,
  data: inspectionSchema,
});

export const inspectAddress = defineCall({
  method: 'POST',
  path: '/api/extensions/inspect-url',
  summary: 'The same for a packed plugin that the server fetches from an address.',
  access,
  body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  data: inspectionSchema,
});

export const installExtension = defineCall({
  method: 'POST',
  path: '/api/extensions/install',
  summary: 'Installs, or updates to, what was inspected.',
  access,
  body: z.strictObject({ ticket: z.string().max(200), untrusted: z.boolean(), grants: z.array(z.string()).max(200) }),
  data: extensionSchema,
});

export const rollBackExtension = defineCall({
  method: 'POST',
  path: '/api/extensions/:id/roll-back',
  summary: 'Goes back to the version before.',
  access,
  params,
  data: extensionSchema,
});

export const retryExtension = defineCall({
  method: 'POST',
  path: '/api/extensions/:id/retry',
  summary:
    'Lets a server half whose routes rest since three faults serve again, on every node; the event "plugins" tells when.',
  access,
  params,
  data: z.object({}),
});

export const removeExtension = defineCall({
  method: 'DELETE',
  path: '/api/extensions/:id',
  summary: 'Takes a plugin from outside away, with everything that is kept of it.',
  access,
  params,
  data: z.object({}),
});

export const changeExtension = defineCall({
  method: 'PATCH',
  path: '/api/extensions/:id',
  summary: 'Switches a plugin for everybody, or for a tier, gives or takes a grant.',
  access,
  params,
  body: z.strictObject({
    disabled: z.boolean().optional(),
    /** Null for what the manifest says. */
    tiers: z.partialRecord(z.enum(LEVELS), tierMode.nullable()).optional(),
    grants: z.record(z.string(), z.boolean()).optional(),
  }),
  data: extensionSchema,
});

export const readExtension = defineCall({
  method: 'GET',
  path: '/api/extensions/:id',
  summary: 'Reads one plugin with its versions, faults, and the ledger of its grants.',
  access,
  params,
  data: z.object({
    extension: extensionSchema,
    versions: z.array(
      z.object({
        version: z.string(),
        at: time,
        by: z.string(),
        from: z.string(),
        bytes: z.number(),
        integrity: z.string().nullable(),
        current: z.boolean(),
        proven: z.boolean(),
        /** It was rolled back automatically and is not used again; with its last fault, if known. */
        rejected: z.boolean(),
        rejection: z.object({ at: time, phase: z.string(), message: z.string() }).nullable(),
      }),
    ),
    faults: z.array(
      z.object({
        version: z.string(),
        phase: z.string(),
        message: z.string(),
        account: z.string().nullable(),
        at: time,
      }),
    ),
    ledger: z.array(
      z.object({
        key: z.string(),
        grant: grantSchema,
        given: z.boolean(),
        /** It was given for a call that is another now, and waits until it is given again. */
        changed: z.boolean(),
        uses: z.number(),
        lastUsedAt: time.nullable(),
      }),
    ),
  }),
});

/** What operators have set for a plugin; secrets are `{ set: true }`. */
const settingsValues = z.record(z.string().regex(/^[a-zA-Z][\w-]{0,59}$/), z.json());

export const readExtensionSettings = defineCall({
  method: 'GET',
  path: '/api/extensions/:id/settings',
  summary: 'Reads what operators have set for a plugin; of a secret only that it is set.',
  access,
  params,
  data: z.object({ values: settingsValues }),
});

export const writeExtensionSettings = defineCall({
  method: 'PUT',
  path: '/api/extensions/:id/settings',
  summary: 'Sets the keys that are named for everybody and leaves the others; null takes a key away.',
  access,
  params,
  body: z.strictObject({ values: settingsValues }),
  data: z.object({ values: settingsValues }),
});

/** One step from the manifest to what the user sees. */
export const whyStepSchema = z.object({
  step: z.enum(['manifest', 'source', 'integrity', 'requires', 'switch', 'gate', 'tier', 'grants', 'server', 'faults']),
  ok: z.boolean(),
  /** A finished sentence in the reader's language. */
  text: z.string(),
  facts: z.record(z.string(), z.json()),
});

export const explainExtension = defineCall({
  method: 'GET',
  path: '/api/extensions/:id/why',
  summary: 'Says link by link why a plugin, or a route, command or slot of it, stands as it does, for one tier.',
  access,
  params,
  query: z.strictObject({
    level: z.enum(LEVELS).optional(),
    /** `route:/x`, `command:y` or `command:<id>.y`, `slot:z`; the plugin as a whole when absent. */
    part: z.string().max(200).optional(),
  }),
  data: z.object({ steps: z.array(whyStepSchema) }),
});

/** For `reelport plugin dev`: a key that may push builds of plugins to this workbench, and nothing else. */
export const makeDeveloperKey = defineCall({
  method: 'POST',
  path: '/api/extensions/developer-keys',
  summary: 'Makes a key for 30 days by which a developer pushes builds of plugins, to the sessions of who makes it.',
  access,
  body: z.strictObject({
    name: z.string().min(1).max(60),
    /** Its builds run in its owner's page, with everything that the owner may do; in a frame of their own otherwise. */
    trusted: z.boolean().default(false),
  }),
  data: z.object({ key: z.string(), expiresAt: time }),
});

export const pushBuild = defineCall({
  method: 'POST',
  path: '/api/extensions/push',
  summary:
    'Takes a packed build from a developer, by a key in the header x-reelport-developer-key, for the sessions of the key’s maker alone.',
  access: 'public',
  upload: true,
  data: z.object({ id: z.string(), revision: z.string(), problems: z.array(z.string()) }),
});
