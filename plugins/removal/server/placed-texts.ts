import { boxesAt, framesOf, type Track } from '#core/contract/box-track.ts';
import type { FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { filterRegion, mergeTwice, split } from '#core/server/services/media/cut/filter-region.ts';
import type { ChangedPicture, Drawing } from '#core/server/services/media/cut/picture-change.ts';
import { around, pixelBoxes, type PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';

import type { Spotted } from './fill/fill-task.ts';
import type { TextToRemove } from './removal-params.ts';

/** Pixels around a box that are looked at: as a share of its height, at least and at most. */
const [CONTEXT, LEAST_CONTEXT, MOST_CONTEXT] = [0.75, 24, 64];

/** A text, and the frames in which it is. */
export interface Span extends FrameRange {
  whole: boolean;
  track: Track;
}

/** A box of a text, in pixels of the picture. */
interface PlacedText extends FrameRange {
  whole: boolean;
  /** One for all frames, or one for each. */
  boxes: (PixelBox | null)[];
}

/** Where texts are in pixels of the picture. */
export interface PlacedTexts {
  texts: readonly PlacedText[];
  /** The box around all of them, and with as much around it as is looked at and stays as it is. */
  region: PixelBox;
  seen: PixelBox;
}

/**
 * The texts that are in some frame, in order of their first one.
 * @param times seconds at which the frames of the video begin, and `end` at which the last one ends
 */
export function spansOf(
  texts: readonly TextToRemove[],
  { times, end }: { times: readonly number[]; end: number },
): Span[] {
  return texts
    .map(({ whole, track }): Span => ({ whole, track, ...framesOf(track, times, end) }))
    .filter(({ first, last }) => last > first)
    .sort((a, b) => a.first - b.first);
}

/** @returns null where all lie outside of the picture */
export function placeTexts(
  spans: readonly Span[],
  picture: ChangedPicture,
  times: readonly number[],
): PlacedTexts | null {
  const texts = spans.flatMap((span) => placeText(span, picture, times));
  const boxes = texts.flatMap((text) => text.boxes.flatMap((box) => (box === null ? [] : [box])));
  if (boxes.length === 0) return null;
  return { texts, region: around(boxes), seen: around(boxes.map((box) => withContext(box, picture))) };
}

/** The texts as they are seen in the part of the picture that is looked at, with frames counted from one on. */
export const spotsFrom = ({ texts, seen }: PlacedTexts, first: number): Spotted[] =>
  texts.map(({ whole, boxes, ...range }): Spotted => ({
    ...{ whole, first: range.first - first, last: range.last - first },
    boxes: boxes.map((box) => (box === null ? null : moved(box, seen))),
  }));

/** A box in pixels of one around it. */
export const moved = (box: PixelBox, { left, top }: PixelBox): PixelBox => ({
  ...{ left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top },
});

/** How a region is drawn from what is fed: which of its pixels change, and below what they become. */
export function drawFed(picture: ChangedPicture, region: PixelBox): Drawing['graph'] {
  const [across, down] = [region.right - region.left, region.bottom - region.top];
  return filterRegion({ picture, region }, (part, drawn, label) => [
    split('1:v', [label('fed0'), label('fed1')]),
    `[${label('fed0')}]crop=${across}:${down}:0:0[${label('share')}]`,
    `[${label('fed1')}]crop=${across}:${down}:0:${down}[${label('over')}]`,
    ...mergeTwice(part, label('over'), label('share'), drawn),
  ]);
}

/** Where each box of a text is in pixels, frame by frame where it moves. */
function placeText(
  { whole, track, first, last }: Span,
  picture: ChangedPicture,
  times: readonly number[],
): PlacedText[] {
  const [key, ...others] = track.keys;
  return (key?.boxes ?? []).flatMap((_, number): PlacedText[] => {
    const boxAt = (time: number) => {
      const box = boxesAt(track.keys, time)[number];
      return box === undefined ? null : (pixelBoxes([box], picture)[0] ?? null);
    };
    const boxes =
      others.length === 0
        ? [boxAt(0)]
        : Array.from({ length: last - first }, (__, at) => boxAt(times[first + at] ?? 0));
    return boxes.every((box) => box === null) ? [] : [{ whole, first, last, boxes }];
  });
}

function withContext({ left, top, right, bottom }: PixelBox, { width, height }: ChangedPicture): PixelBox {
  const by = 2 * Math.round(Math.min(MOST_CONTEXT, Math.max(LEAST_CONTEXT, (bottom - top) * CONTEXT)) / 2);
  return {
    ...{ left: Math.max(0, left - by), top: Math.max(0, top - by) },
    ...{ right: Math.min(width, right + by), bottom: Math.min(height, bottom + by) },
  };
}
