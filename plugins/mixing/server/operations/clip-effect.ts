import assert, { AssertionError } from 'node:assert/strict';
import { join } from 'node:path';

import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Picture } from '#core/contract/picture.ts';
import type { AppliedEffect } from '#core/server/services/media/effect-registry.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** Filters may leave pictures in RGB; the matrix is named, because ffmpeg would take that of old television. */
const BACK = 'scale=out_color_matrix=bt709:out_range=limited,format=yuv420p';

/**
 * The filters of an effect, and those that bring its pictures back to the format of segments; none without one. An effect
 * without an end is ended one picture too late, which is seen.
 */
export const effectFilters = (effect: AppliedEffect | undefined, frames: number): string[] =>
  effect === undefined ? [] : [effect.chain, `trim=end_frame=${frames + 1}`, BACK];

/** What of an effect belongs to the key of a clip; nothing without one. */
export const effectKey = (effect: AppliedEffect | undefined): object =>
  effect === undefined ? {} : { effect: { name: effect.name, version: effect.version, params: effect.params } };

/** What an effect may be the reason of. */
const MAYBE_ITS_OWN: ReadonlySet<string> = new Set(['core:media.broken', 'core:media.timeout']);

/** A shot with an effect, and what was made of it. */
export interface ShotWithEffect {
  folder: string;
  picture: Picture;
  /** Of the whole shot. */
  frames: number;
  signal: AbortSignal;
  /** Its files: the segment, and the frames of a transition after it, null for none. */
  body: string;
  tail: string | null;
  tailFrames: number;
}

/** The most frames on which an effect is tried by itself. */
const TRIED = 30;
/** Seconds that it may take for them. */
const PATIENCE = 60;

/**
 * Makes a shot, and where it has an effect proves that the effect left size, rate and number of frames alone. What goes wrong
 * is told as the effect's fault when the effect also fails on a plain picture.
 * @throws expected `mixing:effect-broken`; otherwise what `make` throws
 */
export async function withEffect(
  runner: MediaRunner,
  effect: AppliedEffect | undefined,
  make: () => Promise<void>,
  shot: ShotWithEffect,
): Promise<void> {
  if (effect === undefined) return make();
  try {
    await make();
    await assertUnchanged(runner, shot);
  } catch (error) {
    const isOthers = error instanceof ExpectedError && !MAYBE_ITS_OWN.has(error.code);
    if (shot.signal.aborted || isOthers || !(error instanceof ExpectedError || error instanceof AssertionError)) {
      throw error;
    }
    const cause = await faultOf(runner, effect, shot);
    if (cause === null) throw error;
    effect.failed(cause);
    throw new ExpectedError('mixing:effect-broken', { effect: effect.name }, { kind: 'invalid', cause });
  }
}

const streamsSchema = z.object({
  streams: z.array(z.object({ width: z.int(), height: z.int(), nb_read_packets: z.coerce.number() })).min(1),
});

/** @throws AssertionError when the pictures have another size, or those after the segment another number */
async function assertUnchanged(
  runner: MediaRunner,
  { folder, picture, body, tail, tailFrames, signal }: ShotWithEffect,
) {
  const streamOf = async (file: string) => {
    const entries = [
      '-select_streams',
      'v:0',
      '-count_packets',
      '-show_entries',
      'stream=width,height,nb_read_packets',
    ];
    const args = [...entries, '-of', 'json', `file:${join(folder, file)}`];
    const { stdout } = await runner.ffprobe({ cwd: folder, signal, brief: true, args });
    return streamsSchema.parse(JSON.parse(stdout)).streams[0];
  };
  const made = await streamOf(body);
  assert.deepEqual([made?.width, made?.height], [picture.width, picture.height], 'the effect changed the size');
  if (tail === null) return;
  assert.equal((await streamOf(tail))?.nb_read_packets, tailFrames, 'the effect changed the number of frames');
}

/** What is wrong with an effect by itself; null when it does what it has to with a plain picture. */
async function faultOf(
  runner: MediaRunner,
  effect: AppliedEffect,
  { folder, picture, frames, signal }: ShotWithEffect,
): Promise<Error | null> {
  const { width, height, fps } = picture;
  const count = Math.min(frames, TRIED);
  const plain = `color=gray:s=${width}x${height}:r=${fps},format=yuv420p,trim=end_frame=${count}`;
  const graph = `${[plain, ...effectFilters(effect, count)].join(',')}[tried]`;
  const { name } = effect;
  const chunks: Buffer[] = [];
  try {
    await runner.ffmpeg({
      ...{ cwd: folder, signal, timeout: PATIENCE, onOutput: (chunk) => chunks.push(chunk) },
      args: ['-filter_complex', graph, '-map', '[tried]', '-fps_mode', 'passthrough', '-f', 'framecrc', 'pipe:1'],
    });
  } catch (error) {
    if (signal.aborted || !(error instanceof ExpectedError)) throw error;
    if (error.code === 'core:media.timeout') {
      return new TypeError(`effect "${name}": it has not ended after ${PATIENCE} s with ${count} pictures`);
    }
    return new TypeError(`effect "${name}": ffmpeg refuses its filters`, { cause: error.cause ?? error });
  }
  const lines = Buffer.concat(chunks).toString().split('\n');
  const size = lines
    .find((line) => line.startsWith('#dimensions 0:'))
    ?.split(':')[1]
    ?.trim();
  const made = lines.filter((line) => /^\d/.test(line)).length;
  if (size !== `${width}x${height}`) {
    return new TypeError(`effect "${name}": it makes ${size ?? 'no'} pictures of ${width}x${height}`);
  }
  return made === count ? null : new TypeError(`effect "${name}": it makes ${made} frames of ${count}`);
}
