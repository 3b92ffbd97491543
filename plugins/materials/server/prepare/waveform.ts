import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Media } from '#core/server/services/media/media.ts';
import { SOUND_FACTS_FILE, WAVEFORM_FILE, waveformNode } from '#core/server/services/media/operations/waveform.ts';

import type { PreparationInput } from './prepared.ts';

/** Levels of the outline of a sound. */
export const PEAKS = 240;

const factsSchema = z.object({ seconds: z.number() });

export interface Waveform {
  /** {@link PEAKS} levels of one byte, base64. */
  peaks: string;
  seconds: number;
}

/**
 * Outlines the sound of a material.
 * @throws expected `core:media.broken` when it cannot be decoded
 */
export async function makeWaveform(
  media: Media,
  { path, hash, name, signal }: PreparationInput,
  mostSeconds: number,
): Promise<Waveform> {
  const source = { hash, name, read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const node = waveformNode(media.runner, { source, peaks: PEAKS, mostSeconds });
  return media.graph.make([node], ([folder = '']) => readWaveform(folder), { signal });
}

/** Reads the outline in the output folder of a node. */
export async function readWaveform(folder: string): Promise<Waveform> {
  const peaks = await readFile(join(folder, WAVEFORM_FILE));
  const facts: unknown = JSON.parse(await readFile(join(folder, SOUND_FACTS_FILE), 'utf8'));
  return { peaks: peaks.toString('base64'), seconds: factsSchema.parse(facts).seconds };
}
