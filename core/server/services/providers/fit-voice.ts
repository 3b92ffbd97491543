import { join } from 'node:path';

import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** The node of a spoken line that is faster than its voice, at the same pitch. */
export function fitNode(runner: MediaRunner, voice: RenderNode, factor: number): RenderNode {
  return {
    operation: 'fit-voice',
    params: { tempo: factor },
    inputs: [voice],
    weight: 0.1,
    brief: true,
    async build({ folder, inputs: [spoken = ''], signal }) {
      const output = ['-af', `atempo=${factor.toFixed(3)}`, '-c:a', 'pcm_s16le', '-f', 'wav', SOUND_FILE];
      await runner.ffmpeg({ cwd: folder, signal, brief: true, args: ['-i', join(spoken, SOUND_FILE), ...output] });
    },
  };
}
