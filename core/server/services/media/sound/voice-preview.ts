import { join } from 'node:path';

import type { MediaRunner } from '../runner.ts';

/** Samples a second of a voice that is heard on a page: enough for any, and a quarter of what a video's sound takes. */
export const PREVIEW_RATE = 24_000;

/**
 * Writes a voice as a page plays it: a WAV of one channel, always the same bytes for the same sound.
 * @param folder where it is written
 * @returns its path
 */
export async function writeVoicePreview(
  runner: MediaRunner,
  sound: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const path = join(folder, 'voice.wav');
  await runner.ffmpeg({
    ...{ cwd: folder, signal },
    args: [
      ...['-i', sound, '-ac', '1', '-ar', String(PREVIEW_RATE), '-c:a', 'pcm_s16le'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'wav', path],
    ],
  });
  return path;
}
