import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { SQUARE_PIXELS } from './picture-filter.ts';
import { readSource } from './read-source.ts';

/** The file in the output folder of a poster node. */
export const POSTER_FILE = 'poster.jpg';

/**
 * The node of a still picture of a material: the most telling of the frames around `at`.
 * @param options.at seconds
 * @param options.width pixels; the height follows
 */
export function posterNode(
  runner: MediaRunner,
  options: { source: NodeSource; at: number; width: number },
): RenderNode {
  const { source, at, width } = options;
  return {
    operation: 'poster',
    params: { at, width },
    inputs: [],
    sources: [source.hash],
    weight: 0.5,
    async build(work) {
      await readSource(source, (path) =>
        runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          args: [
            ...['-threads', '1', ...(at > 0 ? ['-ss', at.toFixed(3)] : []), ...untrustedInput(path)],
            ...[
              '-an',
              '-vf',
              `thumbnail=12,${SQUARE_PIXELS},scale=${width}:-2,setsar=1`,
              '-frames:v',
              '1',
              '-q:v',
              '3',
              '-update',
              '1',
              POSTER_FILE,
            ],
          ],
        }),
      );
    },
  };
}
