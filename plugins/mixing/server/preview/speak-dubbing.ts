import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import { writeVoicePreview } from '#core/server/services/media/sound/voice-preview.ts';
import { refuseFailure } from '#core/server/services/providers/refuse-failure.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';

import type { speakDubbing as call } from '#plugins/mixing/calls.ts';
import { speakersOf, VOICE_REFUSALS } from '../render/voice-over.ts';
import { digestOf } from '../threads/planner.ts';

/** Where spoken texts lie in the store, by their content. */
export const VOICES = 'voices/';

/** Seconds that somebody waits for a voice at most. */
const LIMIT = 30;

/** Seconds that its address can be read. */
const URL_SECONDS = 6 * 60 * 60;

const HEADER_BYTES = 44;

/**
 * Speaks a text as a run's dubbing would, before it is fitted to the videos. The same text is spoken once a day.
 * @throws expected `mixing:voice-too-slow` (503), and as `voiceOver`
 */
export async function speakDubbing(
  ctx: ServerContext,
  accountId: string,
  { text, language, speed, tone, voice: chosen }: z.output<(typeof call)['body']>,
  signal?: AbortSignal,
) {
  const { media, files } = ctx;
  const { speech, voice } = await speakersOf(ctx, accountId)(chosen ?? null);
  const request = { text, language, speed, tone, ...(voice === null ? {} : { voice }) };
  const name = digestOf([speech.id, speech.provider.version, request, VOICE_RATE]);
  const key = `${VOICES}${name.slice(0, 2)}/${name}.wav`;
  let size = (await files.store.stat(key))?.size;
  if (size === undefined) {
    const limit = AbortSignal.timeout(LIMIT * 1000);
    const ended = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const node = voiceNode(media.runner, speech, request);
    const work = join(ctx.temporaryFolder, temporaryName());
    await mkdir(work, { recursive: true });
    try {
      const small = await media.graph.make(
        [node],
        ([made = '']) => writeVoicePreview(media.runner, join(made, SOUND_FILE), { folder: work, signal: ended }),
        { signal: ended },
      );
      size = (await stat(small)).size;
      await files.store.putFile(key, small, { contentType: 'audio/wav', move: true });
    } catch (error) {
      if (limit.aborted) fail('mixing:voice-too-slow', {}, { kind: 'unavailable', cause: error });
      refuseFailure(error, VOICE_REFUSALS);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  const url = await files.store.signedUrl(key, URL_SECONDS, { filename: 'voice.wav', type: 'audio/wav' });
  return { url, seconds: Math.max(0, size - HEADER_BYTES) / (VOICE_RATE * 2) };
}
