import { framesOf } from '#core/contract/box-track.ts';
import type { FrameRange } from '#core/server/services/media/cut/choose-frames.ts';

/**
 * Lines with the frames that show them, without those that no frame shows. Every step of an export takes them from here,
 * so that key frames stand just behind what is burned in.
 * @param lines in milliseconds of the video
 * @param video.times seconds at which its frames begin, and `end` at which the last one ends
 */
export function shownFrames<T extends { start: number; end: number }>(
  lines: readonly T[],
  { times, end }: { times: readonly number[]; end: number },
): (FrameRange & { line: T })[] {
  return lines
    .map((line) => ({ line, ...framesOf({ from: line.start / 1000, to: line.end / 1000, keys: [] }, times, end) }))
    .filter(({ first, last }) => last > first);
}
