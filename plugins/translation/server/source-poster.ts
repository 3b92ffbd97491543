import { copyFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';

const WIDTH = 480;

/**
 * A picture that stands for what has the pictures of a video: drawn once, however many languages it is made in.
 * @returns its path, in the folder
 */
export async function drawSourcePoster(
  { runner, graph }: Pick<Media, 'runner' | 'graph'>,
  source: NodeSource,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const read = ([made = '']: readonly string[]) => readMaterial(made, source.name, { minSeconds: 0 });
  const { video, duration } = await graph.make([materialNode(runner, source)], read, { signal });
  const poster = join(folder, POSTER_FILE);
  // What a clip begins with is often black; but no frame may begin later, as in one of a single frame.
  for (const at of [duration / 3, 0]) {
    if (existsSync(poster)) break;
    const node = posterNode(runner, { source, video, at, width: WIDTH });
    await graph.make(
      [node],
      async ([made = '']) => {
        if (existsSync(join(made, POSTER_FILE))) await copyFile(join(made, POSTER_FILE), poster);
      },
      { signal },
    );
  }
  return poster;
}
