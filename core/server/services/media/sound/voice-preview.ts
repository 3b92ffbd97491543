import { join } from 'node:path';

import type { MediaRunner } from '../runner.ts';
import { monoWav } from './mono-wav.ts';

/**
 * Writes a voice as a page plays it: a WAV of one channel, always the same bytes for the same sound.
 * @param folder where it is written
 * @returns its path
 */
export async function writeVoicePreview(
  runner: MediaRunner,
  sound: string,
  { folder, signal }: { folder: string; signal?: AbortSignal },
): Promise<string> {
  const path = join(folder, 'voice.wav');
  await runner.ffmpeg({ ...{ cwd: folder, signal }, args: ['-i', sound, ...monoWav(path)] });
  return path;
}
