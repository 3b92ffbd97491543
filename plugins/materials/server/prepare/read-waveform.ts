import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Media } from '#core/server/services/media/media.ts';
import { SOUND_FACTS_FILE, WAVEFORM_FILE, waveformNode } from '#core/server/services/media/operations/waveform.ts';

import type { PreparationInput } from './prepared.ts';

const PEAKS = 240;
const factsSchema = z.object({ seconds: z.number() });

/**
 * Outlines the sound of a material.
 * @throws expected `core:media.broken` when it cannot be decoded
 */
export async function readWaveform(
  media: Media,
  { path, hash, name, signal }: PreparationInput,
  mostSeconds: number,
): Promise<{ peaks: string; seconds: number }> {
  const source = { hash, name, read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const node = waveformNode(media.runner, { source, peaks: PEAKS, mostSeconds });
  return media.graph.make(
    [node],
    async ([folder = '']) => {
      const peaks = await readFile(join(folder, WAVEFORM_FILE));
      const facts: unknown = JSON.parse(await readFile(join(folder, SOUND_FACTS_FILE), 'utf8'));
      return { peaks: peaks.toString('base64'), seconds: factsSchema.parse(facts).seconds };
    },
    { signal },
  );
}
