import { join } from 'node:path';

import type { SpeechProvider, SpeechRequest } from '#core/server/services/providers/speech.ts';

import type { RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { commonSound } from '../sound/common-sound.ts';
import { SOUND_FILE } from './sound-source.ts';

/** The node of a spoken text at 48 kHz stereo, with silence trimmed at both ends. */
export function voiceNode(runner: MediaRunner, provider: SpeechProvider, request: SpeechRequest): RenderNode {
  const silence = 'silenceremove=start_periods=1:start_threshold=-50dB';
  return {
    operation: 'voice',
    params: { provider: provider.id, version: provider.version, request },
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
