import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { clonedAmong, voicesToChoose } from '#core/server/services/providers/chosen-voice.ts';
import { refuseFailure } from '#core/server/services/providers/refuse-failure.ts';

import type { listVoices as call } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { VOICE_REFUSALS, voiceSources } from '../render/voice-over.ts';

type Voices = Pick<ServerContext, 'providers' | 'use'>;

/**
 * @param tag the language whose voices are wanted
 * @throws expected `mixing:voice-refused`, `mixing:voice-configuration` (422), `mixing:voice-unavailable` (503) for a
 *   service that fails, and as `Providers.use`
 */
export async function listVoices(
  ctx: Voices,
  { accountId, tag }: { accountId: string; tag: string | undefined },
  reader: MessageLanguage,
): Promise<CallData<typeof call>> {
  const { provider } = await ctx.providers.use('speech');
  const languages = [...(await provider.languages().catch(refused))];
  if (tag === undefined || !languages.includes(tag)) return { languages, voices: [], isRobotic: false };
  const { voices, isRobotic } = await voicesToChoose(voiceSources(ctx), { accountId, language: tag }, reader).catch(
    refused,
  );
  return {
    languages,
    voices: voices.map((voice) => ({ ...voice, isOwn: clonedAmong([voice.id]).length > 0 })),
    isRobotic,
  };
}

/**
 * Says before anything is made that a voice is not there any more.
 * @throws expected `mixing:voice-gone`, `core:speech.language` (422), and as {@link listVoices}
 */
export async function assertVoice(
  ctx: Voices,
  accountId: string,
  { dubbing }: Pick<MixProject, 'dubbing'>,
  reader: MessageLanguage,
): Promise<void> {
  if (dubbing?.voice === undefined) return;
  const { language } = dubbing;
  const { voices } = await voicesToChoose(voiceSources(ctx), { accountId, language }, reader).catch(refused);
  if (!voices.some(({ id }) => id === dubbing.voice)) fail('mixing:voice-gone', {}, { kind: 'invalid' });
}

const refused = (error: unknown): never => refuseFailure(error, VOICE_REFUSALS);
