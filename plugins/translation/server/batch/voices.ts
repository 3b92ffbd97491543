import { ExpectedError } from '#core/contract/errors.ts';
import { voiceOfSex } from '#core/contract/voice-choice.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { serviceVoices } from '#core/server/services/providers/chosen-voice.ts';
import type { BatchOptions } from '#plugins/translation/batch-options.ts';

/**
 * Which voice of a language sounds as it was asked for.
 * @returns any of the sex that was chosen, where a service has one; null for whichever a service thinks best; undefined
 *   for a language that nothing speaks
 * @throws as `Providers.use`
 */
export async function voiceFor(
  ctx: ServerContext,
  language: string,
  { voice }: NonNullable<BatchOptions['dub']>,
  reader: MessageLanguage,
): Promise<string | null | undefined> {
  try {
    const { voices } = await serviceVoices(ctx, language, reader);
    return voice !== 'any' && voices.some(({ sex }) => sex === voice) ? voiceOfSex(voice) : null;
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:speech.language') return undefined;
    throw error;
  }
}
