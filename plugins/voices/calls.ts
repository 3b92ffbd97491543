import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { LETTERS } from './limits.ts';

const id = z.uuid();
const params = z.strictObject({ id });
const path = '/api/voices/clones';
const recordingPath = '/api/voices/recordings';
const words = (most: number) => z.string().overwrite(withoutBidiControls).trim().min(1).max(most);
/** That was shown. */
const sentence = z.string().min(1).max(1_000);
const language = z.string().min(2).max(20);

/**
 * - `cloning`: the service makes it
 * - `success`: made, and nobody has heard it yet
 * - `normal`: heard or used
 * - `recycling`: being deleted, here and at the service
 * - `failed`: not made; the reason is beside it
 */
export const VOICE_STATES = ['cloning', 'success', 'recycling', 'normal', 'failed'] as const;
export type VoiceState = (typeof VOICE_STATES)[number];

/** What a recording is for, and where it comes from. */
export const RECORDING_KINDS = ['sample', 'consent'] as const;
export const RECORDING_ORIGINS = ['recorded', 'uploaded'] as const;

/** What is wrong with a recording, or might be. */
export const FINDINGS = [
  ...['no-speech', 'little-speech', 'mostly-silent', 'clipped', 'quiet', 'noisy', 'several-speakers'],
] as const;

export const findingSchema = z.object({
  code: z.string(),
  /** Whether it keeps the recording from being used. */
  refuses: z.boolean(),
  /** In the caller's language. */
  text: z.string(),
});

export const recordingSchema = z.object({
  id,
  kind: z.enum(RECORDING_KINDS),
  name: shownName,
  /** `checking`: it is being listened to; `fit`: it can be used; `unfit`: the findings say why not. */
  state: z.enum(['checking', 'fit', 'unfit']),
  /** Seconds, and those in which somebody speaks; null while it is being checked. */
  seconds: z.number().nullable(),
  speech: z.number().nullable(),
  findings: z.array(findingSchema),
  /** Plays it; null while it is being checked. */
  url: z.string().nullable(),
});
/** A recording that was sent for a voice. */
export type Recording = z.output<typeof recordingSchema>;

export const voiceSchema = z.object({
  id,
  name: shownName,
  state: z.enum(VOICE_STATES),
  /** Why it was not made or not deleted, in the caller's language. */
  error: z.string().nullable(),
  /** The language of its sample, and those that it can speak; none where it cannot be used now. */
  language: z.string(),
  languages: z.array(z.string()),
  /** It was made by another service than the one that operators have chosen since. */
  isElsewhere: z.boolean(),
  seconds: z.number(),
  sampleUrl: z.string(),
  consent: z.object({
    kind: z.enum(['spoken', 'signed']),
    /** Who has agreed, to what, and when. */
    name: shownName,
    sentence: z.string(),
    at: z.iso.datetime(),
    /** Plays a spoken one. */
    url: z.string().nullable(),
  }),
  uses: z.number().int(),
  usedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
/** A voice of an account. */
export type Voice = z.output<typeof voiceSchema>;

export const serviceSchema = z.object({
  /** Why no voice can be made, in the caller's language; null where it can. */
  why: z.string().nullable(),
  /** Its voices only get the pitch and tone of the sample. */
  isToneMatch: z.boolean(),
  /** Seconds of a sample. */
  least: z.number(),
  most: z.number(),
  languages: z.array(z.object({ tag: z.string(), sentence: z.string() })),
  /** The sentence has to be read aloud; a signature is not enough. */
  isSpokenOnly: z.boolean(),
});

export const listVoices = defineCall({
  method: 'GET',
  path,
  summary: 'Lists the cloned voices of the account, the newest first.',
  data: z.object({ voices: z.array(voiceSchema), most: z.number().int() }),
});

export const readService = defineCall({
  method: 'GET',
  path: '/api/voices/service',
  summary: 'What the service that makes voices needs, and the sentences in which people agree.',
  data: serviceSchema,
});

export const createVoice = defineCall({
  method: 'POST',
  path,
  summary: 'Has a voice made from a checked sample and the consent of the person.',
  body: z.strictObject({
    name: words(LETTERS.name),
    language,
    /** A checked recording. */
    sample: id,
    /** What is said in it; services that take it make better voices. */
    text: words(LETTERS.text).nullable().default(null),
    consent: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('spoken'), name: words(LETTERS.person), sentence, recording: id }),
      z.strictObject({ kind: z.literal('signed'), name: words(LETTERS.person), sentence, agreed: z.literal(true) }),
    ]),
  }),
  data: voiceSchema,
});

export const renameVoice = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Renames a voice.',
  params,
  body: z.strictObject({ name: words(LETTERS.name) }),
  data: voiceSchema,
});

export const removeVoice = defineCall({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Deletes a voice with its sample and consent, here and at the services that have made it.',
  params,
  data: z.null(),
});

export const retryVoice = defineCall({
  method: 'POST',
  path: `${path}/:id/retry`,
  summary: 'Tries again what has failed: making a voice, also anew by the service in use, or deleting one.',
  params,
  data: voiceSchema,
});

export const auditionVoice = defineCall({
  method: 'POST',
  path: `${path}/:id/audition`,
  summary: 'Has a voice say something.',
  params,
  body: z.strictObject({ language, text: words(LETTERS.audition) }),
  data: z.object({
    /** A WAV. */
    base64: z.string(),
  }),
});

export const readRecording = defineCall({
  method: 'GET',
  path: `${recordingPath}/:id`,
  summary: 'Reads what was found out about a recording that is not part of a voice yet.',
  params,
  data: recordingSchema,
});

export const removeRecording = defineCall({
  method: 'DELETE',
  path: `${recordingPath}/:id`,
  summary: 'Deletes a recording that is not part of a voice.',
  params,
  data: z.null(),
});
