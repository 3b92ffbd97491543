import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { LANGUAGE_TAG } from '#core/contract/languages.ts';

import { copyingSchema } from './copying.ts';
import { glyphsSchema } from './glyphs.ts';
import { mixProjectSchema, MAX_OUTPUTS, seedSchema, shareSchema } from './project.ts';
import { rangeSchema } from './range.ts';

const id = z.uuid();
const one = z.object({ id });

const capacityRowSchema = z.object({
  /** Shots that any two videos may share. */
  share: z.number().int(),
  /** There can be no more than this. */
  bound: z.number(),
  /** So many there certainly are. */
  reachable: z.number(),
  /** Whether there may be more than `reachable`. */
  atLeast: z.boolean(),
});

/**
 * Counts by the rule and the limit that a run plans and is compared by. While it is not known of all materials what
 * they show, the answer is `provisional`: those count as different, and it pays to ask again after some seconds.
 */
export const measureMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/measurements',
  summary:
    'Says what a project that is being edited yields: capacity at each level of sharing, advice, time and space.',
  body: z.strictObject({
    document: mixProjectSchema,
    /** Its id, when it has been saved: what it made before counts. */
    projectId: id.nullable().default(null),
    count: z.number().int().min(1).max(MAX_OUTPUTS),
    share: shareSchema.optional(),
  }),
  data: z.object({
    /** One row a level, 0 to groups − 1; empty while a group shows nothing. */
    rows: z.array(capacityRowSchema),
    /** The least level that yields `count`; null when none does. */
    level: z.number().int().nullable(),
    /** Shots that each group can show, by its id. */
    shots: z.record(z.string(), z.number().int()),
    /** Which clips more would help: so many in these groups lift `from` videos to `to` at `share`. */
    advice: z.array(
      z.object({
        share: z.number().int(),
        from: z.number(),
        to: z.number(),
        clips: z.number().int(),
        groups: z.array(z.object({ group: z.string(), clips: z.number().int() })),
        /** Whether `to` is certain or the bound. */
        basis: z.enum(['reachable', 'bound']),
      }),
    ),
    /** Materials that show some of the same footage: what they have in common counts once. */
    alike: z.array(z.object({ material: z.string(), like: z.string() })),
    /**
     * Which materials are copied without encoding them, and why others are not; without those that were not looked at
     * here yet.
     */
    copying: z.array(copyingSchema),
    /** Videos that the project made before, which others are kept apart from. */
    made: z.number().int(),
    /** Whether less may come than is said here. */
    provisional: z.boolean(),
    /** Length of the shortest and longest video, in seconds. */
    seconds: z.object({ least: z.number(), most: z.number() }),
    estimate: z.object({
      /** Seconds until `count` are made here, or as many as there can be, by what earlier runs took. */
      seconds: rangeSchema,
      /** Bytes that they take. */
      bytes: rangeSchema,
      /** Bytes that the account has left; null without limit. */
      left: z.number().nullable(),
    }),
    /** Characters of its texts that would be burned in as boxes. */
    glyphs: glyphsSchema,
    /** Materials that cannot be counted yet, with the reason in the caller’s language. */
    waiting: z.array(z.object({ material: z.string(), reason: z.string() })),
  }),
});

/** One combination as the browser or the server shows it before anything is rendered. */
export const mixPreviewSchema = z.object({
  /** How many were planned for this document, count and share. */
  total: z.number().int(),
  /** Which of them this is, from 0. */
  position: z.number().int(),
  title: z.string().nullable(),
  shots: z.array(
    z.object({
      group: z.string(),
      material: z.string(),
      /** Seconds of the material. */
      window: z.object({ start: z.number(), end: z.number() }),
      /** Frames of the output that it lasts, blended ones included. */
      frames: z.number().int(),
      /** Frames that it shares with the shot after it; 0 for a hard cut. */
      blendAfter: z.number().int(),
    }),
  ),
  /** Frames of the whole. */
  frames: z.number().int(),
  fps: z.number().int(),
});
export type MixPreview = z.output<typeof mixPreviewSchema>;

export const previewMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/previews',
  summary: 'Plans a project that is being edited and answers one of the combinations; nothing is rendered.',
  body: z.strictObject({
    document: mixProjectSchema,
    projectId: id.nullable().default(null),
    count: z.number().int().min(1).max(200).default(20),
    share: shareSchema.optional(),
    seed: seedSchema.default(1),
    /** Taken modulo the number of combinations. */
    position: z.number().int().min(0).default(0),
  }),
  data: mixPreviewSchema,
});

const renderedSchema = z.object({
  id,
  state: z.enum(['working', 'ready', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  url: z.string().nullable(),
  error: z.string().nullable(),
});

export const renderMixPreview = defineCall({
  method: 'POST',
  path: '/api/mixing/rendered-previews',
  summary: 'Renders one combination small, for browsers that cannot show it by themselves; deleted after a day.',
  body: z.strictObject({ document: mixProjectSchema, preview: mixPreviewSchema }),
  data: renderedSchema,
});

export const readRenderedPreview = defineCall({
  method: 'GET',
  path: '/api/mixing/rendered-previews/:id',
  summary: 'Reads how far a rendered preview is.',
  params: one,
  data: renderedSchema,
});

export const listVoices = defineCall({
  method: 'GET',
  path: '/api/mixing/voices',
  summary: 'Lists the languages that a dubbing can be spoken in on this server, and the voices of one of them.',
  query: z.object({ language: z.string().regex(LANGUAGE_TAG).optional() }),
  data: z.object({
    languages: z.array(z.string()),
    /** Those of the language that was asked for, with the ones that the account has had made; empty without one. */
    voices: z.array(
      z.object({ id: z.string(), name: z.string(), sex: z.enum(['female', 'male']).nullable(), isOwn: z.boolean() }),
    ),
    /** Whether those of the service sound like a machine. */
    isRobotic: z.boolean(),
  }),
});

export const speakDubbing = defineCall({
  method: 'POST',
  path: '/api/mixing/voices',
  summary: 'Speaks a text as the project’s dubbing would, to listen to; answers within seconds.',
  body: mixProjectSchema.shape.dubbing.unwrap().unwrap(),
  data: z.object({
    /** A WAV, readable without a token for some hours. */
    url: z.string(),
    seconds: z.number(),
  }),
});
