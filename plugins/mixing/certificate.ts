import { z } from 'zod';

const certifiedShotSchema = z.object({
  group: z.string(),
  material: z.string(),
  /** Seconds into the material. */
  start: z.number(),
  end: z.number(),
});

/** Changes to a footage that comparing sees through, each proven on a corpus of footage of which the truth is known. */
export const SEEN = ['light', 'borders', 'covers', 'mirrors', 'turns', 'crops', 'time', 'encoding'] as const;

/** What comparing does not see, or not for certain. */
export const BLIND_TO = ['takes', 'closeups', 'covered', 'black', 'moments', 'meaning'] as const;

const fraction = z.number().min(0).max(1);
const statistics = z.object({ least: z.number(), median: z.number(), mean: z.number() });

/** Two outputs of a batch, compared. */
export const pairSchema = z.object({
  /** File names. */
  a: z.string(),
  b: z.string(),
  /** Shots in common, as planned. */
  sharedShots: z.number().int(),
  /** Share of the shorter one's footage that is somewhere in the other, whatever was done to it: 0 to 1. */
  sharedFootage: fraction,
  /** Most that `sharedFootage` may be: the shots that were planned in common, and a tolerance. */
  limit: fraction,
  /** Mean difference of the pictures at the same time: 0 the same, about 0.45 unrelated. */
  orderedDistance: fraction,
  /** Likeness of the sound: 0.5 unrelated, 1 the same. */
  audioSimilarity: fraction,
});
export type Pair = z.output<typeof pairSchema>;

/** What is proven of a batch: every pair of its outputs compared after rendering. */
export const certificateSchema = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  project: z.string(),
  /** Digest of everything that the outputs were made from: same digest and seed, same videos. */
  settings: z.string(),
  seed: z.number().int(),
  tools: z.object({ reelport: z.string(), ffmpeg: z.string() }),
  plan: z.object({
    groups: z.number().int(),
    /** Most shots that any two outputs share. */
    maxShared: z.number().int(),
    /** The construction of the plan; null when it was taken over from an earlier start. */
    method: z.string().nullable(),
    capacity: z.array(
      z.object({ maxShared: z.number().int(), bound: z.number(), reachable: z.number(), atLeast: z.boolean() }),
    ),
    advice: z.array(
      z.object({
        maxShared: z.number().int(),
        from: z.number(),
        to: z.number(),
        clips: z.number().int(),
        groups: z.array(z.object({ group: z.string(), clips: z.number().int() })),
        basis: z.enum(['reachable', 'bound']),
      }),
    ),
  }),
  /** The limit of shared shots that was asked for; null in certificates that do not tell. */
  limit: z
    .object({
      /** Null where as few as possible were asked for. */
      share: z.number().int().nullable(),
      /** The stricter limit that was asked for first, where its owner loosened it for further videos. */
      loosenedFrom: z.number().int().nullable(),
    })
    .nullable()
    .default(null),
  /** What a pair may share beyond its planned shots, and how many frames of a second are compared. */
  limits: z.object({ tolerance: fraction, framesPerSecond: z.number() }),
  /** What comparing sees through, and what it does not see; null in certificates of before that was told. */
  compared: z
    .object({ seen: z.array(z.enum(SEEN)), blindTo: z.array(z.enum(BLIND_TO)) })
    .nullable()
    .default(null),
  pairs: z.number().int(),
  /** Distances in shots: groups in which two outputs differ. */
  shots: statistics,
  /** Distances in pictures: 1 less the footage that two outputs share. */
  footage: statistics,
  /** Differences of the pictures at the same time. */
  ordered: statistics,
  audio: z.object({ most: fraction, median: fraction }),
  /** Pairs by footage distance, in twenty steps from 0 to 1. */
  histogram: z.array(z.number().int()).length(20),
  /** The pair that shares most; null for a single output. */
  worst: pairSchema.nullable(),
  /** Shared footage of every pair in per cent, one byte a pair, base64: (0,1), (0,2) … (1,2) … */
  matrix: z.base64(),
  /** Pairs over their limit that could not be helped. */
  failures: z.array(pairSchema),
  /** Videos that earlier runs of the project made, compared with these; null where there were none. */
  earlier: z
    .object({
      /** How many were compared; the last ones, where there are very many. */
      outputs: z.number().int(),
      /** How many there are. */
      all: z.number().int(),
      /** One of these with one of those. */
      pairs: z.number().int(),
      /** Most shots that any such pair shares. */
      sharedShots: z.number().int(),
      footage: statistics,
      /** The pair that shares most; `b` is the earlier one. */
      worst: pairSchema.nullable(),
      /** Pairs over their limit: of videos that were made by other settings, which no plan can keep apart. */
      failures: z.number().int(),
    })
    .nullable()
    .default(null),
  /** What was made and turned out too much like a finished video before anybody saw it, so that another one came in its place. */
  replaced: z
    .array(
      z.object({
        /** The video that came in its place; null where there was none left. */
        by: z.string().nullable(),
        /** The one that it was too much like. */
        like: z.string(),
        shots: z.array(certifiedShotSchema),
      }),
    )
    .default([]),
  openings: z.object({ distinct: z.number().int(), repeated: z.number().int() }),
  materials: z.array(z.object({ material: z.string(), uses: z.number().int() })),
  /** Footage by identity, near-duplicates as one, with how often the outputs show it. */
  symbols: z.array(z.object({ symbol: z.string(), uses: z.number().int() })),
  outputs: z.array(
    z.object({
      file: z.string(),
      sha256: z.string(),
      /** Bytes. */
      size: z.number().int(),
      seconds: z.number(),
      /** How far loud and soft passages lie apart, in LU; null in certificates of before it was measured. */
      loudnessRange: z.number().nullable().default(null),
      /** Frames that are copies of a clip's, which fitted already; null in certificates of before there were any. */
      copied: z.number().int().nullable().default(null),
      /** Shots whose pictures are such copies, all or most of them; null in certificates of before they were counted. */
      copiedShots: z.number().int().nullable().default(null),
      title: z.string().nullable(),
      shots: z.array(
        certifiedShotSchema.extend({
          /** Index into `symbols`. */
          symbol: z.number().int(),
        }),
      ),
    }),
  ),
});
export type Certificate = z.output<typeof certificateSchema>;

/** The least and the most loudness range of all videos, in whole LU; null where none was measured. */
export function loudnessRanges({ outputs }: Pick<Certificate, 'outputs'>): { least: number; most: number } | null {
  const ranges = outputs.flatMap(({ loudnessRange }) => (loudnessRange === null ? [] : [Math.round(loudnessRange)]));
  return ranges.length === 0 ? null : { least: Math.min(...ranges), most: Math.max(...ranges) };
}

/** How many shots of all videos were copied and how many encoded; null where that was not counted. */
export function copiedShots({ outputs }: Pick<Certificate, 'outputs'>): { copied: number; encoded: number } | null {
  const counted = outputs.filter(({ copiedShots: copied }) => copied !== null);
  if (counted.length === 0) return null;
  const copied = counted.reduce((sum, output) => sum + (output.copiedShots ?? 0), 0);
  return { copied, encoded: counted.reduce((sum, { shots }) => sum + shots.length, 0) - copied };
}

/** A certificate for people who have the account's library: videos and clips by name and id. */
export const shownCertificateSchema = certificateSchema.extend({
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  materials: z.array(
    certificateSchema.shape.materials.element.extend({
      /** Null when the library has it no more. */
      name: z.string().nullable(),
    }),
  ),
  outputs: z.array(
    certificateSchema.shape.outputs.element.extend({
      /** Id of the output; null when the run has it no more. */
      id: z.uuid().nullable(),
    }),
  ),
});
export type ShownCertificate = z.output<typeof shownCertificateSchema>;
