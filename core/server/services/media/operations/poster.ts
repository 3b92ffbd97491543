import type { VideoStream } from '../media-info.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { stillFilter } from './picture-filter.ts';
import { readSource } from './read-source.ts';

/** The file in the output folder of a poster node. */
export const POSTER_FILE = 'poster.jpg';

/** Frames of which a poster is the most representative. */
const FRAMES = 12;

/**
 * Options of an output that writes a still picture of the first frames that are read.
 * @param frames of how many it is the most representative
 */
export function posterOutput(video: VideoStream, width: number, frames = FRAMES): string[] {
  // Later frames are not even looked at: to compare them all would cost more than to decode them.
  const chosen = `trim=end_frame=${frames}${frames > 1 ? `,thumbnail=${frames}` : ''}`;
  return [
    ...['-map', `0:${video.index}`, '-vf', `${chosen},${stillFilter(video, `scale=${width}:-2`)}`],
    ...['-frames:v', '1', '-q:v', '3', '-update', '1', POSTER_FILE],
  ];
}

/**
 * The node of a still picture of a material: the most representative of the frames around `at`.
 * @param options.video the picture stream of the source, as inspected
 * @param options.at seconds
 * @param options.width pixels, even; the height follows from the aspect ratio
 * @param options.isExact whether it is the very frame of that time; not by default
 */
export function posterNode(
  runner: MediaRunner,
  options: { source: NodeSource; video: VideoStream; at: number; width: number; isExact?: boolean },
): RenderNode {
  const { source, video, at, width, isExact = false } = options;
  return {
    operation: 'poster',
    params: { at, width, colours: 'jpeg', ...(isExact ? { frames: 1 } : {}) },
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
            ...posterOutput(video, width, isExact ? 1 : FRAMES),
          ],
        }),
      );
    },
  };
}
