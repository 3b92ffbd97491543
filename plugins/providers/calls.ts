import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { settingsShape } from '#core/contract/plugin-settings.ts';
import { ADAPTER_ID, PROVIDER_KINDS } from '#core/contract/provider-kinds.ts';

const access = 'operator' as const;
const kind = z.enum(PROVIDER_KINDS);
const id = z.string().regex(ADAPTER_ID);
const one = z.strictObject({ kind, id });

/** An adapter: what connects one service. */
const adapterSchema = z.object({
  id: z.string(),
  /** Its plugin, by id and by title. */
  plugin: z.string(),
  pluginTitle: z.string(),
  /** In the reader's language; its id where it is gone. */
  title: z.string(),
  about: z.string().nullable(),
  /** What operators have to obtain of the service besides its keys; null for nothing. */
  access: z
    .object({
      scopes: z.array(z.object({ name: z.string(), about: z.string(), isOptional: z.boolean() })),
      review: z.string(),
    })
    .nullable(),
  /** It works without settings and network. */
  embedded: z.boolean(),
  /**
   * `incomplete`: fields have to be filled in; `disabled` and `stopped`: its plugin is; `gone`: it is chosen, but no
   * longer there.
   */
  state: z.enum(['ready', 'incomplete', 'disabled', 'stopped', 'gone']),
  /** The fields that have to be filled in, by their names. */
  missing: z.array(z.string()),
  /** Its settings as a JSON Schema; null without any. */
  shape: settingsShape.nullable(),
  /**
   * Until when others of its order are asked before it, why, as a sentence, and the service's own message; null while it
   * has its turn.
   */
  rest: z.object({ until: z.iso.datetime(), problem: z.string(), message: z.string() }).nullable(),
});
export type ServiceAdapter = z.output<typeof adapterSchema>;

/** A kind of services, with what there is of it and what is in use. */
const serviceSchema = z.object({
  kind,
  /** Whether several may be in use at once. */
  several: z.boolean(),
  /** Whether several may be chosen in an order: the next does what those before it cannot. */
  ordered: z.boolean(),
  /** Whether operators have chosen; else the built-in one is in use. */
  chosen: z.boolean(),
  inUse: z.array(z.string()),
  /** Whether the built-in one stands in for one that cannot be used. */
  orEmbedded: z.boolean(),
  /** Whether one of this kind can be tried by a small request. */
  triable: z.boolean(),
  adapters: z.array(adapterSchema),
});
export type Service = z.output<typeof serviceSchema>;

export const listServices = defineCall({
  method: 'GET',
  path: '/api/services',
  summary: 'Lists every kind of service with its adapters and what is in use.',
  access,
  data: z.object({ services: z.array(serviceSchema) }),
});

export const chooseService = defineCall({
  method: 'PUT',
  path: '/api/services/:kind',
  summary:
    'Chooses what is in use of a kind: one adapter, none, or several, in an order, of a kind that may have several.',
  access,
  params: z.strictObject({ kind }),
  body: z.strictObject({
    /** None of them twice; of a kind with an order the first is asked first. */
    adapters: z
      .array(id)
      .max(50)
      .refine((ids) => new Set(ids).size === ids.length),
    orEmbedded: z.boolean(),
  }),
  data: z.object({ services: z.array(serviceSchema) }),
});

const set = z.object({ set: z.literal(true) });
const shownValues = z.record(z.string(), z.union([z.json(), set]));

export const readServiceSettings = defineCall({
  method: 'GET',
  path: '/api/services/:kind/:id/settings',
  summary: 'Reads what is filled in for an adapter; of a secret only that it is set.',
  access,
  params: one,
  data: z.object({ values: shownValues }),
});

export const writeServiceSettings = defineCall({
  method: 'PUT',
  path: '/api/services/:kind/:id/settings',
  summary: 'Fills in the fields that are named and leaves the others; null takes a value away.',
  access,
  params: one,
  body: z.strictObject({ values: z.record(z.string(), z.json()) }),
  data: z.object({ values: shownValues }),
});

export const checkService = defineCall({
  method: 'POST',
  path: '/api/services/:kind/:id/check',
  summary: 'Looks whether an adapter can be used, within ten seconds; costs nothing and sends nothing.',
  access,
  params: one,
  data: z.object({
    healthy: z.boolean(),
    /** Whether the service itself was asked. */
    probed: z.boolean(),
    /** A sentence; null when nothing is wrong. */
    problem: z.string().nullable(),
    /** Tags of the languages that it knows; null for kinds without languages. */
    languages: z.array(z.string()).nullable(),
    /** By the name of a scope, whether the service has granted it; without those of which it does not tell. */
    granted: z.record(z.string(), z.boolean()),
    milliseconds: z.number(),
  }),
});
export type ServiceHealth = z.output<NonNullable<(typeof checkService)['data']>>;

export const readTryOut = defineCall({
  method: 'GET',
  path: '/api/services/:kind/:id/try-out',
  summary: 'Reads what trying an adapter takes, as a JSON Schema.',
  access,
  params: one,
  data: z.object({ shape: settingsShape }),
});

export const tryService = defineCall({
  method: 'POST',
  path: '/api/services/:kind/:id/try-out',
  summary: 'Tries an adapter as it is set up; it may cost, and messages are really sent.',
  access,
  params: one,
  body: z.strictObject({ values: z.record(z.string(), z.json()) }),
  data: z.discriminatedUnion('kind', [
    /** A WAV file in base64. */
    z.object({ kind: z.literal('sound'), base64: z.string() }),
    z.object({ kind: z.literal('text'), text: z.string() }),
    /** What was read in a picture: its size, and lines with the corners of their boxes, in pixels. */
    z.object({
      kind: z.literal('picture-text'),
      width: z.number(),
      height: z.number(),
      lines: z.array(
        z.object({ text: z.string(), confidence: z.number(), corners: z.array(z.tuple([z.number(), z.number()])) }),
      ),
    }),
    /** A JPEG file in base64. */
    z.object({ kind: z.literal('picture'), base64: z.string() }),
    z.object({ kind: z.literal('sent') }),
    /** What went wrong, as a sentence. */
    z.object({ kind: z.literal('failed'), problem: z.string() }),
  ]),
});
export type TryOutResult = z.output<NonNullable<(typeof tryService)['data']>>;
