import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { z } from 'zod';

import type { Picture } from '#core/contract/picture.ts';

import type { MediaRunner } from '../runner.ts';
import { joinSegments, type Segment } from './join-segments.ts';
import { readMp4Tracks } from './mp4-tracks.ts';

export interface AssembleOptions {
  segments: readonly Segment[];
  picture: Picture;
  /** A WAV as long as the picture. */
  sound: string;
}

/** A video that is done. */
export interface Assembled {
  path: string;
  /** Chromaprint of its sound, about eight words a second. */
  fingerprint: Uint32Array;
}

const factsSchema = z.object({ frames: z.number(), parameterSets: z.string().optional() });

/**
 * Joins segments by copy and encodes the sound once over the whole length.
 * @param folder where the video is left
 * @throws AssertionError when the parts do not fit together or the result is not what was asked for
 */
export async function assemble(
  runner: MediaRunner,
  options: AssembleOptions,
  folder: string,
  signal?: AbortSignal,
): Promise<Assembled> {
  const { segments, picture, sound } = options;
  await checkParameterSets(segments);
  const { log } = await runner.ffmpeg({
    cwd: folder,
    signal,
    nice: 10,
    input: Readable.from(joinSegments(segments, picture), { highWaterMark: 2 }),
    args: [
      ...['-f', 'mpegts', '-probesize', '1M', '-i', 'pipe:0', '-i', sound],
      ...['-map', '0:v', '-map', '1:a'],
      ...['-c:v', 'copy', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '128k', '-ar', '48000', '-threads', '1'],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
      ...['-video_track_timescale', String(picture.fps * 512), '-movflags', '+faststart', '-f', 'mp4', 'assembled.mp4'],
      ...['-map', '1:a', '-f', 'chromaprint', '-fp_format', 'raw', 'assembled.chromaprint'],
    ],
  });
  assert.doesNotMatch(log, /non[- ]monoton|Invalid|invalid|missing|corrupt/, `joining warned: ${log.slice(-400)}`);
  const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
  const output = join(folder, 'assembled.mp4');
  await checkOutput(output, frames / picture.fps, frames);
  return { path: output, fingerprint: await readWords(join(folder, 'assembled.chromaprint')) };
}

async function readWords(path: string): Promise<Uint32Array> {
  const bytes = await readFile(path);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/** Players in hardware take the parameter sets of the first segment for all of them. */
async function checkParameterSets(segments: readonly Segment[]): Promise<void> {
  const sets = new Set<string | undefined>();
  for (const path of new Set(segments.map((segment) => segment.path))) {
    sets.add(factsSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8'))).parameterSets);
  }
  assert.equal(sets.size, 1, 'segments carry different parameter sets');
}

async function checkOutput(path: string, seconds: number, frames: number): Promise<void> {
  const tracks = await readMp4Tracks(path);
  const video = tracks.find(({ kind }) => kind === 'vide');
  const audio = tracks.find(({ kind }) => kind === 'soun');
  assert.equal(video?.samples, frames, 'the joined picture has another length than its parts');
  const frame = seconds / frames;
  for (const [name, track] of Object.entries({ video, audio })) {
    assert.ok(
      Math.abs((track?.seconds ?? 0) - seconds) <= frame,
      `${name} lasts ${track?.seconds} s instead of ${seconds} s`,
    );
    assert.ok((track?.delay ?? 0) <= frame, `${name} starts at ${track?.delay} s`);
  }
}
