import { join } from 'node:path';

import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { commonSound } from '#core/server/services/media/sound/common-sound.ts';

import type { InUse } from './providers.ts';
import type { SpeechRequest } from './speech.ts';

/**
 * The node of a spoken text at 48 kHz stereo, in its {@link SOUND_FILE}, with silence trimmed at both ends.
 * @param take which time it is spoken: the second one is asked for anew
 */
export function voiceNode(runner: MediaRunner, speech: InUse<'speech'>, request: SpeechRequest, take = 1): RenderNode {
  const { id, provider } = speech;
  // By its peaks: measured over a window, sound that is loud from its first sample would count as silence to its end.
  const silence = 'silenceremove=start_periods=1:start_threshold=-50dB:detection=peak';
  return {
    operation: 'voice',
    params: { provider: id, version: provider.version, request, silence, ...(take === 1 ? {} : { take }) },
    inputs: [],
    weight: 0.5,
    async build(work) {
      await provider.speak(request, join(work.folder, 'spoken.wav'), work.signal);
      await runner.ffmpeg({
        cwd: work.folder,
        signal: work.signal,
        args: [
          ...['-i', 'spoken.wav', '-af', `${commonSound(2)},${silence},areverse,${silence},areverse`],
          ...['-c:a', 'pcm_s16le', '-f', 'wav', SOUND_FILE],
        ],
      });
    },
  };
}
