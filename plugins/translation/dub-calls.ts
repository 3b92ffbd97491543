import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { slowStretchSchema } from '#core/contract/slow-stretches.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { cueIdSchema, ofLanguageSchema as ofLanguage, PROJECTS_PATH } from './call-fields.ts';

/** The tool that dubs a language of a project. */
export const DUB_TOOL = 'translation.dub';

const id = z.uuid();
const path = `${PROJECTS_PATH}/:id/languages/:language`;
const voice = z.string().min(1).max(200).nullable();

/** How a language is dubbed. */
export const dubChoiceSchema = z.strictObject({
  /**
   * The id of a voice, which no other stands in for; `sex:female` or `sex:male` for any of that sex, and null for the one
   * that the first service thinks best: there the next service speaks where one fails.
   */
  voice: voice.default(null),
  /** Voices of speakers that have another one, by their names. */
  speakers: z.record(z.string().max(100), voice).default({}),
  /** How loud the original is while somebody speaks: 0 silences it, 1 leaves it as it is. */
  under: z.number().min(0).max(1).default(0.12),
  /** Whether the picture may be shown slower for lines that would be too long otherwise. */
  slow: z.boolean().default(false),
});
/** See {@link dubChoiceSchema}. */
export type DubChoice = z.output<typeof dubChoiceSchema>;

/** Why a line is not spoken as it is: it is too long for its place, has no words, or the voice cannot read it. */
export const DUB_FAULTS = ['long', 'empty', 'unreadable'] as const;

const transcriptSchema = z.object({
  text: z.string(),
  /** The share of the line's words that were heard, 0 to 1. */
  found: z.number(),
  /** Words at whose place nothing was heard. */
  missing: z.array(z.string()),
  /** Whether words are missing, or hardly any was heard. */
  isLacking: z.boolean(),
  /** Whether it was spoken twice for that. */
  isRepeated: z.boolean(),
});
/** What a transcription service has heard of a line. */
export type LineTranscript = z.output<typeof transcriptSchema>;

export const dubLineSchema = z.object({
  cue: z.string(),
  text: z.string(),
  /** Milliseconds of the dubbed video at which it has to begin, and until when it has to be over. */
  start: z.number().int(),
  until: z.number().int(),
  /** The service that has spoken it, by its adapter; null for what was not spoken, and in older reports. */
  service: z.string().nullable().default(null),
  /** Milliseconds that it takes at the voice's own pace; estimated for one that was not spoken, null where unknown. */
  spoken: z.number().int().nullable(),
  /** Whether that is reckoned by the voice's rate, since the line was not spoken. */
  isEstimated: z.boolean(),
  /** Times faster than that. */
  factor: z.number(),
  /** Times longer that the picture is shown meanwhile, at the most. */
  picture: z.number().default(1),
  /** Milliseconds that it takes in the video, and those of them behind its own time. */
  takes: z.number().int(),
  borrowed: z.number().int(),
  /** Milliseconds that it is heard late in the finished video, early where negative; null where it was not found. */
  drift: z.number().nullable(),
  /** The share of it in which somebody is heard to speak; null where nothing on this machine hears that. */
  heard: z.number().nullable(),
  /** What a service has written down of it; null where none is connected, or it has failed. */
  transcript: transcriptSchema.nullable().default(null),
  fault: z.enum(DUB_FAULTS).nullable(),
  /** Letters that it has, and that would fit; null where that is not known. */
  letters: z.number().int(),
  most: z.number().int().nullable(),
});
/** What became of a line of a dub. */
export type DubLineReport = z.output<typeof dubLineSchema>;

export const voiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  sex: z.enum(['female', 'male']).nullable(),
});

const dubSchema = z.object({
  choice: dubChoiceSchema,
  /** The run; null when it was removed. */
  run: toolRunSchema.nullable(),
  /** The services that have spoken it, as they are called. */
  services: z.array(z.string()),
  /** Empty until it is done. */
  lines: z.array(dubLineSchema),
  /** Where the video is shown slower in it, in milliseconds of the video as it was. */
  stretches: z.array(slowStretchSchema).default([]),
  /** The finished video in the library, and its folder; null until it is there. */
  materialId: id.nullable(),
  folderId: id.nullable(),
  createdAt: z.iso.datetime(),
});
/** A language of a project with other voices. */
export type Dub = z.output<typeof dubSchema>;

export const readDub = defineCall({
  method: 'GET',
  path: `${path}/dub`,
  summary: 'Which voices a language has, and what the last dub of it came to.',
  params: ofLanguage,
  data: z.object({
    voices: z.array(voiceSchema),
    /** Whether these sound like a machine. */
    isRobotic: z.boolean(),
    /** Services that speak it: of several, the next speaks where no voice is chosen and one fails. */
    services: z.number().int(),
    /** Why nothing can be spoken, in the caller's language; null where it can. */
    why: z.string().nullable(),
    /** Why lines are checked for their time only, in the caller's language; null where their words are heard back. */
    unheard: z.string().nullable(),
    /** Letters a second that the voice of the last dub speaks; null before the first. */
    rate: z.number().nullable(),
    dub: dubSchema.nullable(),
  }),
});

export const startDub = defineCall({
  method: 'POST',
  path: `${path}/dubs`,
  summary: 'Dubs the accepted lines of a language; the video goes into the folder of that language.',
  params: ofLanguage,
  body: dubChoiceSchema,
  data: dubSchema,
});

export const speakLine = defineCall({
  method: 'POST',
  path: `${path}/lines/:cue/voice`,
  summary: 'Speaks a line as its dub would, and says whether it fits.',
  params: ofLanguage.extend({ cue: cueIdSchema }),
  body: z.strictObject({ text: z.string().max(2_000), voice: voice.default(null), slow: z.boolean().default(false) }),
  data: dubLineSchema
    .pick({ spoken: true, factor: true, picture: true, takes: true, fault: true, letters: true, most: true })
    .extend({
      /** A WAV at the pace of the video. */
      base64: z.string(),
    }),
});
