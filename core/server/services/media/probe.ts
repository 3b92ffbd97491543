import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { mediaInfoOf, PROBE_ENTRIES, probeOutputSchema, type MediaInfo } from './media-info.ts';
import { measurePackets, PACKET_ENTRIES, packetsSchema, type MeasuredPackets } from './material-packets.ts';
import { untrustedInput, type MediaRunner } from './runner.ts';

/**
 * Reads what a media file states about itself: streams, sizes, times, colour. Takes about 0.05 CPU seconds.
 * @throws expected `core:media.tool-failed` when ffprobe cannot open the file, or may not
 */
export async function probe(runner: MediaRunner, path: string, signal?: AbortSignal): Promise<MediaInfo> {
  const { stdout } = await runner.ffprobe({
    args: ['-of', 'json', '-show_data_hash', 'md5', '-show_entries', PROBE_ENTRIES, ...untrustedInput(resolve(path))],
    cwd: tmpdir(),
    timeout: 30,
    brief: true,
    signal,
  });
  return mediaInfoOf(probeOutputSchema.parse(JSON.parse(stdout)));
}

/** Seconds of a file that a single call reads. */
const GLIMPSE_SECONDS = 300;

/**
 * Reads a short file's headers and packets in one call: starting the tool costs more than reading.
 * @returns undefined for a longer file, and for one that needs a closer look
 * @throws the same errors as {@link probe}
 */
export async function probeShort(
  runner: MediaRunner,
  path: string,
  signal?: AbortSignal,
): Promise<{ info: MediaInfo; measured: MeasuredPackets } | undefined> {
  const { stdout } = await runner.ffprobe({
    args: [
      ...['-of', 'json', '-show_data_hash', 'md5', '-read_intervals', `%+${GLIMPSE_SECONDS}`],
      ...['-show_entries', `${PACKET_ENTRIES}:${PROBE_ENTRIES}`, ...untrustedInput(resolve(path))],
    ],
    cwd: tmpdir(),
    timeout: 30,
    brief: true,
    signal,
  });
  const found: unknown = JSON.parse(stdout);
  const info = mediaInfoOf(probeOutputSchema.parse(found));
  const stated = Math.max(info.duration ?? Infinity, info.video?.duration ?? 0);
  if (info.video === null || stated > GLIMPSE_SECONDS / 2) return undefined;
  const measured = measurePackets(packetsSchema.parse(found).packets, info.video);
  // The file goes on past its stated length, so the call may have stopped before its end.
  return measured.lastEnd > GLIMPSE_SECONDS / 2 ? undefined : { info, measured };
}
