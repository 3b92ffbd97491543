import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { lettersThatFit } from '#core/contract/speech-pace.ts';
import { readLength } from '#core/contract/timed-text/reading.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { writeVoicePreview } from '#core/server/services/media/sound/voice-preview.ts';
import { chosenSpeakers } from '#core/server/services/providers/chosen-voice.ts';
import { tryInOrder } from '#core/server/services/providers/try-in-order.ts';
import { within } from '#core/server/services/providers/within.ts';

import type { speakLine as call } from '#plugins/translation/dub-calls.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { planSlowDub } from '#plugins/translation/slow-picture.ts';
import { findLanguage, translatedLines, type OfLanguage } from '../lines.ts';
import { voiceSources } from './voice-sources.ts';
import { pacedNode, speak, speechFailed, type Spoken } from './speak.ts';

/** Seconds that somebody waits for a voice at most. */
const LIMIT = 30;

/**
 * Speaks a line as its dub would, however its text is now.
 * @throws expected `translation:missing` (404), `translation:dub.slow` (503), and as `speak`
 */
export async function speakLine(
  ctx: ServerContext,
  { cue, ...own }: OfLanguage & { cue: string },
  { text, voice, slow }: { text: string; voice: string | null; slow: boolean },
  signal: AbortSignal = new AbortController().signal,
): Promise<CallData<typeof call>> {
  const { seconds } = await findLanguage(ctx.db, own);
  const lines = (await translatedLines(ctx.db, own)).map(({ line }) => line);
  if (!lines.some((line) => line.cue === cue)) fail('translation:missing', {}, { kind: 'not-found' });
  const said = await speakOnce(ctx, own, { text, voice }, signal);
  const letters = readLength(text);
  const nothing = { spoken: null, factor: 1, picture: 1, takes: 0, letters, most: null, base64: '' };
  if (!('node' in said)) return { ...nothing, fault: said.fault };
  const spoken = said.milliseconds;
  const total = seconds === null ? Infinity : seconds * 1000;
  const planned = lines.map((line) => ({ ...line, spoken: line.cue === cue ? spoken : null }));
  const place = planSlowDub(planned, total, slow).places.find((each) => each.cue === cue);
  const { fits = false, most: longest = 0, picture = 1 } = place ?? {};
  const factor = fits ? (place?.factor ?? 1) : DUB_RULES.fastest;
  const most = lettersThatFit({ letters, spoken, room: longest }, 1);
  const node = pacedNode(ctx, said.node, factor);
  const base64 = await ctx.media.graph.make(
    [node],
    ([folder = '']) => previewOf(ctx, join(folder, SOUND_FILE), signal),
    { signal },
  );
  const takes = Math.ceil(spoken / factor);
  return { spoken, factor, picture, takes, letters, most, fault: fits ? null : 'long', base64 };
}

/** By the first service, and where that fails by the next. */
async function speakOnce(
  ctx: ServerContext,
  { accountId, language }: OfLanguage,
  line: { text: string; voice: string | null },
  signal: AbortSignal,
): Promise<Spoken> {
  const speakers = await chosenSpeakers(voiceSources(ctx), accountId, { voice: line.voice, language }).catch(
    speechFailed,
  );
  return await tryInOrder(
    speakers,
    async (speaker) =>
      await within({ seconds: LIMIT, slow: 'translation:dub.slow', signal }, (ended) =>
        speak(ctx, { speakerOf: () => Promise.resolve(speaker), language, signal: ended }, line),
      ),
    signal,
  );
}

/** A sound as the page plays it, in base64. */
async function previewOf(
  { media, temporaryFolder }: ServerContext,
  sound: string,
  signal: AbortSignal,
): Promise<string> {
  const work = join(temporaryFolder, temporaryName());
  await mkdir(work, { recursive: true });
  try {
    const path = await writeVoicePreview(media.runner, sound, { folder: work, signal });
    return (await readFile(path)).toString('base64');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
