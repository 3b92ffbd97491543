import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { CLIP_FILES } from '#core/server/services/media/operations/clip.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import type { Recipe } from './recipe.ts';

const STILL_FILE = 'still.jpg';
/** Pixels of the shorter side. */
const SIDE = 270;

/**
 * The node of a still: the first frame of an encoded shot, captions and all. Videos that open with the same shot share
 * it, so that it costs next to nothing a video.
 */
function stillNode(runner: MediaRunner, shot: RenderNode, portrait: boolean): RenderNode {
  return {
    operation: 'mixing-still',
    params: { side: SIDE, portrait },
    inputs: [shot],
    weight: 0.2,
    brief: true,
    async build(work) {
      const [folder = ''] = work.inputs;
      await runner.ffmpeg({
        cwd: work.folder,
        signal: work.signal,
        nice: 10,
        brief: true,
        args: [
          ...['-threads', '1', '-flags', 'low_delay', '-probesize', '100000', '-analyzeduration', '0'],
          ...['-i', join(folder, CLIP_FILES.body), '-map', '0:v:0', '-filter_threads', '1'],
          ...['-vf', `scale=${portrait ? `${SIDE}:-2` : `-2:${SIDE}`}:flags=bilinear`],
          ...['-frames:v', '1', '-threads', '1', '-q:v', '4', '-update', '1', STILL_FILE],
        ],
      });
    },
  };
}

/**
 * Makes the still picture of an output: how it begins.
 * @returns its path, or null where it could not be made: a video is none the worse for that
 */
export async function makeStill(
  { media, log }: Pick<ServerContext, 'media' | 'log'>,
  recipe: Recipe,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const shot = recipe.nodes[recipe.parts[0]?.node ?? 0];
  if (shot === undefined) return null;
  const node = stillNode(media.runner, shot, recipe.picture.height >= recipe.picture.width);
  try {
    await media.graph.make([node], ([folder = '']) => copyFile(join(folder, STILL_FILE), path), { signal });
    return path;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    log.warn({ err: error }, 'a video got no still picture');
    return null;
  }
}
