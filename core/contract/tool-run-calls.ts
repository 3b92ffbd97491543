import { z } from 'zod';

import { defineCall } from './call.ts';
import { page, pageQuery } from './envelope.ts';
import { MAX_PATTERN } from './name-pattern.ts';
import { agreedCostSchema, priceSchema } from './price.ts';
import { shownName } from './shown-name.ts';

/** Most inputs of one run. */
export const MAX_RUN_INPUTS = 500;

/** Most items of one run. */
export const MAX_RUN_ITEMS = 2700;

/**
 * What a run is at. `planning`: its tool says what is to be made; `working`: items are made; `paused`: those under way
 * are finished and no other begins; `finishing`: what follows the last item; the others are ends.
 */
export const TOOL_RUN_STATES = ['planning', 'working', 'paused', 'finishing', 'done', 'failed', 'cancelled'] as const;
/** What a run is at. */
export type ToolRunState = (typeof TOOL_RUN_STATES)[number];

/**
 * What became of an item. `failed`: it may be tried again; `given-up`: nothing is made of it; `replaced`: another one is
 * planned in its place.
 */
export const TOOL_ITEM_STATES = ['planned', 'working', 'made', 'failed', 'given-up', 'replaced'] as const;
/** What became of an item. */
export type ToolItemState = (typeof TOOL_ITEM_STATES)[number];

const id = z.uuid();
const one = z.object({ id });

/** What a run costs, by the price that its tool had when it was started. */
export const runPriceSchema = priceSchema.extend({
  /** What it costs at most, also when it is retried: what is set aside while it works. */
  most: z.number().int(),
  /** What it has cost so far; what is not used goes back when it ends. */
  spent: z.number().int(),
});
/** What a run costs. */
export type RunPrice = z.output<typeof runPriceSchema>;

/** A run of a tool: these inputs, these settings, these outputs. */
export const toolRunSchema = z.object({
  id,
  /** The tool's name, which begins with its plugin's id: `crop.cut`. */
  tool: z.string(),
  name: shownName,
  state: z.enum(TOOL_RUN_STATES),
  /** What it was started with, as the tool's schema read it. */
  settings: z.unknown(),
  /** Ids of its materials. */
  inputs: z.array(id),
  /** Items that are to be made; null until the run is planned. */
  planned: z.number().int().nullable(),
  /** Items that are finished. */
  made: z.number().int(),
  /** Items that failed and wait for a retry; see each one’s `error`. */
  failed: z.number().int(),
  /** 0 to 1 over all of it, by what its items cost; never goes back, but where failed items are tried again. */
  progress: z.number(),
  /** Estimated seconds to the end; null while unknown or paused. */
  secondsLeft: z.number().nullable(),
  /** What it costs; null for what costs nothing. */
  price: runPriceSchema.nullable(),
  /** What the tool says of the run as a whole; null before it says anything. */
  facts: z.unknown(),
  /** Why the run failed, in the caller's language. */
  error: z.string().nullable(),
  /** When its outputs are removed; null while it works. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
/** A run of a tool. */
export type ToolRun = z.output<typeof toolRunSchema>;

/** A file that an item came to. */
export const toolFileSchema = z.object({
  /** Its id in the account's files. */
  id,
  name: shownName,
  /** MIME type. */
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Readable without a token for some hours. */
  url: z.string(),
  /** The same that saves instead of showing. */
  downloadUrl: z.string(),
});

/** One thing that a run makes. */
export const toolItemSchema = z.object({
  id,
  /** From 0, its place in the run. */
  position: z.number().int(),
  state: z.enum(TOOL_ITEM_STATES),
  /** Without the ending of a file's name. */
  name: shownName,
  /** Ids of the materials that it is made from. */
  sources: z.array(id),
  /** What the tool planned for it. */
  params: z.unknown(),
  /** 0 to 1. */
  progress: z.number(),
  /** Why it failed, in the caller's language. */
  error: z.string().nullable(),
  /** What was made, the most important one first; empty before, and after somebody deleted it. */
  files: z.array(toolFileSchema),
  /** A still picture of it; null without one. */
  poster: z.string().nullable(),
  /** What the tool says of the result. */
  facts: z.unknown(),
});
/** One thing that a run makes. */
export type ToolItem = z.output<typeof toolItemSchema>;

/** Of a tool whose plugin the caller may not use, as for an unknown one: 404. */
export const readToolPrice = defineCall({
  method: 'GET',
  path: '/api/tool-prices/:tool',
  summary: 'Reads what runs of a tool cost, and what the account has of that.',
  params: z.object({ tool: z.string().max(100) }),
  data: z.object({
    /** Null for what costs nothing. */
    price: priceSchema.nullable(),
    /** Of the price's unit; 0 for what costs nothing. */
    available: z.number().int(),
  }),
});

/** Starts a run. */
export const startToolRun = defineCall({
  method: 'POST',
  path: '/api/tool-runs',
  summary: 'Starts a run of a tool on some materials.',
  body: z.strictObject({
    tool: z.string().max(100),
    name: z.string().trim().min(1).max(120),
    /** What the tool's own schema takes. */
    settings: z.unknown().default({}),
    /** Ids of materials. */
    inputs: z.array(id).max(MAX_RUN_INPUTS),
    agreed: agreedCostSchema,
    /** Whether one of the same tool, inputs and settings that is still under way is answered in place of another one. */
    once: z.boolean().default(false),
  }),
  data: toolRunSchema,
});

/** Newest first; of a tool whose plugin the caller may not use, none. */
export const listToolRuns = defineCall({
  method: 'GET',
  path: '/api/tool-runs',
  summary: 'Lists the runs of a tool, newest first.',
  query: pageQuery.extend({
    tool: z.string().max(100),
    /** Only those of one thing, such as a project's id, for tools whose runs are of something. */
    of: z.string().max(100).optional(),
  }),
  data: page(toolRunSchema),
});

/** One run of the account. */
export const readToolRun = defineCall({
  method: 'GET',
  path: '/api/tool-runs/:id',
  summary: 'Reads how far a run is.',
  params: one,
  data: toolRunSchema,
});

/**
 * A page follows a run like this: on the event `tool-runs.changed` { runId }, which comes at most about once a second
 * for progress and with every change of state, it reads the run and calls this with the `revision` of its last answer
 * as `since`. It puts in place what `items` holds, and takes the items of `working` for the ones that are being made;
 * any other that it showed as `working` waits again.
 */
export const listToolItems = defineCall({
  method: 'GET',
  path: '/api/tool-runs/:id/items',
  summary: 'Lists the items of a run in their order, or those that changed since an earlier answer.',
  params: one,
  query: pageQuery.extend({
    /** The `revision` of an earlier answer: only items that changed after it. */
    since: z.coerce.number().int().min(0).optional(),
    /** Only these, separated by commas; unknown ones are left out. */
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(id).max(50))
      .optional(),
  }),
  data: page(toolItemSchema).extend({
    /** What the answer includes; of several pages the first one's counts. */
    revision: z.number().int(),
    /** The items that are being made just now, whether or not they are among `items`. */
    working: z.array(z.object({ id, progress: z.number() })),
  }),
});

/** Begins no further item. */
export const pauseToolRun = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/pause',
  summary: 'Begins no further item of a run; those under way are finished.',
  params: one,
  data: toolRunSchema,
});

/** Goes on with a paused run. */
export const resumeToolRun = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/resume',
  summary: 'Goes on with a paused run.',
  params: one,
  data: toolRunSchema,
});

/** Stops a run; what is finished stays. */
export const cancelToolRun = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/cancel',
  summary: 'Stops a run; what is finished stays.',
  params: one,
  data: toolRunSchema,
});

const someItems = z.strictObject({
  /** All of them when absent. */
  items: z.array(id).min(1).max(MAX_RUN_ITEMS).optional(),
});

/** Tries failed items again, or what the run as a whole failed by. */
export const retryToolItems = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/retry',
  summary: 'Makes failed items of a run again.',
  params: one,
  body: someItems,
  data: toolRunSchema,
});

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Names items by a pattern, see {@link fillPattern}; those that are planned later as well when all are named. */
export const renameToolItems = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/names',
  summary: 'Names what a run makes by a pattern of {run} {name} {n} {nn} {nnn} {date}, and what its tool adds to them.',
  params: one,
  body: someItems.extend({
    pattern: z.string().trim().min(1).max(MAX_PATTERN),
    /** In whose days `{date}` counts the beginning of the run, such as `Asia/Shanghai`. */
    timeZone: z.string().max(60).refine(isTimeZone, { error: 'an IANA time zone' }).default('UTC'),
  }),
  data: z.object({ renamed: z.number().int() }),
});

/** Removes a run that has ended, with its outputs; those that were put into the library stay there. */
export const removeToolRun = defineCall({
  method: 'DELETE',
  path: '/api/tool-runs/:id',
  summary: 'Removes a run that has ended, and its outputs.',
  params: one,
  data: z.null(),
});

/** Makes an address of a zip. */
export const archiveToolRun = defineCall({
  method: 'POST',
  path: '/api/tool-runs/:id/archives',
  summary: 'Makes an address that streams outputs of a run as one zip.',
  params: one,
  body: someItems,
  data: z.object({
    url: z.string(),
    name: z.string(),
    /** Bytes of the whole zip, exactly. */
    size: z.number().int(),
    expiresAt: z.iso.datetime(),
  }),
});

/** Where the addresses of {@link archiveToolRun} lead; a browser goes there by itself. Ranges work. */
export const streamToolArchive = defineCall({
  method: 'GET',
  path: '/api/tool-run-archives/:id',
  summary: 'Streams outputs of a run as one zip; its address is signed and expires.',
  access: 'public',
  params: one,
  query: z.object({
    /** Places of the items in the run as a bit field, base64url. */
    o: z.string().max(600),
    l: z.enum(['zh', 'en']),
    e: z.string().regex(/^\d{1,12}$/),
    s: z.string().max(100),
  }),
  data: z.null(),
});
