import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';

import type { SpeechContext } from './connected-speech.ts';

/** Bytes before the first sample of a WAV file. */
const HEAD = 44;

/**
 * Has a program read a file aloud into another one; both are gone afterwards.
 * @param speak runs it; programs end with success even when they have written nothing
 * @returns a WAV file
 * @throws expected `core:speech.failed` (503), and what `speak` throws
 */
export async function spokenFile(
  { temporaryFolder }: Pick<SpeechContext, 'temporaryFolder'>,
  text: string | Uint8Array,
  speak: (files: { text: string; sound: string }) => Promise<string>,
): Promise<Buffer> {
  const folder = join(temporaryFolder, temporaryName());
  const files = { text: join(folder, 'text.txt'), sound: join(folder, 'sound.wav') };
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(files.text, text);
    const said = await speak(files);
    const sound = await readFile(files.sound).catch(() => Buffer.alloc(0));
    if (sound.length <= HEAD) fail('core:speech.failed', {}, { kind: 'unavailable', cause: new Error(said) });
    return sound;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
