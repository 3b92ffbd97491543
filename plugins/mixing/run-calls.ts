import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { RATIOS } from '#core/contract/picture.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { shownCertificateSchema } from './certificate.ts';
import { glyphsSchema } from './glyphs.ts';
import { MAX_OUTPUTS, seedSchema, shareSchema } from './project.ts';
import { rangeSchema } from './range.ts';

const id = z.uuid();
const one = z.object({ id });

/** What is said of a run beside what every tool's run says. */
export const mixRunFactsSchema = z.object({
  ratio: z.enum(RATIOS),
  /** Videos that were asked for. */
  count: z.number().int(),
  /** Videos that are possible; null until the run is planned. Those that are being replaced are counted. */
  planned: z.number().int().nullable(),
  /** Estimated seconds to the end; null while unknown or paused. */
  secondsLeft: rangeSchema.nullable(),
  /** Estimated bytes of all videos together while they are made; null before it is planned and when it has ended. */
  bytes: rangeSchema.nullable(),
  /** Least and mean distance in shots of a certified run, of how many shots; null before. */
  distance: z.object({ least: z.number(), mean: z.number(), of: z.number().int() }).nullable(),
  /** Most shots that any two may share, as it was asked for; null for the least possible. */
  share: z.number().int().nullable(),
  /** The stricter limit that was asked for first, where its owner loosened it; null otherwise. */
  loosenedFrom: z.number().int().nullable(),
  /** Where the limit yields fewer than were wanted: how many more there are by which looser one; null otherwise. */
  further: z.object({ share: z.number().int(), count: z.number().int() }).nullable(),
  /** Shots of one video. */
  groups: z.number().int(),
  /** Clips that show some of the same footage, which counts once. */
  alike: z.array(z.object({ material: z.string(), like: z.string() })),
  /** Characters of its texts that no font has where its videos are made: they come out as boxes. */
  glyphs: glyphsSchema,
  seed: z.number().int(),
  /** Materials that could not be used, each with the reason in the caller's language. */
  refused: z.array(z.object({ material: z.string(), reason: z.string() })),
});
export type MixRunFacts = z.output<typeof mixRunFactsSchema>;

/** What is said of a video that was made, also of one that is replaced since. */
export const mixOutputFactsSchema = z.object({
  seconds: z.number(),
  /** How far loud and soft passages lie apart, in LU; null where it was not measured. */
  loudnessRange: z.number().nullable(),
  /** Name of the finished video that it was too much like, where it was replaced for that; null otherwise. */
  like: z.string().nullable(),
});
export type MixOutputFacts = z.output<typeof mixOutputFactsSchema>;

/** Followed, steered and given out it is by the calls for runs of all tools; its facts are {@link MixRunFacts}. */
export const createMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/runs',
  summary: 'Starts making videos from a project, distinct from all that it made before.',
  params: one,
  body: z.strictObject({
    count: z.number().int().min(1).max(MAX_OUTPUTS),
    /** Most shots that any two videos may share; the least possible when absent. */
    share: shareSchema.optional(),
    seed: seedSchema.default(1),
    agreed: agreedCostSchema,
  }),
  data: toolRunSchema,
});

export const loosenMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/further',
  summary: 'Makes the videos of an ended run that its limit did not yield, by a looser limit; finished ones stay.',
  params: one,
  body: z.strictObject({ share: shareSchema.min(1) }),
  data: toolRunSchema,
});

export const readMixCertificate = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/certificate',
  summary: 'Reads the certificate of a finished run: every pair compared.',
  params: one,
  data: shownCertificateSchema,
});

export const readMixCertificatePage = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/certificate-page',
  summary: 'Reads the certificate as one HTML page that loads nothing; it plays the videos that lie beside it.',
  params: one,
  data: z.object({ html: z.string(), name: z.string() }),
});
