import { createMedia } from '#core/server/services/media/create-media.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { createEspeakSpeech } from '#core/server/services/providers/espeak-speech.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';

/** The media engine and a voice without a server, for commands. */
export async function createLocalMedia(
  cacheFolder: string,
): Promise<{ media: Media; providers: Pick<Providers, 'speech'>; close(): Promise<void> }> {
  const media = await createMedia({ folder: cacheFolder });
  return { media, providers: { speech: async () => createEspeakSpeech() }, close: media.close };
}
