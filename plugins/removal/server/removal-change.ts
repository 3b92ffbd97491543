import { boxesAt, framesOf, type Track } from '#core/contract/box-track.ts';
import { fail } from '#core/contract/errors.ts';
import { joinRanges, type FrameRange } from '#core/server/services/media/cut/choose-frames.ts';
import { filterRegion, mergeTwice, split } from '#core/server/services/media/cut/filter-region.ts';
import type {
  ChangedPicture,
  Drawing,
  PictureChange,
  ReadStretch,
} from '#core/server/services/media/cut/picture-change.ts';
import { around, pixelBoxes, type PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import { planesSize } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './fill/strip.ts';
import { MASK_DELAY } from './fill/text-mask.ts';
import type { Spotted } from './fill/fill-task.ts';
import { filledPictures, type FillWork } from './filled-pictures.ts';
import type { TextToRemove } from './removal-params.ts';

/** Bytes of frames that are kept, and how many of them are looked at to each side. */
const [KEPT, LEAST_WINDOW, MOST_WINDOW] = [200 * 1024 ** 2, 8, 150];
/** Pixels around a box that are looked at: as a share of its height, at least and at most. */
const [CONTEXT, LEAST_CONTEXT, MOST_CONTEXT] = [0.75, 24, 64];

interface Span extends FrameRange {
  whole: boolean;
  track: Track;
}

/**
 * The change that removes text from a video.
 * @param times seconds at which the frames of the video begin, and `end` at which the last one ends
 * @param work `mostWindow`: frames to each side that are looked at, at most
 * @throws expected `removal:nothing-removed` where no frame shows any of it
 */
export function removalChange(
  texts: readonly TextToRemove[],
  { times, end }: { times: readonly number[]; end: number },
  work: FillWork & { mostWindow?: number },
): PictureChange {
  const spans = texts
    .map(({ whole, track }): Span => ({ whole, track, ...framesOf(track, times, end) }))
    .filter(({ first, last }) => last > first)
    .sort((a, b) => a.first - b.first);
  const frames = joinRanges(spans);
  if (frames.length === 0) fail('removal:nothing-removed', {}, { kind: 'invalid' });
  return {
    frames,
    draw(stretch, picture, read) {
      const within = spans.filter(({ first, last }) => first < stretch.last && last > stretch.first);
      return draw(within, { stretch, picture, read, times, work });
    },
  };
}

interface Stretch {
  stretch: FrameRange;
  picture: ChangedPicture;
  read: ReadStretch;
  times: readonly number[];
  work: FillWork & { mostWindow?: number };
}

/** A box of a text, in pixels of the picture. */
interface PlacedText extends FrameRange {
  whole: boolean;
  /** One for all frames, or one for each. */
  boxes: (PixelBox | null)[];
}

async function draw(spans: readonly Span[], { stretch, picture, read, times, work }: Stretch): Promise<Drawing> {
  const placed = spans.flatMap((span) => placeText(span, picture, times));
  const boxes = placed.flatMap((text) => text.boxes.flatMap((box) => (box === null ? [] : [box])));
  if (boxes.length === 0) return { graph: (input, output) => `[${input}]null[${output}]` };
  const region = around(boxes);
  const [across, down] = [region.right - region.left, region.bottom - region.top];
  // What is around text is looked at, and stays as it is.
  const seen = around(boxes.map((box) => withContext(box, picture)));
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  const kept = Math.floor(KEPT / planesSize(width, height));
  const window = clamp(Math.floor((kept - MASK_DELAY) / 2), LEAST_WINDOW, work.mostWindow ?? MOST_WINDOW);
  const first = Math.max(0, Math.min(...placed.map((text) => text.first)) - window);
  const last = Math.min(times.length, Math.max(...placed.map((text) => text.last)) + window);
  const wanted = { first: Math.max(first, stretch.first), last: Math.min(last, stretch.last) };
  const reading = await read({ first, last });
  const spots = placed.map(({ whole, boxes: own, ...range }): Spotted => ({
    ...{ whole, first: range.first - first, last: range.last - first },
    boxes: own.map((box) => (box === null ? null : moved(box, seen))),
  }));
  return {
    graph: filterRegion({ picture, region }, (part, drawn, label) => [
      split('1:v', [label('fed0'), label('fed1')]),
      `[${label('fed0')}]crop=${across}:${down}:0:0[${label('share')}]`,
      `[${label('fed1')}]crop=${across}:${down}:0:${down}[${label('over')}]`,
      ...mergeTwice(part, label('over'), label('share'), drawn),
    ]),
    layers: {
      ...{ width: across, height: down * 2 },
      frames: () =>
        filledPictures(
          {
            reading: {
              ...reading,
              chain: `${reading.chain},crop=${width}:${height}:${seen.left}:${seen.top}`,
            },
            frames: last - first,
            task: {
              ...{ width, height, part: moved(region, seen), window, spots },
              ...{ from: wanted.first - first, to: wanted.last - first },
            },
            before: wanted.first - stretch.first,
            behind: stretch.last - wanted.last,
          },
          work,
        ),
    },
  };
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
  const by = 2 * Math.round(clamp((bottom - top) * CONTEXT, LEAST_CONTEXT, MOST_CONTEXT) / 2);
  return {
    ...{ left: Math.max(0, left - by), top: Math.max(0, top - by) },
    ...{ right: Math.min(width, right + by), bottom: Math.min(height, bottom + by) },
  };
}

const moved = (box: PixelBox, { left, top }: PixelBox): PixelBox => ({
  ...{ left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top },
});
