import { join } from 'node:path';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { LATE } from '#core/contract/shown-frames.ts';

import type { Material } from '../inspect-material.ts';
import type { MediaRunner } from '../runner.ts';
import { shownIn } from './choose-frames.ts';
import { changeOf, type ExactCutOptions } from './exact-cut.ts';
import { listPackets } from './list-packets.ts';
import { layersInput, withLayers } from './picture-change.ts';
import { evenly, readUpright } from './read-upright.ts';

/** What is drawn, and where it goes. */
export interface StillOptions extends Pick<ExactCutOptions, 'path' | 'name' | 'folder' | 'signal'> {
  material: Material;
  change: NonNullable<ExactCutOptions['change']>;
  /** Seconds of the material: the frame on screen then is drawn. */
  at: number;
  /** Pixels across, at most. */
  most: number;
  /** The name of the picture, a JPEG file in the folder. */
  file: string;
}

/**
 * Draws what a change makes of one frame.
 * @throws what `change` and {@link MediaRunner.ffmpeg} throw; AbortError
 */
export async function drawStill(runner: MediaRunner, options: StillOptions): Promise<void> {
  const { path, name, material, change, at, most, folder, file, signal } = options;
  const list = await listPackets(runner, { path, name, stream: material.video.index }, signal);
  const shown = shownIn(list);
  const ticks = (at + material.startTime + LATE) * shown.scale;
  const after = shown.times.findIndex((time) => time > ticks);
  const first = Math.max(0, (after < 0 ? shown.times.length : after) - 1);
  const stretch = { first, last: first + 1 };
  const frames = { path, material, reframe: UNCHANGED, shown, isInterlaced: list.isInterlaced };
  const { picture, read } = readUpright(frames, shown.times[first] ?? 0);
  const own = changeOf(change, shown, material);
  const drawing = await own.draw(
    stretch,
    picture,
    async (near) => evenly(read(near)),
    (frame) => frame,
  );
  const { input, chain } = evenly(read(stretch));
  await withLayers(drawing, (fed) =>
    runner.ffmpeg({
      ...{ cwd: folder, signal, ...fed },
      args: [
        ...['-y', ...input, ...layersInput(drawing, picture), '-filter_complex_threads', '1', '-filter_complex'],
        `${chain}[even];${drawing.graph('even', 'drawn')};[drawn]scale='min(${most},iw)':-2[out]`,
        ...['-map', '[out]', '-frames:v', '1', '-q:v', '3', '-update', '1', join(folder, file)],
      ],
    }),
  );
}
