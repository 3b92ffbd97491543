import { UNCHANGED } from '#core/contract/reframe.ts';
import { shownIn, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { listPackets } from '#core/server/services/media/cut/list-packets.ts';
import type { ChangedPicture, StretchReading } from '#core/server/services/media/cut/picture-change.ts';
import { evenly, readUpright } from '#core/server/services/media/cut/read-upright.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** A video's frames as players show them, by their number. */
export interface UprightVideo {
  picture: ChangedPicture;
  read(frames: FrameRange): StretchReading;
  /** Seconds at which they begin, and at which the last one ends. */
  times: number[];
  end: number;
}

/** Opens a video to read frames of it. @throws expected `core:media.broken` */
export async function openUpright(
  runner: MediaRunner,
  { path, name }: { path: string; name: string },
  signal: AbortSignal,
): Promise<UprightVideo> {
  const material = await inspectMaterial(runner, path, { minSeconds: 0, name }, signal);
  const list = await listPackets(runner, { path, name, stream: material.video.index }, signal);
  const shown = shownIn(list);
  const frames = { path, material, reframe: UNCHANGED, shown, isInterlaced: list.isInterlaced };
  const { picture, read } = readUpright(frames, shown.times[0] ?? 0);
  const seconds = (ticks: number) => ticks / shown.scale - material.startTime;
  return {
    picture,
    read: (stretch) => evenly(read(stretch)),
    times: shown.times.map(seconds),
    end: seconds(shown.end),
  };
}
