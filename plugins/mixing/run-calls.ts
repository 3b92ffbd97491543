import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { RATIOS } from '#core/contract/picture.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { shownCertificateSchema } from './certificate.ts';
import { glyphsSchema } from './glyphs.ts';
import { MAX_OUTPUTS } from './project.ts';
import { rangeSchema } from './range.ts';

const id = z.uuid();
const one = z.object({ id });

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const mixRunSchema = z.object({
  id,
  projectId: id,
  state: z.enum(['planning', 'rendering', 'paused', 'certifying', 'done', 'failed', 'cancelled']),
  /** The project’s name when the run began. */
  name: shownName,
  ratio: z.enum(RATIOS),
  /** Outputs that were asked for. */
  count: z.number().int(),
  /** Outputs that are possible; null until the run is planned. */
  planned: z.number().int().nullable(),
  /** Outputs that are finished. */
  made: z.number().int(),
  /** Outputs that failed and wait for a retry; see each one’s `error`. */
  failed: z.number().int(),
  /** 0 to 1 over all of it; never goes back, but where failed outputs are tried again. */
  progress: z.number(),
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
  /** Why the run failed, in the caller's language. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const mixOutputSchema = z.object({
  id,
  position: z.number().int(),
  state: z.enum(['planned', 'rendering', 'made', 'failed', 'given-up', 'replaced']),
  /** 0 to 1. */
  progress: z.number(),
  /** Why it failed, in the caller’s language. */
  error: z.string().nullable(),
  shots: z.array(
    z.object({ group: z.string(), material: z.string(), window: z.object({ start: z.number(), end: z.number() }) }),
  ),
  title: z.string().nullable(),
  /** Id of the video in the account's files. */
  fileId: id.nullable(),
  seconds: z.number().nullable(),
  /** Name of the file, such as `夏季新品-001.mp4`. */
  name: shownName,
  /** Name of the finished video that it was too much like, where it was replaced for that; null otherwise. */
  like: z.string().nullable(),
  /** Bytes; null before it is made. */
  size: z.number().int().nullable(),
  /** How far loud and soft passages lie apart, in LU; null before it is made, and where it was not measured. */
  loudnessRange: z.number().nullable(),
  /** The video, readable without a token for some hours; null before it is made. */
  url: z.string().nullable(),
  /** The same that saves instead of playing. */
  downloadUrl: z.string().nullable(),
  /** A still picture of it; null before it is made. */
  poster: z.string().nullable(),
});
export type MixOutput = z.output<typeof mixOutputSchema>;
export type MixRun = z.output<typeof mixRunSchema>;

export const createMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/runs',
  summary: 'Starts making videos from a project, distinct from all that it made before.',
  params: one,
  body: z.strictObject({
    count: z.number().int().min(1).max(MAX_OUTPUTS),
    /** Most shots that any two videos may share; the least possible when absent. */
    share: z.number().int().min(0).max(19).optional(),
    /** The same seed gives the same plan. */
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(1),
  }),
  data: mixRunSchema,
});

export const readMixRun = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id',
  summary: 'Reads how far a run is.',
  params: one,
  data: mixRunSchema,
});

/**
 * A page follows a run like this: on the event `mixing.run` { runId, projectId }, which comes at most about once a
 * second for progress and with every change of state, it reads the run and calls this with the `revision` of its last
 * answer as `since`. It puts in place what `items` holds, and takes the outputs of `working` for the ones that are being
 * made; any other that it showed as `rendering` waits again. When a run has ended, `mixing.run-ended` tells
 * { runId, projectId, name, state, made, failed }.
 */
export const listMixOutputs = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/outputs',
  summary: 'Lists the outputs of a run in their order, or those that changed since an earlier answer.',
  params: one,
  query: pageQuery.extend({
    /** The `revision` of an earlier answer: only outputs that changed after it. */
    since: z.coerce.number().int().min(0).optional(),
    /** Only these, separated by commas; unknown ones are left out. */
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(id).max(50))
      .optional(),
  }),
  data: page(mixOutputSchema).extend({
    /** What the answer includes; of several pages the first one's counts. */
    revision: z.number().int(),
    /** The outputs that are being made just now, whether or not they are among `items`. */
    working: z.array(z.object({ id, progress: z.number() })),
  }),
});

export const cancelMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/cancel',
  summary: 'Stops a run; finished videos stay.',
  params: one,
  data: mixRunSchema,
});

export const readMixCertificate = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/certificate',
  summary: 'Reads the certificate of a finished run: every pair compared.',
  params: one,
  data: shownCertificateSchema,
});

export const listMixRuns = defineCall({
  method: 'GET',
  path: '/api/mixing/projects/:id/runs',
  summary: 'Lists the runs of a project, newest first.',
  params: one,
  query: pageQuery,
  data: page(mixRunSchema),
});

export const pauseMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/pause',
  summary: 'Begins no further video of a run; those under way are finished.',
  params: one,
  data: mixRunSchema,
});

export const resumeMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/resume',
  summary: 'Goes on with a paused run.',
  params: one,
  data: mixRunSchema,
});

const someOutputs = z.strictObject({
  /** All of them when absent. */
  outputs: z.array(id).min(1).max(MAX_OUTPUTS).optional(),
});

export const retryMixOutputs = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/retry',
  summary: 'Makes failed videos of a run again.',
  params: one,
  body: someOutputs,
  data: mixRunSchema,
});

export const loosenMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/further',
  summary: 'Makes the videos of an ended run that its limit did not yield, by a looser limit; finished ones stay.',
  params: one,
  body: z.strictObject({ share: z.number().int().min(1).max(19) }),
  data: mixRunSchema,
});

export const renameMixOutputs = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/names',
  summary: 'Names the videos of a run by a pattern of {project} {n} {nn} {nnn} {date} {title}; `.mp4` is added.',
  params: one,
  body: someOutputs.extend({
    pattern: z.string().trim().min(1).max(120),
    /** In whose days `{date}` counts the beginning of the run, such as `Asia/Shanghai`. */
    timeZone: z.string().max(60).refine(isTimeZone, { error: 'an IANA time zone' }).default('UTC'),
  }),
  data: z.object({ renamed: z.number().int() }),
});

export const keepMixOutputs = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/materials',
  summary: 'Puts videos of a run into a folder of the library.',
  params: one,
  body: someOutputs.extend({ folderId: id.nullable() }),
  data: z.object({ kept: z.number().int() }),
});

export const archiveMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/archives',
  summary: 'Makes an address that streams videos of a run as one zip, its certificate with them.',
  params: one,
  body: someOutputs,
  data: z.object({
    url: z.string(),
    name: z.string(),
    /** Bytes of the whole zip, exactly. */
    size: z.number().int(),
    expiresAt: z.iso.datetime(),
  }),
});

export const readMixCertificatePage = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/certificate-page',
  summary: 'Reads the certificate as one HTML page that loads nothing; it plays the videos that lie beside it.',
  params: one,
  data: z.object({ html: z.string(), name: z.string() }),
});
