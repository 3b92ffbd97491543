import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import { writeVoicePreview } from '#core/server/services/media/sound/voice-preview.ts';
import type { Speaker } from '#core/server/services/providers/chosen-voice.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import { tryInOrder } from '#core/server/services/providers/try-in-order.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';
import { within } from '#core/server/services/providers/within.ts';

import type { speakDubbing as call } from '#plugins/mixing/calls.ts';
import { speakingFailed } from '../render/speaking-failed.ts';
import { speakersOf } from '../render/voice-over.ts';
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
  signal: AbortSignal = new AbortController().signal,
) {
  const { files } = ctx;
  const speakers = await speakersOf(ctx, accountId)({ voice: chosen ?? null, language });
  const spoken = speakers.map((speaker) => {
    const { speech, voice } = speaker;
    const request: SpeechRequest = { text, language, speed, tone, ...(voice === null ? {} : { voice }) };
    const name = digestOf([speech.id, speech.provider.version, request, VOICE_RATE]);
    return { ...speaker, request, key: `${VOICES}${name.slice(0, 2)}/${name}.wav` };
  });
  const { key, size } =
    (await firstSpoken(ctx, spoken)) ??
    (await tryInOrder(
      spoken,
      async (each) => ({
        key: each.key,
        size: await within({ seconds: LIMIT, slow: 'mixing:voice-too-slow', signal }, (ended) =>
          speakInto(ctx, each, ended),
        ),
      }),
      signal,
    ).catch(speakingFailed));
  const url = await files.store.signedUrl(key, URL_SECONDS, { filename: 'voice.wav', type: 'audio/wav' });
  return { url, seconds: Math.max(0, size - HEADER_BYTES) / (VOICE_RATE * 2) };
}

/** Where a service has its speech. */
interface Place extends Pick<Speaker, 'speech'> {
  request: SpeechRequest;
  key: string;
}

async function firstSpoken({ files }: ServerContext, places: readonly Place[]) {
  for (const { key } of places) {
    const found = await files.store.stat(key);
    if (found !== undefined) return { key, size: found.size };
  }
  return undefined;
}

/** @returns its bytes @throws what the service throws */
async function speakInto(ctx: ServerContext, { speech, request, key }: Place, signal: AbortSignal): Promise<number> {
  const { media, files } = ctx;
  const node = voiceNode(media.runner, speech, request);
  const work = join(ctx.temporaryFolder, temporaryName());
  await mkdir(work, { recursive: true });
  try {
    const small = await media.graph.make(
      [node],
      ([made = '']) => writeVoicePreview(media.runner, join(made, SOUND_FILE), { folder: work, signal }),
      { signal },
    );
    const { size } = await stat(small);
    await files.store.putFile(key, small, { contentType: 'audio/wav', move: true });
    return size;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
