import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { MediaRunner } from '../runner.ts';
import type { Picture } from '#core/contract/picture.ts';
import { TS_CLOCK } from './segment-encoder.ts';

const answer = z.object({
  packets: z.array(z.object({ pts: z.number(), flags: z.string() })),
  streams: z.array(z.object({ extradata_hash: z.string() })),
});

/**
 * Proves that a segment is what joining by copy needs: exactly `frames` pictures, evenly spaced, the
 * first a key frame. ffmpeg's exit code does not say so. Writes what was found beside the segment.
 * @throws AssertionError when it is not
 */
export async function verifySegment(
  runner: MediaRunner,
  folder: string,
  file: string,
  frames: number,
  picture: Picture,
  signal: AbortSignal,
): Promise<void> {
  const { stdout } = await runner.ffprobe({
    cwd: folder,
    signal,
    args: [
      ...['-f', 'mpegts', '-show_data_hash', 'MD5', '-of', 'json', '-select_streams', 'v'],
      ...['-show_entries', 'packet=pts,flags:stream=extradata_hash', file],
    ],
  });
  const { packets, streams } = answer.parse(JSON.parse(stdout));
  assert.equal(packets.length, frames, `${file} holds ${packets.length} frames instead of ${frames}`);
  const times = packets.map((packet) => packet.pts).sort((a, b) => a - b);
  const gap = TS_CLOCK / picture.fps;
  times.forEach((time, index) => {
    assert.equal(time, (times[0] ?? 0) + index * gap, `${file} is uneven at frame ${index}`);
  });
  assert.ok(packets[0]?.flags.startsWith('K'), `${file} does not begin with a key frame`);
  const facts = { frames, parameterSets: streams[0]?.extradata_hash };
  await writeFile(join(folder, `${file}.json`), JSON.stringify(facts));
}
