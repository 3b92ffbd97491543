import { z } from 'zod';

import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import type { RenderedOutput } from '../render/render-output.ts';

const words = z.base64().transform((text) => {
  const bytes = Buffer.from(text, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
});

const base64Of = (list: Uint32Array) => Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString('base64');

/** One shot of an output, as it was planned. */
const plannedShotSchema = z.object({
  group: z.string(),
  material: z.string(),
  /** Identity of the footage: hash and window. */
  symbol: z.string(),
  window: z.object({ start: z.number(), end: z.number() }),
});

/** An output that is to be made. */
export const plannedOutputSchema = z.object({
  /** From 0; its place among all that the batch makes. */
  index: z.number().int().nonnegative(),
  /** In playing order. */
  shots: z.array(plannedShotSchema),
  title: z.string().nullable(),
});
export type PlannedOutput = z.output<typeof plannedOutputSchema>;

/** An output that came out too much like a finished one before it was shown, so that another one took its place. */
export const replacedOutputSchema = plannedOutputSchema.extend({
  /** File of the finished one. */
  like: z.string(),
});
export type ReplacedOutput = z.output<typeof replacedOutputSchema>;

const recordSchema = plannedOutputSchema.extend({
  /** Digest of the settings that it was made with. */
  settings: z.string(),
  file: z.string(),
  sha256: z.string(),
  size: z.number(),
  seconds: z.number(),
  parts: z.array(z.object({ key: z.string(), frames: z.number() })),
  audio: words,
  loudnessRange: z.number().optional(),
  copied: z.number().optional(),
  copiedShots: z.number().optional(),
});

/** An output that was made. */
export interface OutputRecord extends PlannedOutput, RenderedOutput {
  settings: string;
  file: string;
}

/** One line of the batch's journal; what its parts show stands in another file, once for all that use them. */
export function writeRecord(record: OutputRecord): string {
  const parts = record.parts.map(({ key, frames }) => ({ key, frames }));
  return JSON.stringify({ ...record, parts, audio: base64Of(record.audio) });
}

/**
 * Reads a line of the journal; undefined for one that was not written to its end, and for one whose parts show what
 * is not known: it can be compared with nothing.
 * @param footage what parts show, by their keys
 */
export function readRecord(line: string, footage: ReadonlyMap<string, Fingerprint>): OutputRecord | undefined {
  try {
    const record = recordSchema.parse(JSON.parse(line));
    const parts = record.parts.flatMap((part) => {
      const shown = footage.get(part.key);
      return shown === undefined ? [] : [{ ...part, footage: shown }];
    });
    return parts.length === record.parts.length ? { ...record, parts } : undefined;
  } catch {
    return undefined;
  }
}
