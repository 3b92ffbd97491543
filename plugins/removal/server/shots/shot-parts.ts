import type { FrameRange } from '#core/server/services/media/cut/choose-frames.ts';

/** Frames of the same shot on each side of those that are filled, which a service sees beside them. */
const AROUND = 12;

/** Frames of one shot that are filled together. */
export interface ShotPart extends FrameRange {
  /** Those of them that are wanted; the others are only seen. */
  wanted: FrameRange;
}

/**
 * Divides frames with text by shots, and long ones once more.
 * @param stretch the frames that can be seen
 * @param shots frames with which another shot begins, in order
 * @param masked frames with text, in order and apart from each other
 * @param most frames of a part, at least 16; with some around them where the shot has any, so that parts fit each other
 */
export function shotParts(
  stretch: FrameRange,
  { shots, masked }: { shots: readonly number[]; masked: readonly FrameRange[] },
  most: number,
): ShotPart[] {
  const around = Math.min(AROUND, Math.floor((most - 8) / 2));
  const begins = [stretch.first, ...shots.filter((frame) => frame > stretch.first && frame < stretch.last)];
  return begins.flatMap((first, at): ShotPart[] => {
    const shot = { first, last: begins[at + 1] ?? stretch.last };
    const within = masked.flatMap((range): FrameRange[] => {
      const both = { first: Math.max(range.first, shot.first), last: Math.min(range.last, shot.last) };
      return both.last > both.first ? [both] : [];
    });
    return joinNear(within, around).flatMap((range) => {
      const length = range.last - range.first;
      const count = Math.ceil(length / (most - 2 * around));
      return Array.from({ length: count }, (_, number): ShotPart => {
        const wanted = {
          first: range.first + Math.round((number * length) / count),
          last: range.first + Math.round(((number + 1) * length) / count),
        };
        return {
          ...{ first: Math.max(shot.first, wanted.first - around), last: Math.min(shot.last, wanted.last + around) },
          wanted,
        };
      });
    });
  });
}

/** Joins ranges that see the same frames between them. */
function joinNear(ranges: readonly FrameRange[], around: number): FrameRange[] {
  const joined: FrameRange[] = [];
  for (const { first, last } of ranges) {
    const before = joined.at(-1);
    if (before !== undefined && first - before.last <= 2 * around) before.last = last;
    else joined.push({ first, last });
  }
  return joined;
}
