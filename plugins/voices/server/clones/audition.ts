import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { writeVoicePreview } from '#core/server/services/media/sound/voice-preview.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';

import { changeVoice, type Own } from './own-voices.ts';
import { refuse } from './service-now.ts';
import { speakerOf } from './speaker.ts';

/** Seconds that somebody waits for a voice at most. */
const LIMIT = 60;

/**
 * Has a voice say something; what it has said before is known.
 * @returns a WAV in base64
 * @throws expected `voices:slow` (503), `core:speech.language` (422), and as {@link speakerOf}
 */
export async function auditionVoice(
  ctx: ServerContext,
  own: Own,
  { text, language }: { text: string; language: string },
  reader: MessageLanguage,
  signal?: AbortSignal,
): Promise<string> {
  const { runner, graph } = ctx.media;
  const speech = await speakerOf(ctx, own);
  if (!(await speech.provider.languages()).includes(language)) {
    fail('core:speech.language', { language: languageName(language, reader) }, { kind: 'invalid' });
  }
  const limit = AbortSignal.timeout(LIMIT * 1000);
  const ended = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const work = join(ctx.temporaryFolder, temporaryName());
  await mkdir(work, { recursive: true });
  try {
    const node = voiceNode(runner, speech, { text, language, speed: 1, tone: 0 });
    const options = { folder: work, signal: ended };
    const path = await graph
      .make([node], ([made = '']) => writeVoicePreview(runner, join(made, SOUND_FILE), options), { signal: ended })
      .catch((error: unknown) => refuse(error, 'voices:service.refused-text'));
    await ctx.db.transaction((tx) => changeVoice(ctx, tx, own, { from: ['success'], state: 'normal' }));
    return (await readFile(path)).toString('base64');
  } catch (error) {
    if (limit.aborted) fail('voices:slow', {}, { kind: 'unavailable', cause: error });
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
