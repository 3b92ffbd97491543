import { join } from 'node:path';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { openWav } from '#core/server/services/media/sound/wav-file.ts';
import type { Speaker } from '#core/server/services/providers/chosen-voice.ts';
import { fitNode } from '#core/server/services/providers/fit-voice.ts';
import { failureReason, isPassing } from '#core/server/services/providers/failure-reason.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { mayAnother } from '#core/server/services/providers/try-in-order.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';

import type { DUB_FAULTS, LineTranscript } from '#plugins/translation/dub-calls.ts';

/** Who speaks, and in which language. */
export interface Speaking {
  /** Who speaks with a voice of a choice. */
  speakerOf(voice: string | null): Promise<Speaker>;
  language: string;
  signal: AbortSignal;
}

/** A line that was spoken, or why it cannot be. */
export type Spoken =
  | {
      node: RenderNode;
      milliseconds: number;
      transcript: LineTranscript | null;
      /** The id of the service that spoke it. */
      service: string;
    }
  | { fault: Exclude<(typeof DUB_FAULTS)[number], 'long'> };

/** What it means for a line that a voice refuses its text. */
const FAULTS: Readonly<Record<string, 'empty' | 'unreadable' | undefined>> = {
  'core:speech.empty': 'empty',
  'core:speech.kana-only': 'unreadable',
};

/**
 * Speaks a text at the voice's own pace, unless that was done before.
 * @param line.take 2 speaks it a second time
 * @throws expected `translation:dub.voice-failed` (422, 503) for a chosen voice, `translation:dub.refused`,
 *   `.configuration`, `.spent` (422), `.unavailable`, `.limited` (503), `core:speech.language`, `core:speech.voice` (422),
 *   `core:speech.missing`, `core:speech.failed` (503)
 */
export async function speak(
  { media }: Pick<ServerContext, 'media'>,
  { speakerOf, language, signal }: Speaking,
  { text, voice: chosen, take = 1 }: { text: string; voice: string | null; take?: number },
): Promise<Spoken> {
  // A line break of a subtitle is no pause.
  const said = text.replaceAll(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(said)) return { fault: 'empty' };
  const { speech, voice, isBound } = await speakerOf(chosen);
  const request = { text: said, language, speed: 1, tone: 0, ...(voice === null ? {} : { voice }) };
  const node = voiceNode(media.runner, speech, request, take);
  try {
    const milliseconds = await media.graph.make([node], ([folder = '']) => millisecondsOf(folder), { signal });
    return milliseconds === 0 ? { fault: 'unreadable' } : { node, milliseconds, transcript: null, service: speech.id };
  } catch (error) {
    const fault = error instanceof ExpectedError ? FAULTS[error.code] : undefined;
    if (fault !== undefined) return { fault };
    return isBound && mayAnother(error) ? refuseVoice(error) : speechFailed(error);
  }
}

/** A voice that was chosen is not exchanged for one of another service, which is therefore not told of its failure. */
function refuseVoice(error: unknown): never {
  const passes = error instanceof ProviderFailure ? isPassing(failureReason(error)) : isUnavailable(error);
  const kind = passes ? 'unavailable' : 'invalid';
  const cause = new Error('the service of the chosen voice has failed', { cause: error });
  return fail('translation:dub.voice-failed', {}, { kind, cause });
}

const isUnavailable = (error: unknown): boolean => error instanceof ExpectedError && error.kind === 'unavailable';

/**
 * Puts into words that a speech service has failed; other errors stay as they are.
 * @throws expected `translation:dub.refused`, `.configuration`, `.spent` (422), `.unavailable`, `.limited` (503)
 */
export function speechFailed(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const reason = failureReason(error);
  return fail(`translation:dub.${reason}`, {}, { kind: isPassing(reason) ? 'unavailable' : 'invalid', cause: error });
}

/** The node of a line at the pace that it has in the video. */
export const pacedNode = ({ media }: Pick<ServerContext, 'media'>, node: RenderNode, factor: number): RenderNode =>
  factor === 1 ? node : fitNode(media.runner, node, factor);

/** How long the sound in the output folder of a node is. */
export async function millisecondsOf(folder: string): Promise<number> {
  const wav = await openWav(join(folder, SOUND_FILE));
  await wav.close();
  return Math.round((wav.length * 1000) / SAMPLE_RATE);
}
