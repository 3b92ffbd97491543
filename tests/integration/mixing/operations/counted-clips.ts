import { join } from 'node:path';

import type { ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { drawEachOnce } from '#tests/draw-once.ts';

import { buildNode, clipOf, counterFilter } from '#tests/integration/media/operations/operations-kit.ts';

export const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Draws a file whose frames carry their own number, at a rate. */
export function drawCounted(folder: string, rate: string, seconds: number, name: string, ...args: string[]): string {
  const [path = ''] = drawCountedEach(folder, [[rate, seconds, name, ...args]]);
  return path;
}

/** Draws several of them at once. */
export function drawCountedEach(
  folder: string,
  files: readonly (readonly [rate: string, seconds: number, name: string, ...string[]])[],
): string[] {
  const drawings = files.map(([rate, seconds, name, ...args]) => ({
    path: join(folder, name),
    // Numbers are drawn small: geq takes its time for each pixel.
    inputs: [`color=black:s=20x10:r=${rate}:d=${seconds},${counterFilter()},scale=160:90:flags=neighbor`],
    options: [...x264, ...args],
  }));
  drawEachOnce(drawings);
  return drawings.map(({ path }) => path);
}

/** Builds a clip of such a file, or of one of its size. @returns the folder that it is in */
export async function buildCounted(
  runner: MediaRunner,
  path: string,
  options: Partial<ClipOptions> = {},
): Promise<string> {
  const picture = { width: 160, height: 90, fps: 30 };
  const { node } = await clipOf(runner, path, { fit: 'pad', picture, ...options });
  return await buildNode(node);
}
