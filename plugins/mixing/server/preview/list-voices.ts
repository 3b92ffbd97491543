import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { voiceMeant } from '#core/contract/voice-choice.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { clonedAmong, voicesToChoose } from '#core/server/services/providers/chosen-voice.ts';
import { spokenLanguages } from '#core/server/services/providers/speakers.ts';

import type { listVoices as call } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { speakingFailed } from '../render/speaking-failed.ts';
import { voiceSources } from '../render/voice-over.ts';

type Voices = Pick<ServerContext, 'providers' | 'use'>;

/**
 * @param tag the language whose voices are wanted
 * @throws as `speakingFailed` for a service that fails, and as `Providers.use`
 */
export async function listVoices(
  ctx: Voices,
  { accountId, tag }: { accountId: string; tag: string | undefined },
  reader: MessageLanguage,
): Promise<CallData<typeof call>> {
  const languages = [...(await spokenLanguages(ctx.providers).catch(speakingFailed))];
  if (tag === undefined || !languages.includes(tag)) return { languages, voices: [], isRobotic: false };
  const { voices, isRobotic } = await voicesToChoose(voiceSources(ctx), { accountId, language: tag }, reader).catch(
    speakingFailed,
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
  const { voices } = await voicesToChoose(voiceSources(ctx), { accountId, language }, reader).catch(speakingFailed);
  if (voiceMeant(voices, dubbing.voice) === undefined) fail('mixing:voice-gone', {}, { kind: 'invalid' });
}
