import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { readSource } from './read-source.ts';
import { commonSound } from '../sound/common-sound.ts';

/** The file in the output folder of a sound node. */
export const SOUND_FILE = 'sound.wav';

/** Must change whenever the conversion does. */
const SOUND_FORMAT = 'stereo-2';

/** Channels, as far as they are not known: it may be surround sound. */
const MANY = Infinity;

/** The node of a whole sound file at 48 kHz stereo: music, or a voice from outside. */
export function soundNode(runner: MediaRunner, source: NodeSource): RenderNode {
  return {
    operation: 'sound',
    params: { format: SOUND_FORMAT },
    inputs: [],
    sources: [source.hash],
    weight: 0.5,
    async build(work) {
      await readSource(source, (path) =>
        runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          args: [
            ...untrustedInput(path),
            ...['-map', '0:a:0', '-af', commonSound(MANY), '-c:a', 'pcm_s16le', '-f', 'wav', SOUND_FILE],
          ],
        }),
      );
    },
  };
}
