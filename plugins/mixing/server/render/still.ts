import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { findTellingPicture } from '#core/server/services/media/telling-picture.ts';

import type { Recipe, RecipePart } from './recipe.ts';

const SHEET_FILE = 'sheet.jpg';
/** Files in the output folder of a still: the picture, and in JSON whether it shows anything. */
const STILL_FILES = { picture: 'still.jpg', tells: 'tells.json' } as const;

/** Pixels of the shorter side. */
const SIDE = 270;
/** Pictures a second among which one is chosen, and how many at most. */
const [RATE, MOST] = [2, 6];

/**
 * The node of a still: the first telling picture of an encoded shot, captions and all. Videos that open with the same
 * shot share it, so that it costs next to nothing a video.
 */
function stillNode(runner: MediaRunner, shot: RenderNode, { frames, segment }: RecipePart, recipe: Recipe): RenderNode {
  const { width, height, fps } = recipe.picture;
  const scale = SIDE / Math.min(width, height);
  const size = { width: even(width * scale), height: even(height * scale) };
  const count = Math.max(1, Math.min(MOST, Math.floor((frames / fps) * RATE)));
  return {
    operation: 'mixing-still',
    params: { format: 2, ...size, count },
    inputs: [shot],
    weight: 0.2,
    brief: true,
    async build({ inputs: [folder = ''], folder: into, signal }) {
      const sheet = join(into, SHEET_FILE);
      await runner.ffmpeg({
        cwd: into,
        signal,
        nice: 10,
        brief: true,
        args: [
          ...['-threads', '1', '-flags', 'low_delay', '-probesize', '100000', '-analyzeduration', '0'],
          ...['-t', (count / RATE).toFixed(3), '-i', join(folder, segment), '-map', '0:v:0', '-filter_threads', '1'],
          ...['-vf', `fps=${RATE}:round=up,scale=${size.width}:${size.height}:flags=bilinear,tile=${count}x1`],
          ...['-frames:v', '1', '-threads', '1', '-q:v', '4', '-update', '1', SHEET_FILE],
        ],
      });
      const { at, tells } = await findTellingPicture(sheet, { ...size, columns: count, count });
      const { default: sharp } = await import('sharp');
      await sharp(sheet)
        .extract({ left: at * size.width, top: 0, ...size })
        .jpeg({ quality: 82 })
        .toFile(join(into, STILL_FILES.picture));
      await writeFile(join(into, STILL_FILES.tells), JSON.stringify(tells));
      await rm(sheet);
    },
  };
}

const even = (length: number): number => Math.round(length / 2) * 2;

/**
 * Makes the still picture of an output: how its first shot looks that shows anything.
 * @returns its path, or null where it could not be made: a video is none the worse for that
 */
export async function makeStill(
  { media, log }: Pick<ServerContext, 'media' | 'log'>,
  recipe: Recipe,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  const shots = recipe.parts.flatMap((part) => {
    const shot = recipe.nodes[part.node];
    return part.footage === null || shot === undefined ? [] : [stillNode(media.runner, shot, part, recipe)];
  });
  try {
    for (const [index, shot] of shots.entries()) {
      const tells = await media.graph.make(
        [shot],
        async ([folder = '']) => {
          const isTelling = JSON.parse(await readFile(join(folder, STILL_FILES.tells), 'utf8')) === true;
          if (isTelling || index === 0) await copyFile(join(folder, STILL_FILES.picture), path);
          return isTelling;
        },
        { signal },
      );
      if (tells) break;
    }
    return shots.length === 0 ? null : path;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    log.warn({ err: error }, 'a video got no still picture');
    return null;
  }
}
