import { ExpectedError } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { serviceVoices } from '#core/server/services/providers/chosen-voice.ts';
import type { BatchOptions } from '#plugins/translation/batch-options.ts';

/**
 * The voice of a language that sounds as it was asked for.
 * @returns its id, null for whichever the service thinks best; undefined for a language that it does not speak
 * @throws as `Providers.use`
 */
export async function voiceFor(
  ctx: ServerContext,
  language: string,
  { voice }: NonNullable<BatchOptions['dub']>,
  reader: MessageLanguage,
): Promise<string | null | undefined> {
  try {
    const { voices, first } = await serviceVoices(ctx, language, reader);
    return voices.find(({ sex, service }) => sex === voice && service === first)?.id ?? null;
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:speech.language') return undefined;
    throw error;
  }
}
