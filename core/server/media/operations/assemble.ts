import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import type { Picture } from '#core/contract/picture.ts';

import type { MediaRunner } from '../runner.ts';
import { joinSegments, type Segment } from './join-segments.ts';
import { readMp4Tracks } from './mp4-tracks.ts';
import { segmentFacts, type SegmentFacts } from './verify-segment.ts';

export interface AssembleOptions {
  /** Verified segments in playing order. */
  segments: readonly { path: string; frames: number }[];
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
  const { picture, sound } = options;
  const segments = await verifiedSegments(options.segments);
  const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
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
      ...[
        '-video_track_timescale',
        String(picture.fps * 512),
        '-moov_size',
        String(indexBytes(frames)),
        '-f',
        'mp4',
        'assembled.mp4',
      ],
      ...['-map', '1:a', '-f', 'chromaprint', '-fp_format', 'raw', 'assembled.chromaprint'],
    ],
  });
  assert.doesNotMatch(log, /non[- ]monoton|Invalid|invalid|missing|corrupt/, `joining warned: ${log.slice(-400)}`);
  const output = join(folder, 'assembled.mp4');
  await checkOutput(output, frames / picture.fps, frames);
  return { path: output, fingerprint: await readWords(join(folder, 'assembled.chromaprint')) };
}

async function readWords(path: string): Promise<Uint32Array> {
  const bytes = await readFile(path);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
}

/**
 * Bytes to keep free in front for the index: players begin sooner when it comes first, and a file that
 * leaves room for it need not be written twice. A picture takes up to 28 bytes, its packets of sound 16.
 */
function indexBytes(frames: number): number {
  return 16_384 + frames * 48;
}

/** Players in hardware take the parameter sets of the first segment for all of them. */
async function verifiedSegments(segments: AssembleOptions['segments']): Promise<Segment[]> {
  const known = new Map<string, SegmentFacts>();
  for (const { path } of segments) {
    if (!known.has(path)) known.set(path, await segmentFacts(path));
  }
  const sets = new Set([...known.values()].map(({ parameterSets }) => parameterSets));
  assert.equal(sets.size, 1, 'segments carry different parameter sets');
  return segments.map((segment) => ({ ...segment, start: known.get(segment.path)?.start ?? 0 }));
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
