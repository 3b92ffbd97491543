import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';

import type { NodeWork, RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { POSTER_FILE, posterOutput } from './poster.ts';
import { completeSprite, SPRITE_FILES, spriteNode, spriteOutputs, type SpriteOptions } from './sprite.ts';
import { Levels, levelsOutput, writeWaveform } from './waveform.ts';

/** The sound while its levels are not known yet. */
const SOUND = 'sound.s16';

export interface DerivativesOptions {
  sprite: Omit<SpriteOptions, 'everyFrame'>;
  /** Pixels across of the poster, even. */
  posterWidth: number;
  /** Of the waveform; null for a material without sound. */
  sound: { peaks: number; mostSeconds: number } | null;
}

/**
 * The node of all that is derived from a short video, by decoding it once: the sheet with every frame and what goes with
 * it ({@link SPRITE_FILES}), the poster of its beginning ({@link POSTER_FILE}) and the waveform. To start ffmpeg costs
 * more than to decode a small clip. Where a single frame or packet cannot be decoded, it is the sheet alone: poster and
 * waveform are then to be made each by itself, so that broken sound does not cost the picture.
 */
export function derivativesNode(runner: MediaRunner, { sprite, posterWidth, sound }: DerivativesOptions): RenderNode {
  const options: SpriteOptions = { ...sprite, everyFrame: true };
  const { source, video } = options;
  const alone = spriteNode(runner, options);

  async function makeAll({ folder, signal }: NodeWork): Promise<void> {
    const chunks: Buffer[] = [];
    await source.read((path) =>
      runner.ffmpeg({
        cwd: folder,
        signal,
        onOutput: (chunk) => chunks.push(chunk),
        args: [
          ...['-xerror', '-threads', '1', '-filter_threads', '1', ...untrustedInput(path)],
          ...spriteOutputs(options),
          ...posterOutput(video, posterWidth),
          ...(sound === null ? [] : levelsOutput(SOUND, sound.mostSeconds)),
        ],
      }),
    );
    await completeSprite(folder, options, Buffer.concat(chunks));
    if (sound === null) return;
    const levels = new Levels();
    for await (const chunk of createReadStream(join(folder, SOUND))) levels.add(chunk as Buffer);
    await writeWaveform(folder, levels, sound.peaks);
    await rm(join(folder, SOUND));
  }

  return {
    operation: 'derivatives',
    params: { sprite: alone.params, poster: { posterWidth, colours: 'jpeg' }, sound },
    inputs: [],
    sources: [source.hash],
    weight: alone.weight + 0.2,
    async build(work) {
      try {
        await makeAll(work);
      } catch (error) {
        const mayBeMade = error instanceof ExpectedError && MENDED.has(error.code);
        if (!mayBeMade) throw error;
        for (const file of [SPRITE_FILES.sheet, POSTER_FILE, SOUND]) await rm(join(work.folder, file), { force: true });
        await alone.build(work);
      }
    },
  };
}

/** What may go well when everything is made by itself. */
const MENDED: ReadonlySet<string> = new Set(['core:media.tool-failed', 'core:media.memory']);
