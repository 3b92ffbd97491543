import { z } from 'zod';

/** Why pictures or sound were not copied as they are. */
export const NOT_COPIED = [
  /** Something else than the cut was asked for: a part of the picture, turned, another size. */
  'changed',
  /** Another codec than H.264 or plain AAC, or a container from which they are not copied. */
  'codec',
  /** No picture within the cut refreshes the decoder. */
  'no-key-frame',
  /** Its pictures or its settings are of a kind that we do not encode alike: fields, ten bits, more colours. */
  'encoding',
  /** Its index is unusual, or damaged. */
  'index',
  /** What was put together did not decode to the same pictures or the same sound. */
  'unproven',
] as const;
/** Why pictures or sound were not copied as they are. */
export type NotCopied = (typeof NOT_COPIED)[number];

/** What became of a cut, for the one who asked for it: what tools that cut say of a result. */
export const cutFactsSchema = z.object({
  /** Numbers of the material's frames: the first one, and the one behind the last. */
  first: z.number(),
  last: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** How many frames are the material's own coded pictures; the others were encoded. */
  copied: z.number(),
  /** The number of the first of these in the material; null where there is none. */
  copiedFrom: z.number().nullable(),
  /** How many frames were changed beside being cut; absent where none was to be. */
  changed: z.number().optional(),
  /** Why not more of them: null where all are, or all but those at the edges. */
  picturesEncoded: z.enum(NOT_COPIED).nullable(),
  sound: z.enum(['none', 'copied', 'encoded']),
  /** Why its sound was encoded; null where it was not. */
  soundEncoded: z.enum(NOT_COPIED).nullable(),
});
const copiedSchema = cutFactsSchema.pick({ first: true, last: true, copied: true });

/** Whether a tool says of a result that all its pictures are the material's own, copied as they are. */
export function isAllCopied(facts: unknown): boolean {
  const read = copiedSchema.safeParse(facts);
  return read.success && read.data.copied === read.data.last - read.data.first;
}

/** What became of a cut, for the one who asked for it. */
export type CutFacts = z.output<typeof cutFactsSchema>;
